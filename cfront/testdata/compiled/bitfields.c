// Bit-fields that are constant: behind pointers, in structs of structs, in constant objects of the file; signed ones, truth values, and some that are
// wider than int or lie across the units of others.
int printf(const char *, ...);

struct mode {
    unsigned kind : 3;
    int bias : 5;
    _Bool on : 1;
    enum { LOW, MIDDLE, HIGH } level : 2;
    unsigned : 4;
    unsigned long wide : 40;
    unsigned char tail : 7;
    int plain;
};

struct filter {
    const struct mode *mode;
    struct mode own[2];
    unsigned count : 2;
};

static const struct mode fixed = {.kind = 5, .bias = -16, .on = 1, .level = HIGH, .wide = 0xfedcba9876UL, .tail = 99, .plain = -3};
static const struct mode modes[3] = {{1, -1, 0, LOW, 1UL << 39, 127, 4}, {2, 15, 1, MIDDLE}, {.tail = 1}};

// o={kind:6,bias:-9,on:1,level:2,wide:1099511627775,tail:64,plain:3}
long apply(const struct mode *o, long x)
{
    long r = x;
    if (o->on)
        r += o->bias;
    switch (o->kind) {
    case 6:
        r = r * 3 + o->tail;
        break;
    case 1:
        r ^= o->wide;
        break;
    default:
        r -= o->plain;
    }
    r += (o->bias - 20 < o->kind - 7) + (o->wide << 30 >> 3) % 1001 + ~o->kind;
    return o->level == HIGH ? r : -r;
}

// x=5
long known(long x)
{
    long r = x * fixed.kind + fixed.bias - (long)(fixed.wide >> 7) + fixed.tail;
    for (int i = 0; i < 3; i++)
        r = r * 31 + modes[i].kind + modes[i].bias * 3 + modes[i].on + modes[i].level + modes[i].tail;
    return r;
}

// f={mode:{kind:1,bias:3},own:[{on:1,wide:77,tail:3},{tail:5,level:1}],count:2}
long inside(const struct filter *f, long x)
{
    long r = x;
    for (unsigned i = 0; i < f->count; i++) {
        r = r * 7 + f->own[i].tail * 2 + f->own[i].on - f->own[i].level;
        r ^= f->own[i].wide;
    }
    return r + f->mode->kind * f->mode->bias;
}

int main(void)
{
    struct mode o = {.kind = 6, .bias = -9, .on = 1, .level = HIGH, .wide = 1099511627775UL, .tail = 64, .plain = 3};
    struct mode m = {.kind = 1, .bias = 3, .tail = 9};
    struct filter f = {&m, {{.on = 1, .wide = 77, .tail = 3}, {.level = MIDDLE, .tail = 5, .kind = 7}}, 2};
    for (long x = -3; x < 9; x += 4)
        printf("%ld %ld %ld\n", apply(&o, x), known(x), inside(&f, x));
    return 0;
}
