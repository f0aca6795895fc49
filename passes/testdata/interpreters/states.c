/* A stack machine with two places that instructions are taken from, in turn, and two ways in: control that is no nest of loops. */
#define INSTRUCTION(other) \
    switch (*pc++) { \
    case 0: return st[sp - 1]; \
    case 1: st[sp++] = *pc++; goto other; \
    case 2: st[sp++] = x; goto other; \
    case 3: st[sp++] = y; goto other; \
    case 4: sp--; st[sp - 1] += st[sp]; goto other; \
    case 5: sp--; st[sp - 1] -= st[sp]; goto other; \
    case 6: sp--; st[sp - 1] *= st[sp]; goto other; \
    case 7: st[sp] = st[sp - 1]; sp++; goto other; \
    case 8: x = st[--sp]; goto other; \
    case 9: if (st[--sp]) pc = code + *pc; else pc++; goto other; \
    case 10: pc = code + *pc; goto other; \
    case 11: y = (y - 1) & 7; goto other; \
    default: return -1; \
    }

long run(const unsigned char *code, long x, long y)
{
    long st[16];
    int sp = 0;
    const unsigned char *pc = code;

    if (x > y)
        goto odd;
even:
    INSTRUCTION(odd)
odd:
    INSTRUCTION(even)
}
