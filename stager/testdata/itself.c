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
/* Calls through pointers that turn out to lead to functions with literals and variables of the file. */
static int total = 5;
static void say(int n, const char *s) { total += n; printf("%d%s", total, s); }
static int old(n, m) int n, m; { say(n + m, ";"); return total++; }
static int many(int n, ...) { printf("many%d\n", n); return total + n; }
static int none(void) { printf("none"); return total; }
void f3(int n, int m)
{
    void (*again)(int, int) = f3;
    void (*out)(int, const char *) = say;
    int (*older)() = old, (*varied)(int, ...) = many, (*no)(void) = none;
    if (m > 3) say(n, "-");
    if (n > 0) again(n - 1, m);
    out(older(n, m), "\n");
    say(varied(m, n, "x"), "+");
    say(no(), "*");
}
/* Names, and parts of the heads, that macros write. */
#define named f4
#define BOTH int *a, int *b
static void named(BOTH, int n);
static void more(BOTH, int n) { if (n > 3) more(a, b, n - 1); *a += n; if (n > 1) *b += n; else named(a, b, 3); }
static void named(BOTH, int n)
{
    while (*a < 100) { more(a, b, n); more(a, b, 5); (*b)++; }
}
#define MAKE(name, type) type name##_made(type x)
MAKE(f5, long) { return x > 40 ? x : f5_made(x + 4) + f5_made(45); }
int main(void)
{
    int a = 4, b = 7;
    f4(&a, &b, 2);
    printf("%d %d %ld\n", a, b, f5_made(3));
    f3(3, 5);
    f3(1, 1);
    for (int i = 0; i < 9; i++)
        printf("%g %d\n", f1(i, 3, i), f2(i, i, i));
}
