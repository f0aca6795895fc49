// Calls that hand va_lists on, inlined.
#include <stdarg.h>
#include <stdio.h>
struct s { va_list ap; int n; };
static int lev(int k) { if (k > 2) printf("lev%d ", k); else printf("low "); return k; }
static int vsum(int n, va_list ap) { int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); return s; }
static int vlog(int level, const char *f, va_list ap) { if (level > 3) return vprintf(f, ap); return 0; }
static int vlog2(const char *f, va_list ap, int level) { if (level > 3) return vprintf(f, ap); return 0; }
static int both(int k, const char *f, va_list ap) { if (k > 3) return vprintf(f, ap) + va_arg(ap, int); else return vsum(k, ap); }
int f1(int k, ...) { va_list ap; va_start(ap, k); int r = vsum(k, ap); va_end(ap); return r; }
int f2(int k, const char *s, ...) { va_list ap; va_start(ap, s); int r = vlog(k + 1, s, ap); va_end(ap); return r; }
int f3(int k, const char *s, ...) { struct s x; va_start(x.ap, s); int r = vlog(k + 1, s, x.ap); va_end(x.ap); return r; }
int f4(int k, const char *s, ...) { va_list ap; va_start(ap, s); int r = vlog2(s, ap, lev(k + 1)); va_end(ap); return r; }
int f5(int k, const char *s, ...) { struct s x, *p = &x; va_start(p->ap, s); int r = vlog2(s, p->ap, lev(k + 1)); va_end(p->ap); return r; }
int f6(int k, const char *s, va_list ap) { return vlog(k + 1, s, ap) + both(k, s, ap); }
static int call6(int k, const char *s, ...) { va_list ap; va_start(ap, s); int r = f6(k, s, ap); va_end(ap); return r; }
int main(void)
{
    printf("%d\n", f1(3, 4, 5, 6));
    printf("%d\n", f2(3, "%d %s\n", 3, "s"));
    printf("%d\n", f3(3, "%d %s\n", 3, "s"));
    printf("%d\n", f4(3, "%d %s\n", 3, "s"));
    printf("%d\n", f5(3, "%d %s\n", 3, "s"));
    printf("%d\n", call6(3, "%d %d\n", 3, 4, 7, 5, 6));
}
