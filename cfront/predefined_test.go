package cfront

import (
	"context"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"scf/internal/ccompiler"
	"scf/internal/testing/toolchain"
)

// macros are the object-like macros that a text defines.
func macros(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		if f := strings.SplitN(strings.TrimSpace(line), " ", 3); len(f) == 3 && f[0] == "#define" {
			out[f[1]] = f[2]
		}
	}
	return out
}

// TestPredefinedAgreesWithCompiler: what is predefined without a compiler is what the compiler of this machine predefines.
func TestPredefinedAgreesWithCompiler(t *testing.T) {
	toolchain.Compiler(t)
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the macros are those of gcc for linux/amd64")
	}
	cmd := exec.Command(ccompiler.Find(), "-std=gnu17", "-dM", "-E", "-")
	cmd.Stdin = strings.NewReader("")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	compiler, own := macros(string(out)), macros(predefined(abi, "linux", "amd64"))
	for name, value := range own {
		if got, ok := compiler[name]; !isVersion.MatchString(name) && ok && got != value {
			t.Errorf("%s is %q here and %q for the compiler", name, value, got)
		}
	}
	for name := range compiler {
		_, ok := own[name]
		if !ok && compiler["__GNUC__"] == own["__GNUC__"] && !decidedByFlags.MatchString(name) && !isVersion.MatchString(name) {
			t.Errorf("the compiler predefines %s", name)
		}
	}
}

// isVersion are macros that tell of a compiler's version, or of its headers.
var isVersion = regexp.MustCompile(`^(__GNUC.*|__VERSION__|__GXX_ABI_VERSION|_STDC_PREDEF_H|__GCC_HAVE_DWARF2_CFI_ASM)$`)

// TestPredefinedForAllTargets: every target that cc knows has macros that parse.
func TestPredefinedForAllTargets(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows", "freebsd", "netbsd", "openbsd"} {
		for _, arch := range []string{"amd64", "386", "arm64", "arm", "riscv64", "ppc64le", "s390x", "loong64"} {
			if _, err := cc.NewABI(goos, arch); err != nil {
				continue
			}
			src := "#if __SIZEOF_LONG__ == 0 || __LONG_MAX__ <= 0 || __INT_MAX__ != 2147483647\n#error limits\n#endif\n" +
				"typedef __SIZE_TYPE__ t; typedef __INT64_TYPE__ i; typedef __UINT_LEAST8_TYPE__ l; long double most = __LDBL_MAX__;\n" +
				"int f(int a) { return sizeof(t) + sizeof(i) + sizeof(l) + __CHAR_BIT__ + __LDBL_MANT_DIG__; }\n"
			f, err := Parse(context.Background(), "x.c", []byte(src), Options{OS: goos, Arch: arch})
			if err == nil {
				_, err = f.Lower("")
			}
			if err != nil {
				t.Errorf("%s/%s: %v", goos, arch, err)
			}
		}
	}
}
