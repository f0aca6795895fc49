// filter.c, written anew as templates over a program that the compiler knows: what examples/compare holds the stager against.

struct insn { int code, yes, no; unsigned k; };

enum code { DROP, KEEP, BYTE, HALF, HEAD, HALF_X, AND, EQ, GREATER, BITS };

static constexpr insn program[] = LATE_program;

template <int pc>
static inline unsigned step(const unsigned char *packet, unsigned length, unsigned a, unsigned x)
{
    constexpr insn i = program[pc];
    constexpr int yes = pc + 1 + i.yes, no = pc + 1 + i.no;
    if constexpr (i.code == KEEP) {
        return i.k;
    } else if constexpr (i.code == BYTE) {
        if (i.k >= length)
            return 0;
        return step<pc + 1>(packet, length, packet[i.k], x);
    } else if constexpr (i.code == HALF) {
        if (i.k + 1 >= length)
            return 0;
        return step<pc + 1>(packet, length, packet[i.k] << 8 | packet[i.k + 1], x);
    } else if constexpr (i.code == HEAD) {
        if (i.k >= length)
            return 0;
        return step<pc + 1>(packet, length, a, (packet[i.k] & 15) * 4);
    } else if constexpr (i.code == HALF_X) {
        unsigned at = i.k + x;
        if (at + 1 >= length)
            return 0;
        return step<pc + 1>(packet, length, packet[at] << 8 | packet[at + 1], x);
    } else if constexpr (i.code == AND) {
        return step<pc + 1>(packet, length, a & i.k, x);
    } else if constexpr (i.code == EQ) {
        return a == i.k ? step<yes>(packet, length, a, x) : step<no>(packet, length, a, x);
    } else if constexpr (i.code == GREATER) {
        return a > i.k ? step<yes>(packet, length, a, x) : step<no>(packet, length, a, x);
    } else if constexpr (i.code == BITS) {
        return a & i.k ? step<yes>(packet, length, a, x) : step<no>(packet, length, a, x);
    } else {
        return 0;
    }
}

extern "C" unsigned filter(const insn *, const unsigned char *packet, unsigned length) 
{
    return step<0>(packet, length, 0, 0);
}
