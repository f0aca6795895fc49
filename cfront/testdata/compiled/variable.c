// Arrays of variable length, and pointers to them: parameters, types, pointers that move, gotos out of their scopes and back.
#include <stdio.h>
// m=4
int f(int n, int m, int a[n][m], int (*p)[m], int b[static n]) {
    typedef int row[m];
    row *r = a; 
    int z[n][m]; int (*pp[3])[m];
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            z[i][j] = a[i][j] * 2 + (*p)[j] + p[i][j] + b[i];
            s += r[i][j] - *(*(z + i) + j);
        }
    pp[0] = a; pp[1] = z; pp[2] = p;
    m++;
    for (int k = 0; k < 3; k++) s = s * 3 + pp[k][1][2] + sizeof *pp[k];
    row *q = &z[1];
    q += 1; q--; q[0][1] = 5; --q; ++q;
    s += (int)(&z[n - 1] - q) + (q == &z[1]) + (&z[1] - z);
    p = a; p++; s += p[0][0] + (*p)[1] + **p;
    return s + sizeof z + sizeof(int[n]) + sizeof(row) + sizeof z[0] + a[1][2];
}
// n=2 k=[1,2,3,4]
double g(int n, double q[n][n][2], const double k[n][n]) {
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += q[i][j][0] * k[i][j] + q[j][i][1];
    return s;
}
// n=3
int back(int n) {
    int i = 0, s = 0;
again:;
    int a[n + i][2];
    a[n + i - 1][1] = i;
    if (i++ < 1000) { if (i & 1) goto again; int b[i]; b[i - 1] = 3; s += b[i - 1]; goto again; }
    for (int t = 0; t < 3; t++) { int c[t + 1]; c[t] = t; if (t == 2) goto out; s += c[t]; }
out:
    return s + ({ int d[n]; d[0] = n; d[0] + 1; });
}
// n=4
int call(int n) { int x[n][n]; for (int i = 0; i < n * n; i++) x[0][i] = i; int b[n]; for (int i = 0; i < n; i++) b[i] = -i; return f(n, n, x, x + 1 - 1, b); }
// k=1
int loops(int n, int k) {
    int s = 0;
    switch (k) {
        { case 1:; int v[n]; v[0] = 1; s += v[0]; if (n > 3) break; s += 10; }
        case 2: s += 2;
    }
    while (n-- > 0) { int w[n + 1][3]; w[n][2] = n; if (n == 4) continue; if (n == 1) break; s += w[n][2] + sizeof w; }
    return s;
}
int strange(int n) { int (*p)[n] = 0; static int (*sp)[n]; int a[n]; for (int i = 0; i < n; i++) a[i] = i; p = &a; sp = &a; int c = 0; char d[c++ + 2]; return (*p)[n - 1] + sizeof(*p) + (*sp)[1] + sizeof d + c; }
void star(int n, int a[*][*], int (*p)[*]);
void star(int n, int a[n][n], int (*p)[n]) { a[1][1] = n; p[0][1] = 2; }
int inFor(int n) {
    int s = 0, x[n][n];
    star(n, x, x + 1);
    for (int a[n], i = 0; i < n; i++) { a[i] = i; s += a[i] + sizeof a; if (i == 3) break; }
    if (n > 100) {
        for (int b[n], i = 0; i < n; i++) { again: b[i] = 1; s++; if (s % 7) goto again; if (s > 1000) break; }
        if (n > 200) { n = 0; goto again_2; }
    }
again_2:
    return s + x[1][1] * 100;
}
int arms(int n, int x) {
    int s = 0;
    for (int t = 0; t < 100000; t++)
        switch (n & 3) {
        case 2: s = 1;
        case 3:; int a[n * 100]; a[n] = t ^ x; if (x == 4) continue; s += a[n]; if (x == 5) break; s++;
        }
    return s;
}
int among(int n, int x) {
    int s = 0;
again:
    switch (n & 3) {
    case 0: while (x > 2) { case 1: x--; if (s > 100) goto out; }
    case 3:; int a[n + 2]; a[1] = n * x; s += a[1]; if (s < x + 90000) { n++; goto again; } if (x == 2) break; s += a[1];
    }
out:
    return s * 3 + x;
}
int main(void) {
    printf("%d %d %d %d %d\n", arms(2, 1), arms(3, 4), arms(6, 5), among(4, 9), among(3, 2));
    printf("%d %d\n", inFor(6), inFor(101));
    printf("%d %d %d %d %d %d\n", call(4), back(3), loops(7, 1), loops(2, 1), loops(6, 2), strange(6));
    double q[2][2][2] = {1,2,3,4,5,6,7,8}, k[2][2] = {1,2,3,4};
    printf("%g\n", g(2, q, k));
}
