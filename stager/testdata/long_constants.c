#include <float.h>
#include <stdio.h>
static double g1(int k, double x) { switch (k) { case 3: return x * 3; case 4: return x > DBL_MAX ? 0 : x; default: return k <= 0 ? x : g1(k - 1, x) + 1; } }
double f1(int k, double x) { return g1(k, x) + g1(k + 1, x) + g1(k + 2, x); }
double f2(int k, double x) { return x * (double)1.5L + (float)0.1L + (double)0.1L + DBL_MIN * 1e300 + k; }
double f3(int k, double x) { double d = (double)1.0000000000000001110223024625156541L; return x * d * 1e16 + k; }
double f4(int k, double x) { return x + (double)0x1.00000000000008001p0L * 0x1p52 + (float)0x1.0000010000000001p0L * 0x1p23 + (double)4.9e-324L / 5e-324 + k; }
double f5(int k, double x) { return x < (double)-DBL_MAX ? k : x > DBL_TRUE_MIN ? (double)3.14159265358979323846264338327950288419716939937510L : (float)1e38L; }
long f6(int k, double x) { return (long)3.5L + k + (long)x; }
int main(void)
{
	for (int i = -3; i < 9; i++)
		printf("%a %a %a %a %a %ld\n", f1(3, i / 3.0), f2(3, i / 3.0), f3(3, i / 3.0), f4(3, i / 3.0), f5(3, i / 3.0), f6(3, i / 3.0));
}
