// Types, variables and fields whose size an attribute says.
#include <stdio.h>

typedef int half __attribute__((mode(HI)));
typedef unsigned int byte __attribute__((__mode__(__QI__)));
typedef int __attribute__((mode(DI))) whole;

struct sized { int x __attribute__((mode(DI))); char c; };

int global __attribute__((mode(DI))) = 5;
static unsigned small __attribute__((mode(QI))) = 7;

// n=70000
long types(int n) { half x = n; byte y = n; whole z = (whole)n << 40; return x + y + (z >> 38) + sizeof x + sizeof y + sizeof(whole); }

// n=3
long variables(int n) { global = (long)n << 40; small += n * 100; return (global >> 39) + small; }

// n=3
long sizes(int n, struct sized *p) { return sizeof global + sizeof small * 10 + sizeof p->x * 100 + sizeof *p * 1000 + sizeof(global + n) * 10000; }

// n=3
long fields(int n, struct sized *p) { p->x = (long)n << 40; p->c = n; return (p->x >> 39) + p->c; }

int main(void)
{
    struct sized s;
    printf("%ld %ld %ld %ld %ld\n", types(70000), types(-3), variables(3), sizes(3, &s), fields(3, &s));
    printf("%ld %u %ld\n", (long)global, small, (long)s.x);
    return 0;
}
