#include <stdio.h>
#include <string.h>
/* Helpers that define types for themselves. */
typedef unsigned char u8;
struct shared { int a; };
static int prec(int op)
{
    static const struct { char op; int prec; } ops[] = { { '+', 1 }, { '*', 2 }, { '^', 3 } };
    for (int i = 0; i < 3; i++)
        if (ops[i].op == op) return ops[i].prec;
    return 0;
}
int f1(int k, int x) { return prec(k == 3 ? '*' : '+') * x + prec(x % 50); }

/* A binary search by pointers. */
static int class_of(int c)
{
    static const struct range { unsigned lo, hi; int cls; } ranges[] = { { '0', '9', 1 }, { 'A', 'Z', 2 }, { 'a', 'z', 3 } };
    const struct range *lo = ranges, *hi = ranges + 3;
    while (lo < hi) {
        const struct range *m = lo + (hi - lo) / 2;
        if ((unsigned)c < m->lo) hi = m;
        else if ((unsigned)c > m->hi) lo = m + 1;
        else return m->cls;
    }
    return 0;
}
int f2(int k, int x) { return class_of(k + 'a') * 10 + class_of(x); }

/* Read where it is not known. */
static int cell(int i, int j) { static const struct row { u8 n; short of[4]; } rows[] = { { 2, { 5, 6 } }, { 4, { 1, 2, 3, 4 } }, { 1, { 9 } } }; const struct row *r = &rows[i % 3]; return j < r->n ? r->of[j] : -1; }
int f3(int k, int x) { return cell(k, x & 3) * 100 + cell(x % 3, k) * 10 + cell(x, x >> 2 & 3); }

/* Without tables. */
static int apart(int a, int b)
{
    struct pair { int x, y; struct { u8 lo, hi; } z; } p = { a, b, { a, b } }, *q = &p;
    union word { unsigned w; u8 b[4]; } w = { .w = a * 0x01020304u };
    q->x += q->y;
    return p.x * 3 + w.b[b & 3] + q->z.hi - p.z.lo;
}
int f4(int k, int x) { return apart(k, x) + apart(x, k); }

/* Types of one name, and one that hides the file's. */
static int one(int i) { static const struct twin { int a, b; } t[] = { { 1, 2 }, { 3, 4 } }; return t[i & 1].a; }
static int other(int i) { static const struct twin { short b, a; } t[] = { { 1, 2 }, { 3, 4 } }; return t[i & 1].a; }
static int hiding(int i) { static const struct shared { int b, a; } t[] = { { 5, 6 }, { 7, 8 } }; return t[i & 1].a; }
int f5(int k, int x) { struct shared s = { x }; return one(k) + other(k) * 10 + hiding(k) * 100 + one(x) + hiding(x) + s.a; }

/* Enumerations and typedefs of its own. */
static int kinds(int i) { enum { A = 3, B = 9 }; typedef int number; static const struct kind { int of; } t[] = { { A }, { B }, { 4 } }; number n = t[i % 3].of; return n * B; }
static int plain(int i) { enum color { RED = 2, BLUE = 5 }; typedef short small; enum color c = i & 1 ? RED : BLUE; small s = c * i; return s; }
static int aliased(int i) { typedef struct { int a, b; } couple; static const couple t[] = { { 5, 6 }, { 7, 8 } }; couple p = t[i & 1]; return p.a * p.b; }
static int again(int i) { typedef struct { short a, b; } couple_2; static const couple_2 t[] = { { 5, 6 }, { 7, 8 } }; couple_2 p = t[i & 1]; return p.a * p.b + i; }
static int hidden(int couple_2) { return again(couple_2); }
static int listed(int i) { enum { FIRST = 2, SECOND = FIRST * 3 }; static const int of[] = { FIRST, SECOND, FIRST + SECOND, [5] = FIRST }; return of[i & 7 % 6] + SECOND; }
int f6(int k, int x) { return kinds(k) + kinds(x) * 10 + plain(k) + plain(x) + aliased(k) * aliased(x) + hidden(k) + listed(k) + listed(x & 3); }

/* One type in another, bit-fields, strings. */
static int deep(int i)
{
    struct inner { unsigned a : 3, b : 5; };
    static const struct outer { struct inner in[2]; const char *name; } t[] = { { { { 1, 2 }, { 3, 4 } }, "ab" }, { { { 5, 6 }, { 7, 8 } }, "cd" } };
    const struct outer *o = &t[i & 1];
    return o->in[i >> 1 & 1].b * 10 + o->in[0].a + o->name[1];
}
int f7(int k, int x) { return deep(k) + deep(x); }

/* Recursion, over a table and with objects of the type. */
static int down(int n, int x)
{
    static const struct step { int mul, add, next; } steps[] = { { 2, 1, 3 }, { 3, 0, -1 }, { 5, 2, 1 }, { 1, 7, 2 } };
    struct note { int seen, of; } note = { steps[n].mul, x };
    if (steps[n].next < 0) return x * note.seen;
    return down(steps[n].next, note.of * note.seen + steps[n].add);
}
int f8(int k, int x) { return down(k, x) + down(x & 3, k); }

/* By address, and by what is declared in a block. */
static void set_all(void *p, int n) { struct filled { int a[3]; } *f = p; for (int i = 0; i < 3; i++) f->a[i] = n * i; }
static int blocks(int i, int x)
{
    int s = 0, a[3];
    set_all(a, i);
    { struct in_block { int v; } v = { a[1] }; s += v.v; }
    if (x & 1) { struct in_other { long v, w; } v = { x, i }, u = v; s += (int)(u.v * v.w + sizeof u); }
    return s + a[2];
}
int f9(int k, int x) { return blocks(k, x) - blocks(x, k); }

/* What decides calls alone. */
static int (*chosen(int i))(int) { static const struct handler { int id; int (*run)(int); } h[] = { { 1, one }, { 2, other }, { 3, hiding } }; for (int j = 0; j < 3; j++) if (h[j].id == i) return h[j].run; return one; }
int f10(int k, int x) { return chosen(k)(x) * 10 + chosen(x & 3)(k); }

/* Objects of others, which two types may not share. */
static int step(void *state, int x) { struct state { int a, b; } *s = state; s->a += x; return s->b += s->a; }
static int kept_in(int i) { static const struct cached { int v; const struct cached *next; } t[] = { { 1, 0 }, { 2, 0 } }; const struct cached *c = &t[i & 1]; const void *v = &c; return c->v + (memcmp(v, &c, sizeof c) == 0); }
int f11(int k, int x) { int state[2] = { 1, 2 }; int s = step(state, k) + step(state, x); return s * 100 + state[0] * 10 + state[1] + kept_in(k); }

int main(void)
{
    for (int x = 0; x < 130; x += 3)
        printf("%d %d %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x));
}
