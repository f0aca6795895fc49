int printf(const char *, ...);
int narrow();
long sum(a, n) const int *a; long n;
{
    long s = 0;
    while (n-- > 0)
        s += *a++;
    return s;
}
static double scale(c, f, p)
    unsigned char c;
    float f;
    double *p;
{
    c += 250;
    *p += f;
    return c * f;
}
int caller(int x)
{
    double d = 1;
    int v[3] = {1, 2, 3};
    return sum(v, (long)3) + scale(x, 1.5f, &d) + d + narrow((short)x, 'c', 2.5f);
}
int narrow(s, c, f) short s; char c; float f; { return s + c + f; }
int main() {
    printf("%d %d\n", caller(3), caller(300));
    printf("%d %d %d\n", __builtin_ctzll(40), __builtin_popcount(255), __builtin_memcmp("ab", "ac", 2) < 0);
    return 0;
}
