int printf(const char *, ...);
void *memset(void *, int, unsigned long);
typedef int hundred[100];
struct s {
    int first[4];
    int second[3];
    char c;
    struct {
        int inner[2];
    } in;
};
int apply(int g(int), int x) { return g(x) + sizeof(&g); }
int twice(int x) { return x * 2; }
long sizes(int a[100], hundred b, int c[3][4], const hundred d, char e[static 2], int f[const], int(g)[5], int h[][10]) {
    __typeof__(a) again = a;
    return sizeof a + sizeof(b) * 3 + sizeof c * 5 + sizeof *c * 7 + sizeof d * 11 + sizeof e * 13 + sizeof *f * 17 + sizeof(g) * 19 +
           sizeof h[0] * 29 + sizeof again * 31 + sizeof(__typeof__(a)) * 37 + sizeof(a + 0) * 41 + sizeof(0, a) * 43 +
           sizeof *&a * 47 + sizeof(c[1]) * 53 + sizeof(*&c[1]) * 59 + again[1] + f[0] + g[0] + h[0][1];
}
long arrays(struct s *p, hundred *q) {
    int a[5], b[2][3];
    char c = 'x';
    a[0] = b[1][1] = c;
    return sizeof a + sizeof b * 3 + sizeof b[0] * 5 + sizeof(a + 0) * 7 + sizeof(0, b) * 11 + sizeof(1 ? a : 0) * 13 + sizeof "abc" * 17 +
           sizeof("abc" + 1) * 19 + sizeof(c + c) * 23 + sizeof c * 29 + sizeof 'c' * 31 + sizeof p->second * 37 + sizeof(*p).in * 41 +
           sizeof *q * 43 + sizeof **q * 47 + sizeof L"wide" * 53 + sizeof u8"four" * 59 + sizeof(struct s[3]) + a[0] + b[1][1];
}
int unevaluated(int n) {
    int m = n;
    long size = sizeof(n++) + sizeof(({ int m[7]; m[0] = n--; m; })) + sizeof(&m);
    return size + n * 100 + m;
}
void clear(char buf[64], int n) { memset(buf, 1, sizeof buf - n); }
int matrix(int m[][10], int i) { return m[i][2] + m[i + 1][i]; }
int old(x, n) int x[10], n; { return sizeof x + x[n]; }
int whole(struct s *p) { return &p->first ? 1 : 2; }
int address(struct s *p) { return (&p->first != 0) * 2 + (p->first == 0) * 4 + !&p->first * 8 + !p->first * 16 + (_Bool)&p->first * 32; }
int element(int *p, int (*q)[3], int **r) {
    int x = 0;
    if (&p[0])
        x += 1;
    if (&*p && !*q)
        x += 2;
    if (&(*q)[0] || q[0])
        x += 4;
    while (&**r) {
        x += 8;
        *r = 0;
    }
    return x;
}
int member(struct s *p) {
    int(*first)[4] = &p->first;
    if (!first)
        return -1;
    return (*first)[1] + (&p->in.inner ? 10 : 20);
}
int main(void) {
    int a[200] = {1, 2, 3, 4, 5, 6, 7, 8};
    char buf[64];
    struct s s = {{1, 2}, {3, 4}, 'c', {{5, 6}}};
    int rows[3][10] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, table[3][4], *p = a;
    hundred h;
    printf("%d\n", apply(twice, 4));
    printf("%ld\n", sizes(a, a, table, a, "ab", a, a + 1, rows));
    printf("%ld %d\n", arrays(&s, &h), unevaluated(3));
    memset(buf, 0, sizeof buf);
    clear(buf, 2);
    printf("%d %d %d\n", buf[5], buf[6], buf[63]);
    printf("%d %d\n", matrix(rows, 1), old(a, 3));
    printf("%d %d %d %d\n", whole(&s), whole(0), address(&s), address(0));
    printf("%d", element(a, &h + 0, &p));
    printf(" %d\n", element(0, 0, &p));
    printf("%d %d\n", member(&s), member(0));
    return 0;
}
