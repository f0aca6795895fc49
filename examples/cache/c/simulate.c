/* A cache simulator. */
enum replacement { LRU, FIFO, RANDOM };

struct config {
    int sets, ways;     /* lines that an address may lie in, and how often there are such */
    int line;           /* bytes in a line */
    int replacement;    /* which line makes room */
    _Bool write_back;   /* whether writes stay in the cache until their line goes */
    _Bool write_around; /* whether writes that miss go to memory alone */
};

struct line {
    unsigned tag; /* 0: there is nothing in the line */
    unsigned stamp; /* when it was used (LRU) or came in (FIFO) */
    int dirty;
};

struct counts {
    long reads, writes, read_misses, write_misses;
    long bytes; /* to and from memory */
    unsigned clock, seed;
};

/* Runs a trace of n references, addresses of bytes, each times two, plus 1 for a write. */
void simulate(const struct config *c, struct line *lines, struct counts *counts, const unsigned *trace, long n)
{
    for (long i = 0; i < n; i++) {
        unsigned block = (trace[i] >> 1) / c->line, write = trace[i] & 1;
        unsigned first = block % c->sets * c->ways, tag = block / c->sets + 1;
        int at = -1, victim = 0;

        for (int way = 0; way < c->ways; way++)
            if (lines[first + way].tag == tag)
                at = way;
        counts->clock++;
        if (write)
            counts->writes++;
        else
            counts->reads++;
        if (at < 0) {
            if (write)
                counts->write_misses++;
            else
                counts->read_misses++;
            if (write && c->write_around) {
                counts->bytes += 4;
                continue;
            }
            if (c->replacement == RANDOM) {
                counts->seed = counts->seed * 1103515245 + 12345;
                victim = (counts->seed >> 16) % c->ways;
            } else {
                for (int way = 1; way < c->ways; way++)
                    if (lines[first + way].stamp < lines[first + victim].stamp)
                        victim = way;
            }
            at = victim;
            if (c->write_back && lines[first + at].dirty)
                counts->bytes += c->line;
            counts->bytes += c->line;
            lines[first + at].tag = tag;
            lines[first + at].stamp = counts->clock;
            lines[first + at].dirty = 0;
        } else if (c->replacement == LRU) {
            lines[first + at].stamp = counts->clock;
        }
        if (write) {
            if (c->write_back)
                lines[first + at].dirty = 1;
            else
                counts->bytes += 4;
        }
    }
}
