package absval

import (
	"runtime"
	"testing"
	"weak"

	"scf/scfml/core"
)

// TestDetached: what is kept of a value does not keep what was made beside it, nor do values without tags.
func TestDetached(t *testing.T) {
	d := New(Options{})
	kept, others, plain := func() (*Value, []weak.Pointer[Value], *Value) {
		var others []weak.Pointer[Value]
		x := d.fresh(d.trees.Bases[core.IntType])
		for range 3 {
			others = append(others, weak.Make(d.Tuple([]*Value{x, d.fresh(d.trees.Bases[core.IntType])})))
		}
		v, plain := d.Tuple([]*Value{x, x}), d.Untagged(d.Tuple([]*Value{d.fresh(d.trees.Bases[core.IntType]), x}))
		return d.Detached(v), others, plain
	}()
	runtime.GC()
	for _, w := range others {
		if w.Value() != nil {
			t.Error("a value is kept that nothing leads to")
		}
	}
	if k := d.Components(kept); !d.Identical(k[0], k[1]) || k[0] != k[1] {
		t.Error("a part that stood in two places is two parts now")
	}
	runtime.KeepAlive(plain)
	runtime.KeepAlive(d)
}
