package valuegraph

import (
	"scf/scfml/core"
)

// This file defines what the arms of a match know about the values that it tests [SIM-KNOWN], and what follows from it.

// fact is what is known about v here.
func (b *builder) fact(v *value) fact {
	return b.scope.facts[v]
}

// resolve is the constant that v is known to be here, or v.
func (b *builder) resolve(v *value) *value {
	if len(b.scope.facts) == 0 || v.kind == constKind {
		return v
	}
	if f := b.fact(v); f.is != nil {
		return f.is
	}
	if v.kind == primKind && !v.prim.Op.IsMap() && len(v.args) <= 2 {
		return b.refold(v)
	}
	return v
}

// refold computes v again where a match has shown since what its operands are.
func (b *builder) refold(v *value) *value {
	var args [2]*value
	changed := false
	for i, a := range v.args {
		args[i] = a
		if f := b.fact(a); f.is != nil {
			args[i], changed = f.is, true
		} else if f.not != nil {
			changed = true
		}
	}
	if changed {
		if c := b.fold(v.prim.Op, args[:len(v.args)]); c != nil && c.kind == constKind {
			return c
		}
	}
	return v
}

// headOf is the test that succeeds on v, where that is known.
func (b *builder) headOf(v *value) (head, bool) {
	switch v.kind {
	case constKind:
		return headOfConst(v.lit)
	case conKind:
		return head{con: v.con}, true
	case matchKind, selectKind:
		if h, ok := b.commonHead(v); ok {
			return h, true
		}
	}
	switch f := b.fact(v); {
	case f.is != nil:
		return headOfConst(f.is.lit)
	case f.con != nil:
		return head{con: f.con}, true
	}
	return head{}, false
}

func headOfConst(lit core.Value) (head, bool) {
	if core.IsScalar(lit) {
		return head{lit: lit}, true
	}
	if c, ok := lit.(*core.ConValue); ok {
		return head{con: c.Con}, true
	}
	return head{}, false
}

// onlyValue is the constant that a value is on which h succeeds, or nil where h leaves something open.
func (b *builder) onlyValue(h head) *value {
	if h.lit != nil {
		return b.constant(h.lit)
	}
	if len(h.con.Args) == 0 {
		return b.constant(&core.ConValue{Con: h.con})
	}
	return nil
}

// assume learns that h succeeds on v; false where that was known.
func (b *builder) assume(v *value, h head) bool {
	if _, known := b.headOf(v); known || v.kind == deadKind {
		return false
	}
	f := b.fact(v)
	f.is, f.con = b.onlyValue(h), h.con
	b.scope.learn(v, f)
	if lit, ok := h.lit.(core.Bool); ok {
		b.follows(v, bool(lit))
	}
	return true
}

// follows learns what v, a truth value, being truth says about its operands.
func (b *builder) follows(v *value, truth bool) {
	a, h, same := b.question(v)
	switch {
	case a == nil:
	case same == truth:
		b.assume(a, h)
	default:
		b.exclude(a, h)
	}
}

// question finds the test that the truth value v stands for: h succeeds on a exactly where v is same. nil: none.
func (b *builder) question(v *value) (a *value, h head, same bool) {
	if v.kind != primKind {
		return nil, head{}, false
	}
	switch v.prim.Op {
	case core.OpNot:
		return v.args[0], head{lit: core.Bool(true)}, false
	case core.OpEq, core.OpNe:
		x, y := v.args[0], v.args[1]
		if x.kind == constKind {
			x, y = y, x
		}
		if y.kind != constKind || x.kind == constKind {
			return nil, head{}, false
		}
		if h, ok := headOfConst(y.lit); ok && b.onlyValue(h) != nil {
			return x, h, v.prim.Op == core.OpEq
		}
	}
	return nil, head{}, false
}

// exclude learns that h fails on v.
func (b *builder) exclude(v *value, h head) {
	if _, known := b.headOf(v); known || v.kind == deadKind || b.excluded(v, h) {
		return
	}
	f := b.fact(v)
	f.not = f.not.with(h)
	b.scope.learn(v, f)
	if rest, ok := b.remaining(f.not); ok {
		b.assume(v, rest)
	}
}

func (b *builder) excluded(v *value, h head) bool {
	return b.fact(v).not.has(h)
}

// failures are tests that fail. A branch adds to what is known before it.
type failures struct {
	head
	before *failures
	count  int
}

func (f *failures) with(h head) *failures {
	if f == nil {
		return &failures{h, nil, 1}
	}
	return &failures{h, f, f.count + 1}
}

func (f *failures) has(h head) bool {
	for ; f != nil; f = f.before {
		if f.head == h {
			return true
		}
	}
	return false
}

// remaining is the only head that is left when those of not fail. A dead value is not told by what it is not, so nothing
// follows where the program has some.
func (b *builder) remaining(not *failures) (head, bool) {
	if b.unit.HasDead {
		return head{}, false
	}
	if t, ok := not.lit.(core.Bool); ok {
		return head{lit: !t}, true
	}
	if not.con == nil || not.count != len(not.con.Data.Cons)-1 {
		return head{}, false
	}
	for _, c := range not.con.Data.Cons {
		if !not.has(head{con: c}) {
			return head{con: c}, true
		}
	}
	return head{}, false
}

// force notes that v is computed already where the current block is evaluated.
func (b *builder) force(v *value) {
	if f := b.scope.facts[v]; !f.forced && v.kind == projKind {
		f.forced = true
		b.scope.learn(v, f)
	}
}
