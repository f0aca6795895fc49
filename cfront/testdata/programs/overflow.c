// Arithmetic of 64 bits that tells whether it overflows.
#include <stdio.h>

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
    n = n * 3 + __builtin_add_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_add_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_add_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_add_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_add_overflow(a, b, &s), n = n * 31 + s;
    n = n * 3 + __builtin_sub_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_sub_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_sub_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_sub_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_sub_overflow(a, b, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, b, &s), n = n * 31 + s;
    return n;
}

unsigned long sums_signed(long a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_add_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_add_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_add_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_add_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_add_overflow(a, b, &s), n = n * 31 + s;
    n = n * 3 + __builtin_sub_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_sub_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_sub_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_sub_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_sub_overflow(a, b, &s), n = n * 31 + s;
    return n;
}

unsigned long sums_mixed(unsigned long a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_add_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_add_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_add_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_add_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_add_overflow(a, b, &s), n = n * 31 + s;
    n = n * 3 + __builtin_sub_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_sub_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_sub_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_sub_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_sub_overflow(a, b, &s), n = n * 31 + s;
    return n;
}

unsigned long sums_narrow(unsigned char a, long b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_add_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_add_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_add_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_add_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_add_overflow(a, b, &s), n = n * 31 + s;
    n = n * 3 + __builtin_sub_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_sub_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_sub_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_sub_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_sub_overflow(a, b, &s), n = n * 31 + s;
    return n;
}

unsigned long products_narrow(unsigned long a, unsigned short b) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_mul_overflow(a, b, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, b, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, b, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, b, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, b, &s), n = n * 31 + s;
    return n;
}

unsigned long times_signed(long a) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_mul_overflow(8, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(8, a, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(8, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(8, a, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(8, a, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, -3, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, -3, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, -3, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(-1, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(-1, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(-1, a, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, 0x7fffffffffffffff, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, 0x7fffffffffffffff, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, 0x7fffffffffffffff, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, 0x7fffffffffffffff, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, 0x7fffffffffffffff, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(-0x7fffffffffffffff - 1, a, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, 100u, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, 100u, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, 100u, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, 100u, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, 100u, &s), n = n * 31 + s;
    return n;
}

unsigned long times_unsigned(unsigned long a) {
    unsigned long n = 0;
    int i = 1;
    unsigned u = 1;
    long l = 1;
    unsigned long ul = 1;
    short s = 1;
    n = n * 3 + __builtin_mul_overflow(8, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(8, a, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(8, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(8, a, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(8, a, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, sizeof(int[3]), &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, sizeof(int[3]), &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, sizeof(int[3]), &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, sizeof(int[3]), &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, sizeof(int[3]), &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(0xffffffffffffffff, a, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(0xffffffffffffffff, a, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(0xffffffffffffffff, a, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(0xffffffffffffffff, a, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(0xffffffffffffffff, a, &s), n = n * 31 + s;
    n = n * 3 + __builtin_mul_overflow(a, 1, &i), n = n * 31 + i;
    n = n * 3 + __builtin_mul_overflow(a, 1, &u), n = n * 31 + u;
    n = n * 3 + __builtin_mul_overflow(a, 1, &l), n = n * 31 + l;
    n = n * 3 + __builtin_mul_overflow(a, 1, &ul), n = n * 31 + ul;
    n = n * 3 + __builtin_mul_overflow(a, 1, &s), n = n * 31 + s;
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
