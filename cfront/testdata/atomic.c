typedef _Atomic int aint; struct s { _Atomic int x; aint y; _Atomic(int) z; _Atomic int *p; };
int a(struct s *s) { return s->x; }
int b(struct s *s) { return s->y; }
int c(struct s *s) { return s->z; }
int d(struct s *s) { return *s->p; }
int e(_Atomic int *p) { return *p; }
int f(aint *p) { return *p; }
int g(int *p) { return *(_Atomic int *)p; }
int h(aint x) { return x++; }
int i(_Atomic(int) x) { return x++; }
int j(int x) { aint y = x; y++; return y; }
_Atomic int ga; aint gb; aint gc[3]; _Atomic int gd[3]; aint *ge;
int k(void) { return ga; }
int l(void) { return gb++; }
int m(void) { return gc[1]++; }
int n(void) { return gd[1]++; }
int o(void) { return *ge; }
