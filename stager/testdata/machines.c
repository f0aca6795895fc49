#include <stdio.h>
/* Machines of states over text that is not constant: the next state may be a function's result, and what one test after the other chooses. */
static const char *const words[] = { "aab", "abba", "", "b", "ab", "abab", "aabca", "-12.5e3", "1.x", "12", "-", "3e", "cab", "abbc" };
static const char *word(int x) { return words[(unsigned)x % 14]; }

enum st { START, INT, FRAC, EXP, BAD, SIGN };
static enum st next(enum st s, int c)
{
    switch (s) {
    case START: if (c >= '0' && c <= '9') return INT; return c == '-' ? SIGN : BAD;
    case SIGN: return c >= '0' && c <= '9' ? INT : BAD;
    case INT: if (c == '.') return FRAC; if (c == 'e') return EXP; return c >= '0' && c <= '9' ? INT : BAD;
    case FRAC: if (c == 'e') return EXP; return c >= '0' && c <= '9' ? FRAC : BAD;
    case EXP: return c >= '0' && c <= '9' ? EXP : BAD;
    default: return BAD;
    }
}
static int number(const char *w, int start)
{
    enum st s = start;
    while (*w && s != BAD)
        s = next(s, *w++);
    return s == INT || s == FRAC || s == EXP;
}
int f1(int k, int x) { return number(word(x), k - 3) * 10 + number(word(x), FRAC); }

static int step(int s, char c) { if (s == 0) return c == 'a'; if (s == 1) return c == 'b' ? 2 : c == 'a' ? 1 : 0; return -1; }
int f2(int k, int x)
{
    const char *w = word(x);
    int s = k - 3;
    for (int i = 0; w[i]; i++) {
        int t = step(s, w[i]);
        if (t < 0) return i;
        s = t;
    }
    return -s;
}
int f3(int k, int x)
{
    const char *w = word(x);
    int s = k - 3;
    for (int i = 0; w[i]; i++) {
        if (s == 0) s = w[i] == 'a';
        else if (s == 1) s = w[i] == 'b' ? 2 : w[i] == 'a';
        else s = -1;
        if (s < 0) return i;
    }
    return -s;
}
int f4(int k, int x)
{
    const char *w = word(x);
    int s = k - 3, n = 0;
    for (; *w; w++)
        switch (s) {
        case 0: s = *w == 'a'; break;
        case 1: { int t = *w == 'b' ? 2 : *w == 'a' && w[1] != 'a'; s = t; n += t; break; }
        case 2: s = *w == 'b' ? 1 : *w == 'c' ? 3 : *w != 'a' ? 0 : 2; break;
        default: return 9 + n;
        }
    return -s;
}

/* A search among the edges of a state. */
struct state;
struct edge { char c; const struct state *to; };
struct state { int n, accept; struct edge e[3]; };
static const struct state states[4] = {
    { 2, 0, { { 'a', &states[1] }, { 'b', &states[2] } } },
    { 1, 0, { { 'b', &states[3] } } },
    { 2, 0, { { 'a', &states[3] }, { 'b', &states[2] } } },
    { 3, 1, { { 'a', &states[3] }, { 'b', &states[0] }, { 'c', &states[1] } } },
};
static const struct state *taken_edge(const struct state *s, char c)
{
    for (int i = 0; i < s->n; i++)
        if (s->e[i].c == c) return s->e[i].to;
    return 0;
}
int f5(int k, int x)
{
    const char *w = word(x);
    const struct state *s = &states[k - 3];
    while (*w && (s = taken_edge(s, *w++)))
        ;
    return s ? s->accept : -1;
}

/* A machine that compares, and jumps by what came of that. */
struct insn { unsigned char op; signed char a; };
struct cpu { int r[3]; int flag; const struct insn *ip; };
static void compare(struct cpu *m, const struct insn *i) { m->flag = m->r[0] < m->r[i->a] ? -1 : m->r[0] > m->r[i->a]; }
static void less(struct cpu *m, const struct insn *i) { if (m->flag < 0) m->ip += i->a; }
static void inc(struct cpu *m, const struct insn *i) { m->r[0] += i->a; }
static void halt(struct cpu *m, const struct insn *i) { m->ip = 0; }
static void (*const does[])(struct cpu *, const struct insn *) = { compare, less, inc, halt };
static const struct insn code[] = { { 2, 3 }, { 0, 2 }, { 1, -3 }, { 2, -1 }, { 0, 1 }, { 1, 1 }, { 2, 7 }, { 3, 0 } };
int f8(int k, int x)
{
    struct cpu m = { { k, 5, x & 31 }, 0, code };
    while (m.ip) {
        const struct insn *i = m.ip++;
        does[i->op](&m, i);
    }
    return m.r[0] * 10 + m.flag;
}

/* A sum is no state, and neither is what a function without branches gives. */
static unsigned mix(unsigned h, char c) { return (h ^ c) * 16777619u; }
static unsigned crc(unsigned h, unsigned char c) { h ^= c; for (int i = 0; i < 8; i++) h = h >> 1 ^ (h & 1 ? 0xedb88320 : 0); return h; }
int f6(int k, int x) { unsigned h = k; for (const char *w = word(x); *w; w++) h = mix(h, *w); return h & 0xffff; }
int f7(int k, int x) { unsigned h = k - 4; for (const char *w = word(x); *w; w++) h = crc(h, *w); return h & 0xffff; }

int main(void)
{
    for (int x = 0; x < 14; x++)
        printf("%d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x));
}
