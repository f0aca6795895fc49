#include <stdio.h>
/* Calls through constant tables of functions. */
struct vm { int pc, sp, acc; int st[8]; const unsigned char *code; };
static int op_push(struct vm *m) { m->st[m->sp++] = m->code[m->pc++]; return 1; }
static int op_add(struct vm *m) { m->sp--; m->st[m->sp - 1] += m->st[m->sp]; return 1; }
static int op_mul(struct vm *m) { m->sp--; m->st[m->sp - 1] *= m->st[m->sp]; return 1; }
static int op_arg(struct vm *m) { m->st[m->sp++] = m->acc; return 1; }
static int op_ret(struct vm *m) { m->acc = m->st[--m->sp]; return 0; }
static int (*const ops[])(struct vm *) = { op_push, op_add, op_mul, op_arg, op_ret };
static const unsigned char program[] = { 0, 3, 3, 2, 0, 4, 1, 3, 1, 4 };
int f1(int k, int x)
{
    struct vm m = { .acc = x, .code = program, .pc = k - 3 };
    while (ops[m.code[m.pc++]](&m))
        ;
    return m.acc;
}

/* In structs, of which a pointer goes through the program. */
struct state { int a, b; };
static void add(struct state *s, int n) { s->a += n; }
static void swap(struct state *s, int n) { int t = s->a; s->a = s->b + n; s->b = t; }
static void scale(struct state *s, int n) { s->a *= n; s->b -= n; }
static const struct op { const char *name; void (*run)(struct state *, int); } table[] = { { "add", add }, { "swap", swap }, { "scale", scale }, { "plus", add } };
static const struct instruction { unsigned char op; short n; } code[] = { { 0, 5 }, { 2, 3 }, { 1, 7 }, { 3, -2 } };
int f2(int k, int x)
{
    struct state s = { x, 1 };
    const struct instruction *p;
    for (p = code; p < code + k + 1; p++)
        table[p->op].run(&s, p->n);
    return s.a * 100 + s.b;
}
int f3(int k, int x) { struct state s = { k, x }; for (int i = 0; i < 3; i++) (*table[(x + i) & 3].run)(&s, x); return s.a * 100 + s.b; }

/* Of which nothing is known, or of arguments alone. */
static int twice(int a, int b) { return a * 2 + b; }
static int less(int a, int b) { return a < b ? b - a : a * b; }
static int other(int a, int b) { return a == 3 ? b : a == 4 ? b * b : a ^ b; }
static int (*const binary[])(int, int) = { twice, less, other };
int f4(int k, int x) { return binary[x % 3](x, x + 1) + k; }
int f5(int k, int x) { return binary[x % 3](k, x); }
int f6(int k, int x) { int r = binary[x % 3](x, binary[k - 2](x, k)) + (binary[k - 3](x, 1) > 9 && binary[1](x & 1, 3)) * 1000; return x > 40 ? r : binary[2](k, r) + 1; }
int f7(int k, int x) { int out[3] = { 0 }; for (int i = 0; i < k; i++) out[i] = binary[i](out[(i + 2) % 3] + x, i); return out[0] + out[1] * 10 + out[2] * 100; }

/* Of a tree, in turns. */
struct node { unsigned char kind; int n; const struct node *l, *r; };
static int number(const struct node *t, int x);
static int input(const struct node *t, int x);
static int sum(const struct node *t, int x);
static int product(const struct node *t, int x);
static int (*const evals[4])(const struct node *, int) = { number, input, sum, product };
static int eval(const struct node *t, int x) { return evals[t->kind](t, x); }
static int number(const struct node *t, int x) { return t->n; }
static int input(const struct node *t, int x) { return x; }
static int sum(const struct node *t, int x) { return eval(t->l, x) + eval(t->r, x); }
static int product(const struct node *t, int x) { return eval(t->l, x) * eval(t->r, x); }
static const struct node nodes[] = { { 0, 5 }, { 1 }, { 2, 0, &nodes[0], &nodes[1] }, { 3, 0, &nodes[2], &nodes[1] } };
int f8(int k, int x) { return eval(&nodes[k], x); }

/* Tables with gaps, that change, or of functions that are called as others are. */
static int (*const gaps[])(int, int) = { twice, 0, less };
static int (*changing[])(int, int) = { twice, less };
static int (*const cast[])(int, int) = { twice, (int (*)(int, int))op_add };
int f9(int k, int x) { changing[0] = less; return gaps[k - 3](x, k) + gaps[x & 2](x, 2) + changing[k - 3](x, k) + cast[k - 3](x, 1); }

/* Of a helper's own, with struct results, and a call by name beside. */
static struct state made(int a) { struct state s = { a, a + 1 }; return s; }
static struct state doubled(int a) { struct state s = { a * 2, a }; return s; }
static struct state make(int how, int a) { static struct state (*const makers[])(int) = { made, doubled }; return makers[how](a); }
int f10(int k, int x) { struct state s = make(k - 3, x), t = make(x & 1, k); return s.a + s.b * 10 + t.a * 100 + t.b * 1000; }

/* In a loop over what is not known, with a state that is. */
struct counter { int seen, limit; };
static int letter(struct counter *c, int x) { if (c->limit == 3) c->seen += x & 7; else c->seen += x; return 0; }
static int digit(struct counter *c, int x) { c->seen = c->seen * c->limit + x; return c->seen > 1000; }
static int (*const kinds[2])(struct counter *, int) = { letter, digit };
int f11(int k, int x) { struct counter c = { 0, k }; for (int i = 0; i < 5; i++) if (kinds[(x >> i) & 1](&c, x + i)) return -c.seen; return c.seen; }

/* Of functions that use tables of the file, which passes get as arguments. */
static const int weights[] = { 2, 3, 5, 7 }, others[] = { 11, 13, 17, 19 };
static int heavy(int i, int x) { return weights[i & 3] * x; }
static int light(int i, int x) { return others[i & 3] - x + (x > 3 ? weights[x & 3] : 0); }
static int (*const weighed[])(int, int) = { heavy, light };
int f12(int k, int x) { return weighed[x & 1](x, x + 2) + weighed[k - 2](x, 5) + weighed[(x >> 1) & 1](k, x); }

/* Of a variable that is called like a table. */
int f13(int k, int x) { int (*binary[3])(int, int) = { other, twice, less }; return binary[x % 3](k, x) + binary[k - 3](x, 1); }
static int chosen(int (*binary[3])(int, int), int i, int x) { return binary[i](x, i); }
int f14(int k, int x) { int (*fs[3])(int, int) = { less, other, twice }; return chosen(fs, k - 2, x) + chosen(fs, x % 3, k); }

/* Where the functions of a table have namesakes. */
int f15(int k, int x) { int less = x * 3, s = 0; for (int other = 0; other < k; other++) s += binary[(less + other) % 3](other, k) + binary[k - 3](less, other); return s; }
int f16(int k, int x) { int twice = x + k; return binary[k - 3](twice, k) + binary[x % 3](k, twice); }

int main(void)
{
    for (int x = 0; x < 90; x += 7)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x), f12(3, x), f13(3, x), f14(3, x), f15(3, x), f16(3, x));
}
