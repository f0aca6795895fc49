package dse

import (
	"slices"

	"scf/scfml/core"
)

// Results (design: dead results disappear from signatures): a function whose result is a tuple of which callers read only some
// components returns those alone [DSE-RESULT]. It is done where it costs nothing: where every way out of the body gives a
// tuple that is written there, or a call of a function that is narrowed in the same way, and every call is a way out of such a
// function or is taken apart by a case at once.

// narrowing is one run over the pruned functions.
type narrowing struct {
	options Options
	keep    map[*core.Func][]int        // of the candidates: the components that are read
	linked  map[*core.Func][]*core.Func // candidates that only go together: one calls the other in a way out
	removed int
}

// narrowResults narrows the results of pruned functions in place and tells how many components went.
func (s *solver) narrowResults() int {
	n := &narrowing{options: s.options, keep: map[*core.Func][]int{}, linked: map[*core.Func][]*core.Func{}}
	var funcs []*core.Func
	for _, f := range s.order {
		if f.pruned == nil {
			continue
		}
		funcs = append(funcs, f.pruned)
		if keep := s.readComponents(f); keep != nil {
			n.keep[f.pruned] = keep
		}
	}
	if len(n.keep) == 0 {
		return 0
	}
	var failed []*core.Func
	for _, f := range funcs {
		failed = n.checkOut(f, f.Body, failed)
	}
	n.drop(failed)
	if len(n.keep) > 0 {
		for _, f := range funcs {
			n.narrow(f)
		}
	}
	return n.removed
}

// readComponents is the components of f's result that are read, where they are not all; nil otherwise.
func (s *solver) readComponents(f *summary) []int {
	if f.fn == s.prog.Entry || f.result.kind != product {
		return nil
	}
	t, ok := f.fn.Result.(*core.TupleType)
	if !ok || len(t.Elems) != len(f.result.elems) {
		return nil
	}
	if keep := liveElements(f.result.elems); len(keep) < len(t.Elems) {
		return keep
	}
	return nil
}

// checkOut looks at e, a way out of f, and adds to failed the candidates that cannot be narrowed because of it.
func (n *narrowing) checkOut(f *core.Func, e core.Expr, failed []*core.Func) []*core.Func {
	switch e := e.(type) {
	case *core.CaseExpr:
		failed = n.checkScrutinee(e, failed)
		for _, a := range e.Arms {
			failed = n.checkOut(f, a.Body, failed)
		}
		return failed
	case *core.CallExpr:
		if n.keep[f] != nil && n.keep[e.Func] != nil && slices.Equal(n.keep[f], n.keep[e.Func]) {
			n.linked[f] = append(n.linked[f], e.Func)
			n.linked[e.Func] = append(n.linked[e.Func], f)
		} else {
			failed = append(failed, f, e.Func)
		}
	case *core.TupleExpr, *core.DeadExpr:
	case *core.Const:
		if _, ok := e.Value.(*core.Tuple); !ok {
			failed = append(failed, f)
		}
	default:
		failed = append(failed, f)
	}
	return n.checkInner(e, failed)
}

// checkInner looks at the calls below e, whose results are used in other ways.
func (n *narrowing) checkInner(e core.Expr, failed []*core.Func) []*core.Func {
	core.Children(e, func(x core.Expr) { failed = n.check(x, failed) })
	return failed
}

// check looks at e, whose value is used in some way.
func (n *narrowing) check(e core.Expr, failed []*core.Func) []*core.Func {
	switch e := e.(type) {
	case *core.CaseExpr:
		failed = n.checkScrutinee(e, failed)
		for _, a := range e.Arms {
			failed = n.check(a.Body, failed)
		}
		return failed
	case *core.CallExpr:
		failed = append(failed, e.Func)
	}
	return n.checkInner(e, failed)
}

// checkScrutinee allows a call as the scrutinee of a case that takes its tuple apart.
func (n *narrowing) checkScrutinee(e *core.CaseExpr, failed []*core.Func) []*core.Func {
	if call, ok := e.Scrut.(*core.CallExpr); ok && tupleArms(e.Arms) {
		return n.checkInner(call, failed)
	}
	return n.check(e.Scrut, failed)
}

// drop takes the failed functions from the candidates, and all that only go together with them.
func (n *narrowing) drop(failed []*core.Func) {
	for len(failed) > 0 {
		f := failed[len(failed)-1]
		failed = failed[:len(failed)-1]
		if n.keep[f] != nil {
			delete(n.keep, f)
			failed = append(failed, n.linked[f]...)
		}
	}
}

// narrow rewrites f: its result, if it is a candidate, and its calls of candidates.
func (n *narrowing) narrow(f *core.Func) {
	f.Body = n.calls(f.Body)
	keep := n.keep[f]
	if keep == nil {
		return
	}
	elems := f.Result.(*core.TupleType).Elems
	n.removed += len(elems) - len(keep)
	f.Result = &core.TupleType{Elems: pick(elems, keep)}
	if len(keep) == 1 {
		f.Result = elems[keep[0]]
	}
	f.Body = n.out(f.Body, keep)
}

// calls is e with the cases that take apart a candidate's result taking apart the narrowed one.
func (n *narrowing) calls(e core.Expr) core.Expr {
	e = core.Rebuild(e, n.calls)
	match, ok := e.(*core.CaseExpr)
	if !ok {
		return e
	}
	call, ok := match.Scrut.(*core.CallExpr)
	if !ok || n.keep[call.Func] == nil {
		return e
	}
	return &core.CaseExpr{Scrut: call, Arms: keepColumns(match.Arms, n.keep[call.Func]), Pos: match.Pos}
}

// out is e, a way out of a candidate, giving only the components to keep.
func (n *narrowing) out(e core.Expr, keep []int) core.Expr {
	switch e := e.(type) {
	case *core.CaseExpr:
		arms := make([]core.Arm, len(e.Arms))
		for i, a := range e.Arms {
			arms[i] = core.Arm{Pat: a.Pat, Body: n.out(a.Body, keep)}
		}
		return &core.CaseExpr{Scrut: e.Scrut, Arms: arms, Pos: e.Pos}
	case *core.TupleExpr:
		if len(keep) == 1 {
			return e.Elems[keep[0]]
		}
		return n.options.tuple(pick(e.Elems, keep))
	case *core.Const:
		elems := pick(e.Value.(*core.Tuple).Elems, keep)
		if len(elems) == 1 {
			return &core.Const{Value: elems[0]}
		}
		return &core.Const{Value: &core.Tuple{Elems: elems}}
	}
	return e
}
