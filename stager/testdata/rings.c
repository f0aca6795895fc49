#include <stdio.h>
/* Constant tables on rings of pointers, and into which pointers lead: automata, lists, programs that jump by pointers. k is constant, x is not. */
struct state { int c, final; const struct state *yes, *no; };
static const struct state S[] = { {'a', 0, &S[1], &S[0]}, {'b', 0, &S[2], &S[0]}, {'c', 1, &S[2], &S[1]}, };
static const struct state *const entry[] = { &S[1], S };
int f1(int k, int x) { const struct state *s = entry[k & 1]; int n = 0; while (n < 9 && s != &S[2]) { s = "xabxab"[(unsigned)(x + n) % 6] == s->c ? s->yes : s->no; n++; } return n * 10 + (int)(s - S); }
int f2(int k, int x) { const struct state *s = S; for (int i = 0; i < 7; i++) s = i & 1 ? s->no : s->yes; return s->c + x + k; }
int f3(int k, int x) { const struct state *s = &S[k & 1]; do x += s->c; while ((s = s->yes) != &S[2]); return x + (s == &S[2]) + (s > S) + (s < &S[2]); }
/* A ring of structs. */
struct node { int v; const struct node *next, *prev; };
static const struct node a, b, c;
static const struct node a = {1, &b, &c}, b = {2, &c, &a}, c = {3, &a, &b};
int f4(int k, int x) { const struct node *p = &b; int s = k; do { s = s * 3 + p->v * x; p = p->next; } while (p != &b); return s; }
int f5(int k, int x) { const struct node *p = &a, *q = &a; int s = x; while (1) { p = p->next; q = q->prev; s += p->v * 10 + q->v; if (p == q || k > 3) break; s += q == &c; } return s; }
static int sum(const struct node *p, int n, int k) { return k == 0 ? n : p->v * n + sum(p->next, n, k - 1); }
int f6(int k, int x) { return sum(&c, x, 5 + (k & 1)); }
/* A matcher whose program has a loop, and that counts how deep it is. */
struct ins { int op; int c; const struct ins *x, *y; };
static const struct ins prog[] = { {2, 0, &prog[1], &prog[3]}, {1, 'a', 0, 0}, {3, 0, prog, 0}, {1, 'b', 0, 0}, {0, 0, 0, 0} };
static int match(const struct ins *pc, const char *s, int depth) {
  if (depth > 1000) return -1;
  for (;;) switch (pc->op) {
    case 0: return depth;
    case 1: if (*s != pc->c) return 0; s++; pc++; break;
    case 2: { int r = match(pc->x, s, depth + 1); if (r != 0) return r; pc = pc->y; break; }
    case 3: pc = pc->x; break;
    default: return 0;
  }
}
int f7(int k, int x) { const char *t[] = {"aaab", "b", "aaaaaaaaaaaaaaaaab", "ac"}; return match(prog, t[x & 3], 0) * 10 + k; }
/* A depth that goes down, beside a number that goes up and a pointer. */
static int walk(const struct node *p, int left, int x, int up) { if (left == 0 || x > 300) return up; return walk(p->next, left - 1, x + p->v, up + 2) + p->v; }
int f8(int k, int x) { return walk(&a, 1000, x, k); }
/* One function calls the other. */
static int even(const struct node *p, int x, int depth);
static int odd(const struct node *p, int x, int depth) { if (x <= 0) return depth * 10 + p->v; return even(p->prev, x - p->v, depth + 1); }
static int even(const struct node *p, int x, int depth) { if (x <= 0) return depth * 100 + p->v; return odd(p->next->next, x - 1, depth + 1); }
int f9(int k, int x) { return even(&b, x + 40, 0) + k; }
/* Tables of other tables, and static ones of functions, of the same name. */
struct rule; struct set { const struct rule *rules; int n; };
struct rule { int op; const struct set *then; };
static const struct set sets[];
static const struct rule r0[] = { {1, &sets[1]}, {2, 0} }, r1[] = { {3, &sets[0]}, {4, &sets[1]} };
static const struct set sets[] = { {r0, 2}, {r1, 2} };
static int apply(const struct set *s, int x, int left) { if (!s || !left) return x; for (int i = 0; i < s->n; i++) { x = x * 3 + s->rules[i].op; if (x & 1) return apply(s->rules[i].then, x & 1023, left - 1); } return x; }
int f10(int k, int x) { return apply(&sets[k & 1], x & 255, 4); }
int f11(int k, int x) { static const struct node T[] = { {5, &T[1], T}, {6, T, &T[1]} }; const struct node *p = T; for (int i = 0; i < 3 + (k & 1); i++) p = p->next; return p->v * x; }
int f12(int k, int x) { static const struct node T[] = { {7, &T[1], T}, {8, T, &T[1]} }; const struct node *p = &T[1]; for (int i = 0; i < 3 + (k & 1); i++) p = p->next; return p->v * x; }
/* Pointers to other types, before and behind a table, and what is compared. */
static const void *const any[] = { &any[1], &S[2], any };
int f13(int k, int x) { const struct state *s = any[1]; const void *const *p = any[2]; return s->c * x + (p == any) + (any[0] == &any[1]); }
int f14(int k, int x) { const struct state *s = S + 3; int r = s == &S[3]; s--; r += s->c + (&a == &b) + (a.next == &b) * 2 + (S[0].yes == S + 1) * 4 + (b.next != a.prev) * 8; return r + x + k; }
struct pair { struct node in[2]; const struct node *to; };
static const struct pair P[] = { { { {1, &P[1].in[1], 0}, {2, P[0].in, 0} }, &P[1].in[0] }, { { {3, 0, 0}, {4, &P[0].in[1], 0} }, P[0].in } };
int f15(int k, int x) { const struct node *p = P[k & 1].to; int s = x; for (int i = 0; i < 5 && p; i++) { s = s * 5 + p->v; p = p->next; } return s; }
/* A tree in an array, and one that is not there. */
struct tree { int op, v; const struct tree *l, *r; };
static const struct tree N[] = { {'+', 0, &N[1], &N[4]}, {'*', 0, &N[2], &N[3]}, {'x', 0, 0, 0}, {'#', 7, 0, 0}, {'-', 0, &N[3], &N[2]} };
static int eval(const struct tree *t, int x) { if (!t) return 0; switch (t->op) { case '+': return eval(t->l, x) + eval(t->r, x); case '*': return eval(t->l, x) * eval(t->r, x); case '-': return eval(t->l, x) - eval(t->r, x); case 'x': return x; default: return t->v; } }
int f16(int k, int x) { return eval(N, x) + k; }
/* Compound literals that are const, and some that are not. */
struct n { int v; const struct n *next; };
static const struct n *const head = &(const struct n){ 1, &(const struct n){ 2, &(const struct n){ 3, 0 } } };
static const struct n *const arr = (const struct n[]){ {4, 0}, {5, 0} };
struct lists { const char *name; const struct n *list; int *w; };
static const struct lists L[] = { {"a", (const struct n[]){ {1, 0}, {2, 0} }, (int[]){1, 2}}, {"b", &(const struct n){ 9, &(struct n){8, 0} }, 0} };
int f17(int k, int x) { int s = x; for (const struct n *p = head; p; p = p->next) s = s * 10 + p->v; return s + arr[1].v + k; }
int f18(int k, int x) { L[0].w[1] = x + 1; return L[0].list[1].v * x + L[k & 1].list->v + L[1].list->next->v + L[0].w[1]; }
int main(void)
{
    for (int x = -3; x < 12; x++) {
        printf("%d ", f1(3, x));
        printf("%d ", f2(3, x));
        printf("%d ", f3(3, x));
        printf("%d ", f4(3, x));
        printf("%d ", f5(3, x));
        printf("%d ", f6(3, x));
        printf("%d ", f7(3, x));
        printf("%d ", f8(3, x));
        printf("%d ", f9(3, x));
        printf("%d ", f10(3, x));
        printf("%d ", f11(3, x));
        printf("%d ", f12(3, x));
        printf("%d ", f13(3, x));
        printf("%d ", f14(3, x));
        printf("%d ", f15(3, x));
        printf("%d ", f16(3, x));
        printf("%d ", f17(3, x));
        printf("%d\n", f18(3, x));
    }
}
