#include <stdio.h>
/* Interpreters whose programs call and return, with frames in an array of structs. */
typedef unsigned char u8;
struct frame { int back; int saved; };
static const u8 prog[] = { 1, 5, 1, 5, 0, 2, 3, 10, 2, 4, 5, 4 };
static int run(const u8 *code, int x)
{
    struct frame frames[8];
    int fp = 0, pc = 0, acc = x & 7;
    for (;;) switch (code[pc++]) {
        case 0: return acc;
        case 1: { int to = code[pc++]; frames[fp].saved = acc; frames[fp++].back = pc; pc = to; break; }
        case 2: acc = acc * 2 + 1; break;
        case 3: { int to = code[pc++]; if (acc > 9) pc = to; break; }
        case 4: fp--; pc = frames[fp].back; acc += frames[fp].saved; break;
        case 5: acc -= 3; break;
    }
}
struct vm { int pc, fp, acc; struct frame frames[8]; const u8 *code; };
static void call(struct vm *m) { int to = m->code[m->pc++]; struct frame *f = &m->frames[m->fp++]; f->saved = m->acc; f->back = m->pc; m->pc = to; }
static void ret(struct vm *m) { m->fp--; m->pc = m->frames[m->fp].back; m->acc += m->frames[m->fp].saved; }
static void jgt(struct vm *m) { int to = m->code[m->pc++]; if (m->acc > 9) m->pc = to; }
static int run2(const u8 *code, int x)
{
    struct vm m = { .acc = x & 7, .code = code };
    for (;;) switch (m.code[m.pc++]) {
        case 0: return m.acc;
        case 1: call(&m); break;
        case 2: m.acc = m.acc * 2 + 1; break;
        case 3: jgt(&m); break;
        case 4: ret(&m); break;
        case 5: m.acc -= 3; break;
    }
}
static int run3(const u8 *code, int x)
{
    struct frame frames[8] = { { -1, 2 } }, cur;
    int fp = 1, pc = 0, acc = x & 7;
    for (;;) switch (code[pc++]) {
        case 0: return acc + frames[0].saved;
        case 1: { int to = code[pc++]; cur.saved = acc; cur.back = pc; frames[fp++] = cur; pc = to; break; }
        case 2: acc = acc * 2 + 1; break;
        case 3: { int to = code[pc++]; if (acc > 9) pc = to; break; }
        case 4: cur = frames[--fp]; pc = cur.back; acc += cur.saved; break;
        case 5: acc -= 3; break;
    }
}
/* Arrays of structs of which more is done, and nested ones. */
struct outer { struct { int a, b; } in; int c; };
struct pair { struct { int a, b; } in; short s[2]; };
static int shown(const struct frame *f) { return f->back * 3 + f->saved; }
static int plain(int k, int x)
{
    struct frame fs[3] = { { 1, 2 }, { 3 } };
    struct outer gs[2] = { { { 1, x }, 3 }, { { 4 } } };
    struct pair ps[2] = { { { x, 1 }, { 2, 3 } } };
    struct frame hs[2];
    hs[0].back = x, hs[0].saved = k, hs[1] = hs[0];
    gs[x & 1].in.a += gs[k - 3].in.b;
    gs[1].c = fs[x % 3].saved + fs[k - 3].back;
    ps[x & 1].s[k & 1] += 7;
    return shown(&hs[1]) + gs[0].in.a * 2 + gs[1].in.a * 3 + gs[1].in.b + gs[1].c * 5 + ps[0].s[1] + ps[1].s[1] + ps[k - 3].in.a + gs[0].c;
}
int f1(int k, int x) { return run(prog, x) + k; }
int f2(int k, int x) { return run2(prog, x) + k; }
int f3(int k, int x) { return run3(prog, x) + k; }
int f4(int k, int x) { return plain(k, x) * 2; }
int main(void) { for (int x = 0; x < 9; x++) printf("%d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x)); }
