package passes_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// operators are C's names of the operations on floating numbers.
var operators = map[ast.Binop]string{ast.Add: "+", ast.Sub: "-", ast.Mul: "*", ast.Div: "/", ast.Lt: "<", ast.Gt: ">", ast.Le: "<=", ast.Ge: ">=",
	ast.Eq: "==", ast.Ne: "!="}

// cNames are C's names of the types that constants are converted between.
var cNames = []struct {
	name string
	ty   ast.Type
}{{"float", float}, {"double", double}, {"int", ast.Int}, {"unsigned", ast.Uint}, {"long long", long}, {"unsigned long long", ulong}, {"short", short},
	{"unsigned char", uchar}, {"_Bool", ast.Boolean{}}}

// TestFloatsAgainstCompiler compares what constant propagation computes of floating constants with what a compiled program
// computes of variables with those values, bit by bit.
func TestFloatsAgainstCompiler(t *testing.T) {
	tier.Standard(t, "a large program is compiled")
	tier.Same(t)
	compiler := toolchain.Compiler(t)
	cnp := load(t)[0]
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\nint bad;\n" +
		"static void check(int n, unsigned long long got, unsigned long long want) { if (got != want) { bad++; printf(\"case %d: %llx, folded to %llx\\n\", n, got, want); } }\nint main(void) {\n")
	folded := 0
	for n := range 1000 {
		from, to := cNames[r.IntN(len(cNames))], cNames[r.IntN(len(cNames))]
		if n%2 == 0 {
			from = cNames[r.IntN(2)]
			to = from
		}
		x, y := randomConstant(r, from.ty), randomConstant(r, from.ty)
		e, text, result := operationOrConversion(r, n, from.ty, to.ty, to.name, x, y)
		c, ok := fold(t, cnp, e, result).(*ast.Const)
		if !ok {
			continue
		}
		folded++
		name := "int"
		if ast.Same(result, to.ty) {
			name = to.name
		}
		fmt.Fprintf(&b, "{ unsigned long long p = %dull, q = %dull, out = 0; volatile %s x, y; memcpy((void *)&x, &p, sizeof x); memcpy((void *)&y, &q, sizeof y); %s r = %s; memcpy(&out, &r, sizeof r); check(%d, out, %dull); }\n",
			bitsOf(x), bitsOf(y), from.name, name, text, n, bitsOf(c)&(math.MaxUint64>>(64-8*sizeOf(result))))
	}
	b.WriteString("return bad != 0; }\n")
	if folded < 300 {
		t.Errorf("only %d of the operations were folded", folded)
	}
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "floats.c"), filepath.Join(dir, "floats")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-w", "-O0", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// operationOrConversion is an operation on x and y, or a conversion of x where n is odd: the tree, C's text and the type of the result.
func operationOrConversion(r *rand.Rand, n int, from, to ast.Type, name string, x, y *ast.Const) (ast.Expr, string, ast.Type) {
	switch {
	case n%2 == 1:
		return &ast.Convert{Ty: to, X: x}, "(" + name + ") x", to
	case n%20 == 0:
		return &ast.Unary{Op: ast.Neg, Ty: from, X: x}, "-x", from
	}
	ops := []ast.Binop{ast.Add, ast.Sub, ast.Mul, ast.Div, ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne}
	op := ops[r.IntN(len(ops))]
	result := from
	if op.IsComparison() {
		result = ast.Int
	}
	return &ast.Binary{Op: op, Ty: from, X: x, Y: y}, "x " + operators[op] + " y", result
}

// fold is what constant propagation makes of an expression.
func fold(t *testing.T, cnp *runner, e ast.Expr, ty ast.Type) ast.Expr {
	f := &ast.Func{Name: "f", Result: ty, Body: &ast.Return{X: e}}
	ast.Number(f)
	g, _, err := cnp.run(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Body.(*ast.Return).X
}

func randomConstant(r *rand.Rand, t ast.Type) *ast.Const {
	f, ok := t.(ast.Floating)
	if !ok {
		n := interesting[r.IntN(len(interesting))]
		if r.IntN(2) == 0 {
			n = int64(r.Uint64()) >> r.IntN(64)
		}
		return number(n, t).(*ast.Const)
	}
	x := interestingFloats[r.IntN(len(interestingFloats))]
	switch r.IntN(4) {
	case 0:
		x = r.NormFloat64()
	case 1:
		x = math.Ldexp(r.NormFloat64(), r.IntN(300)-150)
	case 2:
		x = float64(int64(r.Uint64()) >> r.IntN(64))
	}
	return &ast.Const{Value: ast.FloatConst(toBits(word{f: x}, f)), Ty: t}
}

func bitsOf(c *ast.Const) uint64 {
	switch v := c.Value.(type) {
	case ast.IntConst:
		return uint64(v)
	case ast.FloatConst:
		return uint64(v)
	}
	panic("no constant")
}
