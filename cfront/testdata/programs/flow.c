int printf(const char *, ...);
static int calls;
int probe(int x) { return ++calls * 10 + x; }

int classify(int x) {
    int r = 0;
    switch (x) {
    case 1:
        r = 1;
        break;
    case 2:
    case 3:
        r += 2;
    default:
        r++;
        break;
    case 7:
        return 9;
    case -4: {
        int t = x * 2;
        r = t;
        if (t < -100)
            break;
        r--;
    }
    }
    return r;
}
int ranges(unsigned char c) {
    switch (c) {
    case 'a' ... 'f': return c - 'a' + 10;
    case '0' ... '9': return c - '0';
    }
    return -1;
}
int between(int x, int *p) {
    switch (x) {
        int t;
    case 1:
        t = 4;
        *p++ = t;
    case 2:
        t = 5;
        *p += t;
        int u = t * 2;
        break;
    case 3:
        u = x;
        *p = u;
    default:;
    }
    return *p;
}
int find(int n, int want) {
    int i;
    for (i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
            if (i * j == want)
                goto found;
        if (i == 7)
            goto done;
    }
done:
    return -i;
found:
    return i;
}
int overlapping(int x) {
    int r = 1;
    if (x == 1)
        goto first;
    r += 2;
    if (x == 2)
        goto second;
    r += 4;
first:
    r *= 3;
    if (x == 3)
        goto third;
second:
    r += 5;
third:
    return r;
}
int odd(int n) {
    int s = 0;
    for (;;) {
        switch (n++) {
        case 5: continue;
        case 9: goto out;
        case 6: break;
        default: s += n;
        }
        if (n > 20)
            break;
        s++;
    }
out:
    return s;
}
int do_loops(int n) {
    int s = 0;
    do {
        if (n == 5)
            continue;
        if (n == 2)
            break;
        s += n;
    } while (n-- > 0);
    do
        s++;
    while (s % 7);
    return s;
}
int tests(int a, int b, int *c) {
    if (a && (b = *c) > 3 || b++)
        return b;
    while (b-- && (a += 2) < 20)
        if (!(a & 4))
            continue;
        else if (a == 18)
            break;
    for (int i = 0; (*c = i) < 4 && b != 100; i++, b = b + 3)
        a += *c;
    return (a ? *c++ : --*c) + a * 100 + b;
}
int sequence(int a, int b) {
    int c = 0;
    for (a = 0, b = 10; a < b; a++, b--)
        c += (calls++, a + b);
    c = (a++, b++, a * b);
    return c + (a > 3 ? (b = 7) : (a = 2)) + a + b;
}
int lazy(int x, int y) {
    int n = 0;
    x && ++n;
    x || n--;
    y ? n += 2 : (n -= 2);
    x > y && probe(n);
    (void)(y && (n *= 3));
    int z = x && (n++, y) || (n += 5, x > 100);
    return n * 10 + z + (x ?: probe(2)) + (y ? probe(1), 3 : 4);
}
void nothing(int x) {
    if (x)
        return;
    calls += 1000;
}
int early(const int *a, int n) {
    while (n > 0) {
        if (a[n - 1] < 0)
            return n;
        if (a[--n] > 100)
            return -n;
    }
    return 0;
}
int nested(int n) {
    int s = 0, i = 0;
    while (i < n) {
        int j = i++;
        while (1) {
            if (j > 6)
                break;
            if ((j += 2) & 1)
                continue;
            s += j;
            do {
                if (s % 3 == 0)
                    break;
                s++;
            } while (s < 40);
        }
        if (i == 4)
            continue;
        s ^= i;
    }
    return s;
}
int advised(int *a) {
    int s = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 8; i++)
        s += a[i];
    /* not this one */
#pragma nounroll
    // really
    while (s > 10)
        s -= 3;
    return s;
}
void elvis(int a, int b) {
    a == b ?: nothing(a);
    a < b ? (void)(calls += 10) : nothing(b);
    (a > b ? calls : nothing(a)), calls++;
}
int statement(int n) {
    int m = ({ int k = n * 2; if (k > 10) k = 10; k + 1; });
    return m + ({ n++; n; });
}
int main(void) {
    for (int x = -5; x < 9; x++)
        printf("%d %d %d;", classify(x), overlapping(x), do_loops(x));
    for (int c = 'Z'; c < 'i'; c++)
        printf("%d,", ranges(c));
    int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int x = 0; x < 5; x++) {
        int found = between(x, v);
        printf(" %d %d %d", found, v[0], v[1]);
    }
    printf("\n%d %d %d %d\n", find(9, 12), find(20, 400), find(5, 3), odd(1));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            int c = a * 3 + b;
            int tested = tests(a, b, &c), order = sequence(a, b);
            printf("%d %d %d %d;", tested, c, order, lazy(a, b));
        }
    nothing(0), nothing(1);
    elvis(1, 1), elvis(1, 2), elvis(0, 1), elvis(2, 1);
    int w[3] = {5, -1, 200};
    int all = early(w, 3), two = early(w, 2), one = early(w, 1), inner = nested(9), advice = advised(v), statements = statement(3);
    printf("\n%d %d %d %d %d %d %d\n", all, two, one, inner, advice, statements, calls);
}
