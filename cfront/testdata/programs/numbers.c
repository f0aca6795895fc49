int printf(const char *, ...);
typedef unsigned char u8;
typedef signed short s16;
typedef double real;
enum color { RED, GREEN = 5, BLUE };
enum sign { MINUS = -1, PLUS = 1 };

unsigned narrow(u8 c, signed char d, s16 s, unsigned long l) {
    c += d;
    s <<= 2;
    l = c * s;
    c = ~c;
    d = -d;
    s /= 3;
    c %= 7;
    d >>= 1;
    return l >> (c & 31) | (d < c) | s << 3;
}
float mixed(float a, double b, int i, unsigned u, long l) {
    long double ld = a;
    ld += b * i;
    ld = ld / 3.0L - u;
    a *= b;
    a += i;
    b -= u;
    i += a;
    l *= b;
    return a * b + 1.5f - 0x1p-3 + (float)ld + i / 2 + l + (u > a) + (float)u * 1e-3F;
}
int conversions(double d, float f, long l, void *p) {
    _Bool b = d, c = f, e = p, g = l;
    b += 2;
    int i = d;
    unsigned char u = i;
    short s = l;
    unsigned long x = -1;
    x += i < x;
    return b + c * 2 + e * 4 + g * 8 + u + s + (int)(x >> 60) + (int)(float)16777217 + (d > f) + !d + !p + (d ? 3 : 4);
}
double negatives(double x) { return -x + -1.5 + -0.0 - (-x > 0 ? -2e300 : 1e-300) + (x != x); }
long limits(void) {
    return (-2147483647 - 1) + (long)(-9223372036854775807L - 1) / 3 + 0x7fffffff + 0xffffffffu + 'a' + '\n' + '\xff' + 017 + 1UL * 3;
}
int colors(enum color c, enum sign s) {
    enum color d = c == RED ? BLUE : (enum color)(c - 1);
    s = s == PLUS ? MINUS : s;
    return d * 10 + s + (s < 0) + BLUE + (c > d);
}
unsigned shifts(int x, unsigned u, int n) { return (x >> n) + (u >> n) + (x << (n & 7)) + (1u << n % 32) + ((u8)x >> 1) + (x >> (u8)3); }
long compare(int i, unsigned u, long l, unsigned long ul, short s, u8 c) {
    return (i < u) + (i < l) * 2 + (l < ul) * 4 + (s < c) * 8 + (s == u) * 16 + (i == (long)u) * 32 + (c - 300 < 0) * 64 + (-1 > 0u) * 128;
}
real series(int n) {
    real s = 0, t = 1;
    for (int i = 1; i <= n; i++) {
        t *= 1.0 / i;
        s += i & 1 ? t : -t / 2;
    }
    return s;
}
int sizes(int n) { return sizeof n + sizeof(long[3]) + sizeof(n++) + _Alignof(double) + sizeof(enum color) + (sizeof(int) > -1) + n; }
long double widest(long double a, int i) { return a * i - 1 + (a > i); }
int main(void) {
    printf("%u %u %u\n", narrow(200, -5, 300, 1), narrow(1, 100, -3000, 77), narrow(255, -128, 32767, ~0ul));
    printf("%.9g %.9g\n", mixed(1.25f, 3.5, -7, 9, 100), mixed(-0.1f, 1e5, 3, 4000000000u, -5));
    int o;
    printf("%d %d\n", conversions(3.7, 2.5f, 70000, &o), conversions(0, 0, 65536, 0));
    printf("%.17g %.17g %ld\n", negatives(2), negatives(-0.0), limits());
    printf("%d %d %d\n", colors(RED, PLUS), colors(BLUE, MINUS), colors(GREEN, PLUS));
    printf("%u %u\n", shifts(-77, 0x80000001u, 5), shifts(12345, 7, 0));
    printf("%ld %ld\n", compare(-1, 1, -1, 1, -1, 200), compare(5, 5, 5, 5, 5, 5));
    printf("%.17g %d %.9Lg\n", series(9), sizes(3), widest(2.5L, 4));
    return 0;
}
