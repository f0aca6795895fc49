package kernel

import (
	"strings"
	"testing"
	"time"

	"scf/ast"
	"scf/backend/native"
	"scf/stager"
)

func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		begun, ended int64
		took         time.Duration
		want         bool
	}{{0, 0, 0, true}, {1, 0, 0, true}, {1001, 1000, time.Millisecond, false}, {100, 100, time.Millisecond, true}} {
		var x calls
		x.begun.Store(c.begun)
		x.ended.Store(c.ended)
		x.nanoseconds.Store(int64(c.took))
		if x.worthwhile() != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestNeverPays explains code that takes longer than the C function as it is.
func TestNeverPays(t *testing.T) {
	var slow, quick calls
	for range 10 {
		slow.took(2 * time.Microsecond)
		quick.took(time.Microsecond)
	}
	s := &Specialization{pairs: []pair{{general: &quick, special: &slow}}, steps: []Step{{Tier: Specialized, Took: time.Millisecond}}}
	if calls, ok := s.BreakEven(); ok {
		t.Errorf("it pays after %v calls", calls)
	}
	e := Explanation{Steps: s.steps, Saves: -time.Microsecond, Ready: true}
	if text := e.String(); !strings.Contains(text, "a call takes 1µs longer with it, so that it never pays") {
		t.Error(text)
	}
}

// TestTooLittle has samples that show no difference: what is guessed is bounded by what they would show.
func TestTooLittle(t *testing.T) {
	var a, b calls
	for range 10 {
		a.took(time.Microsecond)
		b.took(time.Microsecond - leastSaved/2)
	}
	add := func(n ast.Expr) *ast.Func { return &ast.Func{Body: &ast.Return{X: n}} }
	many := ast.Expr(&ast.Const{})
	for range 100_000 {
		many = &ast.Unary{Op: ast.Neg, X: many}
	}
	k := &Kernel{tree: add(many), backend: native.New(), function: &stager.Function{}}
	s := &Specialization{kernel: k, tree: add(&ast.Const{}), pairs: []pair{{general: &a, special: &b}}, steps: []Step{{Tier: Specialized, Took: time.Millisecond}}}
	if calls, ok := s.BreakEven(); !ok || calls != 1e6/leastSaved {
		t.Errorf("%v, %v", calls, ok)
	}
}
