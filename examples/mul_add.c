int mul_add(int x, int y, int a)
{
    int u = x * a;
    int v = u + y;
    return v;
}
