int printf(const char *, ...);
void *memset(void *, int, unsigned long);
struct pt { int x, y; };
typedef struct { struct pt a; struct pt b[3]; char name[8]; union { int i; float f; } u; double d; } box;
struct node { struct node *next; int v; };
typedef struct tree tree;
struct tree { tree *left, *right; const char *key; struct { short lo, hi; } range; union { long whole; unsigned char part[8]; }; };
union word { unsigned u; float f; unsigned char c[4]; struct pt *p; };
struct flags { unsigned a : 3, b : 5; int plain; struct pt p; };
struct flexible { int n; int items[]; };
static struct { int hits, misses; } counters;
static struct pt origin = {3, 4}, corners[] = {{0, 1}, {2, 3}};
static const struct pt *current = &origin;

struct pt make(int a, int b) { struct pt p = {a, b}; p.x++; return p; }
struct pt add(struct pt a, struct pt b) { a.x += b.x; a.y += b.y; return a; }
int use(box *b, int i) {
    b->b[i].x = b->a.y++;
    b->a = b->b[i];
    b->u.f = 1.5f;
    b->d = b->d * 2 + 1;
    b->name[i] = 'x';
    (&b->b[i])->y = (*b).a.x;
    return make(1, 2).x + b->u.i + add(b->a, make(b->a.x, 7)).y;
}
int list(struct node *p) {
    int s = 0;
    for (; p; p = p->next) {
        if (p->v < 0)
            continue;
        if (p->v == 99)
            break;
        s += p->v;
    }
    return s;
}
int insert(tree **at, tree *new) {
    int depth = 0;
    while (*at) {
        at = new->key[0] < (*at)->key[0] ? &(*at)->left : &(*at)->right;
        depth++;
    }
    *at = new;
    new->range.lo = depth, new->range.hi = -depth;
    new->whole = 0x0102030405060708;
    return depth + new->part[1];
}
int copies(struct pt *p, struct pt *q, int c) {
    struct pt t = *p, *r = c ? p : q, array[2];
    *p = *q;
    *q = t;
    array[0] = c ? t : *p;
    array[1] = array[0];
    array[1].x = (t = *r, t.y);
    struct pt chain, chain2;
    chain = chain2 = array[1];
    return (c ? *p : *q).x + array[1].x * 3 + chain.y + chain2.x + r->y;
}
unsigned puns(float f) {
    union word w;
    w.f = f;
    w.c[0] ^= 1;
    return w.u + sizeof w + w.c[3];
}
int initial(int x) {
    box b = {.b[1] = {3, x}, .u.f = 2, .d = 3}, z = {0}, y = {{1, 2}, {{3}, {x, 4}}, "name", {9}};
    struct flags f = {0};
    struct node n = {0, x}, m = {&n, n.v + 1};
    union word w = {.f = 1}, v = {7};
    f.plain = x;
    f.p = b.b[1];
    return b.b[1].y + b.b[0].x + z.a.x + y.b[1].x + y.name[1] + m.next->v + m.v + f.plain + f.p.y + (int)w.f + v.u + (int)b.u.f + y.u.i;
}
int literals(int x) {
    struct pt *p = &(struct pt){x, 4};
    int *q = (int[]){1, 2, x};
    struct pt r = (struct pt){.y = x};
    p->x += q[2];
    return add(*p, (struct pt){q[1], p->x}).y + r.y + r.x;
}
int local_types(int x) {
    struct local { int a, b; } v = {x, 2}, *p = &v;
    struct { int q; struct pt at; } s;
    typedef struct { short h; } small;
    enum { A = 5, B };
    typedef int number;
    small sm = {A};
    number z = B;
    s.q = 3;
    s.at = origin;
    return p->a + v.b + z + s.q + s.at.y + sm.h;
}
int globals(int hit) {
    counters.hits += hit;
    counters.misses += !hit;
    corners[hit].x++;
    origin = corners[1 - hit];
    return counters.hits * 100 + counters.misses * 10 + current->x + corners[hit].x;
}
int flexible(struct flexible *f) {
    int s = 0;
    for (int i = 0; i < f->n; i++)
        s += f->items[i];
    return s + sizeof *f;
}
int pointer_games(struct pt *p, int n) {
    struct pt *end = p + n, *q = p;
    int s = 0;
    for (; q < end; q++)
        s += q->x * (q - p) + (*q).y;
    int *inside = &p[1].y;
    *inside = 100;
    q--;
    char *bytes = (char *)q;
    bytes[0] = 9;
    return s + p[1].y + q->x + ((struct pt *)bytes)->y;
}
int main(void) {
    box b;
    memset(&b, 1, sizeof b);
    b.d = 2.5;
    int used = use(&b, 1);
    printf("%d %d %f %d\n", used, b.b[1].y, b.d, b.a.x);
    struct node n3 = {0, 99}, n2 = {&n3, -5}, n1 = {&n2, 7}, n0 = {&n1, 1};
    printf("%d\n", list(&n0));
    tree *root = 0, t[4] = {{.key = "m"}, {.key = "c"}, {.key = "x"}, {.key = "n"}};
    for (int i = 0; i < 4; i++)
        printf("%d ", insert(&root, &t[i]));
    printf("%d %d\n", t[3].range.lo, t[3].range.hi);
    struct pt p = {1, 2}, q = {3, 4}, many[3] = {{1, 2}, {3, 4}, {5, 6}};
    int copied = copies(&p, &q, 1), again = copies(&p, &q, 0);
    printf("%d %d %d\n", copied, again, p.x);
    printf("%u %d %d %d\n", puns(2.5f), initial(6), literals(5), local_types(2));
    int first = globals(1), second = globals(0), third = globals(1);
    printf("%d %d %d\n", first, second, third);
    static struct { struct flexible f; int room[3]; } fl = {{3}, {4, 5, 6}};
    printf("%d %d\n", flexible(&fl.f), pointer_games(many, 3));
    return 0;
}
