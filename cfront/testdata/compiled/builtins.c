// Functions and operators of the compiler, with constants and without.
#include <stdio.h>
#include <stddef.h>
struct far { unsigned long where : 40, flags : 24; };
// a=2147483647 b=2
int ov(int a, int b, long *r) {
    int s; unsigned u; long l; signed char c; unsigned long long ull;
    int n = 0;
    n += __builtin_add_overflow(a, b, &s); n = n * 2 + __builtin_sub_overflow(a, b, &u);
    n = n * 2 + __builtin_mul_overflow(a, b, &l); n = n * 2 + __builtin_add_overflow(a, 100, &c);
    n = n * 2 + __builtin_uaddll_overflow(a, b, &ull) ; n = n * 2 + __builtin_sadd_overflow(a, b, &s);
    n = n * 2 + __builtin_mul_overflow_p(a, b, (char)0);
    *r = l + s + u + c + ull;
    return n;
}
// k=4
int consts(int k) {
    int v[] = { [0 ... 3] = 7, [2] = 5, 6 };
    struct p { int x, y; } *q = &(struct p){ k, 3 };
    return __builtin_constant_p(3) * 100 + __builtin_choose_expr(sizeof(int) == 4, k, "x") + _Generic(k, int: 1, default: 2) + _Alignof(double) + __alignof__(k) + v[3] + v[2] + q->x + (int)offsetof(struct { char c; int d; }, d) + __builtin_types_compatible_p(int, int) + ((struct { int a; }){ k }).a + _Generic((char)k, char: 10, int: 20) + __alignof__(q) + _Alignof(struct p);
}
int wide(unsigned a, int b, unsigned char c) {
    unsigned long u; long l; unsigned short h; int n = 0;
    n = n * 2 + __builtin_mul_overflow(a, a, &u); n = n * 2 + __builtin_mul_overflow(a, a, &l); n = n * 2 + __builtin_sub_overflow(b, a, &u);
    n = n * 2 + __builtin_add_overflow(c, b, &h); n = n * 2 + __builtin_umul_overflow(a, b, (unsigned *)&l); n = n * 2 + __builtin_ssub_overflow(a, b, (int *)&u);
    n = n * 2 + __builtin_sub_overflow_p(a, b, 0UL); n = n * 2 + __builtin_add_overflow_p(b, c, (unsigned char)0);
    return n * 31 + (int)u + (int)l + h;
}
int folded(void) { int s; if (__builtin_add_overflow(2147483647, 1, &s)) return s; return 1; }
static const unsigned char classes[1000] = { [0 ... 999] = 1, ['a' ... 'z'] = 2, [500] = 3 };
// c=98 i=500
int class(int c, int i) { static const struct { int a[4], b; } t[400] = { [0 ... 398] = { { [1 ... 3] = 5 }, 2 } }; return classes[c] * 100 + classes[i] * 10 + t[i - 102].a[2] + t[i - 101].b + classes[i - 1]; }
// c=1 s=2 n=3
int kind(char c, short s, unsigned long long n) { return _Generic(c, char: 10, int: 20) + _Generic(s, short: 1, default: 2) + _Generic(n, unsigned long long: 100, default: 200) + sizeof(__typeof__(c)); }
int main(void) { long r; printf("%d ", ov(2147483647, 2, &r)); printf("%ld\n", r); printf("%d ", ov(5, -6, &r)); printf("%d %d %d\n", wide(0xffffffff, -1, 255), wide(3, -2147483647 - 1, 1), wide(0x80000000, 70000, 200)); printf("%ld\n", r); printf("%d %d %d\n", consts(4), folded(), kind(1, 2, 3)); printf("%d\n", class(98, 500)); }
