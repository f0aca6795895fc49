package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"scf/ast"
	"scf/stager"
)

// Which values parameters have while a program runs: its functions are printed with calls that tell, and the program writes each new
// value to the file that is open as number 9.

// mostSeen bounds the different values of a parameter that are told.
const mostSeen = 4

const seenSource = `
long syscall(long number, ...);

int corpus_seen(int function, int parameter, long long value)
{
    static struct { int n; long long values[4]; } all[1 << 16];
    int i, at = (function * 16 + parameter) & 0xffff, length = 0;
    long long fields[3] = { function, parameter, value };
    char line[64];
    for (i = 0; i < all[at].n; i++)
        if (all[at].values[i] == value)
            return 0;
    if (i == 4 || parameter > 15)
        return 0;
    all[at].values[all[at].n++] = value;
    for (i = 0; i < 3; i++) {
        for (int shift = 60; shift >= 0; shift -= 4)
            line[length++] = "0123456789abcdef"[fields[i] >> shift & 15];
        line[length++] = i < 2 ? ' ' : '\n';
    }
    return syscall(1, 9, line, (long)length);
}

int corpus_seen_double(int function, int parameter, double value)
{
    union { double value; long long bits; } u = { value };
    return corpus_seen(function, parameter, u.bits);
}
`

// compileTeller makes the object file of the functions that tell, in the directory.
func compileTeller(ctx context.Context, dir string) (string, error) {
	object := filepath.Join(dir, "seen.o")
	cmd := exec.CommandContext(ctx, "gcc", "-w", "-c", "-x", "c", "-", "-o", object)
	cmd.Stdin = strings.NewReader(seenSource)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return object, nil
}

// tellParameters makes the function, which is called by a number, tell the values of its scalar parameters at its beginning.
func tellParameters(f *ast.Func, number int) {
	var calls []ast.Cmd
	for i, p := range f.Params {
		var x ast.Expr = &ast.Var{Name: p.Name, Ty: p.Ty}
		if p.InMemory {
			x = &ast.Object{Name: p.Name, Ty: p.Ty}
		}
		if call := tell(number, i, x, p.Ty); call != nil {
			calls = append(calls, &ast.Eval{X: call})
		}
	}
	f.Body = ast.SeqOf(append(calls, f.Body)...)
	ast.Number(f)
}

// tell is the call that tells a parameter's value; nil where it is of no type that has constants.
func tell(function, parameter int, x ast.Expr, t ast.Type) ast.Expr {
	name, to := "corpus_seen", ast.Type(ast.Integer{Name: "long long", Width: 64, Signed: true})
	switch {
	case isDouble(t):
		name, to = "corpus_seen_double", ast.Floating{Name: "double", Width: 64}
	case !ast.IsInteger(t):
		return nil
	}
	number := func(v int) ast.Expr { return &ast.Const{Value: ast.IntConst(v), Ty: ast.Int} }
	fn := &ast.Function{Result: ast.Int, Variadic: true} // as of what is not declared
	return &ast.Call{Fn: &ast.Object{Name: name, Ty: fn}, Args: []ast.Expr{number(function), number(parameter), ast.ConvertTo(to, x)}, Ty: ast.Int}
}

// isDouble reports whether values of the type are float or double.
func isDouble(t ast.Type) bool {
	f, ok := t.(ast.Floating)
	return ok && f.Width <= 64
}

// values are those that parameters were seen with, by the position of the parameter, as --value has them.
type values map[int][]string

// only is the value of a parameter that never had another one.
func (v values) only(parameter int) (string, bool) {
	if len(v[parameter]) == 1 {
		return v[parameter][0], true
	}
	return "", false
}

// readSeen adds what a program has told to the values of functions, by their numbers.
func readSeen(path string, functions []*stager.Function, all []values) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		var function, parameter int
		var bits uint64
		if _, err := fmt.Sscanf(line, "%x %x %x", &function, &parameter, &bits); err != nil || function >= len(functions) ||
			parameter >= len(functions[function].Params) {
			continue // the program wrote to the file itself
		}
		v := all[function]
		v[parameter] = appendNew(v[parameter], valueText(bits, functions[function].Params[parameter].Type))
	}
	return nil
}

func appendNew(all []string, v string) []string {
	for _, known := range all {
		if known == v {
			return all
		}
	}
	return append(all, v)
}

// valueText is a value as --value has it.
func valueText(bits uint64, t ast.Type) string {
	if i, ok := t.(ast.Integer); ok && !i.Signed {
		return strconv.FormatUint(bits, 10)
	}
	if ast.IsInteger(t) {
		return strconv.FormatInt(int64(bits), 10)
	}
	v := math.Float64frombits(bits)
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'x', -1, 64)
}
