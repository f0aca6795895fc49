#include <stdio.h>
#include <string.h>
/* Objects that functions fill by memset, and some that others see, too. */
struct it { int index; char tag; long n[3]; struct { short a, b; } in; };
static void zero(struct it *i) { memset(i, 0, sizeof *i); }
static void init(struct it *i, int n) { zero(i); i->tag = n; i->n[1] = n * 2; }
int f1(int k, int x) { struct it i; init(&i, k); return i.index + i.tag + i.n[0] + i.n[1] * 10 + i.in.b + x; }
static void ones(struct it *i) { memset(i, 255, sizeof(struct it)); }
int f2(int k, int x) { struct it i; ones(&i); i.index += x; return i.index * 100 + i.tag + (int)i.n[2] + k; }
/* What others see keeps its padding. */
static void shown(struct it *i, int n) { memset(i, 0, sizeof *i); i->tag = n; }
int f3(int k, int x) { struct it i; unsigned s = 0; memset(&i, x, sizeof i); shown(&i, k); for (unsigned j = 0; j < sizeof i; j++) s = s * 3 + ((unsigned char *)&i)[j]; return s + x; }
/* A part, a part of another object, and a pointer to something else. */
struct two { struct it a, b; int z; };
int f4(int k, int x) { struct two t; t.z = x; init(&t.a, k); t.b = t.a; t.b.tag++; zero(&t.a); return t.a.tag * 100 + t.b.tag + t.z; }
static void poured(int *p, int n) { bzero(p, sizeof *p); *p += n; }
int f5(int k, int x) { int a = x; poured(&a, k); return a * 10 + x; }
static int count(struct it *i, int n) { if (n == 0) { memset(i, 0, sizeof *i); return 0; } i->tag += n; int r = count(i, n - 1); i->index += n; return r + i->index; }
int f6(int k, int x) { struct it i; i.tag = x; i.index = 3; int r = count(&i, k); return r * 10 + i.tag + i.index; }
static void partly(struct it *i) { memset(i, 0, sizeof(int)); }
int f7(int k, int x) { struct it i; i.index = x; i.tag = x; partly(&i); return i.index + i.tag + k; }
static struct it global;
int f8(int k, int x) { struct it i; init(&i, k); init(&global, x); return i.tag + global.tag * 10 + global.in.a; }
static void (*const setter[])(struct it *, int) = { init, shown };
int f9(int k, int x) { struct it i; setter[k & 1](&i, x & 63); return i.tag + (int)i.n[0]; }
union u { int w; char c[4]; };
static void uz(union u *p) { memset(p, 1, sizeof *p); }
int f10(int k, int x) { union u v; uz(&v); return v.w + v.c[2] + x; }
static void maybe(struct it *i, int n) { if (i) memset(i, 0, sizeof *i); if (i && n) i->index = n; }
int f11(int k, int x) { struct it i; maybe(0, k); maybe(&i, k); return i.index + i.tag + x; }
struct f { double d; float e; void *p; _Bool b; };
static void mz(struct f *p, int v) { memset(p, 0, sizeof *p); p->d += v; }
int f12(int k, int x) { struct f v; mz(&v, k); return (int)(v.d * 10 + v.e) + (v.p == 0) + v.b + x; }
/* Buffers beside what a struct knows of them. */
struct ctx { char buf[80]; int n; double w[70]; const char *p; short g[3][70]; };
static void out(struct ctx *c, int ch) { c->buf[c->n++] = ch; }
static void start(struct ctx *c, const char *p) { memset(c, 0, sizeof *c); c->p = p; }
int f13(int k, int x) { struct ctx c; start(&c, "ab%c" + k - 3); unsigned h = 0; for (; *c.p; c.p++) if (*c.p == '%') out(&c, x); else out(&c, *c.p); for (int i = 0; i < c.n; i++) h = h * 31 + c.buf[i]; return h + c.buf[70] + c.w[3] + c.g[1][2]; }
int f14(int k, int x) { struct ctx c; memset(&c, 0, sizeof c); if (x & 1) memset(&c, 0, sizeof c); c.n = k; out(&c, x); return c.buf[3] + c.n + c.w[x & 63]; }
int f15(int k, int x) { struct ctx a, b; start(&a, 0); b = a; memset(&a, 0, sizeof a); out(&b, k); return b.buf[0] + a.n + b.n * x; }
int f16(int k, int x) { int h[200], n = 0; h[3] = k; memset(h, 0, sizeof h); h[x & 7] += k; for (int i = 0; i < 8; i++) n = n * 3 + h[i]; return n; }
int main(void)
{
    for (int x = -3; x < 6; x++) {
        printf("%d ", f1(3, x));
        printf("%d ", f2(3, x));
        printf("%d ", f3(3, x));
        printf("%d ", f4(3, x));
        printf("%d ", f5(3, x));
        printf("%d ", f6(3, x));
        printf("%d ", f7(3, x));
        printf("%d ", f8(3, x));
        printf("%d ", f9(3, x));
        printf("%d ", f10(3, x));
        printf("%d ", f11(3, x));
        printf("%d ", f12(3, x));
        printf("%d ", f13(3, x));
        printf("%d ", f14(3, x));
        printf("%d ", f15(3, x));
        printf("%d\n", f16(3, x));
    }
}
