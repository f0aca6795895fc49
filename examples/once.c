int steps(int n, int k)
{
    int i;
    do {
        n += k;
    } while (0);
    for (i = 0; i < n; i++)
        k *= 3;
    return k;
}
