package compact

import (
	"slices"

	"scf/absval"
	"scf/scfml/core"
)

// This file writes alternatives that differ in one place as one thing with alternatives in that place: u = 0 | u = x is the
// same set as u = {0 | x}.

// fuse is the set v with as few alternatives as that allows.
func (f *formatter) fuse(v *absval.Value) *absval.Value {
	alts := f.d.Alternatives(v)
	changed := false
	for i := 0; i < len(alts); i++ {
		for j := i + 1; j < len(alts); {
			one := f.fuseTwo(alts[i], alts[j])
			if one == nil {
				j++
				continue
			}
			alts = append(append([]*absval.Value{}, alts[:j]...), alts[j+1:]...)
			alts[i], changed = one, true
			j = i + 1
		}
	}
	if !changed {
		return v
	}
	return f.d.JoinAll(alts...)
}

// fuseTwo is the union of two applications of a constructor that differ in one argument, nil for others.
func (f *formatter) fuseTwo(a, b *absval.Value) *absval.Value {
	c := a.Con()
	if c == nil || b.Con() != c {
		return nil
	}
	as, bs := f.d.Components(a), f.d.Components(b)
	at := -1
	for i := range as {
		if as[i].SameStructure(bs[i]) {
			continue
		}
		if at >= 0 {
			return nil
		}
		at = i
	}
	if at < 0 || c.Name == "binary" && at == 0 {
		return nil // x * 2 | x << 2 reads better than x {* | <<} 2
	}
	args := slices.Clone(as)
	args[at] = f.d.Join(as[at], bs[at])
	return f.d.Con(c, args)
}

// fused shows v by one if all its members are of one constructor and differ in one place; nil otherwise, and where the set turns
// out to contain itself.
func (f *formatter) fused(v *absval.Value, one func(*absval.Value, *core.Con) core.Value) core.Value {
	if c := v.Con(); c != nil {
		return one(v, c)
	}
	w := f.fuse(v)
	c := w.Con()
	if c == nil || f.open[v.StructureID()] != nil {
		return nil
	}
	k := &knot{}
	f.open[v.StructureID()] = k
	defer delete(f.open, v.StructureID())
	if x := one(w, c); k.name == "" {
		return x
	}
	return nil
}
