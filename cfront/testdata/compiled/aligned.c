// Variables that say where they may lie, returns without a value, conversions of vectors.
#include <stdio.h>
#include <stdint.h>

struct ab { int a, b; };
typedef unsigned two __attribute__((vector_size(8)));
int hits;

static int sum(const unsigned char *p, int n) {
    int s = (uintptr_t)p & 31;
    while (n-- > 0)
        s += p[n];
    return s;
}

// k=7
int aligned(int n, int k) {
    int r = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char b[4] __attribute__((aligned(32))) = { n, k, 3 }, plain = k;
        _Alignas(32) int x = n * i;
        __attribute__((aligned(64), unused)) struct ab s = { i, k };
        static int calls;
        r += sum(b, 4) + x + s.a * s.b + plain + (((uintptr_t)&x & 31) | ((uintptr_t)&s & 63)) + calls++;
        b[0] = r;
        r += b[0];
    }
    return n > 0 ? r + aligned(n - 1, k) * 3 : r;
}

// k=3
int lying(int n, int k) {
    static const _Alignas(32) unsigned char weights[4] __attribute__((unused)) = { 2, 3, 5, 7 };
    static __attribute__((section(".data.lying"), aligned(64))) __attribute__((used)) int calls;
    static struct ab last __attribute__((__aligned__(sizeof(struct ab) * 4))) = { 1, 2 };
    int r = ((uintptr_t)weights & 31) + ((uintptr_t)&calls & 63) + ((uintptr_t)&last & 31);
    for (int i = 0; i <= k; i++)
        r += weights[i & 3] * n;
    {
        static _Alignas(128) int calls = 5;
        r += calls++ + ((uintptr_t)&calls & 127);
    }
    last.b += ++calls;
    return r + last.a * last.b;
}

// m=7
int nothing(int n, int m) {
    for (int i = 0; i < n; i++) {
        if (i == m) {
            hits++;
            return;
        }
        switch (i) {
        case 3:
            hits += 2;
            if (m > 5)
                return;
        case 4:
            continue;
        }
        int a[i + 1];
        a[i] = n;
        hits += a[i];
    }
    if (m < 0)
        goto out;
    hits += ({ if (n > 7) return; 1; });
    return 3;
out:
    hits += 100;
    return 4;
}

void negated(two *v, two *w) { *w = -*v / 11 + *w; }

__int128 wide(int n) { return n; }

int named(void) { return __FUNCTION__[2] + sizeof __PRETTY_FUNCTION__; }

int main(void) {
    printf("%d %d %d\n", aligned(3, 7), aligned(0, 2), aligned(1, 5));
    for (int i = 0; i < 9; i++)
        printf("%d\n", lying(i, i & 3));
    for (int i = 0; i < 9; i++) {
        nothing(i, 2);
        nothing(i, 7);
        printf("%d %d\n", nothing(2, -1), hits);
    }
    two v = { 5, -22u }, w = { 1, 2 };
    negated(&v, &w);
    printf("%u %u %d %d\n", w[0], w[1], (int)(wide(-3) >> 64), named());
    return 0;
}
