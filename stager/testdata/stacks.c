#include <stdio.h>
#include <string.h>
/* Stacks of where to go on, whose heights are known late. */

/* A procedure that calls itself, of an interpreter that keeps program counters: a factorial. */
enum { PUSH, ADD, SUB, DUP, JZ, CALL, RET, HALT, LOAD, MUL };
struct insn { int op, arg; };
static const struct insn factorial[] = { { LOAD }, { CALL, 3 }, { HALT }, { DUP }, { JZ, 12 }, { DUP }, { PUSH, 1 }, { SUB }, { CALL, 3 }, { MUL }, { RET },
    { HALT }, { PUSH, 1 }, { ADD }, { RET } };
int f1(int k, int x)
{
    int st[64], sp = 0, rs[32], rp = 0, pc = 0;
    for (;;) {
        switch (factorial[pc].op) {
        case PUSH: st[sp++] = factorial[pc].arg; pc++; break;
        case LOAD: st[sp++] = x & 7; pc++; break;
        case ADD: sp--; st[sp - 1] += st[sp]; pc++; break;
        case SUB: sp--; st[sp - 1] -= st[sp]; pc++; break;
        case MUL: sp--; st[sp - 1] *= st[sp]; pc++; break;
        case DUP: st[sp] = st[sp - 1]; sp++; pc++; break;
        case JZ: if (!st[--sp]) pc = factorial[pc].arg; else pc++; break;
        case CALL: rs[rp++] = pc + 1; pc = factorial[pc].arg; break;
        case RET: pc = rs[--rp]; break;
        case HALT: return st[sp - 1];
        }
    }
}

/* A matcher that tries one alternative after the other: of (a|ab)*b. */
enum { CHAR, ANY, SPLIT, JMP, MATCH };
struct re { int op, c, x, y; };
static const struct re pattern[] = { { SPLIT, 0, 1, 7 }, { SPLIT, 0, 2, 4 }, { CHAR, 'a' }, { JMP, 0, 0 }, { CHAR, 'a' }, { CHAR, 'b' }, { JMP, 0, 0 },
    { CHAR, 'b' }, { MATCH } };
struct thread { int pc; const char *at; };
static int match(const struct re *prog, const char *input)
{
    struct thread ready[40];
    int n = 0;
    ready[n].pc = 0, ready[n++].at = input;
    while (n > 0) {
        int pc = ready[--n].pc;
        const char *s = ready[n].at;
        for (;;) {
            switch (prog[pc].op) {
            case CHAR: if (*s != prog[pc].c) goto dead; pc++, s++; continue;
            case ANY: if (!*s) goto dead; pc++, s++; continue;
            case MATCH: return s - input;
            case JMP: pc = prog[pc].x; continue;
            case SPLIT:
                if (n >= 40) return -1;
                ready[n].pc = prog[pc].y, ready[n++].at = s;
                pc = prog[pc].x; continue;
            }
        }
    dead:;
    }
    return -2;
}
static const char *const texts[] = { "", "b", "ab", "abb", "aab", "aaababb", "ba", "aaaaaab" };
int f2(int k, int x) { return match(pattern, texts[x & 7]); }

/* Brackets: what was open is what is open again. */
enum { TOP, ROUND, SQUARE, CURLY };
int f3(int k, int x)
{
    static const char *const in[] = { "()", "([]{})", "([)]", "((", "}", "[[({})]x]", "{x[(x)x]x}x", "" };
    const char *s = in[x & 7];
    unsigned char open[16];
    int depth = 0, state = TOP, sum = k;
    for (; *s; s++) {
        switch (*s) {
        case '(': if (depth == 16) return -1; open[depth++] = state; state = ROUND; break;
        case '[': if (depth == 16) return -1; open[depth++] = state; state = SQUARE; break;
        case '{': if (depth == 16) return -1; open[depth++] = state; state = CURLY; break;
        case ')': if (state != ROUND) return -2; state = open[--depth]; break;
        case ']': if (state != SQUARE) return -3; state = open[--depth]; break;
        case '}': if (state != CURLY) return -4; state = open[--depth]; break;
        default: sum = sum * 3 + state; break;
        }
    }
    return state == TOP ? sum : -5;
}

/* The stack and its height lie in a struct. */
struct machine { int st[32], sp, rs[16], rp, pc; };
int f4(int k, int x)
{
    struct machine m;
    m.sp = 0, m.rp = 0, m.pc = 0;
    for (;;) {
        int at = m.pc++;
        switch (factorial[at].op) {
        case PUSH: m.st[m.sp++] = factorial[at].arg; break;
        case LOAD: m.st[m.sp++] = x & 3; break;
        case ADD: m.sp--; m.st[m.sp - 1] += m.st[m.sp]; break;
        case SUB: m.sp--; m.st[m.sp - 1] -= m.st[m.sp]; break;
        case MUL: m.sp--; m.st[m.sp - 1] *= m.st[m.sp]; break;
        case DUP: m.st[m.sp] = m.st[m.sp - 1]; m.sp++; break;
        case JZ: if (!m.st[--m.sp]) m.pc = factorial[at].arg; break;
        case CALL: m.rs[m.rp++] = m.pc; m.pc = factorial[at].arg; break;
        case RET: m.pc = m.rs[--m.rp]; break;
        case HALT: return m.st[m.sp - 1];
        }
    }
}

/* What begins as zeros may give zero before anything is pushed. */
int f5(int k, int x)
{
    int back[8] = { 0 }, n = (x & 3) + 1, state = 2, sum = 0;
    for (int i = 0; i < 9 + (x & 1); i++) {
        switch (state) {
        case 0: sum = sum * 3 + 1; state = n < 7 ? 1 : 2; break;
        case 1: back[n++] = state + 1; sum += x; state = 3; break;
        case 2: sum ^= k; if (n == 0) return sum; state = back[--n]; break;
        case 3: sum -= 5; if (n == 0) return -sum; state = x > 4 ? back[--n] : 2; break;
        }
    }
    return sum;
}

/* Something is pushed that is not constant. */
int f6(int k, int x)
{
    int back[8], n = 0, state = 1, sum = 0;
    if (x & 2) back[n++] = 2;
    for (int i = 0; i < 9 + (x & 1); i++) {
        switch (state & 3) {
        case 0: sum = sum * 3 + 1; state = 1; break;
        case 1: if (n == 8) return sum; back[n++] = state + 1; sum += x; state = 3; break;
        case 2: sum ^= k; if (n == 8) return sum; back[n++] = x; state = 3; break;
        case 3: sum -= 5; if (n == 0) return -sum; state = back[--n]; break;
        }
    }
    return sum;
}

/* What is on the stack is changed there: by memset, by another type, by who is given its address. */
int f7(int k, int x)
{
    int back[16], n = (x >> 1) & 3, state = 1, sum = 0;
    for (int i = 0; i < 9 + (x & 1); i++) {
        switch (state) {
        case 1: back[n++] = 2; back[n++] = 1; state = 3; break;
        case 2: sum ^= k; state = 1; n = x & 1; break;
        case 3: if (x & 1) memset(back, 0, sizeof back); sum -= 5; state = back[--n]; break;
        default: return sum * 2;
        }
    }
    return sum;
}
static void spoil(int *p, int n) { if (n > 3) p[1] = 7; }
int f8(int k, int x)
{
    int back[16], n = (x >> 1) & 3, state = 1, sum = 0;
    for (int i = 0; i < 9 + (x & 1); i++) {
        switch (state) {
        case 1: back[n++] = 2; back[n++] = 1; state = 3; break;
        case 2: sum ^= k; state = 1; n = x & 1; break;
        case 3: spoil(back, x); sum -= 5; state = back[--n]; break;
        default: return sum * 2;
        }
    }
    return sum;
}
union both { int words[16]; unsigned char bytes[64]; };
int f9(int k, int x)
{
    union both back;
    int n = (x >> 1) & 3, state = 1, sum = 0;
    for (int i = 0; i < 9 + (x & 1); i++) {
        switch (state) {
        case 1: back.words[n++] = 2; back.words[n++] = 1; state = 3; break;
        case 2: sum ^= k; state = 1; n = x & 1; break;
        case 3: back.bytes[(x & 1) * 4] = 2; sum -= 5; state = back.words[--n]; break;
        default: return sum * 2;
        }
    }
    return sum;
}

/* A tree is gone through without calls. */
struct node { int left, right, value; };
static const struct node tree[] = { { 1, 2, 10 }, { 3, -1, 5 }, { 4, 5, 20 }, { -1, -1, 2 }, { -1, -1, 15 }, { -1, -1, 30 } };
int f10(int k, int x)
{
    int todo[8], n = 0, sum = 0;
    todo[n++] = 0;
    while (n > 0) {
        int t = todo[--n];
        sum = sum * 3 + tree[t].value;
        if (tree[t].left >= 0 && x < tree[t].value) todo[n++] = tree[t].left;
        if (tree[t].right >= 0 && (x & 1)) todo[n++] = tree[t].right;
    }
    return sum + k;
}

/* Two stacks, of shorts and of signed chars, and one more loop. */
int f11(int k, int x)
{
    short calls[8];
    signed char marks[8];
    int cn = 0, mn = 0, state = 0, sum = x, mark = -1;
    while (sum < 1000) {
        switch (state) {
        case 0: calls[cn++] = 2; marks[mn++] = mark; mark = -3; state = 1; break;
        case 1: sum += mark * mark + 7; if (sum & 1 && cn < 8) { calls[cn++] = 3; break; } state = calls[--cn]; break;
        case 2: mark = marks[--mn]; sum += mark + 20; if (cn == 0) state = 0; else state = calls[--cn]; break;
        case 3: sum += 11; for (int i = 0; i < (sum & 3); i++) sum += i; if (cn == 0) return -sum; state = calls[--cn]; break;
        }
    }
    return sum;
}

/* What is pushed behind the loop in which it is popped, in the loop around both. */
static const unsigned char steps[] = { 0, 1, 2, 3 };
int f12(int k, int x)
{
    int back[8], n = 0, state, sum = x, pc = 0;
    if (x & 1) back[n++] = 1;
    if (x & 2) { back[n++] = 1; back[n++] = 1; }
    for (;;)
        switch (steps[pc]) {
        case 0:
            state = 1;
            for (int j = 0; j < (x & 3); j++)
                switch (state) {
                case 1: sum += k; if (n == 0) return sum; state = back[--n]; break;
                case 2: sum += 50; if (sum & 64 && n < 7) back[n++] = state; if (n == 0) return -sum; state = back[--n]; break;
                }
            pc++; break;
        case 1: if (n > 6) return sum; back[n++] = 2; pc++; break;
        case 2: if (sum < 200) pc = 0; else pc++; break;
        case 3: return sum * 2;
        }
}

/* Structs are pushed and popped as a whole. */
int f13(int k, int x)
{
    const char *input = texts[x & 7];
    struct thread ready[40], t;
    int n = 0;
    ready[n++] = (struct thread){ 0, input };
    while (n > 0) {
        t = ready[--n];
        for (;;) {
            switch (pattern[t.pc].op) {
            case CHAR: if (*t.at != pattern[t.pc].c) goto dead; t.pc++, t.at++; continue;
            case MATCH: return (int)(t.at - input) + k;
            case JMP: t.pc = pattern[t.pc].x; continue;
            case SPLIT:
                if (n >= 40) return -1;
                ready[n++] = (struct thread){ pattern[t.pc].y, t.at };
                t.pc = pattern[t.pc].x; continue;
            }
        }
    dead:;
    }
    return -2;
}

/* A procedure that calls itself returns to pointers into byte code. */
static const unsigned char adds[] = { 2, 5, 5, 0, 0, 4, 1, 14, 1, 127, 5, 2, 5, 5, 3 };
int f14(int k, int x)
{
    const unsigned char *ip = adds, *rs[32];
    int rp = 0, acc = 0;
    x &= 15;
    for (;;)
        switch (*ip++) {
        case 0: return acc + k;
        case 1: x += *ip++ - 128; break;
        case 2: rs[rp++] = ip + 1; ip = adds + *ip; break;
        case 3: ip = rs[--rp]; break;
        case 4: if (x < *ip) ip = adds + ip[1]; else ip += 2; break;
        case 5: acc = acc * 3 + x; break;
        }
}

/* Frames have them, a null pointer the first one, and what is popped is read before the loop begins again. */
struct step { int op, arg; };
struct frame { const struct step *ip; int x; };
static const struct step moves[] = { { 2, 3 }, { 5 }, { 3 }, { 4, 8 }, { 5 }, { 1, 1 }, { 2, 3 }, { 6, 2 }, { 3 } };
int f15(int k, int x)
{
    struct frame frames[40] = { { 0 } };
    int n = 1, acc = 0;
    x &= 15;
    for (const struct step *ip = moves; ip; ip++) {
        switch (ip->op) {
        case 1: x -= ip->arg; continue;
        case 2: frames[n].ip = ip, frames[n++].x = x; ip = moves + ip->arg - 1; continue;
        case 3: ip = frames[--n].ip; acc = acc * 2 + frames[n].x; if (!ip) return acc; continue;
        case 4: if (x <= 0) ip = moves + ip->arg - 1; continue;
        case 5: acc = acc * 3 + x; continue;
        case 6: acc += ip->arg; continue;
        }
    }
    return -1;
}

/* Instructions lead to each other. */
struct linked { int op, arg; const struct linked *next, *to; };
static const struct linked links[] = { { 2, 0, &links[1], &links[3] }, { 5, 0, &links[2] }, { 0 }, { 4, 0, &links[4], &links[8] }, { 5, 0, &links[5] },
    { 1, 1, &links[6] }, { 2, 0, &links[7], &links[3] }, { 6, 2, &links[8] }, { 3 } };
int f16(int k, int x)
{
    const struct linked *ip = links, *rs[32], **sp = rs;
    int acc = 0;
    x &= 15;
    for (;;) {
        switch (ip->op) {
        case 0: return acc;
        case 1: x -= ip->arg; break;
        case 2: *sp++ = ip->next; ip = ip->to; continue;
        case 3: ip = *--sp; continue;
        case 4: if (x <= 0) { ip = ip->to; continue; } break;
        case 5: acc = acc * 3 + x; break;
        case 6: acc += ip->arg; break;
        }
        ip = ip->next;
    }
}

/* What is pushed is where the call stands: the step comes behind it; another variable is popped; it is popped and moved at once. */
int f17(int k, int x)
{
    int rs[40], n = 0, acc = 0;
    x &= 15;
    for (int pc = 0;; pc++) {
        switch (moves[pc].op) {
        case 1: x -= moves[pc].arg; continue;
        case 2: rs[n++] = pc; pc = moves[pc].arg - 1; continue;
        case 3: if (n == 0) return acc; pc = rs[--n]; continue;
        case 4: if (x <= 0) pc = moves[pc].arg - 1; continue;
        case 5: acc = acc * 3 + x; continue;
        case 6: acc += moves[pc].arg; continue;
        }
    }
}
int f18(int k, int x)
{
    int rs[40], n = 0, acc = 0, pc = 0;
    x &= 15;
    for (;;) {
        switch (moves[pc].op) {
        case 1: x -= moves[pc].arg; break;
        case 2: rs[n++] = pc; pc = moves[pc].arg; continue;
        case 3: { if (n == 0) return acc; int back = rs[--n]; if (back > 5) acc++; pc = back + 1; continue; }
        case 4: if (x <= 0) { pc = moves[pc].arg; continue; } break;
        case 5: acc = acc * 3 + x; break;
        case 6: acc += moves[pc].arg; break;
        }
        pc++;
    }
}
int f19(int k, int x)
{
    const struct step *rs[40], *ip = moves;
    int n = 0, acc = 0;
    x &= 15;
    for (;;) {
        switch (ip->op) {
        case 1: x -= ip->arg; break;
        case 2: rs[n++] = ip; ip = moves + ip->arg; continue;
        case 3: if (n == 0) return acc; ip = rs[--n] + 1; continue;
        case 4: if (x <= 0) { ip = moves + ip->arg; continue; } break;
        case 5: acc = acc * 3 + x; break;
        case 6: acc += ip->arg; break;
        }
        ip++;
    }
}

/* Pointers into two tables are pushed, which are alike: they are not told apart. */
static const unsigned char one[] = { 1, 2, 0, 3 }, other[] = { 1, 2, 0, 3 };
int f20(int k, int x)
{
    const unsigned char *rs[8], *ip = one;
    int n = 0, acc = 0, fuel = 30 + (x & 1);
    while (fuel-- > 0)
        switch (*ip++) {
        case 0: if (n == 0) return acc; ip = rs[--n]; break;
        case 1: if (n < 8) rs[n++] = ((x + fuel) & 1 ? one : other) + 2 + (fuel & 1); break;
        case 2: acc = acc * 3 + (ip == one + 2); break;
        case 3: ip = acc & 1 ? one : other; break;
        }
    return acc * 5;
}

/* What is taken from the stack before anything is there is looked at and not used. */
int f21(int k, int x)
{
    int st[8], sp = 0, state = 0, top = 0, sum = x & 15;
    while (sum < 500) {
        switch (state) {
        case 0: sum += k; state = top; if (sp == 0) state = 1; break;
        case 1: sum = sum + 5; if (sp < 7) st[sp++] = state + 1; state = sum & 1 ? 2 : 3; break;
        case 2: sum += 5; state = 3; if (sp < 7) st[sp++] = state; break;
        case 3: sum += 7; if (sp > 0) sp--; state = 0; break;
        }
        top = st[sp];
    }
    return sum;
}

/* A stack that is declared once more, with other contents, where it is visible already. */
int f22(int k, int x)
{
    int sum = x & 15, j = 0;
again:;
    {
        int st[8] = { j, j, j }, sp = x & 1, state = 0;
        while (sum < 500 * (j + 1)) {
            switch (state) {
            case 0: sum += k + 1; state = 1; st[sp] = 2; break;
            case 1: sum = sum + 5;   state = st[sp]; break;
            case 2: sum += 7; if (sp != 0) state = st[--sp]; break;
                        default: sum += 21; state = 1; break;
            }
        }
    }
    if (j < 3) { j = 3; goto again; }
    return sum;
}

/* What is popped is changed in other ways than by adding to it. */
int f23(int k, int x)
{
    int back[8], n = 0, state = 0, sum = x & 15;
    for (int i = 0; i < 20 + (x & 3); i++)
        switch (state) {
        case 0: if (n < 7 && (x + sum) & 2) back[n++] = state + 1; sum += k; state = sum & 1 ? 1 : 2; break;
        case 1: if (n < 7 && sum & 4) back[n++] = 2; sum ^= 5; state = 3; break;
        case 2: sum += 7; if (n == 0) { state = 0; break; } state = back[--n] * 2; break;
        case 3: sum = sum * 3 & 1023; if (n == 0) { state = 0; break; } state = 4 - back[--n]; break;
        default: sum -= 9; if (n == 0) { state = 0; break; } state = back[--n] - 1; break;
        }
    return sum;
}

/* A pointer that is a number lies below all others. */
int f24(int k, int x)
{
    const struct step *rs[40], *ip = moves;
    int n = 0, acc = 0;
    x &= 15;
    rs[n++] = (const struct step *)8;
    for (;;) {
        switch (ip->op) {
        case 1: x -= ip->arg; break;
        case 2: rs[n++] = ip; ip = moves + ip->arg; continue;
        case 3: ip = rs[--n]; if (ip == (const struct step *)8) return acc; ip++; continue;
        case 4: if (x <= 0) { ip = moves + ip->arg; continue; } break;
        case 5: acc = acc * 3 + x; break;
        case 6: acc += ip->arg; break;
        }
        ip++;
    }
}

int main(void)
{
    int xs[] = { 0, 1, 2, 3, 4, 5, 6, 7, 11, 100 };
    for (int i = 0; i < 10; i++)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3, xs[i]), f2(3, xs[i]), f3(3, xs[i]), f4(3, xs[i]), f5(3, xs[i]), f6(3, xs[i]), f7(3, xs[i]), f8(3, xs[i]),
            f9(3, xs[i]), f10(3, xs[i]), f11(3, xs[i]), f12(3, xs[i]), f13(3, xs[i]), f14(3, xs[i]), f15(3, xs[i]), f16(3, xs[i]), f17(3, xs[i]),
            f18(3, xs[i]), f19(3, xs[i]), f20(3, xs[i]), f21(3, xs[i]), f22(3, xs[i]), f23(3, xs[i]), f24(3, xs[i]));
    return 0;
}
