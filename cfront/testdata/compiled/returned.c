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
int main(void) {
    static const int a[] = {1, 2}, b[] = {5, 6};
    for (int k = 2; k < 20; k += 9) {
        printf("%d %d %d\n", f(a, k), f(b, k), n);
        printf("%d %d %d\n", f2(a, k), f2(b, k), n);
        printf("%d %d %d\n", f3(a, k), f3(b, k), n);
        printf("%d %d %d\n", f4(a, k), f4(b, k), n);
        printf("%d %d %d\n", f5(a, k), f5(b, k), n);
        printf("%d %d %d\n", f6(a, k), f6(b, k), n);
        printf("%d %d %d\n", f7(a, k), f7(b, k), n);
        printf("%d %d %d\n", f8(a, k), f8(b, k), n);
        printf("%d %d %d\n", f9(a, k), f9(b, k), n);
        printf("%d %d %d\n", f10(a, k), f10(b, k), n);
        printf("%d %d %d\n", f11(a, k), f11(b, k), n);
        printf("%d %d %d\n", f12(a, k), f12(b, k), n);
        printf("%d %d %d\n", f13(a, k), f13(b, k), n);
    }
    return 0;
}
