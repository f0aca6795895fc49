/* Runs an image (../arm64.go): code for arm64, and the memory that it uses, as a C program that is linked statically. The code leaves as backend/code says
   (state.go) for functions of C's library, for polls, and where it traps. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef unsigned long word;

enum { stack_size = 256 << 10, state_size = 256, reserve = 68 << 10, words = 16, page = 4096 };
enum { poll = 1, host = 2, trap = 3 };
enum { trapped = 3, refused = 4, broken = 5 }; /* how the process ends */

struct state {
    word go_sp, go_pc, resume_sp, resume_pc, status, code, place, exit, owner, busy, limit, unused, words[words];
};

struct head {
    word magic, entry, segments, functions;
};

struct segment {
    word address, size; /* and then the bytes, up to a multiple of 8 */
};

struct function {
    char name[48];
    word address; /* of what it writes */
};

word goroutine[8]; /* the third word is what code compares its stack pointer with to poll */

long enter(struct state *s, word entry, word a, word b);
long resume(struct state *s);
void leave_code(void);

/* enter and resume return with 0 where the code returned, with the status where it left. Where code goes on, all registers have changed. */
__asm__(
    "   .text\n"
    "save:\n"
    "   stp x19, x20, [sp, #16]\n   stp x21, x22, [sp, #32]\n   stp x23, x24, [sp, #48]\n   stp x25, x26, [sp, #64]\n   stp x27, x28, [sp, #80]\n"
    "   stp d8, d9, [sp, #96]\n   stp d10, d11, [sp, #112]\n   stp d12, d13, [sp, #128]\n   stp d14, d15, [sp, #144]\n"
    "   mov x9, sp\n   str x9, [x0]\n"
    "   adrp x28, goroutine\n   add x28, x28, :lo12:goroutine\n"
    "   ret\n"
    "restore:\n"
    "   ldp x19, x20, [sp, #16]\n   ldp x21, x22, [sp, #32]\n   ldp x23, x24, [sp, #48]\n   ldp x25, x26, [sp, #64]\n   ldp x27, x28, [sp, #80]\n"
    "   ldp d8, d9, [sp, #96]\n   ldp d10, d11, [sp, #112]\n   ldp d12, d13, [sp, #128]\n   ldp d14, d15, [sp, #144]\n"
    "   ldp x29, x30, [sp], #160\n"
    "   ret\n"
    "   .globl enter\n"
    "enter:\n"
    "   stp x29, x30, [sp, #-160]!\n   bl save\n"
    "   mov x10, x1\n   mov sp, x0\n   mov x0, x2\n   mov x1, x3\n"
    "   blr x10\n"
    "   mov x9, sp\n   str x0, [x9, #96]\n   ldr x10, [x9]\n   mov sp, x10\n   mov x0, #0\n"
    "   b restore\n"
    "   .globl leave_code\n"
    "leave_code:\n"
    "   mov x16, sp\n   orr x17, x16, #0x3ffff\n   sub x17, x17, #255\n   str x16, [x17, #16]\n   str x30, [x17, #24]\n"
    "   ldr x16, [x17]\n   mov sp, x16\n   ldr x0, [x17, #32]\n"
    "   b restore\n"
    "   .globl resume\n"
    "resume:\n"
    "   stp x29, x30, [sp, #-160]!\n   bl save\n"
    "   ldr x30, [x0, #24]\n   ldr x9, [x0, #16]\n   mov sp, x9\n"
    "   mov x0, #0x5555555555555555\n   dup v0.2d, x0\n"
    "   .irp n,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,29\n   mov x\\n, x0\n   .endr\n"
    "   .irp n,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n   mov v\\n\\().16b, v0.16b\n   .endr\n"
    "   ret\n");

static char *image;
static struct function *functions;

static void end(int how, const char *what, word number)
{
    fflush(stdout);
    fprintf(stderr, "%s %lx\n", what, number);
    _exit(how);
}

/* mapped tells whether the page is mapped now, and makes it so. */
static int mapped(word address, int protection)
{
    static word all[1 << 16];
    static int n;
    for (int i = 0; i < n; i++)
        if (all[i] == address)
            return 1;
    void *got = mmap((void *)address, page, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != (void *)address || n == sizeof all / sizeof *all)
        return 0;
    all[n++] = address;
    return 1;
}

/* load puts all memory where it belongs, as it is in the beginning. The first segment is the code. */
static void load(void)
{
    struct head *h = (struct head *)image;
    char *at = image + sizeof *h;
    for (word i = 0; i < h->segments; i++) {
        struct segment *s = (struct segment *)at;
        for (word p = s->address & -page; p < s->address + s->size; p += page)
            if (!mapped(p, i ? PROT_READ | PROT_WRITE : PROT_READ | PROT_WRITE | PROT_EXEC))
                end(broken, "no memory at", p);
        memcpy((void *)s->address, s + 1, s->size);
        if (i == 0)
            __builtin___clear_cache((char *)s->address, (char *)s->address + s->size);
        at += sizeof *s + (s->size + 7) / 8 * 8;
    }
    functions = (struct function *)at;
}

static struct state *new_state(void)
{
    char *m = mmap(0, 2 * stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        end(broken, "no stack", 0);
    word low = ((word)m + stack_size - 1) & -(word)stack_size;
    struct state *s = (struct state *)(low + stack_size - state_size);
    s->exit = (word)leave_code;
    s->limit = low + reserve;
    return s;
}

static word call(word entry, word a, word b);

/* compare calls the program's function for qsort. */
static word compare_function;
static int compare(const void *a, const void *b) { return (int)call(*(word *)compare_function, (word)a, (word)b); }

static double as_double(word w)
{
    double d;
    memcpy(&d, &w, sizeof d);
    return d;
}

static word double_word(double d)
{
    word w;
    memcpy(&w, &d, sizeof w);
    return w;
}

/* arguments are words as arguments of a function that takes a va_list: all lie in memory. */
static va_list *arguments(word *from)
{
    static struct { void *stack, *general, *vector; int general_offset, vector_offset; } l;
    l.stack = from;
    return (va_list *)&l;
}

/* sum is what random programs have that the tree cannot hold: a function with a variable number of arguments. */
static word sum(word *w, word *trace)
{
    int n = w[0], s = n;
    for (int i = 0; i < n; i++)
        s = s * 3 + (int)w[1 + i];
    *trace = *trace * 41 + (unsigned)s;
    return s;
}

static const struct { const char *name; double (*f)(double); } of_double[] = {
    {"sqrt", sqrt}, {"fabs", fabs}, {"floor", floor}, {"ceil", ceil}, {"trunc", trunc}, {"round", round}, {"rint", rint}, {"nearbyint", nearbyint},
    {"sin", sin}, {"cos", cos}, {"exp", exp}, {"log", log},
};

static const struct { const char *name; word (*f)(); } of_words[] = {
    {"memcpy", (word (*)())memcpy}, {"memmove", (word (*)())memmove}, {"memset", (word (*)())memset}, {"memcmp", (word (*)())memcmp},
    {"memchr", (word (*)())memchr}, {"strlen", (word (*)())strlen}, {"strcmp", (word (*)())strcmp}, {"strncmp", (word (*)())strncmp},
    {"strcpy", (word (*)())strcpy}, {"strncpy", (word (*)())strncpy}, {"strcat", (word (*)())strcat}, {"strncat", (word (*)())strncat},
    {"strchr", (word (*)())strchr}, {"strrchr", (word (*)())strrchr}, {"strstr", (word (*)())strstr}, {"malloc", (word (*)())malloc},
    {"calloc", (word (*)())calloc}, {"realloc", (word (*)())realloc}, {"free", (word (*)())free}, {"abs", (word (*)())abs}, {"labs", (word (*)())labs},
    {"puts", (word (*)())puts}, {"putchar", (word (*)())putchar}, {"abort", (word (*)())abort}, {"exit", (word (*)())exit},
    {"strspn", (word (*)())strspn}, {"strcspn", (word (*)())strcspn}, {"strnlen", (word (*)())strnlen}, {"stpcpy", (word (*)())stpcpy},
    {"mempcpy", (word (*)())mempcpy},
};

/* called runs the function with the number. */
static word called(word number, word *w)
{
    const char *name = functions[number].name;
    if (!strncmp(name, "__builtin_", 10))
        name += 10;
    if (functions[number].address)
        return sum(w, (word *)functions[number].address);
    if (!strcmp(name, "printf"))
        return vprintf((char *)w[0], *arguments(w + 1));
    if (!strcmp(name, "sprintf"))
        return vsprintf((char *)w[0], (char *)w[1], *arguments(w + 2));
    if (!strcmp(name, "snprintf"))
        return vsnprintf((char *)w[0], w[1], (char *)w[2], *arguments(w + 3));
    if (!strcmp(name, "fflush") || !strcmp(name, "alarm") || !strcmp(name, "leave"))
        return 0;
    if (!strcmp(name, "fork")) { /* the child goes on, with everything as it was in the beginning */
        load();
        return 0;
    }
    if (!strcmp(name, "wait")) { /* the child has ended well */
        *(int *)w[0] = 0;
        return 1;
    }
    if (!strcmp(name, "qsort")) {
        compare_function = w[3];
        qsort((void *)w[0], w[1], w[2], compare);
        return 0;
    }
    for (int i = 0; i < sizeof of_words / sizeof *of_words; i++)
        if (!strcmp(name, of_words[i].name))
            return of_words[i].f(w[0], w[1], w[2], w[3]);
    for (int i = 0; i < sizeof of_double / sizeof *of_double; i++)
        if (!strcmp(name, of_double[i].name))
            return double_word(of_double[i].f(as_double(w[0])));
    fflush(stdout);
    fprintf(stderr, "there is no function %s here\n", name);
    _exit(refused);
}

/* call runs code. Polls find that they are to leave a few times after each third call of a function. */
static word call(word entry, word a, word b)
{
    static int hosts, polls;
    struct state *s = new_state();
    long status = enter(s, entry, a, b);
    while (status) {
        switch (status) {
        case poll:
            if (++polls % 3 == 0)
                goroutine[2] = 0;
            break;
        case host:
            s->words[0] = called(s->code, s->words);
            if (++hosts % 3 == 0)
                goroutine[2] = -1;
            break;
        default:
            end(trapped, "trap", s->code);
        }
        status = resume(s);
    }
    word result = s->words[0];
    munmap((void *)((word)s & -(word)stack_size), stack_size);
    return result;
}

int main(int argc, char **argv)
{
    int file = open(argv[1], O_RDONLY);
    struct stat st;
    if (file < 0 || fstat(file, &st) || (image = mmap(0, st.st_size, PROT_READ, MAP_PRIVATE, file, 0)) == MAP_FAILED)
        end(broken, "no image", errno);
    load();
    goroutine[2] = -1;
    int status = call(((struct head *)image)->entry, 0, 0);
    fflush(stdout);
    return status;
}
