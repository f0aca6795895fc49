#include <stdio.h>
/* Functions called through variables of the file, which change. */
struct vm { int x; void (*step)(struct vm *); };
static void flip(struct vm *m) { m->x ^= 1; }
static void add(struct vm *m) { m->x += 10; m->step = flip; }
static void (*callback)(struct vm *) = flip;
static int inc(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int (*both[2])(int) = { inc, twice };
static struct { int (*f)(int); int n; } how = { twice, 3 };
static int (*choose(int i))(int) { return both[i & 1]; }
static int run(int x)
{
    struct vm m = { x, add };
    callback(&m);
    m.step(&m);
    m.step(&m);
    (*callback)(&m);
    callback = callback == flip ? add : flip;
    both[x & 1] = how.f;
    how.f = how.f == inc ? twice : inc;
    return both[0](m.x) + (*both[1])(m.x) * 100 + how.f(how.n) * 10000 + choose(x)(x);
}
int main(void)
{
    for (int x = 0; x < 9; x++)
        printf("%d\n", run(x));
}
