// Functions that return what is known, and do more.
#include <stdio.h>
static int n;
static const int *next(const int *p, int k) { n++; if (k > 10) n = 3; return p; }
static int seven(const int *q) { return q ? 7 : 8; }
static int five(int x) { return x - x + 5; }
static int count(int k) { n += k; return 3; }
// p=[1,2]
int f(const int *p, int k) { if (next(p, k)) return n; return 100; }
// p=[1,2]
int f2(const int *p, int k) { int r = *next(p, k); return n * 10 + r; }
// p=[1,2]
int f3(const int *p, int k) { int r = next(p, k)[1]; return n * 10 + r; }
// p=[1,2]
int f4(const int *p, int k) { int r = next(p, k) != 0; return n * 10 + r; }
// p=[1,2]
int f5(const int *p, int k) { int r = !next(p, k); return n * 10 + r; }
// p=[1,2]
int f6(const int *p, int k) { _Bool r = next(p, k); return n * 10 + r; }
// p=[1,2]
int f7(const int *p, int k) { int r = next(p, k) ? 4 : 5; return n * 10 + r; }
// p=[1,2]
int f8(const int *p, int k) { int r = *(next(p, k) + 1); return n * 10 + r; }
// p=[1,2]
int f9(const int *p, int k) { int r = seven(next(p, k)); return n * 10 + r; }
// p=[1,2]
int f10(const int *p, int k) { int r = five(count(k)); return n * 10 + r; }
// p=[1,2]
int f11(const int *p, int k) { int r = p[count(k) - 2]; return n * 10 + r; }
// p=[1,2]
int f12(const int *p, int k) { int r = (next(p, k) == p) + (next(p, k) - p); return n * 10 + r; }
// p=[1,2]
int f13(const int *p, int k) { const int *q = next(p, k); return n * 10 + *q; }
#define SHOW(f) do { int r = f(a, k), q = f(b, k); printf("%d %d %d\n", r, q, n); } while (0)
int main(void) {
    static const int a[] = {1, 2}, b[] = {5, 6};
    for (int k = 2; k < 20; k += 9) {
        SHOW(f);
        SHOW(f2);
        SHOW(f3);
        SHOW(f4);
        SHOW(f5);
        SHOW(f6);
        SHOW(f7);
        SHOW(f8);
        SHOW(f9);
        SHOW(f10);
        SHOW(f11);
        SHOW(f12);
        SHOW(f13);
    }
    return 0;
}
