package cfront

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"
)

// This file declares functions that the compiler knows by itself and cc does not.

// builtinsName is the source of the declarations.
const builtinsName = "<builtin>"

// builtinDeclarations are declarations in C, one a line.
const builtinDeclarations = `
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
int __builtin_clz(unsigned int);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned int);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
int __builtin_popcount(unsigned int);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned int);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
double __builtin_fabs(double);
float __builtin_fabsf(float);
double __builtin_sqrt(double);
float __builtin_sqrtf(float);
double __builtin_floor(double);
double __builtin_ceil(double);
double __builtin_trunc(double);
double __builtin_round(double);
double __builtin_fmin(double, double);
double __builtin_fmax(double, double);
double __builtin_pow(double, double);
double __builtin_exp(double);
double __builtin_log(double);
double __builtin_copysign(double, double);
float __builtin_copysignf(float, float);
double __builtin_inf(void);
float __builtin_inff(void);
double __builtin_huge_val(void);
float __builtin_huge_valf(void);
double __builtin_nan(const char *);
float __builtin_nanf(const char *);
void __builtin_trap(void);
void __builtin_unreachable(void);
void __builtin_abort(void);
void __builtin_exit(int);
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_realloc(void *, __SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_alloca(__SIZE_TYPE__);
void *__builtin_stack_save(void);
void __builtin_stack_restore(void *);
void __builtin_prefetch(const void *, ...);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
__SIZE_TYPE__ __builtin_object_size(const void *, int);
int __builtin_printf(const char *, ...);
int __builtin_puts(const char *);
int __builtin_putchar(int);
`

// builtinOfCC is cc.Builtin with va_copy as a function: lists are no pointers.
var builtinOfCC = strings.Replace(cc.Builtin, "#define __builtin_va_copy(dst, src) dst = src", "void __builtin_va_copy();", 1)

var builtinName = regexp.MustCompile(`__builtin_\w+`)

// moreBuiltins are the declarations of what cc.Builtin does not mention.
func moreBuiltins() string {
	known := map[string]bool{}
	for _, name := range builtinName.FindAllString(cc.Builtin, -1) {
		known[name] = true
	}
	var b strings.Builder
	for _, line := range strings.Split(builtinDeclarations, "\n") {
		if !known[builtinName.FindString(line)] {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
