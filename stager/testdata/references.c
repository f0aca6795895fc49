// Objects whose addresses are passed: reached by one name alone, by several, by pointers that are kept, through parts, in recursion. Each f is called with k = 3.
#include <stdio.h>
#include <string.h>
struct s { int a, b; int *q; };
static int *leak; 
static int two(struct s *p, struct s *r) { p->a = 1; r->a = 2; return p->a; }
int f1(int k, int x) { struct s v = { k, x, 0 }; int r = two(&v, &v); return r * 10 + v.a + x; }
static void lk(struct s *p) { leak = &p->a; p->a += 1; }
static void wr(void) { *leak = 77; }
int f2(int k, int x) { struct s v = { k, x, 0 }; lk(&v); v.a = 5; wr(); return v.a + x; }
static int part(int *n, struct s *p) { *n = 9; return p->a; }
int f3(int k, int x) { struct s v = { k, x, 0 }; return part(&v.a, &v) + x; }
static int adv(struct s *p, int c) { if (p->a == c) { p->a++; return 1; } return 0; }
int f4(int k, int x) { struct s v = { k, x, 0 }; int n = 0; for (int t = adv(&v, 3), u = adv(&v, 4); t < 5 && adv(&v, 5 + t); t += u) n += t * x + adv(&v, 7) ; return n * 100 + v.a; }
static int bt(struct s *p, int c) { struct s save = *p; if (adv(p, c) && adv(p, c + 1)) return 1; *p = save; return 0; }
int f5(int k, int x) { struct s v = { k, x, 0 }; int r = bt(&v, 3) * 8; r += bt(&v, 4) ? 4 : 2; r += x > 3 || bt(&v, 3); return r * 100 + v.a; }
union u { int i; unsigned char c; };
static int un(union u *p) { p->i = 0x1ff; return p->c; }
static int un2(union u *p) { int r = p->c; p->c = 3; return r; }
int f6(int k, int x) { union u v; v.i = k; int a = un(&v); int b = un2(&v); return a * 1000 + b + v.i * x; }
static int deep(struct s *p, int n) { struct s o = { n, p->a, 0 }; if (n == 0) return p->a; p->a += n; int r = deep(&o, n - 1); p->b = r; return r + o.b + p->a; }
int f7(int k, int x) { struct s v = { k, x, 0 }; int r = deep(&v, 3); return r * 10 + v.b + x; }
static void swapv(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int f8(int k, int x) { int a = k, b = 4, c = x; swapv(&a, &b); swapv(&b, &c); swapv(&a, &a); return a * 100 + b * 10 + c; }
static int inc(int *n) { return ++*n; }
int f9(int k, int x) { int n = k; int r = inc(&n); r += inc(&n) * x; switch (inc(&n)) { case 6: r += 100; break; case 7: r += 200; } do r++; while (inc(&n) < 12); return r + n; }
int f10(int k, int x) { int n = k, r = 0; while (n < 8 && (x > 2 ? inc(&n) : inc(&n) + inc(&n)) < 20) r += n; return r * 10 + n; }
static int self(struct s *p) { p->q = &p->b; *p->q = 5; return p->b; }
int f11(int k, int x) { struct s v = { k, x, 0 }; int r = self(&v); v.b = 3; *v.q = 4; return r + v.b * 10 + x; }
static long wide(long *p, int k) { *p += k; return *p; }
long f12(int k, int x) { long acc = 5; for (int i = 0; i < 3; i++) { long w = wide(&acc, k) & 7; acc *= w; } return acc + x; }
static int gl; static int usegl(int *n) { gl = 3; *n = 2; return gl + *n; }
int f13(int k, int x) { gl = k; int r = usegl(&gl); return r * 10 + gl + x; }
static void tw(int *n, int d) { if (d == 0) { *n *= 2; return; } tw(n, d - 1); tw(n, d - 1); *n += d; }
int f14(int k, int x) { int n = k; tw(&n, 3); return n + x; }
static const unsigned char bytes[] = { 7, 200, 0 };
int f15(int k, int x) { const char *p = strchr((const char *)bytes, 200); return *p < 0 ? x : -x - k; }
struct lex { const char *at; int line; };
struct parser { int bad; struct lex lex; struct s tail; };
static int peek(const struct lex *l) { return *l->at; }
static int next(struct lex *l) { if (*l->at == '\n') l->line++; return *l->at++; }
static int check(struct parser *p, int c) { if (peek(&p->lex) != c) { p->bad = p->lex.line; return 0; } next(&p->lex); adv(&p->tail, c); return 1; }
int f16(int k, int x) { struct parser p = { 0, { "a\nb", 1 }, { 'b', k, 0 } }; int r = check(&p, 'a'); r += check(&p, '\n') * 2; r += check(&p, 'b') * 4; r += check(&p, 'c') * 8; return r * 100 + p.bad * 10 + p.tail.a + p.lex.line + x; }
static int both(struct lex *l, struct s *t) { l->line = t->a; t->b = l->line + 1; return l->line; }
int f17(int k, int x) { struct parser p = { 0, { "", 1 }, { k, 2, 0 } }; int r = both(&p.lex, &p.tail); p.lex.line++; return r + p.tail.b * 10 + p.lex.line * 100 + x; }
static int over(struct parser *p, struct lex *l) { p->lex.line = 4; l->line = 9; return p->lex.line; }
int f18(int k, int x) { struct parser p = { 0, { "", k }, { 0, 0, 0 } }; int r = over(&p, &p.lex); return r + p.lex.line * 10 + x; }
static int down(struct parser *p, int n) { if (n == 0) return p->lex.line; next(&p->lex); p->tail.b += n; int d = down(p, n - 1); return d + p->tail.b; }
int f19(int k, int x) { struct parser p = { 0, { "\n\nabc", k }, { 0, 0, 0 } }; return down(&p, 3) + p.tail.b * 100 + *p.lex.at + x; }
static int alias(struct s *p, struct s *q, int k) { p->a = k; q->a = 7; return p->a * 100 + q->a; }
int f20(int k, int x) { struct s v = { k, x, 0 }; return alias(&v, &v, k) + x; }
static int global(int *n, int k) { gl = k; *n = 2; return gl + k; }
int f21(int k, int x) { gl = k; int r = global(&gl, k); int n = 1; return r * 10 + global(&n, k) + x; }
union pointers { const int *i; const unsigned char *c; };
static const int wide_bytes[] = { 300, 7 };
static int first(union pointers *u, int k) { return u->c[0] + k; }
int f22(int k, int x) { union pointers u; u.i = wide_bytes; int r = u.c[0]; return r * 1000 + first(&u, k) + x; }
static int optional(int *n, int k) { if (!n) return k; if (n && *n > k) return *n; return n == 0 ? 1 : n != NULL ? ++*n : 2; }
static int onward(int *n, int k) { return k == 0 ? optional(n, 4) : onward(n, k - 1); }
int f23(int k, int x) { int n = k; int r = onward(&n, k) + onward(NULL, k) * 10 + onward(x > 3 ? &x : NULL, k) * 100; return r * 10 + n + x; }
struct span { const char *at, *end; const int *v; };
static int peekc(struct span *l) { return l->at < l->end ? *l->at : -1; }
static int nextc(struct span *l) { return l->at == l->end ? -1 : *l->at++; }
static int number(struct span *l) { const char *start = l->at; int r = 0; while (peekc(l) >= '0') r = r * 10 + nextc(l) - '0'; return start == l->at ? -1 : r; }
int f24(int k, int x) { static const char text[] = "12+7+"; struct span l = { text, text + k + 2, 0 }; int r = number(&l); while (nextc(&l) == '+') r += number(&l); return r * 100 + (int)(l.end - l.at) + x; }
static const char same1[] = "12", same2[] = "12";
static int equal(const struct span *l, int k) { return (l->at == l->end) + k; }
static int moved(struct span *l, int k) { l->end = k ? same2 : l->at; return l->at == l->end; }
static const struct span told = { same1, same2, 0 };
int f25(int k, int x) { struct span l = { same1, same2, 0 }, m = { same1, same1 + 1, 0 }; int r = equal(&l, k) + moved(&m, k) * 10; return r + equal(&told, k) * 100 + x; }
struct bounds { int n; const int *v; };
static int sum(const struct bounds *b, int k) { int r = k; for (int i = 0; i < b->n; i++) r += b->v[i]; return r; }
static const struct bounds table = { 2, wide_bytes };
int f26(int k, int x) { int own[] = { x, 2, 3 }; struct bounds b = { k, own }; return sum(&table, k) * 100 + sum(&b, k); }
struct out { int buf[4]; int n; };
struct writer { struct lex lex; struct out out; int depth; };
static int emit(struct lex *l, struct out *o, int *depth, int v) { int c = next(l); ++*depth; if (c == '$') o->n += v; else o->n = c; o->buf[c & 3] += *depth; return c; }
int f27(int k, int x) { struct writer p = { .out = { .buf = { k, [3] = x } }, .lex.at = "$a$$;" }; while (emit(&p.lex, &p.out, &p.depth, p.out.buf[3] + p.out.buf[2]) != ';'); return p.out.n + p.depth * 100 + p.out.buf[0]; }
static int within(struct out *o, int *n, int *b, int k) { *n = k; o->n += 2; *b = 5; return *n + o->n + o->buf[1]; }
int f28(int k, int x) { struct writer p = { { "", 0 }, { { 0, 1 }, 2 }, 3 }; int r = within(&p.out, &p.out.n, &p.depth, k); int n = p.out.n; r = r * 1000 + within(&p.out, &p.depth, &p.out.buf[1], k); return r + (n + p.out.n) * x; }
static int back(struct parser *p, struct parser *q, int k) { struct parser save = *p; p->lex.line += k; next(&p->lex); *q = *p; *p = save; return q->lex.line * 10 + p->lex.line; }
int f29(int k, int x) { struct parser p = { 0, { "abc", k }, { 1, 2, 0 } }, q = { 9 }; int r = back(&p, &q, k); r += back(&p, &p, k) * 1000; p = q; return r + *p.lex.at + p.tail.b + x; }
struct in { const char *s, *e; };
static const struct in ends = { same1, same1 + 2 }, others = { same1, same2 };
static int nxt(struct in *l) { return l->s < l->e ? *l->s++ : -1; }
static int use(const struct in *c) { struct in m = *c; int r = 0, ch; while ((ch = nxt(&m)) >= 0) r = r * 3 + ch; return r; }
static int same(const struct in *l) { return l->s == l->e; }
static int copied(const struct in *c) { struct in m = { c->s, c->e }; return same(&m); }
static int moved2(const struct in *c) { const char *p = c->s; struct in m; m.s = p; p = c->e; m.e = p; return same(&m); }
int f30(int k, int x) { return use(&ends) * k + copied(&others) * 10 + moved2(&others) * 100 + copied(&ends) + x; }
struct gram { const char *ops; int lim; };
static int isop(const struct gram *g, int c) { for (const char *o = g->ops; *o; o++) if (*o == c) return 1; return 0; }
static int eval(struct lex *p, const struct gram *g, int x) { int r = x + next(p) - '0'; while (isop(g, *p->at) && p->line < g->lim) { int o = next(p); p->line++; int t = x + next(p) - '0'; r = o == '+' ? r + t : r * t; } return r; }
static const struct gram grammar = { "+*", 9 };
int f31(int k, int x) { struct lex p = { "0+1*2-3", k }; int r = eval(&p, &grammar, x); return r * 10 + p.line; }
static const struct row { int a; const char *n; } rows[2][2] = { { { 1, "a" }, { 2, "bb" } }, { { 3, "ccc" }, { 4, "dddd" } } };
static const short numbers[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
static int equals(const short *const *a, const short *const *b) { return *a == *b; }
int f32(int k, int x) { const struct row *p = rows[0], (*q)[2] = &rows[1]; const short *a = numbers[0] + 1, *b = numbers[1]; return p[1].a * k + (*q)[1].a + (*q + 1)->n[3] + (a == b) * 10 + equals(&a, &b) * 100 + (b - numbers[1]) + b[1] + x; }
int f33(int k, int x) { int s = 0; for (int i = 0; i < k; i++) for (const short *p = numbers[i]; p < numbers[i] + 3; p++) s = s * 2 + *p; for (const short *p = numbers[1]; p != numbers[1] + k; p++) s += *p; return s + x; }
int main(void)
{
    for (int x = -3; x < 9; x++)
        printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", (long)f30(3, x), (long)f31(3, x), (long)f32(3, x), (long)f33(3, x), (long)f27(3, x), (long)f28(3, x), (long)f29(3, x), (long)f20(3, x), (long)f21(3, x), (long)f22(3, x), (long)f23(3, x), (long)f24(3, x), (long)f25(3, x), (long)f26(3, x), (long)f16(3, x), (long)f17(3, x), (long)f18(3, x), (long)f19(3, x), (long)f15(3, x), (long)f1(3, x), (long)f2(3, x), (long)f3(3, x), (long)f4(3, x), (long)f5(3, x), (long)f6(3, x), (long)f7(3, x), (long)f8(3, x), (long)f9(3, x), (long)f10(3, x), (long)f11(3, x), (long)f12(3, x), (long)f13(3, x), (long)f14(3, x));
}
