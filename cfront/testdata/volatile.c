struct r { volatile unsigned *reg; unsigned volatile *reg2; const char *name; volatile int *arr[3]; volatile struct r *next; };
int a(struct r *r) { return *r->reg; }
int b(long p) { return *(volatile int *)p; }
int c(struct r *r) { return *r->reg2; }
int d(struct r *r) { return *r->arr[1]; }
int e(struct r *r) { return r->next->arr[0] != 0; }
typedef volatile int vint; typedef vint *pv;
struct q { vint *p; pv p2; };
int g(struct q *q) { return *q->p; }
int h(struct q *q) { return *q->p2; }
int i(pv p) { return *p; }
int j(int *p) { return *(vint *)p; }
int k(int *p) { return *(pv)p; }
int l(int *p) { return ((volatile struct r *)p)->name[0]; }
int m(volatile int v[4]) { return v[1]; }
volatile int garr[4]; volatile struct r gs; volatile int *gp; volatile int g2[2][2];
int p(void) { return garr[1]; }
int q(void) { return gs.name[0]; }
int r(void) { return *gp; }
int s(void) { return g2[1][0]; }
int t(void) { volatile int x = 3; return x; }
int u(void) { volatile int x[2] = {3}; return x[1]; }
int v(void) { int volatile *x = 0; return x[1]; }
int y(int x) { return (volatile int){x}; }
int z(int *x) { return *(int volatile *)x + *(volatile unsigned char *)x; }
typedef struct { volatile int in; } tv;
int aa(tv *x) { tv y = *x; return y.in; }
int ab(tv *x) { tv y[2] = {*x}; return 0; }
struct outer { tv t; }; 
void ac(struct outer *x, struct outer *y) { *x = *y; }
typedef volatile struct r vr; typedef struct { volatile int *p[2]; } arr;
int ba(vr *p) { return p->name[0]; }
int bb(volatile struct r *p) { return p->name[0]; }
int bc(volatile int **p) { return **p; }
int bd(int *volatile *p) { return **p; }
int be(volatile enum { A1 } *p) { return *p; }
volatile struct outer go2, *gpo; volatile int *ga3[3]; int *volatile gv;
int bg(void) { return *ga3[1]; }
int bh(void) { return *gv; }
int bi(void) { volatile struct { int x; } *p = 0; return p->x; }
int bj(arr *a) { return *a->p[1]; }
int bk(void) { volatile int *p[2] = {0}; return *p[1]; }
int bl(p) volatile char *p; { return *p; }
int bm(volatile tv x[2][2]) { return x[0][0].in; }
int bn(int (*volatile fp)(int)) { return fp(1); }
int bo(void *p) { return (*(int (*volatile *)(int))p)(1); }
int bp(void *p) { return ((volatile struct r *(*)[2])p)[0][1]->name[0]; }
int ca(volatile int *p, int *q) { return *(p = q); }
int cb(volatile int *p, int *q, int n) { return *(n ? p : q) + (n ? q : p)[1]; }
int cc(int *q) { volatile int *p = q; return *p++; }
int cd(volatile int *p) { return 1[p]; }
int ce(volatile int *p) { return *(0, p); }
int cf(volatile int *p) { return *&*p; }
typedef volatile int vi; typedef volatile struct r vsr; vi *get(void); vsr *getr(void);
int cg(void) { return *get(); }
int ch(void) { return getr()->name[0]; }
void ci(volatile int *p) { *p = 1; }
void cj(volatile int *p) { p[1]++; }
int ck(volatile struct r *p, struct r *q) { return (p = q)->name != 0; }
int cl(volatile int *p) { return *({ p; }); }
int cm(volatile int *p) { return *(p ?: get()); }
void cn(volatile tv *x, tv *y) { *x = *y; }
int co(volatile _Bool *p) { return *p; }
int cp(int *volatile *p, volatile int (*q)[2]) { return p[0] == q[0]; }
int cq(const volatile int *p) { return *p; }
int cr(volatile int *p) { const int *q; return *(q = p, p); }
int cs(volatile struct r *p) { return (*p).name != 0; }
int ct(pv p, int *q) { return (q = q, p)[0]; }
