#include <stdio.h>
/* Which of two or more pointers is const: what is not changes. */
typedef const char *text; typedef int *const *to_const; typedef int *row[2]; typedef text texts[2];
static int a = 1, b = 2;
static int *const pa = &a, *const pb = &b;
static text t1 = "x"; static texts t2 = { "x", "y" }; static row t3 = { &a, &b }; static to_const t4 = &pa, t5[1] = { &pa };
static int *const *t6 = &pa, *const *(t7[1]) = { &pa }, *const (*t8) = &pa; static const char *t9[2] = { "u", "v" };
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const *t10)(void); static int (*(*t11[1])(int))(void); static int (*const u1[2])(void) = { one, two }; static int (*const u2)(void) = two;
static int *const (u3[2]) = { &a, &b }; static const text u4 = "z"; static const texts u5 = { "p", "q" };
static int (*chosen(int i))(void) { return u1[i]; }
static void change(void) { t1 = t2[1]; t2[0] = t2[1]; t3[0] = t3[1]; t4 = &pb; t5[0] = &pb; t6 = &pb; t7[0] = &pb; t8 = &pb; t9[0] = t9[1]; t10 = u1 + 1; t11[0] = chosen; }
int f1(int k, int x) { return *t1 + k - 3 + x; }
int f2(int k, int x) { return *t2[k - 3] + x; }
int f3(int k, int x) { return *t3[k - 3] + x; }
int f4(int k, int x) { return **t4 + k - 3 + x; }
int f5(int k, int x) { return **t5[k - 3] + x; }
int f6(int k, int x) { return **t6 + k - 3 + x; }
int f7(int k, int x) { return **t7[k - 3] + x; }
int f8(int k, int x) { return **t8 + k - 3 + x; }
int f9(int k, int x) { return *t9[k - 3] + x; }
int f10(int k, int x) { return (t10 ? (*t10)() : 0) + k + x; }
int f11(int k, int x) { return (t11[k - 3] ? t11[k - 3](1)() : 0) + x; }
int f12(int k, int x) { return u1[k - 3]() + u1[k - 2]() + u2() + (u3[k - 3] == &a) + *u4 + *u5[k - 2] + x; }
int main(void)
{
    for (int i = 0; i < 2; i++, change())
        printf("%d %d %d %d %d %d %d %d %d %d %d %d\n", f1(3, 1), f2(3, 1), f3(3, 1), f4(3, 1), f5(3, 1), f6(3, 1), f7(3, 1), f8(3, 1), f9(3, 1), f10(3, 1), f11(3, 1), f12(3, 1));
}
