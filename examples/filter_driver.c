/* Runs filter on packets as a server meets them: most are TCP, many to the ports of the web, some are UDP, ARP or IPv6. */
#include <stdio.h>
#include "filter.c"

enum { PACKETS = 1024, SIZE = 64 };

static unsigned char packets[PACKETS][SIZE];

static void make(unsigned char *p, unsigned seed)
{
    static const int ports[] = {443, 443, 443, 80, 22, 25, 8080, 53};
    int port = ports[seed >> 8 & 7], kind = seed >> 16 & 15;
    p[12] = kind == 0 ? 0x86 : 8; /* IPv6 or IPv4 */
    p[13] = kind == 0 ? 0xdd : kind == 1 ? 6 : 0; /* or ARP */
    p[14] = 0x45;
    p[23] = kind < 4 ? 17 : 6; /* UDP or TCP */
    p[36] = port >> 8;
    p[37] = port & 255;
}

int main(void)
{
    static const struct insn program[] = LATE_program;
    unsigned seed = 1, kept = 0;
    for (int i = 0; i < PACKETS; i++) {
        seed = seed * 1664525u + 1013904223u;
        make(packets[i], seed);
    }
    for (int round = 0; round < 3000; round++)
        for (int i = 0; i < PACKETS; i++)
            kept += filter(program, packets[i], SIZE) != 0;
    printf("%u of %u packets kept\n", kept, 3000 * PACKETS);
    return 0;
}
