/* A stack machine in threaded code: each instruction jumps to the next one. */
long run(const unsigned char *code, long x, long y)
{
    static void *const table[] = {&&halt, &&push, &&pushx, &&pushy, &&add, &&sub, &&mul, &&dup, &&popx, &&jnz, &&jump, &&count};
    long st[16];
    int sp = 0;
    const unsigned char *pc = code;

    goto *table[*pc++];
push:
    st[sp++] = *pc++;
    goto *table[*pc++];
pushx:
    st[sp++] = x;
    goto *table[*pc++];
pushy:
    st[sp++] = y;
    goto *table[*pc++];
add:
    sp--;
    st[sp - 1] += st[sp];
    goto *table[*pc++];
sub:
    sp--;
    st[sp - 1] -= st[sp];
    goto *table[*pc++];
mul:
    sp--;
    st[sp - 1] *= st[sp];
    goto *table[*pc++];
dup:
    st[sp] = st[sp - 1];
    sp++;
    goto *table[*pc++];
popx:
    x = st[--sp];
    goto *table[*pc++];
jnz:
    if (st[--sp])
        pc = code + *pc;
    else
        pc++;
    goto *table[*pc++];
jump:
    pc = code + *pc;
    goto *table[*pc++];
count:
    y = (y - 1) & 7;
    goto *table[*pc++];
halt:
    return st[sp - 1];
}
