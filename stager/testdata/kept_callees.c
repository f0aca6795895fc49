#include <stdio.h>
/* Functions with C in them that is kept as it is are looked into. */
#define min(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
typedef unsigned v4 __attribute__((vector_size(16)));
static volatile int seen;
static int total;
static inline unsigned add3(unsigned x, int n) { __asm__("addl %1, %0" : "+r"(x) : "r"(n)); return x; }
static int limited(int mode, int x, int lim) { if (mode == 1) return x; if (mode == 3) { seen++; return min(x, lim); } return 0; }
int f1(int k, int x) { return limited(k, x, 50) * 2 + limited(1, x, k) + seen; }
static int down(int n, int x) { if (n == 0) return x; seen = n + x; return down(n - 1, min(x * 3, 1000) + n) + seen; }
int f2(int k, int x) { return down(k, x); }
static unsigned mix(int k, unsigned x) { switch (k) { case 0: return x; case 3: return add3(x, 5) ^ 7; default: return add3(x, k); } }
int f3(int k, int x) { return mix(k, x) + mix(k + 1, x + 1) + mix(k - 3, x); }
static int lanes(int k, int x) { v4 v = { x, k, x + k, 1 }; v4 w = v * v; if (k == 3) return w[0] + w[2]; return w[1]; }
int f4(int k, int x) { return lanes(k, x) + lanes(2, x); }
static int counted(const int *t, int n) { int s = 0; for (int i = 0; i < n; i++) { s += t[i]; if (t[i] == 3) seen = s; total += s; } return s + seen; }
int f5(int k, int x) { static const int t[] = { 1, 3, 2 }; total = x; return counted(t, k) + total * 100; }
static long double scaled(int k, double x) { return k == 3 ? x * 1.5L : x; }
int f6(int k, int x) { return (int)scaled(k, x) + (int)scaled(1, x); }
static int jumps(int k, int x) { void *to[] = { &&a, &&b }; goto *to[x & 1]; a: return k * 3; b: return k * 5 + x; }
int f7(int k, int x) { return jumps(k, x); }
int main(void)
{
    for (int x = 0; x < 90; x += 7)
        printf("%d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x));
}
