// Functions that are replaced and that functions made for them call, where nothing is known of their parameters.
#include <stdio.h>
static double f1(long x, int n, unsigned y)
{
    if (n <= 0) return y + x;
    if (f1(n, n - 1, x) > 3) return y < 1 ? f1(x, n - 1, 0 && n > 8) : x % 7;
    return x;
}
int f2(int n, int x, int y)
{
    if (n <= 0) return x + y;
    return x < 2 ? f2(n - 1, x, ({ int z = 3; z; })) : f2(n - 1, 9, x);
}
int main(void)
{
    for (int i = 0; i < 9; i++)
        printf("%g %d\n", f1(i, 3, i), f2(i, i, i));
}
