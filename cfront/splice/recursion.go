package splice

import (
	"slices"

	"scf/ast"
	"scf/internal/diag"
)

// This file refuses to replace a function that may call itself, by itself or through others, without the values that the new body takes for granted.

// recursion finds what functions are called with.
type recursion struct {
	*splicer
	reached []*ast.Func
	// passed are the conditions that hold of the parameters of the others that are reached, whoever calls them.
	passed map[*ast.Func][]conditions
	given  string // the function that gives the address of the one at the site away; "" if none does
}

// conditions are a set of splicer.how.Conditions, by number.
type conditions map[int]bool

func (s *splicer) checkRecursion() error {
	ofParam := slices.IndexFunc(s.how.Conditions, func(c Condition) bool { return c.Param != "" }) // variables are what they are, whoever calls
	if ofParam < 0 {
		return nil
	}
	r := &recursion{splicer: s, reached: []*ast.Func{s.tree}, passed: map[*ast.Func][]conditions{}}
	for _, m := range s.how.Made {
		r.reached = append(r.reached, m.Tree)
	}
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(r.reached); i++ { // those are more meanwhile
			changed = r.visit(r.reached[i]) || changed
		}
	}
	var err *diag.Error
	through := func(caller string) string {
		if caller == s.site.Func || slices.ContainsFunc(s.how.Made, func(m Made) bool { return m.Tree.Name == caller }) {
			return ""
		}
		return " through " + caller
	}
	if caller, bad := r.otherwise(); bad != nil {
		err = s.errorf("%s calls itself%s, and perhaps with another %s", s.site.Func, through(caller), bad.Param)
	} else if r.given != "" {
		err = s.errorf("%s gives its own address away%s, where it may be called with another %s", s.site.Func, through(r.given), s.how.Conditions[ofParam].Param)
	} else {
		return nil
	}
	return err.WithHint("use -guard, or -as NAME to add the new function beside it")
}

// otherwise is a call of the function at the site for which a condition may not hold, by its caller; nil if there is none.
func (r *recursion) otherwise() (caller string, bad *Condition) {
	for _, f := range r.reached {
		ast.Walk(f.Body, nil, func(e ast.Expr) {
			call, ok := e.(*ast.Call)
			if !ok || calledBy(call) != r.site.Func {
				return
			}
			for i, c := range r.how.Conditions {
				if at, ok := r.param(c.Param); ok && at < len(call.Args) && !r.holding(f, call.Args[at])[i] {
					caller, bad = f.Name, &r.how.Conditions[i]
				}
			}
		}, nil)
	}
	return caller, bad
}

// visit adds what f calls, and what it is called with. It reports whether anything is new.
func (r *recursion) visit(f *ast.Func) (changed bool) {
	harmless := map[ast.Expr]bool{} // the function is called, or compared
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Binary:
			harmless[e.X], harmless[e.Y] = e.Op.IsComparison(), e.Op.IsComparison()
		case *ast.AddressOf:
			harmless[e.X] = harmless[e]
		case *ast.Convert:
			harmless[e.X] = harmless[e]
		case *ast.Call:
			if g := r.how.Others[calledBy(e)]; g != nil {
				holding := make([]conditions, len(g.Params))
				for i := range min(len(e.Args), len(g.Params)) {
					holding[i] = r.holding(f, e.Args[i])
				}
				changed = r.meet(g, holding) || changed
			}
			harmless[e.Fn] = true
		case *ast.Object:
			if _, isFunction := e.Ty.(*ast.Function); !isFunction || harmless[e] {
				return
			}
			if g := r.how.Others[e.Name]; g != nil { // called with anything
				changed = r.meet(g, make([]conditions, len(g.Params))) || changed
			}
			if e.Name == r.site.Func {
				r.given = f.Name
			}
		}
	}, nil)
	return changed
}

// meet has g called so that these conditions hold of its parameters.
func (r *recursion) meet(g *ast.Func, holding []conditions) (changed bool) {
	before, known := r.passed[g]
	if !known {
		r.reached = append(r.reached, g)
		r.passed[g] = holding
		return true
	}
	for i, held := range before {
		for c := range held {
			if !holding[i][c] {
				delete(held, c)
				changed = true
			}
		}
	}
	return changed
}

// holding are the conditions that hold of the value of e in f.
func (r *recursion) holding(f *ast.Func, e ast.Expr) conditions {
	out := conditions{}
	for i, c := range r.how.Conditions {
		if known, ok := c.Value.(ast.Known); ok {
			k, isConst := e.(*ast.Const)
			out[i] = isConst && k.Value == known.Value
		}
	}
	v, ok := e.(*ast.Var)
	if !ok || changes(f, v.Name) {
		return out
	}
	if f == r.tree {
		for i, c := range r.how.Conditions {
			out[i] = out[i] || v.Name == c.Param
		}
	}
	if passed := r.passed[f]; passed != nil {
		if at := slices.IndexFunc(f.Params, func(p ast.Param) bool { return p.Name == v.Name }); at >= 0 {
			for i := range passed[at] {
				out[i] = out[i] || passed[at][i]
			}
		}
	}
	return out
}

// calledBy is the name of the function that a call names; "" if it calls through a pointer.
func calledBy(call *ast.Call) string {
	if o, ok := call.Fn.(*ast.Object); ok {
		return o.Name
	}
	return ""
}

// changes reports whether the function assigns to what has the name, or declares it again.
func changes(f *ast.Func, name string) bool {
	found := false
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Assign:
			found = found || c.Name == name
		case *ast.Declare:
			found = found || c.Name == name
		}
	}, nil, nil)
	return found
}
