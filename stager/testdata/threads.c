#include <stdio.h>
/* Threaded code: programs of pointers to the functions that do their steps. */
struct vm;
struct insn { void (*run)(struct vm *, int); int arg; };
struct vm { int st[8], sp, reg[4]; const struct insn *ip; };
static void push(struct vm *m, int a) { m->st[m->sp++] = a; }
static void load(struct vm *m, int a) { m->st[m->sp++] = m->reg[a]; }
static void store(struct vm *m, int a) { m->reg[a] = m->st[--m->sp]; }
static void add(struct vm *m, int a) { m->sp--; m->st[m->sp - 1] += m->st[m->sp]; }
static void jnz(struct vm *m, int a) { if (m->st[--m->sp]) m->ip += a; }
/* r1 = 0; do { r1 += r0; r0 += -1; } while (r0); */
static const struct insn sum[] = { { push, 0 }, { store, 1 },
    { load, 1 }, { load, 0 }, { add }, { store, 1 }, { load, 0 }, { push, -1 }, { add }, { store, 0 }, { load, 0 }, { jnz, -10 }, { 0 } };
static void negate(struct vm *m, int a) { m->reg[1] = -m->reg[0] - a; }
static const struct insn rare[] = { { negate, 7 }, { 0 } };
static const struct insn sums[] = { { push, 5 }, { store, 1 }, { load, 1 }, { load, 0 }, { add }, { store, 1 }, { 0 } };
int f1(int k, int x)
{
    struct vm m;
    m.sp = 0, m.reg[0] = (x & 7) + 1;
    for (m.ip = sum; m.ip->run; ) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1];
}

/* One of two programs, which is given. */
static int run(const struct insn *code, int x)
{
    struct vm m = { .ip = code };
    m.reg[0] = (x & 7) + 1;
    while (m.ip->run) {
        m.ip++;
        m.ip[-1].run(&m, m.ip[-1].arg);
    }
    return m.reg[1];
}
int f2(int k, int x) { return run(k == 3 ? sum : sums, x) * 2 + run(sums, x); }

/* A step gives the next one. */
struct state { int acc, n; };
struct node { const struct node *(*run)(const struct node *, struct state *); int arg; };
static const struct node *plus(const struct node *p, struct state *s) { s->acc += p->arg; return p + 1; }
static const struct node *times(const struct node *p, struct state *s) { s->acc *= p->arg; return p + 1; }
static const struct node *loop(const struct node *p, struct state *s) { return --s->n > 0 ? p + p->arg : p + 1; }
static const struct node *end(const struct node *p, struct state *s) { return 0; }
static const struct node code[] = { { plus, 3 }, { times, 5 }, { loop, -2 }, { plus, 1 }, { end } };
int f3(int k, int x)
{
    struct state s = { x, k };
    const struct node *p = code;
    while (p)
        p = p->run(p, &s);
    return s.acc;
}

/* Words that are functions or what these take. */
struct forth;
union word { void (*run)(struct forth *); int n; };
struct forth { const union word *ip; int st[8], sp; };
static void lit(struct forth *f) { f->st[f->sp++] = f->ip++->n; }
static void mul(struct forth *f) { f->sp--; f->st[f->sp - 1] *= f->st[f->sp]; }
static void dup(struct forth *f) { f->st[f->sp] = f->st[f->sp - 1]; f->sp++; }
static void until(struct forth *f) { int back = f->ip++->n; if (f->st[f->sp - 1] < 1000) f->ip -= back; }
static const union word squares[] = { { lit }, { .n = 1 }, { .run = mul }, { dup }, { mul }, { lit }, { .n = 3 }, { mul }, { until }, { .n = 7 }, { 0 } };
int f4(int k, int x)
{
    struct forth f = { squares };
    f.st[f.sp++] = (x & 15) + 2;
    while (f.ip->run)
        (f.ip++)->run(&f);
    return f.st[0];
}

/* An automaton whose states are what is done in them and where it goes on. */
struct at { int sum; const unsigned char *text; };
struct place { int (*is)(int); const struct place *yes, *no; void (*act)(struct at *); };
static int digit(int c) { return c >= '0' && c <= '9'; }
static int any(int c) { return c != 0; }
static void digits(struct at *a) { a->sum = a->sum * 10 + *a->text - '0'; }
static void nothing(struct at *a) { }
static void comma(struct at *a) { a->sum += 1000; }
static const struct place places[] = { { digit, &places[0], &places[1], digits }, { any, &places[0], &places[2], comma }, { 0, 0, 0, nothing } };
int f5(int k, int x)
{
    unsigned char text[8] = "1,23,4";
    struct at a = { 0, text };
    const struct place *s = places;
    text[0] += x & 7;
    while (s->is) {
        if (s->is(*a.text)) {
            s->act(&a);
            a.text++;
            s = s->yes;
        } else
            s = s->no;
    }
    return a.sum;
}

/* A helper does one step; and what a step calls another one. */
static void both(struct vm *m, int a) { push(m, a); add(m, 0); }
static void jump(struct vm *m, int a) { m->ip += a; }
static void branch(struct vm *m, int a) { if (m->reg[0] > 20) jump(m, a); }
static const struct insn count[] = { { load }, { both, 3 }, { store, 0 }, { branch, 1 }, { jump, -5 }, { 0 } };
static int step(struct vm *m)
{
    const struct insn *i = m->ip;
    if (!i->run)
        return 0;
    m->ip = i + 1;
    i->run(m, i->arg);
    return 1;
}
int f6(int k, int x)
{
    struct vm m = { { 0 } };
    m.ip = count;
    m.reg[0] = x & 7;
    while (step(&m))
        ;
    return m.reg[0] + k;
}

/* Pointers that may lead elsewhere. */
static struct vm *last;
static void change(void) { if (last) last->ip = sums; }
int f7(int k, int x)
{
    struct vm m;
    m.sp = 0, m.reg[0] = (x & 7) + 1, m.reg[1] = 0;
    last = x & 1 ? &m : 0;
    for (m.ip = sum; m.ip->run; ) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
        change();
        last = 0;
    }
    return m.reg[1];
}
static struct insn written[3];
int f8(int k, int x)
{
    struct vm m;
    m.sp = 0, m.reg[0] = (x & 7) + 1, m.reg[1] = 0;
    written[0].run = x & 1 ? load : push, written[1].run = store, written[1].arg = 1;
    for (m.ip = k > 3 ? sum : written; m.ip->run; ) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1];
}
/* Fields of the same place as the pointer. */
struct odd;
struct uinsn { void (*run)(struct odd *, int); int arg; };
struct odd { union { const struct uinsn *ip; unsigned long bits; } u; int x; };
static void more(struct odd *o, int a) { o->x += a; }
static void less(struct odd *o, int a) { o->x -= a; }
static void skip(struct odd *o, int a) { if (o->x > 5) o->u.bits += sizeof(struct uinsn); }
static const struct uinsn skips[] = { { more, 2 }, { skip }, { more, 1 }, { more, 3 }, { 0 } }, others[] = { { less, 10 }, { skip }, { more, 100 }, { 0 } };
int f9(int k, int x)
{
    struct odd o = { { skips }, x & 7 };
    if (x & 2)
        o.u.bits = (unsigned long)others;
    while (o.u.ip->run) {
        const struct uinsn *i = o.u.ip++;
        i->run(&o, i->arg);
    }
    return o.x * k;
}
/* The pointer is set through its address, with all of its struct, or byte by byte. */
static void set(const struct insn **at, const struct insn *to) { *at = to; }
static void away(struct vm *m, int a) { if (m->reg[0] > 4) set(&m->ip, rare); }
static const struct insn leaving[] = { { away }, { load }, { push, 2 }, { add }, { store, 1 }, { 0 } };
int f10(int k, int x)
{
    struct vm m = { .ip = leaving };
    m.reg[0] = x & 7;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1] * k;
}
static struct vm kept = { .ip = rare };
static void restore(struct vm *m, int a) { int r = m->reg[0]; if (r > 4) *m = kept; m->reg[0] = r; }
static const struct insn restoring[] = { { restore }, { load }, { push, 2 }, { add }, { store, 1 }, { 0 } };
int f11(int k, int x)
{
    struct vm m = { .ip = restoring };
    m.reg[0] = x & 7;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1] * k;
}
static void copied(struct vm *m, int a)
{
    const struct insn *to = rare;
    if (m->reg[0] > 4)
        for (unsigned i = 0; i < sizeof to; i++)
            ((char *)&m->ip)[i] = ((char *)&to)[i];
}
static const struct insn copying[] = { { copied }, { load }, { push, 2 }, { add }, { store, 1 }, { 0 } };
int f12(int k, int x)
{
    struct vm m = { .ip = copying };
    m.reg[0] = x & 7;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1] * k;
}
/* A step that is no other one's. */
void shown(struct vm *m, int a) { m->reg[1] += a; if (m->reg[1] < 30) m->ip -= 3; }
static const struct insn showing[] = { { push, 1 }, { store, 0 }, { shown, 7 }, { load }, { store, 2 }, { 0 } };
int f13(int k, int x)
{
    struct vm m = { .ip = showing };
    m.reg[1] = x & 7;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1] * 10 + m.reg[2] + k;
}
/* A program that is not known. */
int f14(int k, int x)
{
    struct vm m = { .ip = x & 1 ? sum : sums };
    m.reg[0] = (x & 7) + 1;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1];
}
/* The same function, called by name, by a pointer, and from outside of what is seen. */
static int through(const struct insn *code, int x)
{
    struct vm m = { .ip = code };
    m.reg[0] = x & 7;
    while (m.ip->run) {
        const struct insn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.reg[1];
}
static int (*chosen)(const struct insn *, int) = through;
int f15(int k, int x) { return through(count, x) + (k > 2 ? chosen : through)(x & 1 ? sums : leaving, x); }
/* The pointer to the step is in a variable, the steps' table in another one. */
static const struct insn *const programs[] = { sums, leaving, count };
int f16(int k, int x)
{
    struct vm m = { .ip = programs[k - 2] };
    void (*run)(struct vm *, int);
    m.reg[0] = x & 7;
    while ((run = m.ip->run)) {
        int a = m.ip->arg;
        m.ip++;
        run(&m, a);
    }
    return m.reg[1] + m.reg[0];
}

/* Functions that are called through tables, and mention tables themselves. */
struct tree;
struct visitor { int (*leaf)(const struct tree *, int); int (*pair)(const struct tree *, int); };
struct tree { int kind, v; const struct tree *l, *r; };
static const struct visitor depth;
static int visit(const struct visitor *v, const struct tree *t, int d) { return t->kind ? v->pair(t, d) : v->leaf(t, d); }
static int at_leaf(const struct tree *t, int d) { return d + t->v; }
static int at_pair(const struct tree *t, int d) { int l = visit(&depth, t->l, d + 1), r = visit(&depth, t->r, d + 1); return l > r ? l : r; }
static const struct visitor depth = { at_leaf, at_pair };
static const struct tree one = { 0, 1 }, two = { 0, 2 }, both_ = { 1, 0, &one, &two }, root = { 1, 0, &both_, &one };
int f17(int k, int x) { return visit(&depth, k == 3 ? &root : &one, x); }
struct how { int (*f)(int); int n; };
static const struct how how;
static int use(const struct how *p, int x) { return p->f(x) + p->n; }
static int twice(int x) { return use(&how, x) * 2; }
static int inc(int x) { return x + 1; }
static const struct how how = { inc, 5 };
int f18(int k, int x) { return twice(x) + k; }

/* The state is a part of another struct, or has a union without a name. */
struct own { struct vm m; int n; const struct insn *back; };
static void leave(struct vm *m, int a) { struct own *o = (struct own *)m; if (m->reg[0] > 4) o->m.ip = o->back, o->back = rare; o->n += a; }
static const struct insn leaves[] = { { leave, 1 }, { load }, { push, 2 }, { add }, { store, 1 }, { 0 } };
int f19(int k, int x)
{
    struct own o = { .n = k, .back = rare };
    o.m.ip = leaves;
    o.m.reg[0] = x & 7;
    while (o.m.ip->run) {
        const struct insn *i = o.m.ip++;
        i->run(&o.m, i->arg);
    }
    return o.m.reg[1] * 10 + o.n;
}
struct wide;
struct winsn { void (*run)(struct wide *, int); int arg; };
struct wide { union { const struct winsn *ip; const void *any; }; int x; };
static void wmore(struct wide *w, int a) { w->x += a; }
static void wless(struct wide *w, int a) { w->x -= a; }
static const struct winsn wrare[] = { { wless, 100 }, { 0 } };
static void waway(struct wide *w, int a) { if (w->x > a) w->any = wrare; }
static const struct winsn wprogram[] = { { wmore, 2 }, { waway, 6 }, { wmore, 5 }, { 0 } };
int f20(int k, int x)
{
    struct wide w = { .x = x & 7 };
    w.ip = wprogram;
    while (w.ip->run) {
        const struct winsn *i = w.ip++;
        i->run(&w, i->arg);
    }
    return w.x * k;
}
struct outer { const struct insn *ip; struct vm m; };
static void inside_of(struct vm *m, int a) { struct outer *o = (struct outer *)((char *)m - __builtin_offsetof(struct outer, m)); if (m->reg[0] & 1) o->ip = rare; }
static const struct insn insides[] = { { inside_of }, { load }, { push, 2 }, { add }, { store, 1 }, { 0 } };
int f21(int k, int x)
{
    struct outer o = { insides };
    o.m.reg[0] = x & 7;
    while (o.ip->run) {
        const struct insn *i = o.ip++;
        i->run(&o.m, i->arg);
    }
    return o.m.reg[1] * k;
}

/* A step sets a flag at which the interpreter ends, or one of two. */
struct flagged;
struct finsn { void (*run)(struct flagged *, int); int arg; };
struct flagged { int x, halted, err; const struct finsn *ip; };
static void h_add(struct flagged *m, int a) { m->x += a; }
static void h_double(struct flagged *m, int a) { if (m->x > 1000) m->err = 1; m->x *= 2; }
static void h_jump(struct flagged *m, int a) { if (m->x < 50 && m->x > 0) m->ip += a; }
static void h_halt(struct flagged *m, int a) { m->halted = 1; }
static const struct finsn flags[] = { { h_add, 3 }, { h_double }, { h_jump, -3 }, { h_add, 5 }, { h_halt } };
int f22(int k, int x)
{
    struct flagged m = { x, 0, 0, flags };
    while (!m.halted) {
        const struct finsn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.x + k;
}
int f23(int k, int x)
{
    struct flagged m = { x * 40, 0, 0, flags };
    while (!m.err && !m.halted) {
        const struct finsn *i = m.ip++;
        i->run(&m, i->arg);
    }
    return m.err ? -k : m.x + k;
}

/* Functions in variables: states that say which one is next. */
struct machine { int x, n; int (*state)(struct machine *, int); };
static int m_first(struct machine *m, int c), m_second(struct machine *m, int c);
static int m_first(struct machine *m, int c) { m->x += c; if (!c) m->state = 0; else if (c & 1) m->state = m_second; return 1; }
static int m_last(struct machine *m, int c) { m->x ^= c; m->state = 0; return m->n = 1; }
static int m_second(struct machine *m, int c) { m->x *= 2; m->state = c > 9 ? m_last : c ? m_first : 0; return 1; }
int f24(int k, int x)
{
    struct machine m = { 0, 0, m_first };
    unsigned char text[6] = { x & 15, x * 3 & 15, x * 7 & 15, 3, 4 }, *t = text;
    while (m.state)
        m.state(&m, *t++);
    return m.x * 10 + m.n;
}
int f25(int k, int x)
{
    int (*s)(struct machine *, int) = m_first;
    if (k == 3)
        s = m_last;
    if (s == m_first)
        return 4;
    if (m_first == m_second)
        return 9;
    return ((k & 1) ? m_last : m_second) == m_last ? x : 3;
}

int main(void)
{
    for (int x = -9; x < 40; x++) {
        printf("%d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x));
        printf("%d %d %d %d %d %d %d %d\n", f9(3, x), f10(3, x), f11(3, x), f12(3, x), f13(3, x), f14(3, x), f15(3, x), f16(3, x));
        printf("%d %d %d %d %d %d %d %d %d\n", f17(3, x), f18(3, x), f19(3, x), f20(3, x), f21(3, x), f22(3, x), f23(3, x), f24(3, x), f25(3, x));
    }
}
