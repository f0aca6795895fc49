int printf(const char *, ...);
struct pair {
    int x, y;
};
static int total;
int use(struct pair *p) {
    total = total * 3 + p->x * 10 + p->y;
    p->x++;
    return p->x + p->y;
}
int number(int *p) { return (*p)++ + total; }
struct pair make(int n) {
    struct pair p = {n, n + 1};
    return p;
}
int bodies(int n) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += use(&(struct pair){i, n});
    for (int i = 0; i < 3; i++)
        if (i != n)
            s += use(&(struct pair){n, i});
        else
            s += number((int[]){i, n});
    int k = 0;
    while (k < 2)
        s += number(&(int){k++});
    do
        s += use((struct pair[]){{k, n}, {n}});
    while (k++ < 4);
    return s;
}
int steps(int n) {
    int s = 0;
    for (int i = 0; i < 3; s += use(&(struct pair){i, 2}), i++)
        s += n;
    for (struct pair *p = &(struct pair){n, 2}; p->x < n + 3; p->x++)
        s += p->x;
    return s;
}
int values(int n) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += make(i).x * n + make(s).y;
    for (int i = 0; i < 2; i++)
        s += ({ struct pair p = {i, n}; use(&p); p; }).x;
    for (int i = 0; i < 2; i++)
        s += (i ? make(n) : make(i)).y;
    return s;
}
int arms(int n) {
    int s = 0;
    struct pair *q = &(struct pair){4, 5};
    for (int i = 0; i < 4; i++)
        switch (i + n & 3) {
        case 0:
            s += use(&(struct pair){i, 2});
            break;
        case 1:
            q = &(struct pair){i, n};
        case 2:;
            struct pair late = {7, i};
            s += use(i + n == 1 ? q : &late);
            q = &(struct pair){4, 5};
            s += use(q);
            break;
        default:
            late.x = late.y = 3;
            s += use(&late);
        }
    return s;
}
int labels(int n) {
    struct pair *q = &(struct pair){1, 2};
    for (int i = 0; i < 3; i++) {
        if (i == n)
            goto out;
        q = &(struct pair){i, n};
        total += q->x;
        use(q);
        q = &(struct pair){9, 8};
        if (i == n + 1)
            goto out;
        total += use(q);
    out:
        total++;
    }
    return total;
}
int main(void) {
    for (int n = 0; n < 4; n++) {
        int a = bodies(n), b = steps(n), c = values(n), d = arms(n), e = labels(n);
        printf("%d %d %d %d %d %d\n", a, b, c, d, e, total);
    }
    return 0;
}
