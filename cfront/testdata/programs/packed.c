// Packed structs and unions.
#include <stdio.h>
#include <stddef.h>
#include <string.h>

typedef unsigned char u8;
struct __attribute__((packed)) head { u8 kind; unsigned len; unsigned short port; };
typedef struct { short v; } __attribute__((packed)) jint;
struct node { jint magic; jint type; int total; } __attribute__((__packed__));
struct mixed { u8 a; struct head h[2]; long l; };
struct __attribute__((packed, aligned(4))) al { u8 a; long b; u8 c; };
struct outer { u8 a; struct al x; double d __attribute__((aligned(2))); } __attribute__((packed));
union all { u8 a; long b; struct head h; } __attribute__((packed));
struct plain { u8 a; long b; };
struct nested { u8 k; struct plain p; struct { u8 q; int r; } __attribute__((packed)) in; } __attribute__((packed));
#pragma pack(push, 2)
struct two { u8 a; long b; struct { u8 c; int d; } in; struct al al; };
#pragma pack(1)
struct one { u8 a; struct two t; double d; };
#pragma pack(pop)
struct eight { u8 a; struct one o; double d; };
static const struct head heads[3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };

struct head make(int n) {
    struct head h = { n, n * 3, .port = n + 1 };
    return h;
}

long copies(struct mixed *m, int n, struct head by, struct node *p) {
    struct mixed c = *m;
    struct head h = make(n), *q = &c.h[1];
    int i = n & 1;
    c.h[0] = h;
    q->len += by.len + m->h[i].port;
    m->h[i--].len += 2;
    c.h[++i].port++;
    struct node marker = { .magic = (jint){ 0x1985 }, .type = (jint){ 0x2003 }, .total = p->total };
    *p = marker;
    struct nested t = { 1, { 2, 3 }, { 4, n } }, t2;
    t2 = t;
    t2.p.b += q->len;
    memcpy(m, &c, sizeof c);
    return c.l + h.len + q->kind + m->h[1].port + p->magic.v * t2.p.b + t2.in.r;
}

long sizes(struct mixed *c) {
    struct here { char a; union all b; } __attribute__((packed)) h[2] = { { 1, { .b = 2 } } };
    long n = offsetof(struct mixed, l) + sizeof(struct outer) * 3 + _Alignof(struct mixed) + sizeof(union all) * 5 + sizeof(struct nested) * 7;
    n = n * 31 + offsetof(struct outer, d) + ((char *)&c->h[1].len - (char *)c);
    return n * 31 + sizeof h + h[0].b.b + (char)sizeof(jint[3]);
}

double limited(struct eight *e, struct two t) {
    struct one o = { 1, t, 2.5 };
    e[1] = *e;
    e[1].o = o;
    e[1].o.t.al.b += e->o.t.in.d++;
    return e[1].o.t.al.b + e[1].o.d * e->d + sizeof(struct two) * 3 + sizeof o * 5 + sizeof *e * 7 + offsetof(struct eight, d) * 11;
}

unsigned weighed(const struct head *h, int n) {
    unsigned s = 0;
    for (int i = 0; i < n; i++)
        s += h[i].len * h[i].kind + h[i].port;
    return s;
}

int main(void) {
    struct mixed m = { 1, { { 2, 3, 4 }, { 5, 6, 7 } }, 8 };
    struct node p = { { 1 }, { 2 }, 3 };
    for (int i = 0; i < 4; i++) {
        long sum = copies(&m, i, m.h[i & 1], &p);
        printf("%ld %u %u %d %d\n", sum, m.h[0].len, m.h[1].port, p.total, p.type.v);
    }
    struct eight e[2] = { { 1, { 2, { 3, 4, { 5, 6 } }, 0.5 }, 1.5 } };
    printf("%g", limited(e, (struct two){ 7, 8, { 9, 10 }, { 11, 12, 13 } }));
    double last = limited(e, e[1].o.t);
    printf(" %g %d\n", last, e->o.t.in.d);
    printf("%ld %u\n", sizes(&m), weighed(heads, 3));
    return 0;
}
