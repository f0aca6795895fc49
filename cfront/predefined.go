package cfront

import (
	_ "embed"
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// This file gives the macros that a compiler predefines.

// ofLinuxAMD64 are all macros that gcc 12 predefines for linux/amd64, but those that depend on its flags.
//
//go:embed predefined.h
var ofLinuxAMD64 string

// namesOfFunctions are gcc's other names of __func__.
const namesOfFunctions = "\n#define __FUNCTION__ __func__\n#define __PRETTY_FUNCTION__ __func__\n"

// unreadHeaders are the guards of gcc's headers that cc cannot read, parts of immintrin.h, as if they had been read: operations on vectors of _Float16.
const unreadHeaders = "\n#define __AVX512FP16INTRIN_H_INCLUDED\n#define __AVX512FP16VLINTRIN_H_INCLUDED\n"

// predefined is the macros that gcc predefines for a target. For others than linux/amd64 they are those that a file without headers
// mostly uses: the standard's, sizes and limits of types, byte order, and the names of the system and the processor.
func predefined(abi *cc.ABI, goos, arch string) string {
	if goos == "linux" && arch == "amd64" {
		return ofLinuxAMD64
	}
	var b strings.Builder
	define := func(name string, value any) { fmt.Fprintf(&b, "#define %s %v\n", name, value) }
	for _, m := range [][2]string{{"__STDC__", "1"}, {"__STDC_VERSION__", "201710L"}, {"__STDC_HOSTED__", "1"},
		{"__GNUC__", "12"}, {"__GNUC_MINOR__", "2"}, {"__GNUC_PATCHLEVEL__", "0"}, {"__CHAR_BIT__", "8"},
		{"__ORDER_LITTLE_ENDIAN__", "1234"}, {"__ORDER_BIG_ENDIAN__", "4321"}} {
		define(m[0], m[1])
	}
	size := func(k cc.Kind) int64 { return abi.Types[k].Size }
	for _, t := range sizedTypes {
		define("__SIZEOF_"+t.name+"__", size(t.kind))
	}
	define("__SIZEOF_POINTER__", size(cc.Ptr))
	define("__SIZEOF_SIZE_T__", size(cc.Ptr))
	define("__SIZEOF_PTRDIFF_T__", size(cc.Ptr))
	for _, t := range limitedTypes {
		define("__"+t.name+"_MAX__", fmt.Sprintf("%d%s", uint64(1)<<(8*size(t.kind)-1)-1, t.suffix))
	}
	defineWordTypes(define, size)
	defineLeastTypes(define)
	defineLongDouble(define, size, arch)
	if size(cc.Ptr) == 8 && size(cc.Long) == 8 {
		define("__LP64__", 1)
		define("_LP64", 1)
	}
	for _, m := range numericMacros {
		define(m[0], m[1])
	}
	if size(cc.Ptr) == 8 && size(cc.Long) == 8 {
		for _, m := range lp64Macros {
			define(m[0], m[1])
		}
	}
	if !abi.SignedChar {
		define("__CHAR_UNSIGNED__", 1)
	}
	order := "__ORDER_LITTLE_ENDIAN__"
	if abi.ByteOrder.String() == "BigEndian" {
		order = "__ORDER_BIG_ENDIAN__"
	}
	define("__BYTE_ORDER__", order)
	for _, name := range append(systemMacros[goos], processorMacros[arch]...) {
		define(name, 1)
	}
	return b.String()
}

// defineWordTypes defines the types as wide as a pointer, and wchar_t.
func defineWordTypes(define func(string, any), size func(cc.Kind) int64) {
	word := "int"
	switch size(cc.Ptr) {
	case size(cc.Long):
		word = "long int"
	case size(cc.LongLong):
		word = "long long int"
	}
	unsigned := strings.Replace(word, "int", "unsigned int", 1)
	define("__SIZE_TYPE__", unsigned)
	define("__PTRDIFF_TYPE__", word)
	define("__INTPTR_TYPE__", word)
	define("__UINTPTR_TYPE__", unsigned)
	define("__WCHAR_TYPE__", "int")
	define("__INT8_TYPE__", "signed char")
	define("__UINT8_TYPE__", "unsigned char")
	define("__INT16_TYPE__", "short int")
	define("__UINT16_TYPE__", "short unsigned int")
	define("__INT32_TYPE__", "int")
	define("__UINT32_TYPE__", "unsigned int")
	if size(cc.Long) == 8 {
		define("__INT64_TYPE__", "long int")
		define("__UINT64_TYPE__", "long unsigned int")
		return
	}
	define("__INT64_TYPE__", "long long int")
	define("__UINT64_TYPE__", "long long unsigned int")
}

// defineLeastTypes defines the types of at least so many bits: those of just so many.
func defineLeastTypes(define func(string, any)) {
	for _, width := range []string{"8", "16", "32", "64"} {
		for _, sign := range []string{"INT", "UINT"} {
			define("__"+sign+"_LEAST"+width+"_TYPE__", "__"+sign+width+"_TYPE__")
			define("__"+sign+"_LEAST"+width+"_MAX__", "__"+sign+width+"_MAX__")
		}
	}
}

// defineLongDouble defines the limits of long double: as double on systems where it is no wider, with 64 or 113 bits of mantissa.
func defineLongDouble(define func(string, any), size func(cc.Kind) int64, arch string) {
	limits := []string{"113", "33", "(-16381)", "16384", "1.18973149535723176508575932662800702e+4932L",
		"3.36210314311209350626267781732175260e-4932L", "1.92592994438723585305597794258492732e-34L"}
	switch {
	case size(cc.LongDouble) == 8:
		limits = []string{"53", "15", "(-1021)", "1024", "1.79769313486231570814527423731704357e+308L",
			"2.22507385850720138309023271733240406e-308L", "2.22044604925031308084726333618164062e-16L"}
	case arch == "amd64" || arch == "386":
		limits = []string{"64", "18", "(-16381)", "16384", "1.18973149535723176502126385303097021e+4932L",
			"3.36210314311209350626267781732175260e-4932L", "1.08420217248550443400745280086994171e-19L"}
	}
	for i, name := range []string{"MANT_DIG", "DIG", "MIN_EXP", "MAX_EXP", "MAX", "MIN", "EPSILON"} {
		define("__LDBL_"+name+"__", limits[i])
	}
}

var sizedTypes = []struct {
	name string
	kind cc.Kind
}{{"SHORT", cc.Short}, {"INT", cc.Int}, {"LONG", cc.Long}, {"LONG_LONG", cc.LongLong}, {"FLOAT", cc.Float},
	{"DOUBLE", cc.Double}, {"LONG_DOUBLE", cc.LongDouble}, {"WCHAR_T", cc.Int}}

var limitedTypes = []struct {
	name   string
	kind   cc.Kind
	suffix string
}{{"SCHAR", cc.SChar, ""}, {"SHRT", cc.Short, ""}, {"INT", cc.Int, ""}, {"LONG", cc.Long, "L"}, {"LONG_LONG", cc.LongLong, "LL"}}

var systemMacros = map[string][]string{
	"linux":   {"__linux__", "__linux", "__gnu_linux__", "__unix__", "__unix", "__ELF__"},
	"darwin":  {"__APPLE__", "__MACH__"},
	"windows": {"_WIN32", "__MINGW32__"},
	"freebsd": {"__FreeBSD__", "__unix__", "__ELF__"},
	"netbsd":  {"__NetBSD__", "__unix__", "__ELF__"},
	"openbsd": {"__OpenBSD__", "__unix__", "__ELF__"},
}

var processorMacros = map[string][]string{
	"amd64":   {"__x86_64__", "__x86_64", "__amd64__", "__amd64", "__SSE__", "__SSE2__"},
	"386":     {"__i386__", "__i386"},
	"arm64":   {"__aarch64__"},
	"arm":     {"__arm__"},
	"riscv64": {"__riscv"},
	"ppc64le": {"__powerpc64__", "__PPC64__"},
	"s390x":   {"__s390x__", "__s390__"},
	"loong64": {"__loongarch__", "__loongarch64"},
}

// numericMacros are the same for all targets.
var numericMacros = [][2]string{
	{"__GNUC_STDC_INLINE__", "1"},
	{"__FLT_RADIX__", "2"},
	{"__FLT_DIG__", "6"},
	{"__FLT_MANT_DIG__", "24"},
	{"__FLT_EPSILON__", "1.19209289550781250000000000000000000e-7F"},
	{"__FLT_MIN__", "1.17549435082228750796873653722224568e-38F"},
	{"__FLT_MAX__", "3.40282346638528859811704183484516925e+38F"},
	{"__FLT_MIN_EXP__", "(-125)"},
	{"__FLT_MAX_EXP__", "128"},
	{"__FLT_MIN_10_EXP__", "(-37)"},
	{"__FLT_MAX_10_EXP__", "38"},
	{"__FLT_HAS_INFINITY__", "1"},
	{"__FLT_HAS_QUIET_NAN__", "1"},
	{"__DBL_DIG__", "15"},
	{"__DBL_MANT_DIG__", "53"},
	{"__DBL_EPSILON__", "((double)2.22044604925031308084726333618164062e-16L)"},
	{"__DBL_MIN__", "((double)2.22507385850720138309023271733240406e-308L)"},
	{"__DBL_MAX__", "((double)1.79769313486231570814527423731704357e+308L)"},
	{"__DBL_MIN_EXP__", "(-1021)"},
	{"__DBL_MAX_EXP__", "1024"},
	{"__DBL_MIN_10_EXP__", "(-307)"},
	{"__DBL_MAX_10_EXP__", "308"},
	{"__DBL_HAS_INFINITY__", "1"},
	{"__DBL_HAS_QUIET_NAN__", "1"},
	{"__INT8_MAX__", "0x7f"},
	{"__INT16_MAX__", "0x7fff"},
	{"__INT32_MAX__", "0x7fffffff"},
	{"__UINT8_MAX__", "0xff"},
	{"__UINT16_MAX__", "0xffff"},
	{"__UINT32_MAX__", "0xffffffffU"},
	{"__SCHAR_WIDTH__", "8"},
	{"__SHRT_WIDTH__", "16"},
	{"__INT_WIDTH__", "32"},
	{"__LONG_LONG_WIDTH__", "64"},
}

// lp64Macros are those of targets whose long and pointers have 64 bits.
var lp64Macros = [][2]string{
	{"__SIZEOF_INT128__", "16"},
	{"__INT64_MAX__", "0x7fffffffffffffffL"},
	{"__UINT64_MAX__", "0xffffffffffffffffUL"},
	{"__SIZE_MAX__", "0xffffffffffffffffUL"},
	{"__PTRDIFF_MAX__", "0x7fffffffffffffffL"},
	{"__INTMAX_MAX__", "0x7fffffffffffffffL"},
	{"__UINTMAX_MAX__", "0xffffffffffffffffUL"},
	{"__INTPTR_MAX__", "0x7fffffffffffffffL"},
	{"__UINTPTR_MAX__", "0xffffffffffffffffUL"},
	{"__INTMAX_TYPE__", "long int"},
	{"__UINTMAX_TYPE__", "long unsigned int"},
	{"__LONG_WIDTH__", "64"},
}
