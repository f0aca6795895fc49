int printf(const char *, ...);
int sprintf(char *, const char *, ...);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
struct pt { int x, y; };
static int g = 1;
static int trace;
int note(int x) { trace = trace * 7 + x; return x; }
int change(void) { g += 10; return g; }
static int helper(int a, int *out) { *out = a * 2; return a + 1; }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
typedef int (*binary)(int, int);
static binary operations[] = {add, sub, 0};
struct ops { const char *name; binary f; int (*chosen)(struct ops *, int); };
int choose(struct ops *o, int x) { return o->f(x, o->name[0]); }
binary pick(int i) { return operations[i & 1]; }

int apply(int (*f)(int, int), int x) {
    int (*h)(int, int) = f, (*k)(int, int) = &add;
    return f(x, 1) + (*h)(x, 2) + (**k)(x, 3) + (h == f) + (k != sub);
}
int tables(int i, int x) {
    struct ops o = {"ops", operations[i], choose};
    struct ops *p = &o;
    int (*cmp)(const void *, const void *) = compare;
    return operations[i](x, 1) + pick(i)(x, 2) + (*pick(i + 1))(x, 3) + p->chosen(p, x) + o.f(x, 4) + cmp(&i, &x) + (operations[2] == 0);
}
void sort(int *a, unsigned long n) { qsort(a, n, sizeof *a, compare); }
int variadic(char *buffer, short s, float f, char c) { return sprintf(buffer, "%d %g %c %ld %s %p", s, f, c, (long)s, "text", (void *)0); }
int escapes(int x) {
    int y = x, z;
    int r = helper(y, &z);
    int *p = &y;
    *p += z;
    r += helper(*p, p);
    return r + y * 3 + z;
}
/* The old value counts where C says that it is read first. */
int orders(int x) {
    int a = g;
    g = 5;
    a += (g = 7);
    g += change();
    a = a * 100 + g;
    int b = x++;
    b += note(b) + (note(b + 1), note(b + 2));
    x = add(x++, 3);
    a += (trace = 1, note(4)) ? trace : 0;
    return a + b * 1000 + x;
}
int counted(void) {
    static int count = 3;
    static const int steps[] = {1, 2, 3};
    static struct pt last = {7, 8};
    static int *where = &count;
    last.x += count++;
    *where += steps[last.x % 3];
    return count + last.x;
}
int shadow(int g) {
    {
        extern int outside(int);
        int trace = g;
        g += trace + outside(g);
    }
    return g + trace;
}
int outside(int x) { return x * 2 + g; }
int recursive(int n, int *depth) {
    if (n <= 1)
        return (*depth)++, 1;
    return n * recursive(n - 1, depth) % 1000 + *depth;
}
int arguments(int i) {
    int v[4] = {1, 2, 3, 4};
    return add(v[i++], v[i++ & 3 ? 1 : 2]) + note(i--) + add(i, v[0] = 9) + v[0];
}
int expected(int i, int j) {
    if (__builtin_expect(j ? g != 0 : 0, i++))
        return i;
    if (__builtin_expect(g > i, note(j)) || __builtin_expect(g, 1))
        return trace - g;
    return __builtin_expect(trace, (i = 5, j)) * 2;
}
int main(void) {
    char buffer[80];
    printf("%d %d %d\n", apply(add, 4), apply(sub, 4), tables(0, 9) + tables(1, 9));
    int v[] = {5, 3, 8, 1};
    sort(v, 4);
    int length = variadic(buffer, -3, 2.5f, 'q');
    printf("%d%d%d%d %d %s\n", v[0], v[1], v[2], v[3], length, buffer);
    printf("%d %d\n", escapes(4), orders(2));
    counted();
    int once = counted();
    printf("%d %d\n", once, counted() ? counted() : 0);
    int depth = 0;
    int shadowed = shadow(3), recursions = recursive(6, &depth);
    printf("%d %d %d\n", shadowed, recursions, depth);
    int a = arguments(0);
    printf("%d %d %d\n", a, trace, g);
    for (int i = 0; i < 2; i++) {
        int first = expected(3, 0), second = expected(3, 1);
        printf("%d %d\n", first, second);
        g = 0;
    }
    return 0;
}
