// Arithmetic of 64 bits that tells whether it overflows.
#include <stdio.h>

#define INTO(of, x, ...) n = n * 3 + __builtin_##of##_overflow(__VA_ARGS__, &x), n = n * 31 + x
#define INTO_ALL(of, ...) INTO(of, i, __VA_ARGS__), INTO(of, u, __VA_ARGS__), INTO(of, l, __VA_ARGS__), INTO(of, ul, __VA_ARGS__), INTO(of, s, __VA_ARGS__)

static const unsigned long vals[] = {
    0, 1, -1, 2, -3, 7, 127, 256,
    65536, 2147483647, -2147483648L, 4294967296L, -4294967296L, 0x7fffffffffffffff, -0x7fffffffffffffff-1, 0x8000000000000001,
    0xffffffffffffffff, 0x3fffffffffffffff, 0xc000000000000000, 3037000500, 0x100000001,
};

unsigned long sums_unsigned(unsigned long a, unsigned long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(add, a, b);
    INTO_ALL(sub, a, b);
    INTO_ALL(mul, a, b);
    return n;
}

unsigned long sums_signed(long a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(add, a, b);
    INTO_ALL(sub, a, b);
    return n;
}

unsigned long sums_mixed(unsigned long a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(add, a, b);
    INTO_ALL(sub, a, b);
    return n;
}

unsigned long sums_narrow(unsigned char a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(add, a, b);
    INTO_ALL(sub, a, b);
    return n;
}

unsigned long products_narrow(unsigned long a, unsigned short b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(mul, a, b);
    return n;
}

unsigned long times_signed(long a) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(mul, 8, a);
    n = n * 3 + __builtin_mul_overflow(a, -3, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, -3, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, -3, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(-1, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(-1, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(-1, a, &s), n = n * 31 + s;
    INTO_ALL(mul, a, 0x7fffffffffffffff);
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &s), n = n * 31 + s;
    INTO_ALL(mul, a, 100u);
    return n;
}

unsigned long times_unsigned(unsigned long a) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    INTO_ALL(mul, 8, a);
    INTO_ALL(mul, a, sizeof(int[3]));
    INTO_ALL(mul, 0xffffffffffffffff, a);
    INTO_ALL(mul, a, 1);
    return n;
}

long named(long a, unsigned long b) {
    long n = __builtin_saddl_overflow(a, b, &a);
    n = n * 3 + __builtin_usubll_overflow(a, b, (unsigned long long *)&b);
    n = n * 3 + __builtin_umull_overflow(a, b, &b);
    n = n * 3 + __builtin_ssubll_overflow(a, b, (long long *)&a);
    n = n * 3 + __builtin_add_overflow_p(a, b, (unsigned)0) + __builtin_mul_overflow_p(b, 7u, 0L);
    return n * 5 + a * 31 + b;
}

int folded(void) {
    unsigned long bytes;
    return __builtin_mul_overflow(1ul << 61, sizeof(int[3]), &bytes) * 2 + __builtin_sub_overflow(3ul, 4l, &bytes);
}

int main(void) {
    enum { N = sizeof vals / sizeof *vals };
    unsigned long h[8] = { 0 };
    for (int i = 0; i < N; i++) {
        h[6] = h[6] * 31 + times_signed(vals[i]) + times_unsigned(vals[i]);
        for (int j = 0; j < N; j++) {
            h[0] = h[0] * 31 + sums_unsigned(vals[i], vals[j]);
            h[1] = h[1] * 31 + sums_signed(vals[i], vals[j]);
            h[2] = h[2] * 31 + sums_mixed(vals[i], vals[j]);
            h[3] = h[3] * 31 + sums_narrow(vals[i], vals[j]);
            h[4] = h[4] * 31 + products_narrow(vals[i], vals[j]);
            h[5] = h[5] * 31 + named(vals[i], vals[j]);
        }
    }
    for (int i = 0; i < 7; i++)
        printf("%lx\n", h[i]);
    printf("%d\n", folded());
    return 0;
}
