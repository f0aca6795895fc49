package opt_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/opt"
)

// BenchmarkRun measures optimising, with lowering, which the first benchmark of each pair measures alone.
func BenchmarkRun(b *testing.B) {
	var long strings.Builder
	long.WriteString("int f(int *p, int n, int m) { int s = 0, i = 0, j = 0;\n")
	for i := range 150 {
		fmt.Fprintf(&long, "for (i = 0; i < n; i++) { s += p[i + %d] * m; if (s < %d) s = %d; else p[i] = s + j; }\n j += s * %d;\n", i%7, i, i+1, i+3)
	}
	long.WriteString("return s + j; }")
	for _, c := range []struct{ name, source string }{
		{"mul_add", "int mul_add(int x, int y) { int u = x * 3; int v = u + y; return v; }"},
		{"conv", `void conv(int **in, int **out, int rows, int cols) {
    for (int row = 1; row < rows - 1; row++)
        for (int col = 1; col < cols - 1; col++) {
            int sum = in[row - 1][col - 1] * -1 + in[row - 1][col + 1];
            sum += in[row][col - 1] * -2 + in[row][col + 1] * 2;
            sum += in[row + 1][col - 1] * -1 + in[row + 1][col + 1];
            out[row][col] = sum;
        }
}`},
		{"long", long.String()},
	} {
		u := parsed(b, []byte(c.source))
		l := lower.New(lower.NewUnit(u), lower.Options{})
		o := &opt.Optimizer{}
		b.Run(c.name+"/lower", func(b *testing.B) {
			b.ReportAllocs()
			defer processor(b)()
			for b.Loop() {
				if _, err := l.Lower(u.Funcs[0]); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/both", func(b *testing.B) {
			b.ReportAllocs()
			defer processor(b)()
			var f *ir.Func
			for b.Loop() {
				f, _ = l.Lower(u.Funcs[0])
				o.Run(f)
			}
			n := 0
			for _, block := range f.Blocks {
				n += len(block.Body)
			}
			b.ReportMetric(float64(n), "instructions")
		})
	}
}

// processor reports the time of the processor too, which other programs on the machine change little.
func processor(b *testing.B) func() {
	used := func() int64 {
		var r unix.Rusage
		if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
			return 0
		}
		return r.Utime.Nano() + r.Stime.Nano()
	}
	start := used()
	return func() { b.ReportMetric(float64(used()-start)/float64(b.N), "cpu-ns/op") }
}
