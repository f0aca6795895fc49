/* A stack machine whose state is a struct: its program counter an index, its stack an array in it. */
struct machine {
    const char *code;
    struct { int pc, sp; } at;
    long stack[16];
};

long run(const char *code, long x, long y)
{
    struct machine m = {code};

    for (;;) {
        switch (m.code[m.at.pc++]) {
        case 0: return m.stack[m.at.sp - 1];
        case 1: m.stack[m.at.sp++] = m.code[m.at.pc++]; break;
        case 2: m.stack[m.at.sp++] = x; break;
        case 3: m.stack[m.at.sp++] = y; break;
        case 4: m.at.sp--; m.stack[m.at.sp - 1] += m.stack[m.at.sp]; break;
        case 5: m.at.sp--; m.stack[m.at.sp - 1] -= m.stack[m.at.sp]; break;
        case 6: m.at.sp--; m.stack[m.at.sp - 1] *= m.stack[m.at.sp]; break;
        case 7: m.stack[m.at.sp] = m.stack[m.at.sp - 1]; m.at.sp++; break;
        case 8: x = m.stack[--m.at.sp]; break;
        case 9: if (m.stack[--m.at.sp]) m.at.pc = m.code[m.at.pc]; else m.at.pc++; break;
        case 10: m.at.pc = m.code[m.at.pc]; break;
        case 11: y = (y - 1) & 7; break;
        default: return -1;
        }
    }
}
