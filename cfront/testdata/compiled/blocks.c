// Memory that is filled and copied as a block.
#include <stdio.h>
#include <string.h>
#include <strings.h>
struct in { short a; char b; double d; int *p; };
struct big { struct in i; int v[4]; unsigned f : 3, g : 5; };
struct pl { struct in i; int v[4]; };
union u { int a; char b[8]; };
static const int init[4] = {1, 2, 3, 4};
static int glob[4];
static int used; void use(void *p) { used += ((int *)p)[1]; ((int *)p)[0] = 5; }
// x=3
int f1(int x) { struct big b; int k = x; memset(&b, 0, sizeof b); b.f = k; return b.f + b.v[2] + b.i.a; }
// x=3
int f2(int x) { struct pl b, c; b.v[1] = x; memset(&b, 0, sizeof b); b.i.a = x; memcpy(&c, &b, sizeof(struct pl)); return b.i.a + b.v[1] + c.i.a + (c.i.p == 0); }
// x=3
int f3(int x) { int s[4]; memcpy(s, init, sizeof s); s[1] += x; return s[0] + s[1] + s[2]; }
// x=3
int f4(int x) { int s[4]; memset(s, 0, sizeof s); use(s); return s[0] + x; }
// x=3
int f5(int x) { union u s; memset(&s, 0, sizeof s); s.b[0] = x; return s.a; }
// x=3
int f6(int x) { int n = 0; for (int i = 0; i < 3; i++) { int s[3]; memset(s, 0, sizeof s); s[i] += x; n += s[0] + s[1] * 2 + s[2] * 3; } return n; }
// x=3
int f7(int x) { int s[100]; if (x > 3) goto again; 
again: memset(s, 0, sizeof s); s[x & 63] = 1; if (x++ < 4) goto again; return s[5]; }
// x=3
int f8(int x) { int s[6]; memset(s, 255, sizeof s); memset(s + 1, 0, 4); bzero(&s[2], sizeof s[2]); memset(s, 0, 8); return s[0] + s[1] + s[2] + s[3] + x; }
// x=3
int f9(int x) { double d; float e[2]; memset(&d, 0, sizeof d); memset(e, 0, sizeof(e)); return d + e[1] + x; }
// x=3
int f10(int x) { glob[1] = x; memset(glob, 0, sizeof glob); return glob[1]; }
// x=3
int f11(int x) { struct pl b; struct pl *p = &b; memset(p, 0, sizeof *p); p->v[0] = x; return p->v[0] + p->v[1]; }
// x=3
int f12(int x) { int m[3][2]; (void)memset(m, 0, sizeof m); m[1][1] = x; return m[1][1] + m[2][0]; }
// x=3
int f13(int x) { int s[4], t[4]; for (int i = 0; i < 4; i++) t[i] = i * x; memmove(s, t, sizeof t); memcpy(t, glob, sizeof t); return s[3] + t[1]; }
union w { double d; char b[8]; };
struct un { union u u; int k; };
// x=3
int f14(int x) { int s[6]; unsigned char c[3]; short h; memset(s, 255, sizeof s); memset(c, -2, sizeof c); memset(&h, 0x17f, sizeof h); return s[3] + c[1] * 3 + h + x; }
// x=3
int f15(int x) { union w s; memset(&s, 0, sizeof s); s.b[0] = x; return s.b[0]; }
// x=3
int f16(int x) { struct un s; memset(&s, 0, sizeof s); s.k = x; return s.k + s.u.a; }
// x=3
int f17(int x) { int *p[2]; memset(p, 0, sizeof p); memset(p, 1, sizeof p); return p[0] == 0 ? x : 2 * x; }
// x=3
int f18(int x) { __int128 q; memset(&q, 3, sizeof q); return (int)q + x; }
// x=3
int f19(int x) { const int c[2] = {1, 2}; int d[2]; memcpy(d, c, sizeof d); return d[0] + x * d[1]; }
struct cf { const int a; int b; };
// x=3
int f20(int x) { struct cf s; int k = 0; if (x) k = s.b = 1; memset(&s, 0, sizeof s); s.b = x; return s.a + s.b + k; }
// x=3
int f21(int x) { struct cf s; memset(&s, 0, sizeof s); s.b = x; return s.a + s.b; }
// x=3
int f22(int x) { struct { int a; long double l; } s; x++; memset(&s, 0, sizeof s); s.a = x; return s.a + (s.l == 0); }
struct m { int r[4]; int pc; };
int g1(int x) { struct m m; memset(&m.r[0], 0, sizeof m.r); m.pc = 2; m.r[m.pc] = x; return m.r[2] + m.r[1]; }
int g2(int x) { int a[3], b[3]; memset(&a[0], 0, sizeof a); a[1] = x; memcpy(&b[0], a, sizeof b); return b[1] + b[2]; }
int g3(int x) { int a[3]; memset(&a[1], 0, sizeof a[1]); a[0] = a[2] = x; return a[0] + a[1] + a[2]; }
int g4(int x) { int a[2][2]; memset(&a[0][0], 0, sizeof a); memset(&a[1][0], 1, sizeof a[1]); a[0][1] = x; return a[0][1] + a[1][1]; }
struct ca { const int k; int a[2]; };
int g5(int x) { static const struct ca d = {1, {2, 3}}; struct ca e; memcpy(&e, &d, sizeof e); return e.k + e.a[1] + x; }
// x=3
int g6(int x) { int a[6]; a[4] = a[5] = x; memset(a, 0, 4 * sizeof(int)); a[x & 3] += x; memset(a + 2, 255, 2 * sizeof *a); memset(&a[5], 0, sizeof(int) + 0); return a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + a[4] * 11 + a[5]; }
// x=3
int g7(int x) { int a[4], b[5]; short m[3][4]; for (int i = 0; i < 5; i++) b[i] = i * x; memset(a, 0, sizeof a); memcpy(a + 1, b + 2, 2 * sizeof(int)); memset(m, 1, sizeof m); memset(m[1], 0, 2 * sizeof m[0]); memset(&m[0][2], 0, 4); return a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + m[0][1] + m[0][2] + m[1][0] + m[2][3]; }
// x=3
int g9(int x) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i * x; memmove(a, a + 1, 3 * sizeof *a); memset(a, 0, 0); memset(a + 3, 0, 4); return a[0] * 3 + a[3]; }
struct vm { int st[8], sp; struct { int ret, fp; } fr[4]; };
// x=3
int g8(int x) { struct vm m; memset(&m, 0, sizeof m); memset(m.st, 0, 2 * sizeof(int)); memset(&m.fr[1].ret, 0, sizeof(int)); m.sp = 2; m.st[m.sp] = x; memset(m.st + 3, 1, 4 * sizeof *m.st); memset(&m.fr[2], 0, 2 * sizeof m.fr[0]); return m.st[2] + m.st[3] + m.fr[3].fp; }
int main(void)
{
    for (int x = -3; x < 9; x += 3)
        printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", g9(x), g6(x), g7(x), g8(x), g1(x), g2(x), g3(x), g4(x), g5(x), f1(x), f2(x), f3(x), f4(x), f5(x), f6(x), f7(x), f8(x), f9(x), f10(x), f11(x), f12(x), f13(x), f14(x), f15(x), f16(x), f17(x), f18(x), f19(x), f20(x), f21(x), f22(x));
    printf("%d\n", used);
}
