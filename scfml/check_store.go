package scfml

import (
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/scfml/core"
)

// Stores that are no maps: part of Check.

// checkStores warns of a function that goes down a list of pairs, or a datatype like one, compares each key with an argument, and so looks a
// key up in what the program has built. What stands in another file than the entry is a library's, and not the writer's to change.
func checkStores(p *core.Program, f *core.Func) []*diag.Error {
	if f.Pos.File != p.Entry.Pos.File {
		return nil
	}
	var warns []*diag.Error
	for i, t := range f.ParamTypes {
		con := storeConstructor(t)
		if con == nil || !builds(p, f, con, t) || !searches(f, i) {
			continue
		}
		kind := "a list of pairs"
		if con != core.Cons {
			kind = "the datatype " + con.Data.Name
		}
		warns = append(warns, diag.Errorf(f.Pos, "%s looks for a key in a store that is kept as %s", f.Name, kind).
			WithHint("keep it in a map (structure M = MapFn (type key = ... type value = ...)): of a map the stager knows what it holds under each key, and drops what nobody reads"))
	}
	return warns
}

// storeConstructor is the constructor that puts a key and a value before the rest of a store of type t: that of lists of tuples, or of a
// datatype whose values hold at most one of the same type each. nil: there is none.
func storeConstructor(t core.Type) *core.Con {
	d, ok := t.(*core.DataType)
	switch {
	case !ok:
		return nil
	case d.Data == core.ListData:
		if _, pairs := d.Args[0].(*core.TupleType); pairs {
			return core.Cons
		}
		return nil
	}
	var found *core.Con
	for _, c := range d.Data.Cons {
		own, parts := 0, 0
		for _, a := range c.Args {
			if core.Holds(a, d.Data) {
				own++
			}
			parts += width(a)
		}
		switch {
		case own > 1:
			return nil
		case own == 1 && parts > 2:
			found = c
		}
	}
	return found
}

// width is how many components a tuple of type t has; 1 for all else.
func width(t core.Type) int {
	if t, ok := t.(*core.TupleType); ok {
		return len(t.Elems)
	}
	return 1
}

// builds reports whether p puts something that it has put together itself before a store of type t: a tuple before a list, in a function that
// takes or gives such a list or hands one to f, or anything by a constructor of its own.
func builds(p *core.Program, f *core.Func, con *core.Con, t core.Type) bool {
	var found func(core.Expr) bool
	found = func(e core.Expr) bool {
		if c, ok := e.(*core.ConExpr); ok && c.Con == con {
			if _, isTuple := c.Args[0].(*core.TupleExpr); isTuple || con != core.Cons {
				return true
			}
		}
		any := false
		core.Children(e, func(x core.Expr) { any = any || found(x) })
		return any
	}
	handles := func(g *core.Func) bool {
		calls := con != core.Cons
		core.Calls(g.Body, func(h *core.Func) { calls = calls || h == f })
		return calls || slices.ContainsFunc(append([]core.Type{g.Result}, g.ParamTypes...), func(x core.Type) bool {
			return strings.Contains(x.String(), t.String())
		})
	}
	return slices.ContainsFunc(p.Reachable(), func(g *core.Func) bool { return handles(g) && found(g.Body) })
}

// searches reports whether f calls itself on a part of its parameter number i, and compares a part of that with a part of another one.
func searches(f *core.Func, i int) bool {
	store, others := map[*core.Var]bool{f.Params[i]: true}, map[*core.Var]bool{}
	for j, v := range f.Params {
		if j != i {
			others[v] = true
		}
	}
	addParts(f.Body, store)
	addParts(f.Body, others)
	recurs, compares := false, false
	var walk func(core.Expr)
	walk = func(e core.Expr) {
		switch e := e.(type) {
		case *core.CallExpr:
			recurs = recurs || e.Func == f && isPart(e.Args[i], store) && !isPart(e.Args[i], map[*core.Var]bool{f.Params[i]: true})
		case *core.PrimExpr:
			if e.Op == core.OpEq || e.Op == core.OpNe {
				a, b := e.Args[0], e.Args[1]
				compares = compares || isPart(a, store) && isPart(b, others) || isPart(b, store) && isPart(a, others)
			}
		}
		core.Children(e, walk)
	}
	walk(f.Body)
	return recurs && compares
}

// isPart reports whether e is one of vars.
func isPart(e core.Expr, vars map[*core.Var]bool) bool {
	v, ok := e.(*core.VarExpr)
	return ok && vars[v.Var]
}

// addParts adds to vars the variables of e that hold one of them or a part of one.
func addParts(e core.Expr, vars map[*core.Var]bool) {
	if c, ok := e.(*core.CaseExpr); ok {
		for _, a := range c.Arms {
			bindParts(c.Scrut, a.Pat, vars)
		}
	}
	core.Children(e, func(x core.Expr) { addParts(x, vars) })
}

// bindParts adds the variables of p that are bound to one of vars, or to a part of one, when p matches e.
func bindParts(e core.Expr, p core.Pat, vars map[*core.Var]bool) {
	if t, ok := e.(*core.TupleExpr); ok {
		if tp, ok := p.(*core.TuplePat); ok && len(t.Elems) == len(tp.Elems) {
			for i, x := range t.Elems {
				bindParts(x, tp.Elems[i], vars)
			}
		}
		return
	}
	if isPart(e, vars) {
		for _, v := range core.PatVars(p) {
			vars[v] = true
		}
	}
}
