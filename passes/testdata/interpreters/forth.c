/* A stack machine with words: a stack for data and one for where words return to. */
long run(const char *code, long x, long y)
{
    long st[16];
    const char *rs[4];
    int sp = 0, rp = 0;
    const char *pc = code;

    for (;;) {
        switch (*pc++) {
        case 0: return st[sp - 1];
        case 1: st[sp++] = *pc++; break;
        case 2: st[sp++] = x; break;
        case 3: st[sp++] = y; break;
        case 4: sp--; st[sp - 1] += st[sp]; break;
        case 5: sp--; st[sp - 1] -= st[sp]; break;
        case 6: sp--; st[sp - 1] *= st[sp]; break;
        case 7: st[sp] = st[sp - 1]; sp++; break;
        case 8: x = st[--sp]; break;
        case 9: pc = st[--sp] ? code + *pc : pc + 1; break;
        case 10: pc = code + *pc; break;
        case 11: y = (y - 1) & 7; break;
        case 12: rs[rp++] = pc + 1; pc = code + *pc; break;
        case 13: pc = rs[--rp]; break;
        default: return -1;
        }
    }
}
