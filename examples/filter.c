/* A packet filter: runs a program of instructions, much like those of BPF, on a packet. The result is how much of the packet to keep. */

struct insn {
    int code;
    int yes, no; /* of a jump: how many instructions to leave out */
    unsigned k;
};

enum code { DROP, KEEP, BYTE, HALF, HEAD, HALF_X, AND, EQ, GREATER, BITS };

unsigned filter(const struct insn *program, const unsigned char *packet, unsigned length)
{
    unsigned a = 0, x = 0, at;
    int pc = 0;

    for (;;) {
        switch (program[pc].code) {
        case KEEP:
            return program[pc].k;
        case BYTE: /* a = a byte of the packet */
            if (program[pc].k >= length)
                return 0;
            a = packet[program[pc].k];
            pc++;
            break;
        case HALF: /* a = two bytes of it */
            if (program[pc].k + 1 >= length)
                return 0;
            a = packet[program[pc].k] << 8 | packet[program[pc].k + 1];
            pc++;
            break;
        case HEAD: /* x = the length of the IP header that begins there */
            if (program[pc].k >= length)
                return 0;
            x = (packet[program[pc].k] & 15) * 4;
            pc++;
            break;
        case HALF_X: /* a = the two bytes x further on */
            at = program[pc].k + x;
            if (at + 1 >= length)
                return 0;
            a = packet[at] << 8 | packet[at + 1];
            pc++;
            break;
        case AND:
            a &= program[pc].k;
            pc++;
            break;
        case EQ:
            if (a == program[pc].k)
                pc += 1 + program[pc].yes;
            else
                pc += 1 + program[pc].no;
            break;
        case GREATER:
            if (a > program[pc].k)
                pc += 1 + program[pc].yes;
            else
                pc += 1 + program[pc].no;
            break;
        case BITS:
            if (a & program[pc].k)
                pc += 1 + program[pc].yes;
            else
                pc += 1 + program[pc].no;
            break;
        default:
            return 0;
        }
    }
}
