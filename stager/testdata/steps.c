#include <stdio.h>
/* Interpreters of helpers that get their state by address, of programs with loops. */
typedef unsigned char u8;
struct vm { int pc, sp; int st[8]; int reg[4]; const u8 *code; };
static int op_push(struct vm *m) { m->st[m->sp++] = m->code[m->pc++]; return 1; }
static int op_load(struct vm *m) { m->st[m->sp++] = m->reg[m->code[m->pc++]]; return 1; }
static int op_store(struct vm *m) { m->reg[m->code[m->pc++]] = m->st[--m->sp]; return 1; }
static int op_add(struct vm *m) { m->sp--; m->st[m->sp - 1] += m->st[m->sp]; return 1; }
static int op_jnz(struct vm *m) { int to = m->code[m->pc++]; if (m->st[--m->sp]) m->pc = to; return 1; }
static int op_ret(struct vm *m) { return 0; }
static int (*const ops[])(struct vm *) = { op_push, op_load, op_store, op_add, op_jnz, op_ret };
/* r1 = 0; do { r1 += r0; r0 += -1 } while (r0); */
static const u8 program[] = { 0,0, 2,1, 1,1, 1,0, 3, 2,1, 1,0, 0,255, 3, 2,2, 1,2, 0,1, 3, 2,2, 1,3, 4,29, 5, 5, 5 };
static const u8 loop[] = { 0,0, 2,1, /* 4: */ 1,1, 1,0, 3, 2,1, 1,0, 1,2, 3, 2,0, 1,0, 4,4, 5 };
static int run(const u8 *code, int x)
{
    struct vm m = { .code = code };
    m.reg[0] = (x & 15) + 1;
    m.reg[2] = -1;
    while (ops[m.code[m.pc++]](&m))
        ;
    return m.reg[1];
}
int f1(int k, int x) { return run(k == 3 ? loop : program, x + 16 * 2 + 1) + run(program, x); }

/* The word of code is a helper's, and so are the stack and the jump. */
static int next(struct vm *m) { return m->code[m->pc++]; }
static void push(struct vm *m, int v) { m->st[m->sp++] = v; }
static int pop(struct vm *m) { return m->st[--m->sp]; }
static void jump(struct vm *m, int to) { m->pc = to; }
static void branch(struct vm *m) { int to = next(m); if (!pop(m)) return; jump(m, to); }
static int taken(const u8 *code, int x)
{
    struct vm m = { 0 };
    int a;
    m.code = code;
    m.reg[0] = (x & 15) + 1, m.reg[2] = -1;
    for (;;) {
        switch (next(&m)) {
        case 0: push(&m, next(&m)); break;
        case 1: push(&m, m.reg[next(&m)]); break;
        case 2: a = pop(&m); m.reg[next(&m)] = a; break;
        case 3: a = pop(&m); push(&m, pop(&m) + a); break;
        case 4: branch(&m); break;
        default: return m.reg[1];
        }
    }
}
int f2(int k, int x) { return taken(loop, x + 16) * k; }

/* The switch is a helper's, and the loop another's. */
static int step(struct vm *m)
{
    switch (m->code[m->pc++]) {
    case 0: return op_push(m);
    case 1: return op_load(m);
    case 2: return op_store(m);
    case 3: return op_add(m);
    case 4: branch(m); return 1;
    }
    return 0;
}
static void start(struct vm *m, const u8 *code, int x) { m->pc = m->sp = 0; m->code = code; m->reg[0] = (x & 15) + 1; m->reg[2] = -1; }
static void all(struct vm *m) { while (step(m)) ; }
int f3(int k, int x) { struct vm m; start(&m, loop, x + 16); all(&m); return m.reg[1] + m.reg[k - 3]; }

/* An accumulator, and skips. */
struct machine { const signed char *at; int acc; unsigned steps; };
static void skip_if(struct machine *m, int n) { if (m->acc % 2) m->at += n; }
static void back_while(struct machine *m, int n) { m->at = m->acc > n ? m->at - n : m->at; }
static const signed char code[] = { 1, 5, 2, 2, 1, 7, 3, 6, 0 };
static int accumulated(const signed char *p, int x)
{
    struct machine m = { p, x, 0 };
    while (*m.at) {
        int op = *m.at++, n = *m.at++;
        m.steps++;
        if (m.steps > 50) break;
        switch (op) {
        case 1: m.acc += n; break;
        case 2: skip_if(&m, n); break;
        case 3: m.acc -= 20; back_while(&m, n); break;
        }
    }
    return m.acc * 100 + m.steps;
}
int f4(int k, int x) { return accumulated(code + k - 3, x & 63); }

/* Calls and returns of the program, and a step that runs another program. */
static int nested(const u8 *code, int x, int depth);
struct state { int pc, depth, acc; int back[4]; const u8 *code; };
static void call(struct state *s) { int to = s->code[s->pc++]; s->back[s->depth++] = s->pc; s->pc = to; }
static void back(struct state *s) { s->pc = s->back[--s->depth]; }
static void unless(struct state *s) { int to = s->code[s->pc++]; if (s->acc > 9) s->pc = to; }
static const u8 calls[] = { 1, 5, 1, 5, 0, /* 5: */ 2, 3, 10, 2, 4, /* 10: */ 5, 4 };
static int called(const u8 *code, int x)
{
    struct state s = { .acc = x & 7, .code = code };
    for (;;) switch (s.code[s.pc++]) {
        case 0: return s.acc;
        case 1: call(&s); break;
        case 2: s.acc = s.acc * 2 + 1; break;
        case 3: unless(&s); break;
        case 4: back(&s); break;
        case 5: s.acc -= 3; break;
    }
}
int f5(int k, int x) { return called(calls, x) + k; }
static void sub(struct state *s) { s->acc += nested(s->code, s->acc & 3, s->depth + 1); if (s->acc > 20) s->pc = 0; }
static int nested(const u8 *code, int x, int depth)
{
    struct state s = { 0, depth, x, { 0 }, code };
    int i;
    for (i = 0; i < 6; i++) switch (s.code[s.pc++]) {
        case 0: return s.acc;
        case 1: if (depth < 2) sub(&s); break;
        default: s.acc++; break;
    }
    return -s.acc;
}
static const u8 nest[] = { 2, 1, 2, 0 };
int f6(int k, int x) { return nested(nest, x & 7, k - 3); }

/* Whose state others see. */
static int seen;
static void watch(const struct state *const *s) { seen += (*s)->acc; }
static int watched(const u8 *code, int x)
{
    struct state s = { .acc = x & 7, .code = code };
    const struct state *p = &s;
    for (;;) switch (s.code[s.pc++]) {
        case 0: return s.acc + seen;
        case 1: call(&s); watch(&p); break;
        case 2: s.acc = s.acc * 2 + 1; break;
        case 3: unless(&s); break;
        case 4: back(&s); break;
        case 5: s.acc -= 3; break;
    }
}
int f7(int k, int x) { seen = 0; return watched(calls, x) + k; }

/* What jumps is the interpreter itself. */
static int itself(const u8 *code, int x)
{
    struct vm m = { .code = code };
    m.reg[0] = (x & 15) + 1, m.reg[2] = -1;
    for (;;) {
        int to;
        switch (next(&m)) {
        case 0: op_push(&m); break;
        case 1: op_load(&m); break;
        case 2: op_store(&m); break;
        case 3: op_add(&m); break;
        case 4: to = next(&m); if (pop(&m)) jump(&m, to); break;
        default: return m.reg[1];
        }
    }
}
int f8(int k, int x) { return itself(loop, x + 16) * k; }

int main(void)
{
    for (int x = 0; x < 90; x += 7)
        printf("%d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x));
}
