// Functions that call themselves at their end for what tests choose, and constant tables whose pointers lead into themselves. Each f is called with k = 3.
#include <stdio.h>
struct node { int at, bound; const struct node *left, *right; int value; };
static const struct node nodes[] = {
    { 0, 0, 0, 0, 11 }, { 0, 0, 0, 0, 22 }, { 1, 2, &nodes[0], &nodes[1], 33 }, { 0, 0, 0, 0, 44 }, { 0, 5, &nodes[2], &nodes[3], 55 },
};
static int down(const struct node *t, const int *x) { if (!t->left) return t->value; return down(x[t->at] < t->bound ? t->left : t->right, x); }
int f1(int k, int x) { int v[2] = { x, x * k % 5 }; return down(&nodes[4], v); }
// Both parameters change, and each from the other.
static int swap(const struct node *t, const struct node *u, int x, int n) { if (n == 0) return t->value * 100 + u->value; return swap(x & n ? u : t, x & n ? t : u, x, n - 1); }
int f2(int k, int x) { return swap(nodes + 1, nodes + 3, x, k); }
int f3(int k, int x) { return swap(nodes, &nodes[k], x, x & 7); }
// The address of a variable goes along: a jump would give the next call the same one.
static int carried(const struct node *t, int x, const int *from) { int own = t->value + (from ? *from : 0); if (!t->left) return own; return carried(x++ < t->bound ? t->left : t->right, x, &own); }
int f4(int k, int x) { return carried(nodes + 4, x, 0) + k; }
// A parameter that cannot be assigned to.
static int constant(const struct node *const t, int x) { if (!t->left) return t->value; return constant(x > t->bound ? t->left : t->right, x - 4); }
int f5(int k, int x) { return constant(nodes + k + 1, x); }
// Without a result, in a switch, and where more comes behind.
static void add(const struct node *t, int x, int *sum) { switch (t->left != 0) { case 0: *sum += t->value; break; case 1: ++*sum; add(x < t->bound ? t->left : t->right, x - 1, sum); break; } }
static void also(const struct node *t, int x, int *sum) { if (t->left) { also(x < t->bound ? t->left : t->right, x - 1, sum); *sum *= 2; } else *sum += t->value; }
int f6(int k, int x) { int sum = k; add(nodes + 4, x, &sum); also(nodes + 4, x, &sum); return sum; }
// A variable that is chosen, one that has a value of its own in each call, and one that counts.
static int counted(const struct node *t, int x, int n) { int own = n * 2; const struct node *next = t->right; if (x < t->bound) next = t->left; if (x & 1) own++; n++; return next ? counted(next, x - 1, n + own) : n * 1000 + t->value + own; }
int f7(int k, int x) { return counted(nodes + 4, x, k); }
// Lists and rings, and pointers behind which there is more.
struct item { const char *name; int v; const struct item *next; };
static const struct item list[] = { { "a", 1, &list[1] }, { "bc", 2, &list[2] }, { "d", 3, &list[3] }, { "e", 4, &list[4] }, { "f", 5, &list[5] }, { "g", 6, &list[6] }, { "h", 7, &list[7] }, { "i", 8, &list[8] }, { "j", 9, &list[9] }, { "k", 10, 0 } };
static const struct item ring[] = { { "x", 1, &ring[1] }, { "yz", 2, &ring[2] }, { "", 3, &ring[0] } };
int f8(int k, int x) { for (const struct item *i = list; i; i = i->next) x = x * k + i->v + i->name[0]; return x; }
int f9(int k, int x) { const struct item *i = ring; for (int n = 0; n < 10; n++) { x = x * k + i->v + i->name[0]; i = i->next; } return x; }
int f10(int k, int x) { const struct item *i = ring; while (x > 0) { x -= i->v + k; i = i->next; } return x + i->v; }
int f11(int k, int x) { return list[0].next[k].v * x + (list + 2)->next->next->v + ring[2].next[1].next->v + (list[1].next - list); }
struct kid { int n; const struct kid *kids; int v; };
static const struct kid kids[] = { { 2, kids + 1, 5 }, { 0, 0, 6 }, { 2, kids + 3, 7 }, { 0, 0, 8 }, { 1, kids + 5, 9 }, { 0, 0, 10 } };
static int sum(const struct kid *t, int x) { int s = t->v * x; for (int i = 0; i < t->n; i++) s += sum(t->kids + i, x + i); return s; }
int f12(int k, int x) { return sum(kids, x) + k; }
int f13(int k, int x) { const struct kid *t = kids; while (t->n) t = t->kids + (x >> t->v & 1 && t->n > 1); return t->v + k; }
// Parameters that go round, that are converted as for a function without a prototype, a pointer that is const, and an object without a name.
static int round3(int a, int b, int c, int n) { if (n <= 0) return a + 10 * b + 100 * c; return round3(b, n & 1 ? c + a : a + 1 - c, b, n - 1); }
static int round4(int a, int b, int c, int d, int n) { if (n <= 0) return a + 10 * b + 100 * c + 1000 * d; return round4(b, c + a, n & 1 ? b + d : b, c + a, n - 1); }
int f14(int k, int x) { return round3(x, 1, 2, k) + round4(x, x + 1, 5, 7, x & 15) + round3(1, x, 0, x & 7); }
static int old(n, x, y) int n; unsigned short x; float y; { if (n <= 0) return x + (int)(y * 1000); return old(n - 1, n & 1 ? x * 3000 : x + 1, n & 1 ? y * 1.1 : 0.1 + y); }
int f15(int k, int x) { return old(k, x * 777, x * 0.37) + old(x & 7, k, 0.5); }
static int inc(int a) { return a + 1; }
static int twice(int a) { return a * 2; }
static int through(int (*const fp)(int), int x, int n) { if (n <= 0) return x; return through(x > 3 ? inc : twice, fp(x), n - 1); }
int f16(int k, int x) { return through(inc, x & 7, k) + through(twice, k, x & 3); }
static int literal(const int *p, const int *q, int n) { if (n <= 0) return *p * 100 + *q; return literal(n & 1 ? q : p, &(int){n}, n - 1); }
int f17(int k, int x) { int a = 5, b = x; return literal(&a, &b, k) + literal(&b, &a, x & 3); }
static int aligned(const int *p, const int *q, int n) { _Alignas(16) int own[2] = { n }; _Alignas(32) const int k = n; if (n <= 0) return *p * 100 + *q; return aligned(n & 1 ? q : p, n & 2 ? own : &k, n - 1); }
int f18(int k, int x) { int a = 5, b = x; return aligned(&a, &b, k) + aligned(&b, &a, x & 3); }
typedef int (*const Step)(int);
static int along(const int a[const], Step step, int (*const rows)[2], int n) { if (n <= 0) return a[0] + (*rows)[1]; return along(n & 1 ? a : a + 1, step(n) > 3 ? inc : twice, n & 2 ? rows + 1 : rows, n - 1); }
int f19(int k, int x) { int rows[4][2] = { { 1, x }, { 2, 5 }, { x, 6 }, { 7, 8 } }; return along((int[]){ 1, 2, 3, x }, inc, rows, k) + along((int[]){ 4, x, 6, 7 }, twice, rows, x & 3); }
// Calls that ?:, && and || give the result of, as it is, as a truth, or converted; and loops that a part of a test ends.
static unsigned char narrow(const struct node *t, int x) { return !t->left ? t->value * 77 : narrow(x < t->bound ? t->left : t->right, x - 1); }
static signed char signs(const struct node *t, unsigned x) { return t->left ? x & 8 ? signs(x & 1 ? t->left : t->right, x >> 1) : 300 : (unsigned char)(t->value * 55); }
static _Bool holds(const struct node *t, int x) { return t->value * 2 == x || t->left && holds(x < t->bound ? t->left : t->right, x); }
static int held(const struct node *t, int x) { return t->value == (x & 7) || t->left != 0 && held(x < t->bound ? t->left : t->right, x); }
static int seven(const struct node *t, int x) { return x > 200 ? 7 : t->left && seven(x < t->bound ? t->left : t->right, x) || x & 1; }
static int counts(const struct node *t, int x) { return x & 16 ? x : t->left && counts(x < t->bound ? t->left : t->right, x + 1); }
static double wide(const struct node *t, float x) { return !t->left ? t->value : wide(x < t->bound ? t->left : t->right, x / 3); }
static const struct node *lower(const struct node *t, int x) { return !t || t->value == (x & 7) ? t : lower(x < t->bound ? t->left : t->right, x); }
static int steps(const struct node *t, const int *p, int n) { return n > 5 || *p++ == 99 || !t->left ? n * 10 + *p : steps(*p < t->bound ? t->left : t->right, p, n++ + 1); }
static long word(const struct node *t, int x) { return t->left ? x & 1 ? word(x & 2 ? t->left : t->right, x >> 1) : x & 4 ? -1 : t->value : 1u << 31; }
int f20(int k, int x) { const struct node *t = lower(nodes + 4, x); return narrow(nodes + 4, x) + 1000 * signs(nodes + 4, x) + 100000 * (t ? (int)(t - nodes) : -1); }
int f21(int k, int x) { return holds(nodes + 4, x) + 10 * held(nodes + 4, x) + 100 * seven(nodes + 4, x) + 10000 * counts(nodes + 4, x) + (int)(1000000 * wide(nodes + 4, x)); }
int f22(int k, int x) { int row[16] = { x, 3, k, x - 9, 1, 0, x & 3, 8, 1, 2, 3, 4, 5, 6, 7, 8 }; return steps(nodes + 4, row, 0) + (int)(word(nodes + 4, x) % 10007); }
int f23(int k, int x) { const struct node *t = nodes + 4; int n = 0; for (;;) { n++; if (x == 7 || !t || t->value == x) break; t = x < t->bound ? t->left : t->right; } return t ? n * 100 + t->value : -n; }
int f24(int k, int x) { int i = 0, n = x; for (;;) { if (i < 6 && list[i].v != x - k) n += list[i].v * i; else if (i >= 6 || n & 1) return n + i; i++; } }
int f25(int k, int x) { int i = 0; do { if (x & 1 || i == k || x == 40 && i > 1) return i * 10; i++; x >>= 1; } while (1); }
int main(void)
{
    for (int x = -3; x < 300; x += 1 + x / 8)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x), f12(3, x), f13(3, x), f14(3, x), f15(3, x), f16(3, x), f17(3, x), f18(3, x), f19(3, x), f20(3, x), f21(3, x), f22(3, x), f23(3, x), f24(3, x), f25(3, x));
}
