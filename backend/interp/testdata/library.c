/* What modules have of C's library. */
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *memchr(const void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
unsigned long strlen(const char *);
unsigned long strspn(const char *, const char *);
unsigned long strcspn(const char *, const char *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, unsigned long);
char *strcat(char *, const char *);
char *strncat(char *, const char *, unsigned long);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strpbrk(const char *, const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, unsigned long);
int abs(int);
long labs(long);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
int isdigit(int), isalpha(int), isspace(int), ispunct(int), tolower(int), toupper(int);

#define D(n) double n(double); float n##f(float);
#define D2(n) double n(double, double); float n##f(float, float);
D(sqrt) D(fabs) D(floor) D(ceil) D(trunc) D(rint) D(nearbyint) D(round)
D2(fmod) D2(fmin) D2(fmax) D2(copysign) D2(remainder) D2(fdim) D2(nextafter)
double ldexp(double, int), frexp(double, int *), modf(double, double *), fma(double, double, double), scalbn(double, int);
float ldexpf(float, int), frexpf(float, int *), modff(float, float *), fmaf(float, float, float);
long lrint(double), lround(double), lrintf(float);
int ilogb(double);

static void show(double x) {
    unsigned long b;
    memcpy(&b, &x, 8);
    printf(x != x ? " nan" : " %lx", b);
}
static void showf(float x) {
    unsigned b;
    memcpy(&b, &x, 4);
    printf(x != x ? " nan" : " %x", b);
}
static int sign(int x) { return (x > 0) - (x < 0); }

static double xs[] = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 1e10, -1e10, 1e300, 1e-300, 4.9e-324, 1e-310,
    0x1p52, 0x1.8p52, 0x1p53, 1.0 / 3, 123456.789, 0x1.fffffep127, 1e-40, 7, 1.0 / 0.0, -1.0 / 0.0, 0};
#define N (int)(sizeof xs / sizeof *xs)

static void numbers(void) {
    for (int i = 0; i < N; i++) {
        double x = xs[i], whole;
        float y = (float)x, wholef;
        int e = 0, ef = 0;
        printf("%d:", i);
#define ONE(n) show(n(x)); showf(n##f(y));
        ONE(sqrt) ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(rint) ONE(nearbyint) ONE(round)
        show(modf(x, &whole)); show(whole); showf(modff(y, &wholef)); showf(wholef);
        if (x - x == 0) {
            show(frexp(x, &e)); showf(frexpf(y - y == 0 ? y : 1, &ef));
            printf(" %d %d", e, ef);
            if (x > -1e15 && x < 1e15)
                printf(" %ld %ld %ld", lrint(x), lround(x), lrintf(y));
            if (x != 0)
                printf(" %d", ilogb(x));
        }
        for (int k = -1100; k <= 1100; k += 137) { show(ldexp(x, k)); show(scalbn(x, k)); showf(ldexpf(y, k / 4)); }
        for (int j = 0; j < N; j++) {
            double z = xs[j];
            float w = (float)z;
#define TWO(n) show(n(x, z)); showf(n##f(y, w));
            TWO(fmod) TWO(copysign) TWO(remainder) TWO(fdim) TWO(nextafter)
            if (!(x == 0 && z == 0)) { TWO(fmin) TWO(fmax) }
            show(fma(x, z, xs[(i + j) % N])); showf(fmaf(y, w, (float)xs[(i + j) % N]));
            printf(" %d%d%d%d%d%d", x < z, x <= z, x == z, x != z, y > w, y >= w);
        }
        printf("\n");
    }
}

static void strings(void) {
    char a[32] = "hello, world", b[32], *p;
    printf("%lu %s\n", strlen(a), strcpy(b, a));
    printf("%d %d %d %d\n", sign(strcmp(a, b)), sign(strcmp("ab", "abc")), sign(strcmp("\xff", "a")), sign(strncmp("abx", "aby", 2)));
    printf("%s %s %s\n", strchr(a, 'o'), strrchr(a, 'o'), strstr(a, "wor"));
    printf("%d %d %d\n", strchr(a, 'z') == 0, strstr(a, "worm") == 0, (int)(strchr(a, 0) - a));
    printf("%lu %lu %s\n", strspn(a, "hel"), strcspn(a, " ,"), strpbrk(a, "dw"));
    printf("%d\n", strpbrk(a, "z") == 0);
    memset(b, 'x', 31);
    b[31] = 0;
    strncpy(b, "abc", 8);
    printf("%s %s\n", b, b + 8);
    printf("%s\n", strncat(strcat(b, "def"), "ghijkl", 3));
    memmove(a + 2, a, 10);
    printf("%s %d %d\n", a, sign(memcmp(a, "hehell", 6)), sign(memcmp("a\0b", "a\0c", 3)));
    printf("%d %d\n", (int)((char *)memchr(a, 'l', 20) - a), memchr(a, 'q', 10) == 0);
    for (int c = 0; c < 128; c++)
        printf("%d%d%d%d%c%c", !!isdigit(c), !!isalpha(c), !!isspace(c), !!ispunct(c), tolower(c | 1) | 32, toupper(c | 1) | 32);
    printf("\n%d %ld\n", abs(-3), labs(-1L << 40));
    p = malloc(4);
    strcpy(p, "abc");
    p = realloc(p, 100);
    printf("%s\n", strcat(p, "defgh"));
    free(p);
    long *q = calloc(10, sizeof *q);
    printf("%ld\n", q[9]);
    free(q);
}

static void bits(void) {
    for (int i = 0; i < 64; i += 3) {
        unsigned long x = 0x9e3779b97f4a7c15ul >> i;
        unsigned y = (unsigned)x | 1;
        printf("%d %d %d %d %d %d %d %d %d ", __builtin_clz(y), __builtin_clzl(x), __builtin_ctz(y), __builtin_ctzl(x), __builtin_popcount(y),
            __builtin_popcountl(x), __builtin_parity(y), __builtin_ffs((int)y), __builtin_ffsl((long)x));
        printf("%x %lx %x\n", __builtin_bswap32(y), __builtin_bswap64(x), __builtin_bswap16((unsigned short)y));
    }
    for (int i = 0; i < N; i++)
        printf("%d%d%d%d\n", !!__builtin_isnan(xs[i]), !!__builtin_isinf(xs[i]), !!__builtin_isfinite(xs[i]), !!__builtin_signbit(xs[i]));
}

int main(void) {
    xs[N - 1] = __builtin_nan("");
    numbers();
    strings();
    bits();
    return 0;
}
