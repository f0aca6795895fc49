#include <stdio.h>
#include <string.h>
/* Helpers with constant static tables of their own. */
typedef unsigned char u8;
#define BASE 7
#define ROW(a) { a, (a) * BASE }
static int after(int k, int x);
static int global_a = 3, global_b = 5;
static int twice(int x) { return x * 2; }
static int thrice(int x) { return x * 3; }

static int size_of(int op)
{
    static const u8 sizes[] = { 1, 2, 4, 8, BASE };
    return sizes[op];
}
int f1(int k, int x) { return size_of(k) * x + size_of(x & 3); }

struct limits { short lo, hi; };
static int row(int i, int j) { static const struct limits *p, rows[][2] = { { ROW(1), ROW(2) }, { ROW(3), ROW(4) } }; p = &rows[i][j]; return p->hi - p->lo; }
static int line(int i, int j) { static const struct limits lines[][2] = { { ROW(1), ROW(2) }, { ROW(3), ROW(4) } }; const struct limits *p = &lines[i][j]; return p->hi - p->lo; }
static int column(int i, int j) { static const int cols[2][3] = { { 1, 2, BASE }, { 4, 5, 6 } }; const int *c = cols[i]; return c[j]; }
#undef BASE
#define BASE 1000
int f2(int k, int x) { return row(k - 3, x & 1) + line(k - 3, x & 1) + column(k - 2, x % 3) * BASE; }

int f3(int k, int x) { return after(k, x) + after(k + 1, x); }
static int after(int k, int x) { static const int limits[8] = { 10, [3] = 40, [5] = 60 }; return x > limits[k] ? limits[x & 7] : x; }

static int applied(int op, int x) { static int (*const ops[])(int) = { twice, thrice }; static const int names[2] = { 'x', 'y' }; return ops[op](x) + names[x & 1]; }
int f4(int k, int x) { return applied(k - 3, x) * applied(1, x + 1) + applied(x & 1, 4); }

static const int *place(int i) { static const int cells[] = { 4, 5, 6 }; return &cells[i]; }
int f5(int k, int x) { const int *p = place(k - 3); return (p == place(0)) * 100 + (place(x % 3) == p) * 10 + *p; }

static int *variable(int i) { static int *const vs[] = { &global_a, &global_b }; return vs[i]; }
int f6(int k, int x) { *variable(k - 3) += x; *variable(x & 1) += 2; return global_a * 10 + global_b; }

static const char *named(int i) { static const char *const names[] = { "a", "b", "c" }; return names[i]; }
int f7(int k, int x) { return (named(k - 3) == named(x % 3)) + named(x % 3)[0]; }

static int a_b(int i) { static const int c[] = { 1, 2, 3, 4 }; return c[i & 3]; }
static int a(int i) { static const int b_c[] = { 5, 6, 7, 8 }; return b_c[i & 3]; }
int f8(int k, int x) { int a_b_c = x + k, a_b_c_ = a(x) * 100 + a_b(x + 1); return a_b_c * 10000 + a_b_c_; }

/* A pointer that goes through the table. */
static int sum(int from, int to) { static const short all[] = { 5, 3, 8, 1, 9, 2 }; const short *p, *end = all + to; int s = 0; for (p = all + from; p < end; p++) s += *p; return s * 10 + (p - all); }
int f13(int k, int x) { return sum(k - 3, k) + sum(x % 3, k + 1); }
static long shown(int i) { static const short all[] = { 5, 3, 8, 1, 9, 2 }; const short *p = all + i; return (long)p; }
int f14(int k, int x) { return (shown(k) - shown(x % 3)) * 10; }

/* Strings, of which nothing but what is in them is seen. */
static int initial(int op) { static const char *const names[] = { "add", "sub", "mul", "div" }; return names[op & 3][0] * 10 + names[op & 3][1]; }
static int keyword(const char *s) { static const struct word { const char *name; int v; } *p; (void)p; return s[0]; }
struct word2 { const char *name; int v; };
static int key(const char *s)
{
    static const struct word2 words[] = { { "if", 3 }, { "else", 5 }, { "while", 7 }, { 0, -1 } };
    const struct word2 *w;
    for (w = words; w->name; w++)
        if (strcmp(w->name, s) == 0) break;
    return w->v;
}
static struct word2 entry(int i) { static const struct word2 words[] = { { "x", 3 }, { "y", 5 } }; return words[i & 1]; }
int f16(int k, int x) { return initial(k) + initial(x) * 1000 + key(k == 3 ? "else" : "if") + key(x & 1 ? "while" : "for") + keyword("q"); }
int f17(int k, int x) { struct word2 a = entry(k), b = entry(x); return (a.name == b.name) * 10 + a.v; }

/* Of what a parameter hides where the call is. */
enum { LOW = 3, HIGH = 9 };
static int base = 5;
static int pick(int i) { static const int t[] = { LOW, HIGH, LOW + 1, sizeof base }; return t[i & 3]; }
static int based(int i) { static int *const t[] = { &base, &base }; return *t[i & 1] + i; }
static int picked(int k, int LOW) { return pick(k) + pick(LOW); }
int f18(int k, short base) { return based(k) * 10 + based(base) + pick(base) + picked(k, base); }

/* In C that is kept as it is. */
static volatile int seen;
static int noted(int i) { static const int ot[] = { 4, 2, 6 }; seen = ot[(unsigned)i % 3]; return seen + ot[i & 1]; }
int f15(int k, int x) { return noted(k) + noted(x); }

/* A machine of states, whose tables are the helper's. */
static int next_state(int s, int c) { static const u8 next[4][3] = { { 1, 2, 0 }, { 3, 1, 2 }, { 0, 3, 1 }, { 2, 2, 3 } }; return next[s][c]; }
static int weight(int s) { static const int w = 3; static const int ws[] = { 1, 10, 100, 1000 }; return ws[s] * w; }
int f9(int k, int x) { int s = k, sum = 0; for (int i = 0; i < 6; i++) { s = next_state(s, (x >> i) % 3); sum += weight(s); } return sum; }

/* A program whose instructions' lengths a table has. */
static int length(u8 op) { static const u8 lengths[] = { 1, 2, 2, 3 }; return lengths[op]; }
static const u8 program[] = { 1, 5, 2, 3, 3, 7, 9, 1, 4, 0 };
static int run(const u8 *p, int x)
{
    for (;;) {
        switch (*p) {
        case 1: x += p[1]; break;
        case 2: x *= p[1]; break;
        case 3: x = x % p[2] + p[1]; break;
        default: return x;
        }
        p += length(*p);
    }
}
int f10(int k, int x) { return run(program + k - 3, x); }

/* Called by more than one, deep. */
static int inner(int i) { static const int t[] = { 2, 3, 5, 7, 11, 13, 17, 19 }; int s = 0; for (int j = 0; j < 3; j++) s += t[(i + j) & 7]; return s; }
static int outer(int n, int x) { return n == 0 ? inner(x) : inner(x + n) + outer(n - 1, x * 3); }
int f11(int k, int x) { return outer(k, x) + inner(k); }

/* A copy of a row as a whole, and a field that is an array. */
struct rule { char name[4]; int of[3]; };
static struct rule rule(int i) { static const struct rule rules[] = { { "ab", { 1, 2, 3 } }, { "cd", { 4, 5, 6 } } }; return rules[i]; }
static int member(int i, int j) { static const struct rule rules[] = { { "ef", { 1, 2, 3 } }, { "gh", { 7, 8, 9 } } }; return rules[i].of[j] + rules[i].name[j & 1]; }
int f12(int k, int x) { struct rule r = rule(k - 3), q = rule(x & 1); return r.of[x % 3] + q.of[1] + member(k - 2, x % 3) + member(x & 1, 1); }


/* Tables that are passed on. */
static int sum_of(const int *t, int n) { int s = 0; for (int i = 0; i < n; i++) s += t[i]; return s; }
static int total(int n) { static const int t[] = { 1, 2, 3, 4, 5, 6 }; return sum_of(t, n) + sum_of(t + 1, 2); }
int f19(int k, int x) { return total(k) * x + total(x & 3); }
struct entry { const char *name; int value; };
static const struct entry *look_up(const struct entry *t, const char *name) { for (; t->name; t++) if (!strcmp(t->name, name)) return t; return 0; }
static int value_of(const char *name)
{
    static const struct entry entries[] = { { "one", 1 }, { "two", 2 }, { "three", 3 }, { 0 } };
    const struct entry *e = look_up(entries, name);
    return e ? e->value + (int)(e - entries) * 10 : -1;
}
int f20(int k, int x) { char name[8] = "two"; name[0] += x & 1; return value_of(k == 3 ? "three" : "two") * 100 + value_of(name); }
static const int *last_seen;
static int was_seen(const int *t, int i) { int was = last_seen == t; last_seen = t; return was * 10 + t[i]; }
static int shows(int i) { static const int t[] = { 7, 8, 9 }; return was_seen(t, i); }
int f21(int k, int x) { return shows(k - 2) + shows(x & 1) + shows(0); }
static int again(const int *t, int n);
static int also(const int *t, int n) { return n > 0 ? *t + again(t + 1, n - 1) : 0; }
static int again(const int *t, int n) { return n > 0 ? *t * 2 + also(t + 1, n - 1) : 1; }
static int by_turns(int n) { static const int t[] = { 3, 1, 4, 1, 5, 9 }; return also(t, n); }
int f22(int k, int x) { return by_turns(k) + x; }
static unsigned long number(const int *t) { return (unsigned long)t; }
static int numbered(int i) { static const int t[] = { 3, 1, 4 }; return (int)((number(t + i) - number(t)) / sizeof *t) + t[i]; }
int f23(int k, int x) { return numbered(k - 1) * 10 + numbered(x & 1); }

/* Tables that name themselves. */
struct link { int v; const struct link *next; };
static const struct link E[] = { { 100, 0 }, { 200, &E[0] } };
static int linked(int i) { static const struct link E[] = { { 3, &E[1] }, { 5, 0 } }; return E[i].next ? E[i].next->v + E[i].v : E[i].v; }
static int sized(int i) { static const int E[2] = { 7, sizeof E }; return E[i]; }
int f24(int k, int x) { return linked(k - 3) * 1000 + linked(x & 1) * 10 + E[x & 1].v + sized(1) + sized(x & 1); }

int main(void)
{
    for (int x = 0; x < 90; x += 7)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x),
            f11(3, x), f12(3, x), f13(3, x), f14(3, x), f15(3, x), f16(3, x), f17(3, x), f18(3, x), f19(3, x), f20(3, x), f21(3, x), f22(3, x), f23(3, x), f24(3, x));
}
