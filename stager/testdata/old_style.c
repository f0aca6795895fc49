#include <stdio.h>
/* Functions that are declared without parameters, and defined as old C does. */
static int h(), narrow(), twice(), rec(), other();
struct s { int a, b; };
static const struct s table[] = { {1, 2}, {3, 4} };
int f1(int k, int x) { return h(k, "abcd") + x; }
int f2(int k, int x) { return narrow(k, 'a' + x, 1.5) + narrow(k, x, 2.5); }
int f3(int k, int x) { return twice(table, k & 1) * x + twice(&table[0], 1); }
int f4(k, x) int k; int x; { return rec(k, x) + rec(0, x); }
int f5(int k, int x) { return other(k, x); }
static int h(k, s) int k; register char *s; { int i, r = 0; for (i = 0; i < k; i++) r = r * 31 + s[i]; return r; }
static int narrow(k, c, d) int k; char c; float d; { return k == 3 ? c + (int)d : c - k; }
static int twice(t, i) const struct s *t; int i; { return t[i].a * 2 + t[i].b; }
static int rec(n, x) int n; int x; { if (n == 0) return x; return rec(n - 1, x * n) + n; }
static int other(k, l) int k; int l; { return k == 3 ? l : 0; }
int main(void)
{
    for (int x = -3; x < 6; x++)
        printf("%d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x));
}
