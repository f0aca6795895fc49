/* A stack machine with a label to go back to, and a stack pointer that is kept in front of the loop. */
long run(const unsigned char *code, long x, long y)
{
    long st[16];
    int sp = -1, pc = 0, op;

next:
    op = code[pc];
    pc++;
    switch (op) {
    case 0: return st[sp];
    case 1: st[++sp] = code[pc++]; goto next;
    case 2: st[++sp] = x; goto next;
    case 3: st[++sp] = y; goto next;
    case 4: --sp; st[sp] = st[sp] + st[sp + 1]; goto next;
    case 5: --sp; st[sp] = st[sp] - st[sp + 1]; goto next;
    case 6: --sp; st[sp] = st[sp] * st[sp + 1]; goto next;
    case 7: ++sp; st[sp] = st[sp - 1]; goto next;
    case 8: x = st[sp--]; goto next;
    case 9:
        if (!st[sp--]) {
            pc++;
            goto next;
        }
        /* fall through */
    case 10: pc = code[pc]; goto next;
    case 11: y = (y - 1) & 7; goto next;
    }
    return -1;
}
