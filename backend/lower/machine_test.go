package lower

import (
	"context"
	"flag"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/mem"
	"scf/backend/opt"
	"scf/cfront"
	"scf/internal/diag"
)

// runner evaluates the functions of a unit, lowered, over a module's memory. What they print is kept.
type runner struct {
	t       testing.TB
	m       *backend.Module
	unit    *Unit
	options Options
	lowered map[string]*ir.Func
	hosts   map[string]func(args []uint64) uint64
	out     strings.Builder
	ctx     context.Context // of calls
	steps   int
}

var throughOpt = flag.Bool("opt", true, "whether functions are optimised before they are evaluated")

// parse reads a C file.
func parse(t testing.TB, source string) *cfront.File {
	t.Helper()
	f, err := cfront.Parse(context.Background(), "x.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return f
}

// newRunner makes a runner. hosts are functions that go before those of the module, also where the unit has refused ones of the same name.
func newRunner(t testing.TB, u *ast.Unit, o Options, hosts map[string]func([]uint64) uint64) *runner {
	t.Helper()
	m, err := backend.NewModule(u, nil)
	if err != nil {
		t.Fatal(err)
	}
	given := *u
	given.Refused = slices.DeleteFunc(slices.Clone(u.Refused), func(r ast.Refused) bool { return hosts[r.Name] != nil })
	r := &runner{t: t, m: m, unit: NewUnit(&given), options: o, lowered: map[string]*ir.Func{}, hosts: hosts, steps: 1 << 30}
	r.ctx = backend.WithRegions(t.Context(), &backend.Regions{})
	return r
}

// call runs the function called name.
func (r *runner) call(name string, args ...uint64) (uint64, error) {
	machine := &eval.Machine{Func: r.function, Host: r.host, Address: r.address, Pointer: r.pointer, Steps: r.steps}
	return machine.Call(r.function(name), args...)
}

// pointer runs the function whose address is at.
func (r *runner) pointer(at uint64, args []uint64) (uint64, error) {
	f := r.m.FunctionAt(at)
	if f == nil {
		return 0, fmt.Errorf("a call of %#x", at)
	}
	if f.Tree == nil {
		return r.host(f.Name, args)
	}
	return r.call(f.Name, args...)
}

func (r *runner) function(name string) *ir.Func {
	if f := r.lowered[name]; f != nil {
		return f
	}
	tree := r.unit.funcs[name]
	if tree == nil {
		r.t.Fatalf("no function %s", name)
	}
	return r.add(tree)
}

// add lowers a function and makes it the one that is called by its name.
func (r *runner) add(tree *ast.Func) *ir.Func {
	f, err := New(r.unit, r.options).Lower(tree)
	if err != nil {
		r.t.Fatal(diag.Render(err))
	}
	if err := ir.Verify(f); err != nil {
		r.t.Fatalf("%v\n%v", err, f)
	}
	if *throughOpt {
		o := opt.Optimizer{Options: opt.Options{Polls: true, After: func(pass string, f *ir.Func) {
			if err := ir.Verify(f); err != nil {
				r.t.Fatalf("after %s: %v\n%v", pass, err, f)
			}
		}}}
		o.Run(f)
	}
	r.lowered[tree.Name] = f
	return f
}

func (r *runner) address(symbol string) uint64 {
	text, isText, fn, name := Data(symbol)
	if isText {
		return r.m.String(&ast.Str{Text: text, Ty: ast.Array{Elem: ast.Integer{Name: "char", Width: 8, Signed: true}, Len: int64(len(text)) + 1}})
	}
	at, ok := r.m.Address(fn, name)
	if !ok {
		r.t.Fatalf("no address of %s", symbol)
	}
	return at
}

func (r *runner) host(name string, args []uint64) (uint64, error) {
	if slices.Contains(backend.CheckFunctions(), name) {
		return r.m.Check(r.ctx, name, args), nil
	}
	switch name {
	case "printf":
		return uint64(r.print(args)), nil
	case "fflush":
		return 0, nil
	case "qsort":
		return 0, r.sort(args[0], int(args[1]), int(args[2]), args[3])
	case "sprintf":
		return uint64(r.printTo(args[0], args[1:])), nil
	}
	if f := r.hosts[name]; f != nil {
		return f(args), nil
	}
	f, ok := r.m.Function(name)
	if !ok || f.Host == nil {
		return 0, fmt.Errorf("no function %s", name)
	}
	words := slices.Clone(args)
	for i, t := range f.Ty.Params {
		if i < len(words) {
			words[i] = uint64(ast.Wrap(int64(words[i]), t))
		}
	}
	if r.options.Checked {
		return r.m.CheckedHost(f)(r.ctx, words)
	}
	return f.Host(r.ctx, words)
}

var directive = regexp.MustCompile(`%([-+ #0-9.]*)([lL]*)([a-zA-Z%])`)

// verbs are those of Go's that do what C's do.
var verbs = strings.NewReplacer("u", "d", "p", "v")

// print is printf.
func (r *runner) print(args []uint64) int {
	before := r.out.Len()
	format := text(args[0])
	args = args[1:]
	at := 0
	for _, d := range directive.FindAllStringSubmatchIndex(format, -1) {
		r.out.WriteString(format[at:d[0]])
		at = d[1]
		flags, long, verb := format[d[2]:d[3]], d[5] > d[4], format[d[6]:d[7]]
		if verb == "%" {
			r.out.WriteByte('%')
			continue
		}
		fmt.Fprintf(&r.out, "%"+flags+verbs.Replace(verb), r.printed(verb, long, args[0]))
		args = args[1:]
	}
	r.out.WriteString(format[at:])
	return r.out.Len() - before
}

// printTo is sprintf.
func (r *runner) printTo(at uint64, args []uint64) int {
	before := r.out.String()
	n := r.print(args)
	copy(mem.Bytes(at, n+1), r.out.String()[len(before):]+"\x00")
	r.out.Reset()
	r.out.WriteString(before)
	return n
}

// printed is what Go's package fmt is to print.
func (r *runner) printed(verb string, long bool, word uint64) any {
	switch {
	case verb == "s":
		return text(word)
	case strings.Contains("feg", verb):
		if x := math.Float64frombits(word); !math.IsInf(x, 0) {
			return x
		}
		return floatText(strings.ToLower(fmt.Sprint(math.Float64frombits(word))))
	case verb == "d" && long:
		return int64(word)
	case verb == "d" || verb == "c":
		return int32(word)
	case verb == "p" && word == 0:
		return "(nil)"
	case long:
		return word
	case strings.Contains("uxX", verb):
		return uint32(word)
	}
	r.t.Fatalf("printf of %%%s", verb)
	return nil
}

// floatText is what C prints of an infinity.
type floatText string

func (s floatText) Format(f fmt.State, _ rune) { fmt.Fprint(f, strings.TrimPrefix(string(s), "+")) }

// sort is qsort.
func (r *runner) sort(at uint64, n, size int, compare uint64) (err error) {
	for i := 1; i < n; i++ {
		for j := i; j > 0; j-- {
			x, y := at+uint64((j-1)*size), at+uint64(j*size)
			c, wrong := r.pointer(compare, []uint64{x, y})
			if err = wrong; err != nil || int32(c) <= 0 {
				break
			}
			a, b := mem.Bytes(x, size), mem.Bytes(y, size)
			for k := range a {
				a[k], b[k] = b[k], a[k]
			}
		}
	}
	return err
}

func text(at uint64) string { return string(mem.Bytes(at, mem.Length(at))) }
