package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"scf/internal/diag"
	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// run runs a program on the argument that a text holds.
func run(t testing.TB, src, arg string) (core.Value, interp.Counts, error) {
	t.Helper()
	p := scfmltest.Load(t, src)
	return interp.New(p).Run(context.Background(), scfmltest.Arg(t, p, arg), interp.Options{})
}

func TestResults(t *testing.T) {
	for _, c := range []struct{ name, src, arg, want string }{
		{"constant", `fun main () = 3`, `()`, `3`},
		{"identity", `fun main (x : int) = x`, `~7`, `~7`},
		{"two parameters", `fun main (x, y) = x - y`, `(10, 3)`, `7`},
		{"tuple result", `fun main (x : int, y : bool) = (y, x)`, `(1, true)`, `(true, 1)`},
		{"parameter that is a tuple", `fun fst (a : int, b : int) = a  fun main (p : int * int) = fst p`, `(1, 2)`, `1`},
		{"let", `fun main x = let val a = x + 1 val (b, c) = (a * 2, a) in b - c end`, `4`, `5`},
		{"swap by let", `fun main (a, b) = let val (b, a) = (a, b) in a - b end`, `(1, 10)`, `9`},
		{"if", `fun main x = if x < 0 then ~x else x`, `~5`, `5`},
		{"andalso, orelse", `fun main (a, b) = (a andalso b, a orelse b, not a)`, `(true, false)`, `(false, true, false)`},
		{"orelse does not evaluate its right side", `fun main a = a = 0 orelse 10 div a > 3`, `0`, `true`},
		{"literals", `fun main x = case x of 1 => "one" | ~2 => "minus two" | _ => "many"`, `~2`, `"minus two"`},
		{"strings", `fun main s = case s of "a" => 1 | "b" => 2 | _ => size s`, `"abc"`, `3`},
		{"chars", `fun main c = case c of #"a" => ord c | _ => 0`, `#"a"`, `97`},
		{"nested patterns", `datatype t = L | N of t * int * t
			fun main x = case x of N(N(_, a, _), b, N(_, c, L)) => a + b + c | N(_, b, _) => b | L => 0`,
			`N(N(L, 1, L), 2, N(L, 3, L))`, `6`},
		{"nested patterns, second arm", `datatype t = L | N of t * int * t
			fun main x = case x of N(N(_, a, _), b, N(_, c, L)) => a + b + c | N(_, b, _) => b | L => 0`,
			`N(N(L, 1, L), 2, N(L, 3, N(L, 4, L)))`, `2`},
		{"arms that look at one component", `datatype t = A | B | C of t * t
			fun main x = case x of C(A, y) => y | C(B, C(y, _)) => y | C(y, A) => y | y => y`,
			`C(C(A, B), A)`, `C(A, B)`},
		{"as", `datatype t = A of int | B
			fun main x = case x of (a as A n, b) => (a, n, b) | (_, b as B) => (b, 0, B) | (_, b) => (b, 1, B)`,
			`(A(4), B)`, `(A(4), 4, B)`},
		{"tuple of constructors", `datatype t = A | B
			fun main (x, y) = case (x, y) of (A, A) => 1 | (A, _) => 2 | (_, A) => 3 | _ => 4`, `(B, A)`, `3`},
		{"tuple bound as a whole", `fun main (x, y) = case (x + 1, y) of (0, _) => (0, 0) | p => p`, `(1, 2)`, `(2, 2)`},
		{"single constructor", `datatype p = P of int * int  fun main (P(a, b)) = a * b`, `P(6, 7)`, `42`},
		{"constructor of a tuple", `type pair = int * int  datatype p = P of pair
			fun main (P x) = case x of (a, b) => P (b, a)`, `P((1, 2))`, `P((2, 1))`},
		{"polymorphic list", `fun main (x, acc) = case x of [] => acc | h :: t => main (t, h :: acc)`, `(["a", "b"], [])`, `["b", "a"]`},
		{"options", `fun main x = case x of SOME (SOME y) => SOME y | SOME NONE => NONE | NONE => NONE`, `SOME(SOME(3))`, `SOME(3)`},
		{"even and odd", `fun even n = if n = 0 then true else odd (n - 1) and odd n = if n = 0 then false else even (n - 1)
			fun main n = even n`, `101`, `false`},
		{"fibonacci", `fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)  fun main n = fib n`, `15`, `610`},
		{"equality of structures", `fun main (a : (int * string) list, b) = (a = b, a <> b)`, `([(1, "a")], [(1, "a")])`, `(true, false)`},
		{"maps", `structure M = MapFn(type key = int type value = string)
			fun main (m, k) = (M.find(m, k), M.find(M.insert(m, k, "new"), k), M.remove(m, k), M.equal(m, M.remove(m, k)))`,
			`(map{1 -> "a", 2 -> "b"}, 2)`, `(SOME("b"), SOME("new"), map{1 -> "a"}, false)`},
		{"map iterators (figure 3.5)", `structure M = MapFn(type key = int type value = int)
			fun main () = let val m = M.insert(M.insert(M.empty, 2, 14), 1, 19) val m' = M.map (fn x => x * x) m
			in (m, M.find(m, 2), M.find(m, 3), M.equal(m, M.empty), m', M.unionWith (fn (x, y) => if x > 200 then x else y) (m, m')) end`,
			`()`, `(map{1 -> 19, 2 -> 14}, SOME(14), NONE, false, map{1 -> 361, 2 -> 196}, map{1 -> 361, 2 -> 196})`},
		{"unionWith keeps what is on one side", `structure M = MapFn(type key = int type value = int)
			fun main (a, b) = M.unionWith (fn (x, y) => x - y) (a, b)`,
			`(map{1 -> 10, 2 -> 20}, map{2 -> 1, 3 -> 3})`, `map{1 -> 10, 2 -> 19, 3 -> 3}`},
		{"an iterator sees the function's variables", `structure M = MapFn(type key = int type value = int)
			fun twice (f, x) = f * x
			fun main (m, f) = M.map (fn x => let val (a, b) = (x, f) in twice (a, b) + f end) m`,
			`(map{1 -> 10, 2 -> 20}, 3)`, `map{1 -> 33, 2 -> 63}`},
		{"sets", `structure S = SetFn(type value = int)
			fun main (s, x) = (S.member(s, x), S.add(s, x), S.delete(S.add(s, x), x), S.union(s, S.add(S.empty, x)), S.equal(s, S.delete(S.add(s, x), x)))`,
			`(set{1, 2}, 3)`, `(false, set{1, 2, 3}, set{1, 2}, set{1, 2, 3}, true)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, _, err := run(t, c.src, c.arg)
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			if got := core.FormatValue(v); got != c.want {
				t.Errorf("the result is %s, want %s", got, c.want)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	for _, c := range []struct{ name, src, arg, want string }{
		{"no arm", "fun main x =\n  case x of 0 => 1 | 1 => 2", `~5`, "prog:2:3: no pattern matches ~5"},
		{"no arm for a component", "fun main x = case x of (0, y) => y", `(1, 2)`, "prog:1:14: no pattern matches (1, 2)"},
		{"no arm for a tuple expression", "fun main (x, y) = case (x, y) of (0, 0) => 1", `(1, 2)`, "prog:1:19: no pattern matches (1, 2)"},
		{"division", "fun main x =\n  10 div x", `0`, "prog:2:6: division by zero"},
		{"remainder", "fun main x = Int.rem (10, x)", `0`, "prog:1:14: division by zero"},
		{"index", "fun main i = String.sub (\"abc\", i)", `3`, "prog:1:14: String.sub: index 3 is outside a string of size 3"},
		{"chr", "fun main i = chr i", `~1`, "prog:1:14: chr: ~1 is outside 0 to 255"},
		{"width", "fun main i = Bits.signExtend (i, 3)", `65`, "prog:1:14: a width of 65 bits is outside 1 to 64"},
		{"depth", "fun f n = if n = 0 then 0 else 1 + f (n - 1)\nfun main n = f n", `1000000`, "prog:1:36: the recursion is too deep: 100001 calls are active"},
		{"dead in a primitive", "fun main x = x + (dead : int)", `1`, "prog:1:16: an operation reads a dead value"},
		{"dead in a match", "fun main x = case (dead : int list) of [] => x | _ :: _ => x", `1`, "prog:1:14: no pattern matches dead"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := run(t, c.src, c.arg)
			var d *diag.Error
			if !errors.As(err, &d) {
				t.Fatalf("error %v, want %s", err, c.want)
			}
			if d.Error() != c.want {
				t.Errorf("error\n%s\nwant\n%s", d.Error(), c.want)
			}
			if d.Hint == "" && strings.Contains(c.want, "pattern") {
				t.Errorf("%s: no hint", d)
			}
		})
	}
}

// A run that would take more memory than the process may ends with an error.
func TestMemoryLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 20))
	_, _, err := run(t, "fun main l = main (1 :: l)", "[]")
	var limit *interp.LimitError
	if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), "prog:1:14: the run takes more than the 1 MB") {
		t.Errorf("the error is %v", err)
	}
}

// A dead value passes through variables, wildcards and tuple patterns, and reaches the arm that asks for nothing.
func TestDeadMatchesOnlyVariables(t *testing.T) {
	v, _, err := run(t, `datatype t = A | B
		fun main () = case (dead : t * int) of (A, _) => 1 | (_, 3) => 2 | (x, y) => 3`, "()")
	if err != nil || v != core.Int(3) {
		t.Errorf("the result is %v, %v; want 3", v, err)
	}
}

func TestTailCallsTakeConstantSpace(t *testing.T) {
	src := `
		datatype t = A | B of int
		fun loop (n, acc) = if n = 0 then acc else let val m = n - 1 in case acc of A => even (m, B n) | b => even (m, b) end
		and even (n, acc) = case n of 0 => acc | _ => loop (n - 1, acc)
		fun main n = loop (n, A)`
	v, counts, err := run(t, src, "2000000")
	if err != nil {
		t.Fatal(err)
	}
	if got := core.FormatValue(v); got != "B(2000000)" || counts.Calls != 2_000_001 {
		t.Errorf("the result is %s after %d calls", got, counts.Calls)
	}
}

// Deep recursion of functions with deeply nested bodies ends with an error and not with Go's stack.
func TestDepthWithDeepBodies(t *testing.T) {
	tier.Standard(t, "deep recursion")
	body := "f (n - 1)"
	for i := range 300 {
		body = fmt.Sprintf("(if n = ~%d then 0 else 1 + %s)", i+1, body)
	}
	p := scfmltest.Load(t, "fun f n = "+body+"\nfun main n = f n")
	_, _, err := interp.New(p).Run(context.Background(), core.Int(10_000_000), interp.Options{MaxDepth: math.MaxInt})
	var limit *interp.LimitError
	if !errors.As(err, &limit) {
		t.Fatalf("error %v, want a LimitError", err)
	}
}

// Deep recursion through map iterators, too, which nest on Go's stack.
func TestDepthThroughIterators(t *testing.T) {
	tier.Standard(t, "deep recursion")
	p := scfmltest.Load(t, `structure M = MapFn(type key = int type value = int)
		fun f n = if n = 0 then 0 else case M.find (M.map (fn x => f (n - x)) (M.insert (M.empty, 1, 1)), 1) of SOME x => x + 1 | NONE => 0
		fun main n = f n`)
	v, _, err := interp.New(p).Run(context.Background(), core.Int(20_000), interp.Options{})
	if err != nil || v != core.Value(core.Int(20_000)) {
		t.Errorf("20,000 calls: %v, error %v", v, err)
	}
	_, _, err = interp.New(p).Run(context.Background(), core.Int(10_000_000), interp.Options{MaxDepth: math.MaxInt})
	var limit *interp.LimitError
	if !errors.As(err, &limit) {
		t.Fatalf("error %v, want a LimitError", err)
	}
}

func TestDepthOption(t *testing.T) {
	p := scfmltest.Load(t, "fun f n = if n = 0 then 0 else 1 + f (n - 1)\nfun main n = f n")
	in := interp.New(p)
	for _, c := range []struct {
		n  core.Int
		ok bool
	}{{48, true}, {49, false}} { // main, whose call of f is a tail call, and n+1 calls of f are n+1 active calls
		_, _, err := in.Run(context.Background(), c.n+1, interp.Options{MaxDepth: 50})
		if (err == nil) != c.ok {
			t.Errorf("f %d: error %v", c.n+1, err)
		}
	}
}

func TestStepLimit(t *testing.T) {
	p := scfmltest.Load(t, "fun loop n = loop (n + 1)\nfun main n = loop n")
	_, counts, err := interp.New(p).Run(context.Background(), core.Int(0), interp.Options{MaxSteps: 1000})
	var limit *interp.LimitError
	if !errors.As(err, &limit) || counts.Total() < 1000 || counts.Total() > 1010 {
		t.Errorf("error %v after %d operations", err, counts.Total())
	}
	var d *diag.Error
	if !errors.As(err, &d) || d.Pos.Line != 1 {
		t.Errorf("the error of the limit has no position: %v", err)
	}
}

func TestCancellation(t *testing.T) {
	p := scfmltest.Load(t, "fun loop n = loop (n + 1)\nfun main n = loop n")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := interp.New(p).Run(ctx, core.Int(0), interp.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestConcurrentRuns(t *testing.T) {
	p := scfmltest.Load(t, "fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)\nfun main n = fib n")
	in := interp.New(p)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			v, counts, err := in.Run(context.Background(), core.Int(10+i%2), interp.Options{})
			if want := [...]core.Value{core.Int(55), core.Int(89)}[i%2]; err != nil || v != want || counts.Calls == 0 {
				t.Errorf("fib %d = %v, %v", 10+i%2, v, err)
			}
		})
	}
	wg.Wait()
}

func TestRunArgument(t *testing.T) {
	p := scfmltest.Load(t, "fun main (x : int, y : int) = x")
	for _, arg := range []core.Value{core.Int(3), core.UnitValue, &core.Tuple{Elems: []core.Value{core.Int(1)}}} {
		_, _, err := interp.New(p).Run(context.Background(), arg, interp.Options{})
		if err == nil || !strings.Contains(err.Error(), "main takes an argument of type int * int, not") {
			t.Errorf("argument %s: error %v", core.FormatValue(arg), err)
		}
	}
	other := scfmltest.Load(t, "fun main (x : int) = x")
	if _, _, err := interp.New(p).Call(context.Background(), other.Entry, []core.Value{core.Int(1)}, interp.Options{}); err == nil {
		t.Error("a function of another program runs")
	}
	if _, _, err := interp.New(p).Call(context.Background(), p.Entry, []core.Value{core.Int(1)}, interp.Options{}); err == nil {
		t.Error("a call with too few arguments runs")
	}
}

// An ill-formed program, which Verify would refuse, ends with an error too.
func TestIllFormed(t *testing.T) {
	x := &core.Var{Name: "x"}
	for name, body := range map[string]core.Expr{
		"unbound": &core.VarExpr{Var: x},
		"type":    &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{&core.Const{Value: core.Int(1)}, &core.Const{Value: core.Str("a")}}},
		"arity":   &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{&core.Const{Value: core.Int(1)}}},
		"arity 4": &core.PrimExpr{Op: core.OpAdd, Args: []core.Expr{&core.DeadExpr{}, &core.DeadExpr{}, &core.DeadExpr{}, &core.DeadExpr{}}},
		"no arms": &core.CaseExpr{Scrut: &core.Const{Value: core.Int(1)}},
		"iter":    &core.IterExpr{Body: &core.DeadExpr{}},
	} {
		f := &core.Func{Name: "f", Result: core.IntType, Body: body}
		p := &core.Program{Funcs: []*core.Func{f}, Entry: f}
		if v, _, err := interp.New(p).Run(context.Background(), core.UnitValue, interp.Options{}); err == nil {
			t.Errorf("%s: result %v", name, v)
		}
	}
}
