#include <stddef.h>
#include <stdio.h>
/* Interpreters that keep their state in a struct, which functions get by its address: a stack, a program counter, arrays in structs. */
struct vm { int sp; int st[8]; const signed char *pc; int err; };
static void push(struct vm *m, int v) { if (m->sp >= 8) { m->err = 1; return; } m->st[m->sp++] = v; }
static int pop(struct vm *m) { if (m->sp <= 0) { m->err = 1; return 0; } return m->st[--m->sp]; }
static int next(struct vm *m) { return *m->pc++; }
static const signed char straight[] = { 1, 5, 7, 4, 1, 3, 5, -2, 4, 0 }, bad[] = { 1, 3, 0 };
static int run(const signed char *code, int x) {
  struct vm m = { 0 };
  m.pc = code;
  for (;;) {
    switch (*m.pc++) {
    case 0: return m.err ? -1 : pop(&m);
    case 1: push(&m, x); break;
    case 3: { int b = pop(&m), a = pop(&m); push(&m, a + b); break; }
    case 4: { int b = pop(&m), a = pop(&m); push(&m, a * b); break; }
    case 5: push(&m, *m.pc++); break;
    default: return -2;
    }
  }
}
int f1(int k, int x) { return run(straight, x) + k; }
int f2(int k, int x) { return run(bad, x) + k; }
/* An array in a struct is written at an index that is not known: other members stay known, those in a union do not. */
struct list { int n; int v[4]; int last; };
static void add(struct list *l, int x) { l->v[l->n & 3] = x; l->n++; l->last = x; }
int f3(int k, int x) { struct list l; l.n = k; l.last = 9; add(&l, x); add(&l, 5); return l.v[0] * 100 + l.v[3] + l.n * 1000 + l.last; }
int f4(int k, int x) { struct list l; l.n = k; l.last = 9; l.v[0] = 1; l.v[x & 1] = 7; l.v[3] = 2; return l.n + l.last + l.v[0] + l.v[3]; }
union mixed { struct { int n; int v[1]; } s; int all[6]; };
int f5(int k, int x) { union mixed u; u.all[4] = k; u.all[1] = k; int *p = u.s.v; (void)p; u.all[x & 3] = 8; return u.all[4] * 10 + u.all[1]; }
int f6(int k, int x) { union mixed u; u.s.n = k; u.all[1] = 3; u.all[(x & 1) + 1] = 6; return u.s.n * 10 + u.s.v[0]; }
struct deep { int a; struct { int b; int w[3]; } in[2]; int z; };
int f7(int k, int x) { struct deep d; d.a = k; d.z = k + 1; d.in[0].b = 4; d.in[1].b = 5; d.in[1].w[2] = 6; d.in[x & 1].w[1] = 9; d.in[0].w[x & 1] = 2; return d.a + d.z * 10 + d.in[0].b * 100 + d.in[1].b * 1000 + d.in[1].w[2]; }
static int walked(const signed char *code, int x) {
  struct vm m;
  m.sp = 0; m.err = 0; m.pc = code;
  for (;;) {
    int op = next(&m);
    if (op == 0) return m.err ? -1 : pop(&m);
    if (op == 1) push(&m, x);
    else if (op == 5) push(&m, next(&m));
    else { int b = pop(&m), a = pop(&m); push(&m, op == 3 ? a + b : a * b); }
  }
}
int f8(int k, int x) { return walked(straight, x) + k; }
/* Helpers that test whether what they get is null, of which the pointers in them become indices. */
static int put(int k, unsigned char *dst, int n, int *out) {
  unsigned char *p;
  if (dst == NULL || k < 2) return -1;
  for (p = dst; n > 0; n--) *p++ = n;
  *out = p - dst;
  return 0;
}
static int puts_(int k, unsigned char *dst, int n, int *out) {
  unsigned char *p;
  if (NULL == dst || k < 2) return -1;
  for (p = dst; n > 0; n--) *p++ = n;
  if (NULL != p) *out = p - dst;
  return p == 0 ? 1 : 0;
}
int f10(int k, int x) { int l = 0; unsigned char b[8] = { 7 }; if (puts_(k, b, x & 7, &l) != 0) return b[0] - 50; return b[1] * 10 + l; }
int f9(int k, int x) { int l = 0; unsigned char b[8] = { 7 }; if (put(k, b, x & 7, &l) != 0) return b[0] - 50; return b[1] * 10 + l; }
/* A stack's pointer that is asked whether it is there. */
int f11(int k, int x) {
  int st[8], *sp = st, *e = st + 8;
  if (sp == 0 || NULL == e) return -1;
  for (int i = 0; i < k; i++) if (sp && sp < e) *sp++ = x + i;
  if (!sp) return -2;
  while (sp != NULL && sp > st) x += *--sp * 3;
  return (sp ? x : -3) + !!e;
}
int main(void)
{
    for (int x = -3; x < 6; x++)
        printf("%d %d %d %d %d %d %d %d %d %d %d\n", f1(3, x), f2(3, x), f3(3, x), f4(3, x), f5(3, x), f6(3, x), f7(3, x), f8(3, x), f9(3, x), f10(3, x), f11(3, x));
}
