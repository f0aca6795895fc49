/* A stack machine: an index into its program, an index into its stack. */
long run(const unsigned char *code, long x, long y)
{
    long st[16];
    int sp = 0, pc = 0;

    for (;;) {
        switch (code[pc++]) {
        case 0: return st[sp - 1];
        case 1: st[sp++] = code[pc++]; break;
        case 2: st[sp++] = x; break;
        case 3: st[sp++] = y; break;
        case 4: sp--; st[sp - 1] += st[sp]; break;
        case 5: sp--; st[sp - 1] -= st[sp]; break;
        case 6: sp--; st[sp - 1] *= st[sp]; break;
        case 7: st[sp] = st[sp - 1]; sp++; break;
        case 8: x = st[--sp]; break;
        case 9:
            if (st[--sp])
                pc = code[pc];
            else
                pc++;
            break;
        case 10: pc = code[pc]; break;
        case 11: y = (y - 1) & 7; break;
        default: return -1;
        }
    }
}
