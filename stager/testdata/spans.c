#include <stdio.h>
/* Functions that are passed the beginning of an array and its end. */
static const int T[5] = { 4, 7, 1, 9, 3 };
static int M[3] = { 1, 2, 3 };
static int look(const int *t, const int *e, int x) { const int *b = t; for (; t < e; t++) if (*t == x) return t - b; return -1; }
static int sum(const int *t, const int *e) { int s = 0; while (t != e) s = s * 3 + *t++; return s; }
struct kv { const char *k; int v; };
static const struct kv K[] = { { "a", 1 }, { "bb", 2 }, { "ccc", 3 } };
static int get(const struct kv *b, const struct kv *e, const char *s) { for (; b < e; b++) { const char *p = b->k, *q = s; while (*p && *p == *q) p++, q++; if (*p == *q) return b->v; } return 0; }
static int bs(const int *lo, const int *hi, int x) { while (lo < hi) { const int *m = lo + (hi - lo) / 2; if (*m < x) lo = m + 1; else hi = m; } return *lo; }
static const int S[] = { 1, 4, 9, 16, 25, 36, 49, 64 };
int f1(int k, int x) { return look(T, T + 5, x) * 10 + look(T + 1, &T[k], x); }
int f2(int k, int x) { return sum(T, T + k) + x + sum(M, M + 3); }
int f3(int k, int x) { static const int own[] = { 2, 3, 5, 7 }; return sum(own, own + k) * x + look(own, own + 4, x & 7); }
static int helper(int n) { static const int h[] = { 5, 6, 7, 8 }; return sum(h, h + n) + look(h, h + 4, n); }
int f4(int k, int x) { return helper(k) + helper(x & 3); }
int f5(int k, int x) { char s[3] = "bb"; s[0] += x & 1; return get(K, K + 3, s) + get(K, K + k, "ccc") * 10; }
int f6(int k, int x) { return bs(S, S + 8, x & 63) * 100 + bs(S, S + 8, k); }
int f7(int k, int x) { return sum(T, T) + look(T + k, T + k, x) + (T + k == &T[3]) + sum((const int *)T, (const int *)(T + 2)) + x; }
int main(void) { for (int x = -4; x < 30; x++) printf("%d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x)); }
