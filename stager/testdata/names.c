// Static variables and types of blocks that have the names of others in the function, or outside of it.
#include <stdio.h>
static int x = 5;
typedef int T;
struct p { char c[3]; };
enum { A = 9, B };
int f1(int n) { int r = 0; { static int c = 1; r += c++; } { static int c = 100; r += c--; } return r + n; }
int f2(int n) { int r; { struct p { int x; } a = { n }; r = a.x; } { struct p { int x, y; } a = { n, 2 }; r += a.y * a.x; } return r; }
int f3(int n) { int r; { typedef int T; T x = n; r = x; } { typedef char T; T x = n * 300; r += x; } return r; }
int f4(int n) { int r = x; { static int x = 7; r += x++; { int x = n; r += x; } } return r + n + x; }
int f5(int n) { T a = n * 300; { typedef unsigned char T; T b = a; a = b + (T)a; } return a + sizeof(T); }
int f6(int n) { struct p q = { { n, 2, 3 } }; { struct p { int x; struct p *next; }; struct p z = { 1, 0 }, y = { n, &z }; q.c[0] = y.next->x + sizeof(struct p); } return q.c[0] + sizeof(struct p); }
int f7(int n) { int r = A; { enum { A = 3, C }; r += A * n; { enum e { C = 7, A }; enum e v = A; r += v + C; } r += C; } return r * 10 + A; }
int f8(int n) { static int n2 = 3; { static int n = 4; n2 += n++; } return n2 + n; }
#define ONCE(v) do { static int last = -1; if (last != (v)) { last = (v); count++; } } while (0)
int f9(int n) { static int count; ONCE(n); ONCE(n & 1); ONCE(n / 3); return count; }
int f10(int n) { int c = n; { static const int c[] = { 1, 2, 3 }; n += c[n & 1]; } for (int i = 0; i < 2; i++) { static const int c[2] = { 10, 20 }; n += c[i]; } return n + c; }
int f11(int n) { typedef struct { int a; } R; R r = { n }; { typedef struct { char b, c; } R; R s = { 1, n }; r.a += s.c + sizeof s; } { struct R { R x; } y = { r }; return y.x.a + sizeof(struct R); } }
int f12(int n) { static int a = 1; int s = 0; { static int *a_2; static int a[2] = { 3 }; a_2 = a; s += a_2[0]++; } return s + a++ + n; }
int f13(int n) { int s = 0; { _Alignas(16) int c = n; int *p = &c; s += *p; } { _Alignas(32) int c[2] = { n, 5 }; s += c[1] + (int)((unsigned long)c % 32); } { int c = s; return c * 2; } }
static int plus(int a) { return a + 1; }
int f14(int n) { static int (*self)(int) = plus; int r = self(n); { static int (*self[2])(int) = { plus, plus }; r += self[n & 1](r); } { static int (*const (*self))(int); static int (*const one)(int) = plus; self = &one; r += (*self)(n); } return r; }
int f15(int n) { int r = 0; { static int c = 2; int g(int c, int d) { return c * d; } int h(int d) { return c++ * d; } r += g(n, 2) + h(3); } { static int c = 5; int sum(int c, int a[c]); r += c--; } return r; }
int sum(int c, int a[c]) { return a[c - 1]; }
// Functions and variables from outside that are declared in a block, with attributes.
int f16(int n) { extern int sq(int) __attribute__((const)), ab(int) __attribute__((pure, noinline)); __attribute__((noreturn)) void die(int); extern int vis __attribute__((visibility("hidden"))); if (n > 100) die(n); return sq(n) + ab(n) + vis; }
int sq(int n) { return n * n; }
int ab(int n) { return n < 0 ? -n : n; }
void die(int n) { __builtin_exit(n); }
int vis = 4;
int f17(int n) { int h = 0; { int vis = n; h += vis; for (int i = 0; i < n; i++) { int vis = i; h += vis; } { extern int vis; h += vis; { int vis[3] = { n, 2, 3 }; h += vis[h % 3]; vis[1]++; } vis++; } h += vis; } return h; }
int f18(int n) { int y = n, sq = 2; { int sq(int); y += sq(n); } return y + sq; }
enum E { E0 = 3, E1 = 5 };
int f19(int n) { struct E; struct w { struct E *o; }; struct E { int x; } e = { n }; struct w z = { &e }; { struct E; struct v { struct E *o; }; struct E { char c[5]; } e = { { n, 4 } }; struct v y = { &e }; n += y.o->c[1] + sizeof *y.o; } return z.o->x + n; }
int f20(int n) { struct w { struct F *o; }; struct F { int x; } e = { n }; struct w z = { &e }; { struct F { char c[9]; } k = { { n, 3 } }; n += k.c[1] + sizeof(struct F); } return z.o->x + n; }
static int last = 7;
int f21(int n) { { int last = n; last++; n += last; } { static int *p = &last; static struct { int last, n; } g = { .last = 38 }; n += (*p)++ + g.last++; } { int last = n; n += last & 1; } return n; }
int f22(int n) { int h = 0; { extern int vis; } { struct a { int x; } vis = { n }, *p = &vis; h += p->x + vis.x; } return h; }
int f23(int n) { static int t = 58; struct w { struct c *o; }; struct c { int x; struct c *q; } p = { n }; struct w z = { &p }; return z.o->x + t++; }
int main(void) { for (int i = 0; i < 6; i++) printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3), f2(3), f3(3), f4(3), f5(3), f6(3), f7(3), f8(3), f9(3), f10(3), f11(3), f12(3), f13(3), f14(3), f15(3), f16(3), f17(3), f18(3), f19(3), f20(3), f21(3), f22(3), f23(3)); }
