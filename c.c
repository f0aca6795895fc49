struct ins { int code, jt, k; };
int run(const struct ins *pc, const int *in) {
    int a = 0;
    for (;;) {
        switch (pc->code) {
        case 0: return a;
        case 1: a += pc->k; break;
        case 2: a = in[a & 3]; break;
        case 3: pc = pc + in[pc->jt]; break;
        }
        pc = pc + 1;
    }
}
