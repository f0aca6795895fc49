// Arrays of variable length in what stays as the source has it, and between functions.
#include <stdio.h>
typedef int four __attribute__((vector_size(16)));
// m=3
int texts(int n, int m, volatile int *port, int a[n][m], four v) {
    int z[n][m];
    for (int i = 0; i < n * m; i++) z[0][i] = i;
    int (*p)[m] = z;
    int s = __builtin_constant_p(z[1][1]) * 0 + (int)sizeof(__typeof__(z)) ;
    __asm__ volatile("" : "+m"(z[1][2]) : "r"(p[1][1]), "m"(a[0][1]));
    v += (four){z[1][2], p[1][2], a[1][0], (*p)[1]};
    *port = z[1][0];
    return s + v[0] + v[1] * 10 + v[2] * 100 + v[3] * 1000 + *port + __builtin_object_size(z, 0) * 0;
}
// n=3
int rec(int n, int a[n][n]) { if (n < 2) return a[0][0]; int b[n - 1][n - 1]; for (int i = 0; i < n - 1; i++) for (int j = 0; j < n - 1; j++) b[i][j] = a[i][j + 1]; return a[n - 1][n - 1] + rec(n - 1, b); }
static int inner(int m, const int (*p)[m], int i) { return p[i][1]; }
// n=3
int outer(int n, int (*a)[n]) { return inner(n, (const int (*)[n])a, 1) + inner(3, (const int (*)[3])a, 1); }
int main(void) { int a[3][3] = {1,2,3,4,5,6,7,8,9}; volatile int port; four v = {1,2,3,4};
 printf("%d %d %d\n", texts(3, 3, &port, a, v), rec(3, a), outer(3, a)); }
