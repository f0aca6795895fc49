package native_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"scf/backend"
	"scf/cfront"
	"scf/internal/testing/toolchain"
)

// called has many arguments in registers and on the stack, more values than there are registers, and calls that they live over.
const called = `
static long helper(long a, double d, long b) { return a * 3 + b - (long)d; }
long called(int a, long b, signed char c, unsigned short d, double e, long f, unsigned g, long h, float i,
	double j, double k, double l, double m, double n, double o, double p, double q, int r)
{
	long s = a + b * 2, t = c - d, u = f ^ g, v = h | r, w = a - f, x = b + g, y = c * h, z = d * r;
	double sum = e + i * 2 + j * 3 + k * 4 + l * 5 + m * 6 + n * 7 + o * 8 + p * 9 + q * 10;
	for (long n = 0; n < 5; n++) {
		s += helper(t, sum, u) * n;
		t ^= helper(v, e, w) + x;
		sum += q;
	}
	return s + 3 * t + 5 * u + 7 * v + 11 * w + 13 * x + 17 * y + 19 * z + (long)sum;
}
`

// caller keeps values in the registers that are its own.
const caller = `
#include <stdio.h>
long called(int, long, signed char, unsigned short, double, long, unsigned, long, float,
	double, double, double, double, double, double, double, double, int);
int main(int n, char **v)
{
	long a = n, b = n * 2, c = n * 3, d = n * 5, e = n * 7, f = n * 9;
	for (int i = 0; i < 100; i++) {
		long x = called(-i, b << 33, i - 50, i * 999, i / 3.0, c - 9, -a, d << 40, i * 0.25f, i, 2, i + 0.5, 4, 5, 6, 7, 8, i ^ 77);
		a += x, b ^= a + c, c -= b * d, d += e ^ f, e *= 31, f += i;
		printf("%ld %ld %ld %ld %ld %ld %ld\n", x, a, b, c, d, e, f);
	}
}
`

// TestForC calls a function from C, and compares with the C compiler's.
func TestForC(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("functions for C programs are made on amd64 only")
	}
	cc := toolchain.Compiler(t)
	file, err := cfront.Parse(t.Context(), "called.c", []byte(called), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	u, err := file.Unit("called")
	if err != nil {
		t.Fatal(err)
	}
	m, err := backend.NewModule(u, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Function("called")
	text, err := begin(t).ForC(t.Context(), m, f.Tree)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name, text string) string {
		main, function, program := filepath.Join(dir, "main.c"), filepath.Join(dir, name), filepath.Join(dir, name+".out")
		for name, text := range map[string]string{main: caller, function: text} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command(cc, "-O2", "-fwrapv", main, function, "-o", program).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command(program).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if own, want := run("native.s", text), run("called.c", called); own != want {
		t.Errorf("%s\ninstead of\n%s", own, want)
	}
}
