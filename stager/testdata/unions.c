// Unions in constant tables: the member that the initialiser begins is known, others are what the bytes happen to mean. Each f is called with k = 3.
#include <stdio.h>
struct val { int tag; union { int i; double d; const char *s; unsigned char bytes[8]; } u; };
static const struct val tab[] = { { 0, { .i = 3 } }, { 1, { .d = 2.5 } }, { 2, { .s = "ab" } }, { 3, { .bytes = { 1, 2, 3 } } }, { 4, { 77 } } };
static double eval(const struct val *v, int n, double x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        switch (v[i].tag) {
        case 0: case 4: sum += v[i].u.i * x; break;
        case 1: sum *= v[i].u.d; break;
        case 2: sum += v[i].u.s[0]; break;
        case 3: sum += v[i].u.bytes[2] + v[i].u.bytes[7]; break;
        }
    return sum;
}
double f1(int k, int x) { return eval(tab, k + 2, x); }
int f2(int k, int x) { return tab[1].u.bytes[7] + tab[0].u.bytes[0] * x + (int)(tab[3].u.i & 0xffff) + k; }
// Without a name, inside each other, and said twice.
struct cell { union { struct { short lo, hi; }; int all; union { float f; unsigned char b; } in; }; int more; };
static const struct cell cells[] = { { .lo = 1, .hi = 2, .more = 3 }, { .all = 70000 }, { .in = { .f = 1.5f } }, { .in.b = 9 }, { .all = 5, .lo = 6 }, { .lo = 7, .all = 8 }, { 0 } };
int f3(int k, int x) { return cells[0].lo + cells[0].hi * x + cells[0].all + cells[1].all + cells[1].lo + cells[1].more + k; }
int f4(int k, int x) { return (int)(cells[2].in.f * 4) + cells[2].all % 7 + cells[3].in.b + cells[3].all + cells[k + 1].lo * x + cells[k + 1].all + cells[5].all + cells[5].lo + cells[6].all; }
static const union { double d; long l; } one = { 1.0 }, none, list[3] = { [1].l = 5, { .d = 0.5 } };
long f5(int k, int x) { return (long)(one.d * x) + (one.l >> 52) + none.l + (long)none.d + list[1].l * k + (long)(list[2].d * 8) + list[0].l + (list[2].l >> 60); }
struct op { int code; union { int n; const struct op *next; } arg; };
static const struct op ops[] = { { 1, { 5 } }, { 2, { .next = &ops[3] } }, { 1, { 100 } }, { 3, { 7 } }, { 0, { 0 } } };
int f6(int k, int x) { const struct op *p = ops; for (int fuel = 0; fuel < 9; fuel++) switch (p->code) { case 0: return x + k; case 1: x += p->arg.n; p++; break; case 2: p = p->arg.next; break; case 3: x *= p->arg.n; p++; break; } return -1; }
static const union { int i; float f; } same = { .f = 2.0f };
int f7(int k, int x) { int i = same.i; return (i >> 23) + x + (int)same.f * k; }
int main(void)
{
    for (int x = -3; x < 20; x++)
        printf("%g %d %d %d %ld %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x));
}
