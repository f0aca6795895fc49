int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
unsigned long strlen(const char *);
int abs(int);
long labs(long);
double fabs(double), sqrt(double), copysign(double, double), fmin(double, double), fmax(double, double);
float fabsf(float), sqrtf(float), copysignf(float, float), fminf(float, float);

static void bits(unsigned x, unsigned long y) {
    printf("%d %d %d %d %d;", __builtin_popcount(x), __builtin_parity(x), __builtin_ffs((int)x), x ? __builtin_ctz(x) : -1, x ? __builtin_clz(x) : -1);
    printf("%d %d %d %d %d;", __builtin_popcountl(y), __builtin_parityl(y), __builtin_ffsll((long long)y), y ? __builtin_ctzl(y) : -1, y ? __builtin_clzll(y) : -1);
    printf("%x %x %lx\n", __builtin_bswap16((unsigned short)x), __builtin_bswap32(x), __builtin_bswap64(y));
}
static void floats(double x, double y) {
    printf("%d %d %d %d %d;", __builtin_isnan(x), __builtin_isinf(x) != 0, __builtin_isfinite(x), __builtin_signbit(x) != 0, __builtin_isinf_sign(x));
    printf("%d %d %d %d %d %d;", __builtin_isgreater(x, y), __builtin_isgreaterequal(x, y), __builtin_isless(x, y), __builtin_islessequal(x, y),
           __builtin_islessgreater(x, y), __builtin_isunordered(x, y));
    if (x == x && y == y)
        printf("%.17g %.17g %.17g %.9g;", fabs(x), copysign(x, y), copysign(1.0, x), copysignf((float)x, (float)y));
    printf("%d %d %d", fmin(x, y) == x, fmax(x, y) == x, fminf((float)x, (float)y) == (float)x);
    printf(" %d %d %d %d %d %d %d\n", x < y, x <= y, x == y, x != y, x > y, !(x < y), !(x != y));
}
static void conversions(double d, float f) {
    unsigned long a = (unsigned long)(d + 9.3e18);
    unsigned b = (unsigned)(f + 3e9f);
    signed char c = (signed char)d;
    unsigned short s = (unsigned short)f;
    _Bool e = d;
    printf("%lu %u %d %u %d %.17g %.9g %.9g\n", a, b, c, s, e, (double)a, (float)a, (float)b);
}
static int wide(unsigned long x) {
    switch (x) {
    case 0: return 1;
    case 0x8000000000000000ul: return 2;
    case 0xfffffffffffffffful: return 3;
    case 5000000000ul: return 4;
    }
    return 5;
}
static int unsigned_switch(unsigned x) {
    int r = 0;
    switch (x) {
    case 0xffffffffu: r++;
    case 0x80000000u: r += 2; break;
    case 7: r += 4;
    default: r += 8;
    }
    return r;
}
struct bits { unsigned a : 3; int b : 7; unsigned c : 8; unsigned short d : 9; _Bool e : 1; int f : 32; unsigned g : 1; signed char h : 4; };
static void fields(struct bits *s, int x) {
    s->a = x; s->b = x; s->c = x; s->d = x; s->e = x & 2; s->f = x * x; s->g = x; s->h = x;
    s->b++; s->a += 3; s->d ^= 0x155; s->h >>= 1;
    printf("%u %d %u %u %d %d %u %d\n", s->a, s->b, s->c, s->d, s->e, s->f, s->g, s->h);
    unsigned char raw[sizeof *s];
    memcpy(raw, s, sizeof *s);
    for (unsigned i = 0; i < sizeof *s; i++) printf("%x,", raw[i]);
    printf("\n");
}
static void memory(void) {
    char b[40] = "abcdefghijklmnopqrstuvwxyz";
    memmove(b + 2, b, 11);
    memmove(b, b + 3, 20);
    memset(b + 30, 'z', 7);
    b[37] = 0;
    printf("%s %lu %lu\n", b, strlen(b), strlen("constant"));
    memset(b, 0, sizeof b);
    int k = 0;
    for (unsigned i = 0; i < sizeof b; i++) k += b[i];
    char *p = memcpy(b, "xyz", 4);
    printf("%d %s\n", k, p);
}
int main(void) {
    bits(0, 0), bits(1, 1), bits(0x80000000u, 1ul << 63), bits(0x12345678, 0x123456789abcdef0), bits(~0u, ~0ul), bits(0x00f0, 0xff00000000);
    double v[] = {0, -0.0, 1.5, -2.25, 1e300, -1e-300, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            if (v[i] != v[j] || i == j)
                floats(v[i], v[j]);
    conversions(1.5, 2.5f), conversions(-3.7, 1000.25f), conversions(100.99, -0.5f);
    printf("%d %d %d %d %d\n", wide(0), wide(1ul << 63), wide(~0ul), wide(5000000000), wide(705032704));
    printf("%d %d %d %d\n", unsigned_switch(~0u), unsigned_switch(1u << 31), unsigned_switch(7), unsigned_switch(8));
    struct bits s = {1, -2, 3, 4, 1, 5, 1, -3};
    for (int x = -9; x < 300; x += 77) fields(&s, x);
    memory();
    printf("%d %ld %.17g %.9g %.9g\n", abs(-5) + abs(6), labs(-7000000000), sqrt(2), sqrtf(3), fabsf(-4.5f));
    return 0;
}
