package scfml

import (
	"slices"

	"scf/internal/diag"
)

// What will stage badly. Check looks for four habits that cost a program its gain from partial evaluation, in the functions
// that the entry reaches:
//
//   - a recursive function none of whose arguments stays a part of what the function was called with. The stager specialises
//     recursion by finite arguments, those that are projections of the caller's (§6.2.1.1); without one, it can unfold the
//     recursion only while its end is decided early.
//   - a key of a map or set that is computed. Facts under a key that is not known early are uncertain, and so is everything
//     that is read from the map (§5.3.3).
//   - a store kept as a list of pairs, or in a datatype of the program's own, in which a function looks for a key (§9.2, robustness). The
//     stager knows of maps what they hold under each key, and drops what nobody reads of them; of such a store it loses both.
//   - = on lists and trees. The comparison goes through both values at the late stage. (With a constant on one side it goes no
//     further than that.)

// Check gives warnings about what will stage badly in p, which must be well formed.
func Check(p *Program) []*diag.Error {
	var warns []*diag.Error
	v := newVerifier(p)
	for _, f := range p.Reachable() {
		warns = append(warns, checkRecursion(f)...)
		warns = append(warns, checkKeys(f)...)
		warns = append(warns, checkEquality(v, f)...)
		warns = append(warns, checkStores(p, f)...)
	}
	return warns
}

// checkRecursion warns of a recursive function all of whose arguments are built anew in recursive calls.
func checkRecursion(f *Func) []*diag.Error {
	if len(f.Params) == 0 {
		return nil
	}
	projections := projections(f)
	built := make([]bool, len(f.Params))
	var walk func(Expr)
	walk = func(e Expr) {
		if c, ok := e.(*CallExpr); ok && c.Func == f {
			for i, a := range c.Args {
				built[i] = built[i] || !isProjection(a, projections)
			}
		}
		Children(e, walk)
	}
	walk(f.Body)
	if slices.Contains(built, false) {
		return nil
	}
	return []*diag.Error{diag.Errorf(f.Pos, "every argument of %s is built anew in its recursive calls: there is nothing finite to specialise it on", f.Name).
		WithHint("unless the recursion ends early, it stays one loop; an argument that is a part of the input, such as the tree being processed, would separate its cases")}
}

// projections are the variables of f that hold an argument or a part of one.
func projections(f *Func) map[*Var]bool {
	vars := map[*Var]bool{}
	for _, v := range f.Params {
		vars[v] = true
	}
	addProjections(f.Body, vars)
	return vars
}

// addProjections adds to vars the variables of e that hold one of them or a part of one.
func addProjections(e Expr, vars map[*Var]bool) {
	if c, ok := e.(*CaseExpr); ok {
		for _, a := range c.Arms {
			project(c.Scrut, a.Pat, vars)
		}
	}
	Children(e, func(x Expr) { addProjections(x, vars) })
}

// project adds the variables of p that are bound to parts of projections when p matches e.
func project(e Expr, p Pat, vars map[*Var]bool) {
	if t, ok := e.(*TupleExpr); ok {
		if tp, ok := p.(*TuplePat); ok && len(t.Elems) == len(tp.Elems) {
			for i, x := range t.Elems {
				project(x, tp.Elems[i], vars)
			}
		}
		return
	}
	if isProjection(e, vars) {
		for _, v := range PatVars(p) {
			vars[v] = true
		}
	}
}

func isProjection(e Expr, vars map[*Var]bool) bool {
	switch e := e.(type) {
	case *VarExpr:
		return vars[e.Var]
	case *Const:
		return true
	}
	return false
}

// checkKeys warns of keys that are results of arithmetic or of operations on strings.
func checkKeys(f *Func) []*diag.Error {
	var warns []*diag.Error
	computed := map[*Var]bool{}
	isComputed := func(e Expr) bool {
		switch e := e.(type) {
		case *VarExpr:
			return computed[e.Var]
		case *PrimExpr:
			return !e.Op.IsMap()
		}
		return false
	}
	var walk func(Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case *CaseExpr:
			for _, a := range e.Arms {
				if v, ok := a.Pat.(*VarPat); ok && isComputed(e.Scrut) {
					computed[v.Var] = true
				}
			}
		case *PrimExpr:
			if hasKey(e.Op) && isComputed(e.Args[1]) {
				warns = append(warns, diag.Errorf(e.Pos, "the key of %s.%s is computed", e.Mod.Name, opInfos[e.Op].name).
					WithHint("unless it is known early, all that the %s holds becomes uncertain; labels and names of the input stage better", mapOrSet(e.Mod)))
			}
		}
		Children(e, walk)
	}
	walk(f.Body)
	return warns
}

// hasKey tells whether the second argument of op is a key or member.
func hasKey(op Op) bool {
	return op.IsMap() && len(opInfos[op].sig) > 2 && opInfos[op].sig[1] == 'k'
}

func mapOrSet(m *Module) string {
	if m.IsSet {
		return "set"
	}
	return "map"
}

// checkEquality warns of = and <> on values that may be large.
func checkEquality(v *verifier, f *Func) []*diag.Error {
	type test struct {
		e *PrimExpr
		t Type
	}
	var tests []test
	v.recordTest = func(e *PrimExpr, t Type) { tests = append(tests, test{e, t}) }
	v.function(f)
	v.recordTest = nil
	var warns []*diag.Error
	for _, t := range tests {
		if typ := resolved(t.t); isLarge(typ, nil) && !slices.ContainsFunc(t.e.Args, isConst) {
			warns = append(warns, diag.Errorf(t.e.Pos, "%s compares whole values of type %s", opInfos[t.e.Op].name, typ).
				WithHint("late, that costs as much as they are large; compare labels or names that tell them apart, if there are such"))
		}
	}
	return warns
}

func isConst(e Expr) bool {
	_, ok := e.(*Const)
	return ok
}

// Compared are the types that p's = and <> compare, and those of the keys and contents of its maps and sets, which operations on maps
// and sets compare; base types may be left out. p must be well-formed (Verify).
func Compared(p *Program) []Type {
	var types []Type
	v := newVerifier(p)
	v.recordTest = func(_ *PrimExpr, t Type) { types = append(types, t) }
	for _, f := range p.Funcs {
		if comparesStructures(f.Body) {
			v.function(f)
		}
	}
	for i, t := range types {
		types[i] = resolved(t)
	}
	for _, m := range p.Modules {
		types = append(types, m.Type())
	}
	return types
}

// comparesStructures tells whether e compares anything for equality of which neither side is a scalar constant.
func comparesStructures(e Expr) bool {
	if p, ok := e.(*PrimExpr); ok && (p.Op == OpEq || p.Op == OpNe) && !isScalar(p.Args[0]) && !isScalar(p.Args[1]) {
		return true
	}
	found := false
	Children(e, func(x Expr) { found = found || comparesStructures(x) })
	return found
}

func isScalar(e Expr) bool {
	c, ok := e.(*Const)
	if !ok {
		return false
	}
	switch c.Value.(type) {
	case Int, Bool, Char, Str:
		return true
	}
	return false
}

// isLarge tells whether a list or a tree (a datatype with two parts of its own type in one constructor) is in t. Seen are
// the datatypes that are being looked at.
func isLarge(t Type, seen []*Datatype) bool {
	any := func(ts []Type) bool {
		return slices.ContainsFunc(ts, func(t Type) bool { return isLarge(t, seen) })
	}
	switch t := t.(type) {
	case *TupleType:
		return any(t.Elems)
	case *DataType:
		switch {
		case t.Data == ListData || any(t.Args):
			return true
		case slices.Contains(seen, t.Data):
			return false
		}
		seen = append(seen[:len(seen):len(seen)], t.Data)
		return slices.ContainsFunc(t.Data.Cons, func(c *Con) bool {
			own := 0
			for _, a := range c.Args {
				if mentions(a, t.Data, nil) {
					own++
				}
			}
			return own > 1 || any(c.Args)
		})
	}
	return false
}

// mentions tells whether values of t can hold values of d.
func mentions(t Type, d *Datatype, seen []*Datatype) bool {
	any := func(ts []Type) bool {
		return slices.ContainsFunc(ts, func(t Type) bool { return mentions(t, d, seen) })
	}
	switch t := t.(type) {
	case *TupleType:
		return any(t.Elems)
	case *DataType:
		if t.Data == d || any(t.Args) {
			return true
		}
		if slices.Contains(seen, t.Data) {
			return false
		}
		seen = append(seen[:len(seen):len(seen)], t.Data)
		return slices.ContainsFunc(t.Data.Cons, func(c *Con) bool { return any(c.Args) })
	}
	return false
}
