package lower

import (
	"strings"
	"testing"

	"scf/ast"
)

const benchSource = `
int mul_add(int a, int b, int c) { return a * b + c; }
void convolve(const int *in, int *out, int rows, int cols) {
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < cols - 1; j++) {
            int s = 0;
            s += in[(i - 1) * cols + j - 1];
            s += in[(i - 1) * cols + j] * 2;
            s += in[(i - 1) * cols + j + 1];
            s += in[i * cols + j - 1] * 2;
            s += in[i * cols + j] * 4;
            s += in[i * cols + j + 1] * 2;
            s += in[(i + 1) * cols + j - 1];
            s += in[(i + 1) * cols + j] * 2;
            s += in[(i + 1) * cols + j + 1];
            out[i * cols + j] = s / 16;
        }
}
struct state { int pc, acc; unsigned char memory[256]; };
int large(struct state *s, int x, int y) {
    int r = 0;
    STEPS
    return r;
}
`

// BenchmarkLower says what lowering costs: the functions have about 5, 110 and 5,000 expressions and commands.
func BenchmarkLower(b *testing.B) {
	step := `
    if (x > r && s->acc != y) { r += s->memory[x & 255] * y; s->pc++; } else { y ^= r << 3; }
    for (int i = 0; i < y; i++) { s->memory[i] = (unsigned char)(r + i); x -= i; }
    s->acc = r + (x < y ? x : y);
`
	u := parsed(b, []byte(strings.ReplaceAll(benchSource, "STEPS", strings.Repeat(step, 56))))
	for _, f := range u.Funcs {
		b.Run(f.Name, func(b *testing.B) {
			l := New(NewUnit(u), Options{})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Lower(f); err != nil {
					b.Fatal(err)
				}
			}
			nodes := 0
			ast.Walk(f.Body, func(ast.Cmd) { nodes++ }, func(ast.Expr) { nodes++ }, nil)
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
