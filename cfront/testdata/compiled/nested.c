// Functions that functions define inside themselves.
#include <stdio.h>

static int seven = 7;

int apply(int (*g)(int), int n) { return g(n) + g(n + 1); }

// n=4 by=3
int captured(int n, int by) {
    int total = seven;
    for (int k = 0; k < n; k++) {
        struct pair { int a, b; } p = { k, n };
        int sum[3] = { 1, 2 };
        auto int add(int i);
        int twice(int x) {
            return add(x) + add(x) * by;
        }
        int add(int i) {
            int j;
            for (j = 0; j < 3; j++) {
                if (j == i)
                    goto out;
                sum[j] += i + p.a;
            }
        out:
            {
                int total = j;
                p.b += total;
            }
            return total += p.b + k;
        }
        total += add(k) + apply(twice, by) + sum[1];
    }
    return total;
}

// n=5
int recursive(int n) {
    int calls = 0, most = 0;
    int fib(int n) {
        calls++;
        int less(int by) { return n - by; }
        return n < 2 ? n : fib(less(1)) + fib(less(2));
    }
    void note(int n) {
        if (n > most)
            most = n;
    }
    n += fib(n);
    int seen = most;
    note(n);
    note(3);
    return n * 100 + calls * 10 + most + seen;
}

// n=3
int variable(int n) {
    int a[n], m = n;
    int at(int i) { return a[i % m]; }
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    m -= at(0) == 0;
    return at(n) + at(1) * 10;
}

// n=6
int shadowed(int n, int m) {
    int r = 0;
    {
        int n = m;
        int get(void) { return n++; }
        r += get();
        r += get() * 10 + n * 100;
    }
    int set(int m) { { int n = m; m += n; } return n += m; }
    if (n > m) {
        int m = set(r);
        r += m > 1000 ? 1 : m;
    }
    return r + n;
}

int oldstyle(n) int n; {
    double scale = 2.5;
    int times(k) { return k * scale; }
    scale += n;
    return times(n) + times((char)3);
}

int counted(int n) {
    int next(void) {
        static int calls;
        return calls += n;
    }
    return next() + next();
}

int measured(int n) {
    n += sizeof(({ int four(void) { return n + 4; } four(); }));
    int lost = __builtin_add_overflow(n, ({ int big(void) { return n - 2147483647; } big(); }), &n);
    return n + lost;
}

int main(void) {
    printf("%d %d %d\n", captured(4, 3), captured(0, 1), captured(2, -5));
    printf("%d %d\n", recursive(5), recursive(1));
    printf("%d %d\n", variable(3), variable(2));
    printf("%d %d %d\n", shadowed(6, 2), shadowed(1, 2), shadowed(9000, 1));
    printf("%d\n", oldstyle(4));
    printf("%d %d\n", counted(2), counted(3));
    printf("%d %d\n", measured(5), measured(-6));
    return 0;
}
