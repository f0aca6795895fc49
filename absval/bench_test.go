package absval

import (
	"fmt"
	"testing"

	"scf/scfml/core"
)

// bigTree is a tree of about 2^(depth+1) distinct nodes.
func bigTree(w *world, depth, n int) core.Value {
	if depth == 0 {
		return &core.ConValue{Con: w.con("num"), Args: []core.Value{core.Int(n)}}
	}
	return &core.ConValue{Con: w.con("node"), Args: []core.Value{bigTree(w, depth-1, 2*n), bigTree(w, depth-1, 2*n+1)}}
}

func BenchmarkConst(b *testing.B) {
	w := newWorld(Options{})
	t := bigTree(w, 13, 1)
	for b.Loop() {
		w.Const(t)
	}
}

func BenchmarkJoinOfEqualTrees(b *testing.B) {
	w := newWorld(Options{})
	t := w.Const(bigTree(w, 13, 1))
	for b.Loop() {
		w.Join(t, t)
	}
}

func BenchmarkJoinOfTreesThatDifferDeepDown(b *testing.B) {
	w := newWorld(Options{})
	t, u := w.Const(bigTree(w, 13, 1)), w.Const(bigTree(w, 13, 2))
	for b.Loop() {
		w.Join(t, u)
	}
}

func BenchmarkMapInsert(b *testing.B) {
	w := newWorld(Options{})
	m := w.emptyMap()
	for i := range 100 {
		m = w.Prim(core.OpMapInsert, []*Value{m, w.Const(core.Int(i)), w.AnyInt()})
	}
	i := 0
	for b.Loop() {
		i = (i + 7) % 100
		w.Prim(core.OpMapInsert, []*Value{m, w.Const(core.Int(i)), w.AnyInt()})
	}
}

func BenchmarkMapJoin(b *testing.B) {
	w := newWorld(Options{})
	m := w.emptyMap()
	for i := range 100 {
		m = w.Prim(core.OpMapInsert, []*Value{m, w.Const(core.Int(i)), w.AnyInt()})
	}
	n := w.Prim(core.OpMapInsert, []*Value{m, w.Const(core.Int(50)), w.Const(core.Int(3))})
	for b.Loop() {
		w.Join(m, n)
	}
}

func BenchmarkMatchBigTree(b *testing.B) {
	w := newWorld(Options{})
	t := w.Const(bigTree(w, 13, 1))
	x := &core.VarPat{Var: &core.Var{Name: "x"}}
	p := &core.ConPat{Con: w.con("node"), Args: []core.Pat{x, &core.WildPat{}}}
	for b.Loop() {
		w.Match(p, t)
	}
}

func BenchmarkWiden(b *testing.B) {
	for b.Loop() {
		w := newWorld(Options{})
		v := w.parse(b, "skip(L 1)", w.cmd)
		for i := range 20 {
			label := w.Con(w.con("L"), []*Value{w.Const(core.Int(i % 5))})
			v = w.Widen(v, w.Con(w.con("seq"), []*Value{v, v, label}), 1)
		}
	}
}

func BenchmarkInternBigCycle(b *testing.B) {
	for b.Loop() {
		w := newWorld(Options{})
		text := "fix X. leaf"
		for i := range 60 {
			text += fmt.Sprintf(" | node(num %d, fix Y%d. leaf | node(X, Y%d))", i, i, i)
		}
		w.parse(b, text, w.tree)
	}
}
