int printf(const char *, ...);
typedef int three[3];
typedef const int number;
struct part {
    int x, a[3];
    struct {
        int z;
    } in;
};
struct whole {
    const char ch[8];
    const struct part part, parts[2];
    const int k;
    int *const p;
    const three t;
    const struct {
        int inside;
    };
};
union store {
    struct whole w;
    char bytes[200];
};
static int heap[8];
int called;
int g(int n) {
    called += n;
    return n;
}
void use(int *p) { *p += 100; }
void members(struct whole *w, int n) {
    ((char *)w->ch)[n] = 'c';
    *(char *)&w->ch[n + 1] = 'd';
    *(int *)&w->part.x = n;
    ((int *)w->part.a)[n] = 7;
    ((struct part *)&w->part)->in.z = 8;
    ((struct part *)w->parts)[1].x = 9;
    ((int *)w->parts[0].a)[2] = 10;
    *(int *)&w->k = 11;
    *(int **)&w->p = heap + n;
    ((int *)w->t)[n] = 12;
    *(int *)&w->inside = 13;
    use((int *)w->t);
    use((int *)&w->part.x);
}
int read(const struct whole *w, int n) {
    int k = n ? w->k : (g(1), w->k);
    return k + (g(n) ?: w->k) + (w->k ?: g(3)) + (g(2) && (n = w->k)) + ({ g(1); w->inside; }) + *(n ? w->p : (g(1), w->p));
}
void pointers(const int *p, const three *q, number *r, const struct part *s, int *const *t, int n) {
    ((int *)p)[n] = 3;
    *((int *)p + 3) += 2;
    (*(three *)q)[n]++;
    ((int *)*q)[2] = 5;
    *(int *)r = 6;
    ((int *)s->a)[1] = 1;
    ((struct part *)s)->x--;
    *(int **)t = heap;
    int *x = (int *)s->a, *y = (int *)&s->in.z;
    *y = x[1] + 40;
}
int arguments(const int n, const struct part s) {
    const int local[2] = {n, 4};
    *(int *)&s.x = n + local[1];
    ((int *)s.a)[1] = 3;
    use((int *)&s.x);
    return s.x + s.a[1];
}
int main(void) {
    static union store u;
    struct whole *w = &u.w;
    int a[4] = {1}, *h = a;
    three b = {4, 5, 6};
    struct part s = {1, {2, 3, 4}, {5}};
    members(w, 1);
    printf("%s %d %d %d %d %d %d %d %d %d %d\n", w->ch + 1, w->part.x, w->part.a[1], w->part.in.z, w->parts[1].x, w->parts[0].a[2], w->k,
           (int)(w->p - heap), w->t[0], w->t[1], w->inside);
    int one = read(w, 1), zero = read(w, 0);
    printf("%d %d %d\n", one, zero, called);
    pointers(a, &b, b, &s, &h, 1);
    printf("%d %d %d %d %d %d %d %d %d\n", a[1], a[3], b[0], b[1], b[2], s.x, s.a[1], s.in.z, h == heap);
    printf("%d\n", arguments(5, s));
    return 0;
}
