package scfml

import (
	"slices"

	"scf/finiteness"
	"scf/internal/diag"
	"scf/scfml/core"
)

// What will stage badly. Check looks for four habits that cost a program its gain from partial evaluation, in the functions
// that the entry reaches:
//
//   - a recursive function none of whose arguments is finite, that is, comes from the input by projections alone. The stager
//     specialises recursion by finite arguments (package finiteness, §6.2.1.1); without one, it can unfold the recursion only while
//     its end is decided early.
//   - a key of a map or set that is computed. Facts under a key that is not known early are uncertain, and so is everything
//     that is read from the map (§5.3.3).
//   - a store kept as a list of pairs, or in a datatype of the program's own, in which a function looks for a key (§9.2, robustness). The
//     stager knows of maps what they hold under each key, and drops what nobody reads of them; of such a store it loses both.
//   - = on lists and trees. The comparison goes through both values at the late stage. (With a constant on one side it goes no
//     further than that.)

// Check gives warnings about what will stage badly in p, which must be well formed.
func Check(p *core.Program) []*diag.Error {
	var warns []*diag.Error
	typer := core.NewTyper(p)
	finite := finiteness.Analyze(p)
	called := calledFrom(p)
	for _, f := range p.Reachable() {
		warns = append(warns, checkRecursion(finite, f, called)...)
		warns = append(warns, checkKeys(f)...)
		warns = append(warns, checkEquality(typer, f)...)
		warns = append(warns, checkStores(p, f)...)
	}
	return warns
}

// calledFrom is where functions that stand in no text, such as append, are called first.
func calledFrom(p *core.Program) map[*core.Func]diag.Pos {
	called := map[*core.Func]diag.Pos{}
	var walk func(core.Expr)
	walk = func(e core.Expr) {
		if call, ok := e.(*core.CallExpr); ok && call.Func.Pos.Line == 0 && call.Pos.Line > 0 && called[call.Func].Line == 0 {
			called[call.Func] = call.Pos
		}
		core.Children(e, walk)
	}
	for _, f := range p.Reachable() {
		walk(f.Body)
	}
	return called
}

// checkRecursion warns of a recursive function no part of whose arguments is finite.
func checkRecursion(finite *finiteness.Analysis, f *core.Func, called map[*core.Func]diag.Pos) []*diag.Error {
	if len(f.Params) == 0 || finite.HasFinite(f) || !f.CallsItself() {
		return nil
	}
	pos := f.Pos
	if pos.Line == 0 {
		pos = called[f]
	}
	return []*diag.Error{diag.Errorf(pos, "every argument of %s is built anew in its recursive calls: there is nothing finite to specialise it on", f.Name).
		WithHint("unless the recursion ends early, it stays one loop; an argument that is a part of the input, such as the tree being processed, would separate its cases")}
}

// checkKeys warns of keys that are results of arithmetic or of operations on strings.
func checkKeys(f *core.Func) []*diag.Error {
	var warns []*diag.Error
	computed := map[*core.Var]bool{}
	isComputed := func(e core.Expr) bool {
		switch e := e.(type) {
		case *core.VarExpr:
			return computed[e.Var]
		case *core.PrimExpr:
			return !e.Op.IsMap()
		}
		return false
	}
	var walk func(core.Expr)
	walk = func(e core.Expr) {
		switch e := e.(type) {
		case *core.CaseExpr:
			for _, a := range e.Arms {
				if v, ok := a.Pat.(*core.VarPat); ok && isComputed(e.Scrut) {
					computed[v.Var] = true
				}
			}
		case *core.PrimExpr:
			if e.Op.HasKey() && isComputed(e.Args[1]) {
				warns = append(warns, diag.Errorf(e.Pos, "the key of %s.%s is computed", e.Mod.Name, e.Op.Name()).
					WithHint("unless it is known early, all that the %s holds becomes uncertain; labels and names of the input stage better", mapOrSet(e.Mod)))
			}
		}
		core.Children(e, walk)
	}
	walk(f.Body)
	return warns
}

func mapOrSet(m *core.Module) string {
	if m.IsSet {
		return "set"
	}
	return "map"
}

// checkEquality warns of = and <> on values that may be large.
func checkEquality(typer *core.Typer, f *core.Func) []*diag.Error {
	var warns []*diag.Error
	types := typer.Function(f).Exprs
	for e := range core.EqualityTests(f.Body) {
		if t := types[e.Args[0]]; isLarge(t, nil) && !slices.ContainsFunc(e.Args, isConst) {
			warns = append(warns, diag.Errorf(e.Pos, "%s compares whole values of type %s", e.Op.Name(), t).
				WithHint("late, that costs as much as they are large; compare labels or names that tell them apart, if there are such"))
		}
	}
	return warns
}

func isConst(e core.Expr) bool {
	_, ok := e.(*core.Const)
	return ok
}

// isLarge reports whether a list or a tree (a datatype with two parts of its own type in one constructor) is in t. Seen are
// the datatypes that are being looked at.
func isLarge(t core.Type, seen []*core.Datatype) bool {
	any := func(ts []core.Type) bool {
		return slices.ContainsFunc(ts, func(t core.Type) bool { return isLarge(t, seen) })
	}
	switch t := t.(type) {
	case *core.TupleType:
		return any(t.Elems)
	case *core.DataType:
		switch {
		case t.Data == core.ListData || any(t.Args):
			return true
		case slices.Contains(seen, t.Data):
			return false
		}
		seen = append(seen[:len(seen):len(seen)], t.Data)
		return slices.ContainsFunc(t.Data.Cons, func(c *core.Con) bool {
			own := 0
			for _, a := range c.Args {
				if core.Holds(a, t.Data) {
					own++
				}
			}
			return own > 1 || any(c.Args)
		})
	}
	return false
}
