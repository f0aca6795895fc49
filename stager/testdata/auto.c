// Variables whose types are those of their initial values.
#include <stdio.h>
#define max(a, b) ({ __auto_type _a = (a); __auto_type _b = (b); _a > _b ? _a : _b; })
#define swap(a, b) do { __auto_type t = (a); (a) = (b); (b) = t; } while (0)
struct s { int x; double d; unsigned b : 5; };
int f1(int n) { __auto_type x = n * 2; __auto_type y = x + 1L; return x + y + sizeof y; }
int f2(int n) { int r = 0; for (int i = 0; i < 5; i++) r = max(r, max(i * n, 7)); return r; }
int f3(int n) { int a[4] = { 4, n, 2, 1 }; swap(a[0], a[n & 3]); __auto_type p = a; __auto_type q = &a[1]; return p[0] * 10 + *q + (q - p) + sizeof p; }
int f4(int n) { struct s v = { n, 2.5, 9 }; __auto_type w = v; __auto_type b = +v.b; w.x += b; return w.x * w.d; }
int f5(int n) { const char c = 200 + n; __auto_type x = c; x += 100; return x; }
int f6(int n) { volatile int v = n; __auto_type x = v; x++; return x + v; }
int f7(int n) { __auto_type g = f5; __auto_type s = "abc"; __auto_type z = n > 2 ? 1.5f : 2; return g(n) + s[n & 1] + (int)(z * 10) + sizeof z; }
int f8(int n) { __auto_type x = n; { __auto_type x = 2.5; n += x; } { static int x = 4; n += x++; } __auto_type y = &x; *y += 3; return n * x; }
int f9(int n) { __auto_type k = ({ int s = 0; for (int i = 0; i < n; i++) s += i; s; }); __auto_type u = (unsigned __int128)k << 70; return (int)(u >> 68); }
int main(void) { printf("%d %d %d %d %d %d %d %d %d\n", f1(3), f2(3), f3(3), f4(3), f5(3), f6(3), f7(3), f8(3), f9(3)); }
