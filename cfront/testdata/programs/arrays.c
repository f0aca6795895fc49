int printf(const char *, ...);
static int table[8] = {5, 3, 8, 1, 9, 2, 7, 4};
static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static const char *names[] = {"zero", "one", "two"};
unsigned char bytes[16];

int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int trace2(int m[][4], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i] * *(m[i] + 1) - *m[i];
    return s;
}
void reverse(int *a, int n) {
    int *lo = a, *hi = a + n - 1;
    while (lo < hi) {
        int t = *lo;
        *lo++ = *hi;
        *hi-- = t;
    }
}
int length(const char *s) {
    const char *p = s;
    while (*p++)
        ;
    return p - s - 1;
}
void copy(char *d, const char *s) {
    while ((*d++ = *s++) != 0)
        ;
}
int swapped(int i) { return i[table] + 2[table] + (1 + table)[i] + *(i + table); }
int locals(int x) {
    int a[5] = {[2] = 7, 8}, b[2][3] = {{1}, {2, x}}, c[] = {x, x + 1, x + 2};
    char s[] = "abc", t[10] = "xy", u[2][3] = {"a", {'b', 'c'}};
    int sparse[300] = {[299] = 3, [7] = x};
    return a[2] + a[3] + a[4] + b[1][1] * 3 + b[0][2] + c[2] + s[1] + t[1] + t[5] + u[1][1] + sizeof s + sizeof c / sizeof *c + sparse[299] + sparse[7] + sparse[8];
}
int zeros(void) {
    int a[4] = {0}, b[4] = {1}, c[2][2] = {};
    return a[3] + b[0] * 10 + b[3] + c[1][1];
}
long differences(int i, int j) {
    int(*row)[4] = &grid[i];
    int *p = &grid[0][j], *q = grid[2];
    return (row - grid) * 100 + (q - p) + (p < q) + (p != q) + (&table[j] - table) + (row + 1 == &grid[i + 1]);
}
int deep(int ***p, int i) { return ***p + (*p)[0][i] + p[0][0][i + 1]; }
int steps(int *a, int i) {
    a[i++] = 4;
    a[i++] += 3;
    a[--i]--;
    ++a[i];
    int x = a[i]++ * 2 + i;
    int y = --a[i + 1];
    a[i] <<= 1;
    a[i] ^= x & y;
    return x + y * 3 + a[i] + i;
}
int chained(int *a) {
    int x, y, z;
    x = y = z = a[1];
    a[0] = a[1] = a[2] = x + 1;
    a[x & 3] = y = a[3];
    return x + y + z;
}
unsigned hash(const char *s) {
    unsigned h = 5381;
    for (; *s; ++s)
        h = h * 33 ^ (unsigned char)*s;
    return h;
}
void fill(void) {
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = i * 37, bytes[i] >>= i & 3, bytes[i] = ~bytes[i];
}
const char *name(int i) { return i[names] + (i > 1); }
int strings(int i) { return "hello"[i] + *("abc" + i) + length("a\0b" + 2) + (int)sizeof("four"); }
int address_of_element(int i) {
    int *p = &table[i], **pp = &p;
    *p += 5;
    **pp -= 2;
    ++*pp;
    return **pp + *&*p + (&*p == p);
}
int main(void) {
    printf("%d %d\n", sum(table, 8), trace2(grid, 3));
    reverse(table, 8);
    char buffer[20];
    copy(buffer, "some text");
    printf("%s %d %d %d %d\n", buffer, length(buffer), swapped(3), locals(6), zeros());
    int v[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *p = v, **pp = &p;
    int first = steps(v, 2), second = chained(v);
    printf("%ld %d %d %d\n", differences(1, 2), deep(&pp, 2), first, second);
    for (int i = 0; i < 8; i++)
        printf("%d %d;", v[i], table[i]);
    fill();
    for (int i = 0; i < 16; i++)
        printf("%d,", bytes[i]);
    printf("%u %s %s %d %d\n", hash("hash me"), name(1), name(2), strings(1), address_of_element(3));
    return 0;
}
