/* An interpreter of byte code with 8 registers of 32 bits. */
enum op {
    HALT, /* a: gives register a */
    SET,  /* a, n: a = n */
    MOVE, /* a, b: a = b, and so the next ones */
    ADD,
    SUB,
    MUL,
    REM,
    JNZ, /* a, to: where a is not 0 */
    JLT  /* a, b, to: where a < b */
};

/* Runs code with x and y in the registers 0 and 1. */
unsigned run(const unsigned char *code, unsigned x, unsigned y)
{
    unsigned r[8] = {0};
    int pc = 0;

    r[0] = x;
    r[1] = y;
    for (;;) {
        unsigned char a = code[pc + 1];
        switch (code[pc]) {
        case SET:
            r[a] = code[pc + 2];
            pc += 3;
            break;
        case MOVE:
            r[a] = r[code[pc + 2]];
            pc += 3;
            break;
        case ADD:
            r[a] += r[code[pc + 2]];
            pc += 3;
            break;
        case SUB:
            r[a] -= r[code[pc + 2]];
            pc += 3;
            break;
        case MUL:
            r[a] *= r[code[pc + 2]];
            pc += 3;
            break;
        case REM:
            r[a] %= r[code[pc + 2]];
            pc += 3;
            break;
        case JNZ:
            if (r[a])
                pc = code[pc + 2];
            else
                pc += 3;
            break;
        case JLT:
            if (r[a] < r[code[pc + 2]])
                pc = code[pc + 3];
            else
                pc += 4;
            break;
        default:
            return r[a];
        }
    }
}
