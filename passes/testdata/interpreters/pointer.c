/* A stack machine whose program is walked by a pointer, and whose stack lies in a struct. */
struct machine {
    long top;
    long cells[15];
};

long run(const unsigned char *code, long x, long y)
{
    struct machine m;
    const unsigned char *pc = code;
    int depth = 0;

    m.top = 0;
    while (*pc) {
        unsigned char op = *pc++;
        if (op == 1 || op == 2 || op == 3) {
            if (depth)
                m.cells[depth - 1] = m.top;
            depth++;
            m.top = op == 1 ? *pc++ : op == 2 ? x : y;
        } else if (op >= 4 && op <= 6) {
            long below = m.cells[depth - 2];
            depth--;
            m.top = op == 4 ? below + m.top : op == 5 ? below - m.top : below * m.top;
        } else if (op == 7) {
            m.cells[depth - 1] = m.top;
            depth++;
        } else if (op == 8 || op == 9) {
            long popped = m.top;
            depth--;
            if (depth)
                m.top = m.cells[depth - 1];
            if (op == 8)
                x = popped;
            else
                pc = popped ? code + *pc : pc + 1;
        } else if (op == 10) {
            pc = code + *pc;
        } else {
            y = (y - 1) & 7;
        }
    }
    return m.top;
}
