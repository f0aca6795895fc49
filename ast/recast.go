package ast

import "slices"

// This file is about parameters whose types in C are none of the tree's: pointers to arrays of variable length. The tree has pointers to elements in
// their place, so where it is printed behind a head that is C's own they are converted.

// AnyPointer is the type in prototypes of a parameter whose type in C is none of the tree's: an argument is made a void *, which C converts to any
// pointer.
var AnyPointer = Pointer{Elem: Void{Name: "void "}}

// Recast is f with a variable in place of each of the named parameters: the parameter in a cast to its type in the tree. Where it is read once
// the cast stands there. Functions that are called have the types of C too: calls says which parameters they have of such types.
func Recast(f *Func, params []string, calls map[string][]int) *Func {
	if len(calls) > 0 {
		out := *f
		out.Body = recastCalls(f.Body, calls)
		f = &out
	}
	if len(params) == 0 {
		return f
	}
	var casts []Cmd
	renamed := map[string]string{}
	reads, others := mentioned(f.Body)
	var once []string
	for _, p := range f.Params {
		switch {
		case !slices.Contains(params, p.Name):
		case others[p.Name] || reads[p.Name] > 1:
			renamed[p.Name] = p.Name + "#recast"
			casts = append(casts, &Declare{Name: renamed[p.Name], Ty: p.Ty, Init: &InitExpr{X: recast(p.Name, p.Ty)}})
		case reads[p.Name] == 1:
			once = append(once, p.Name)
		}
	}
	out := *f
	out.Body = renameCmd(recastIn(f, f.Body, once), func(name string) string {
		if to, ok := renamed[name]; ok {
			return to
		}
		return name
	})
	out.Body = SeqOf(append(casts, out.Body)...)
	return &out
}

// recastCalls is c with arguments of the functions made void *.
func recastCalls(c Cmd, calls map[string][]int) Cmd {
	var inExpr func(Expr) Expr
	inExpr = func(e Expr) Expr {
		e = RebuildExpr(e, inExpr)
		call, isCall := e.(*Call)
		if !isCall {
			return e
		}
		o, isObject := call.Fn.(*Object)
		if !isObject || len(calls[o.Name]) == 0 {
			return e
		}
		fn := *calleeType(o)
		fn.Params = slices.Clone(fn.Params)
		for _, i := range calls[o.Name] {
			if i < len(call.Args) && i < len(fn.Params) {
				fn.Params[i] = AnyPointer
				if c, ok := call.Args[i].(*Convert); !ok || !isVoidPointer(c.Ty) {
					call.Args[i] = &Convert{Ty: fn.Params[i], X: call.Args[i]}
				}
			}
		}
		call.Fn = &Object{Name: o.Name, Ty: &fn, Label: o.Label}
		return call
	}
	return RebuildCmd(c, func(c Cmd) Cmd { return recastCalls(c, calls) }, inExpr)
}

func recastIn(f *Func, c Cmd, params []string) Cmd {
	return RebuildCmd(c, func(c Cmd) Cmd { return recastIn(f, c, params) }, func(e Expr) Expr { return RecastExpr(f, e, params) })
}

// RecastExpr is e with casts around the named parameters of f.
func RecastExpr(f *Func, e Expr, params []string) Expr {
	for _, p := range f.Params {
		if v, ok := e.(*Var); ok && v.Name == p.Name && slices.Contains(params, p.Name) {
			return recast(p.Name, p.Ty)
		}
	}
	return RebuildExpr(e, func(x Expr) Expr { return RecastExpr(f, x, params) })
}

func recast(name string, t Type) Expr {
	return NewText(Primary, "(("+EscapeText(TypeName(t))+")"+TextHole(0)+")", t, &Var{Name: name, Ty: t})
}

// mentioned is how often each variable is read in c, and which are assigned to, or lie in memory.
func mentioned(c Cmd) (reads map[string]int, others map[string]bool) {
	reads, others = map[string]int{}, map[string]bool{}
	Walk(c, func(c Cmd) {
		if a, ok := c.(*Assign); ok {
			others[a.Name] = true
		}
	}, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			reads[e.Name]++
		case *Object:
			others[e.Name] = true
		}
	}, nil)
	return reads, others
}
