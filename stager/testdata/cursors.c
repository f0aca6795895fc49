// Local structs that are copied from tables, whole: what says where the next one lies is in the struct that it is copied to, or a test chooses. Each f is
// called with k = 3.
#include <stdio.h>
struct node { int feature, bound, left, right; };
static const struct node tree[5] = { { 0, 5, 1, 2 }, { 1, 3, 3, 4 }, { -1, 7 }, { -1, 8 }, { -1, 9 } };
int f1(int k, const int *x) { struct node cur = tree[0]; while (cur.feature >= 0) cur = x[cur.feature] < cur.bound ? tree[cur.left] : tree[cur.right]; return cur.bound * k; }
int f2(int k, const int *x) { struct node cur = tree[k - 3]; while (cur.feature >= 0) { if (x[cur.feature] < cur.bound) cur = tree[cur.left]; else cur = tree[cur.right]; } return cur.bound; }
int f3(int k, const int *x) { struct node cur = k < 0 ? tree[1] : tree[0]; for (; cur.feature >= 0; cur = x[cur.feature] < cur.bound ? tree[cur.left] : tree[cur.right]); return cur.bound; }
struct cell { int value; const struct cell *next; };
static const struct cell list[4] = { { 2, list + 2 }, { 9, 0 }, { 5, list + 3 }, { 7, list + 1 } };
int f4(int k, const int *x) { struct cell c = list[0]; int s = c.value * x[0]; while (c.next) { c = *c.next; s += c.value * x[1]; } return s + k; }
// Fields that change on the way, one after the other.
struct pt { int a, b, c; };
static const struct pt pts[4] = { { 1, 2, 3 }, { 2, 3, 0 }, { 3, 0, 1 }, { 0, 1, 2 } };
int f5(int k, const int *x) { struct pt p = pts[x[0] & 3]; for (int i = 0; i < k; i++) p = pts[(p.a + p.b * p.c + x[1]) & 3]; return p.a * 100 + p.b * 10 + p.c; }
int f6(int k, const int *x) { struct pt p = pts[1], q = p; int r = 0; for (; p.a && r < 20; p = x[0] & 1 << p.b ? pts[p.b] : x[1] > p.c ? q : pts[p.c]) { r++; q = pts[q.a]; } return r * k + p.c + q.b; }
// Structs that stay whole, those with arrays, and structs in structs.
int f7(int k, int *x) { struct pt p = x[0] > k ? pts[1] : pts[2], q = { k, x[1], 3 }; struct pt r = x[0] < x[1] ? p : q; struct pt *e = &r; e->a++; *(struct pt *)x = x[1] & 1 ? q : p; return e->a * 9 + r.b; }
struct row { int i; unsigned char to[3]; int z; };
static const struct row rows[3] = { { 0, { 1, 2, 0 }, 4 }, { 1, { 2, 0, 1 }, 5 }, { 2, { 0, 1, 2 }, 6 } };
int f8(int k, const int *x) { struct row a = rows[0]; int r = 0; for (int i = 0; i < k; i++) { a = rows[a.to[x[0] & 1]]; r += a.z; } return r; }
struct item { struct pt p; const struct pt *q; int k; };
static const struct item items[3] = { { { 1, 2, 3 }, pts, 1 }, { { 2, 1, 0 }, pts + 2, 2 }, { { 0, 2, 1 }, pts + 1, 0 } };
int f9(int k, const int *x) { struct item a = items[0]; int r = 0; while (a.k > 0) { a.p = a.q[x[0] & 1]; a = items[a.k]; a.p = a.p.a > x[1] ? pts[a.p.b & k] : a.p; r = r * 3 + a.p.c; } return r; }
// Declared in the loop.
int f13(int k, const int *x) { int s = k; for (struct cell c = list[0]; c.next; c = *c.next) s += c.value * x[0]; return s; }
int f14(int k, const int *x) { int r = 0; for (struct node cur = k > 2 ? tree[0] : tree[4]; r < 9 && cur.feature >= 0; cur = x[cur.feature] < cur.bound ? tree[cur.left] : tree[cur.right]) { if (x[2] == 5) continue; r += cur.bound + 1; } return r; }
int f15(int k, int *x) { int s = 0; for (struct pt c = { 0, k, 1 }, *p = &c, d = x[0] > 3 ? c : pts[1]; c.a < 5; p->a++) s += c.a * x[1] + p->c + d.b; return s; }
// Tests that do more than choose.
static int calls;
int f10(int k, const int *x) { struct pt p = pts[0]; for (int i = 0; i < k; i++) p = (calls++, x[0] > i) ? pts[p.c] : (calls += 5) & 1 ? pts[p.a] : p; return p.a * 10 + p.b; }
// Steps of loops that choose, and what continue leads to.
int f11(int k, const int *x) { int i = 0, r = 0; for (; tree[i].feature >= 0; i = x[tree[i].feature] < tree[i].bound ? tree[i].left : tree[i].right) { r += i; if (x[2] * k > r + 11) continue; r += 20; } return tree[i].bound + r; }
int f12(int k, const int *x) { int r = 0; for (int i = 0, j = 1; i < k + 5; i += j ? 1 : 2, j = x[i % 3] > i) { if (x[0] == i) continue; if (x[1] == i + 2) break; r = r * 3 + i + j; } return r; }
int main(void)
{
    for (int a = -1; a < 9; a++)
        for (int b = -2; b < 9; b += 3) {
            int x[3] = { a, b, 4 };
            printf("%d %d %d %d %d %d ", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x));
            printf("%d %d %d %d\n", f8(3, x), f9(3, x), f10(3, x), calls);
            printf("%d %d %d %d %d\n", f11(3, x), f12(3, x), f13(3, x), f14(3, x), f15(3, x));
            printf("%d %d\n", f7(3, x), x[0] * 100 + x[1] * 10 + x[2]);
        }
    return 0;
}
