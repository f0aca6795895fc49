#include <stdio.h>
/* Objects that functions set up of which nothing is known before. */
struct desc { const unsigned *info; unsigned short n; };
static const unsigned info[] = { 0x0104, 0x0208, 0x040c };
static const struct desc D = { info, 3 };
struct it { const struct desc *d; int index, tag; };
static int gl;
static int load(struct it *i) { if (i->index >= i->d->n) return 0; i->tag = i->d->info[i->index] >> 2 & 0x3f; return 1; }
static int begin(struct it *i, const struct desc *d) { i->index = 0; i->d = d; return load(i); }
static int next(struct it *i) { i->index++; return load(i); }
int f1(int k, int x) { struct it i; return (begin(&i, &D) ? i.tag : 0) + k + x; }
int f2(int k, int x) { struct it i; int s = 0; if (!begin(&i, &D)) return x; do s = s * 10 + i.tag; while (next(&i)); return s * k + x; }
static void reset(struct it *i) { i->index = 2; i->tag = 5; }
int f3(int k, int x) { struct it i; reset(&i); return i.index * 10 + i.tag + k + x; }
int f4(int k, int x) { struct it i; i.tag = x; if (x > 2) reset(&i); else i.index = x; return i.index * 10 + i.tag + k; }
static void some(struct it *i, int x) { if (x & 1) i->index = 4; else i->tag = 4; }
int f5(int k, int x) { struct it i = { 0, x, x + 1 }; some(&i, x); return i.index * 100 + i.tag * 10 + k; }
static int bump(struct it *i) { i->tag += 3; return gl += i->tag; }
static int bumps(struct it *i) { int r = bump(i); return r + bump(i); }
int f6(int k, int x) { struct it i; i.tag = x; gl = k; int r = bumps(&i) + bump(&i) + bumps(&i); return r * 10 + i.tag + gl; }
static int down(struct it *i, int n) { if (n <= 0) return i->tag; i->tag = i->tag * 3 + n; i->index = 7; return down(i, n - 1) + i->index; }
int f7(int k, int x) { struct it i; i.tag = k; i.index = x; return down(&i, x & 7) + i.tag * 100 + i.index; }
static int both(struct it *p, struct it *q) { p->index = 1; q->index = 2; return p->index * 10 + q->index; }
int f8(int k, int x) { struct it i, j; int r = both(&i, &j) * 100 + both(&i, &i); return r + i.index * 1000 + j.index + k * x; }
static struct it *leak(struct it *i) { i->tag = 6; return i; }
int f9(int k, int x) { struct it i; struct it *p = leak(&i); p->tag += x; return i.tag + k; }
static int d1(struct it *i), d2(struct it *i);
static int c1(struct it *i) { return d1(i) + d2(i); }
static int c2(struct it *i) { return d2(i) - d1(i); }
static int d1(struct it *i) { return i->tag++; }
static int d2(struct it *i) { return i->tag > 40 ? i->tag : c1((i->tag += 9, i)); }
int f10(int k, int x) { struct it i; i.tag = x; int r = c1(&i) * 10 + c2(&i); return r + i.tag * k; }
static void spin(struct it *i, int x) { for (i->index = 0; i->index < x; i->index++) i->tag = i->index; i->d = &D; }
int f11(int k, int x) { struct it i; i.tag = 1; spin(&i, x); return i.index + i.tag + i.d->n * k; }
struct outer { struct it in; int at; };
static void inner(struct outer *o) { reset(&o->in); o->at = o->in.index; }
int f12(int k, int x) { struct outer o; inner(&o); return o.at * 10 + o.in.tag + k + x; }
static int A(struct it *p, int n);
static int B(struct it *p, int n, int k) { if (k == 3) p->tag += n; else p->tag -= n; return n > 0 ? A(p, n - 1) + k : k; }
static int A(struct it *p, int n) { p->index++; return B(p, n, 3) + p->tag; }
int f13(int k, int x) { struct it v; v.index = x; v.tag = x * 2; int r = A(&v, x & 7); r += B(&v, x & 3, 3) * 5; return r + v.index * 100 + v.tag + k; }
int f14(int k, int x) { struct it v; v.index = x; v.tag = k; int r = A(&v, x & 7); v.index = x; v.tag = x; r += A(&v, x & 3) * 5 + B(&v, x & 3, k); v.index = 1; r += B(&v, x & 3, 3); return r + v.index * 100 + v.tag + k; }
int f15(int k, int x) { struct it v; v.index = x; v.tag = x; int r = B(&v, x & 7, k); r += A(&v, x & 3) * 5; return r + v.index * 100 + v.tag + k; }
int main(void)
{
    for (int x = -3; x < 12; x++)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f13(3, x), f14(3, x), f15(3, x), f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x), f12(3, x));
}
