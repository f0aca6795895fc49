// Functions that have no copy beside them: with static variables, and with a variable number of arguments.
#include <stdarg.h>
#include <stdio.h>

// by=2
int counted(int by) {
    int before = 1;
    static int n = 5, calls[2] = {1, [1] = 2};
    if (by > 3)
        goto out1;
    for (int i = 0; i < by; i++) {
        static struct point { int x, y; } last = {7, 8};
        struct point now = last, *p = &now;
        enum { ONE = 1, TWO } which = ONE;
        last.x += by + which;
        n += p->x;
        calls[0]++;
        {
            typedef short small;
            static small s;
            n += ++s;
        }
    }
    return n + before + calls[0];
out1:
    return -n;
}

// scale=3
int sum(int scale, int n, ...) {
    struct total { int of; } t = {0};
    va_list l;
    va_start(l, n);
    while (n-- > 0)
        t.of += va_arg(l, int) * scale;
    va_end(l);
    return t.of;
}

// how=1 n=2
static void note(int how, int n)
{
    static int seen;
    static int (*row)[2];
    static int rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    row = how ? &rows[n] : 0;
    seen += how;
    if (!how)
        printf("seen %d\n", seen);
    else
        printf("%d %d\n", (*row)[1], row[0][0] += seen);
}

// k=0
double share(int k, ...) {
    static double all;
    va_list l;
    va_start(l, k);
    all += k ? va_arg(l, double) : va_arg(l, int);
    va_end(l);
    return all;
}

// i=1
struct pair { int a, b; } pairs(int i, int j) {
    static struct pair p;
    p.a += i;
    if (i == j)
        return p;
    p.b -= j;
    return p;
}

int main(void) {
    printf("%d %d %d %d %d\n", counted(1), counted(2), counted(4), counted(2), counted(1));
    printf("%d %d\n", sum(3, 2, 10, 20), sum(2, 3, 1, 2, 3));
    note(1, 2), note(1, 1), note(0, 0), note(1, 2), note(0, 1);
    printf("%g %g %g\n", share(1, 1.5), share(0, 2), share(1, 0.25));
    struct pair p = pairs(1, 1), q = pairs(2, 3), r = pairs(1, 5);
    printf("%d %d %d %d %d %d\n", p.a, p.b, q.a, q.b, r.a, r.b);
    return 0;
}
