package explain

import (
	"scf/ast"
	"scf/scfml/core"
)

// This file writes what a residual program gives as C: the function that an expression builds, with ⟨what computes it⟩ for the parts that only
// a run knows.

// templateOf is the function that e builds, as C; empty where it builds none.
func templateOf(e core.Expr) string {
	v, ok := sketched(functionIn(e), nil)
	if !ok {
		return ""
	}
	f, err := ast.FromUnlabelled(v)
	if err != nil {
		return ""
	}
	return ast.Sketch(f, ast.DefaultStyle())
}

// functionIn is the expression that builds the function where e builds a program of several.
func functionIn(e core.Expr) core.Expr {
	switch x := e.(type) {
	case *core.ConExpr:
		if x.Con.Name == "prog" && len(x.Args) > 0 {
			return x.Args[0]
		}
	case *core.Const:
		if v, ok := x.Value.(*core.ConValue); ok && v.Con.Name == "prog" && len(v.Args) > 0 {
			return &core.Const{Value: v.Args[0]}
		}
	}
	return e
}

// sketched is a value that shows what e, of type t, builds; ok is false where neither it nor something around it could be shown. t is nil
// for a whole function.
func sketched(e core.Expr, t core.Type) (v core.Value, ok bool) {
	data, isData := t.(*core.DataType)
	switch x := e.(type) {
	case *core.Const:
		return x.Value, true
	case *core.ConExpr:
		if isData && data.Data == core.ListData {
			return sketchedList(x, data)
		}
		args := make([]core.Value, len(x.Args))
		all := true
		for i := range args {
			var shown bool
			args[i], shown = sketched(x.Args[i], x.Con.Args[i])
			all = all && shown
		}
		if all {
			return &core.ConValue{Con: x.Con, Args: args}, true
		}
	}
	if !isData {
		return nil, false
	}
	return hole(e, data.Data.Name)
}

// sketchedList is a list as far as it is built here.
func sketchedList(x *core.ConExpr, t *core.DataType) (core.Value, bool) {
	head, ok := sketched(x.Args[0], t.Args[0])
	if !ok {
		return nil, false
	}
	tail, ok := sketched(x.Args[1], t)
	if !ok {
		return nil, false
	}
	return &core.ConValue{Con: core.Cons, Args: []core.Value{head, tail}}, true
}

// hole stands for an expression of the datatype.
func hole(e core.Expr, datatype string) (core.Value, bool) {
	made := func(name string, args ...core.Value) *core.ConValue {
		return &core.ConValue{Con: &core.Con{Name: name}, Args: args}
	}
	label := made("L", core.Int(0))
	text := func() core.Value {
		return made("var", core.Str("⟨"+exprText(unknown(e))+"⟩"), made("integer", core.Str("int"), core.Int(32), core.Bool(true)), label)
	}
	switch datatype {
	case "label":
		return label, true
	case "expr":
		return text(), true
	case "init":
		return made("init_expr", text()), true
	case "cmd":
		return made("eval", text(), label), true
	}
	return nil, false
}

// unknown is the part of a constant of C that is not known, and e itself if it is something else.
func unknown(e core.Expr) core.Expr {
	c, ok := e.(*core.ConExpr)
	if !ok || c.Con.Name != "const" && c.Con.Data.Name != "const" {
		return e
	}
	for _, x := range c.Args {
		if _, known := x.(*core.Const); !known {
			return unknown(x)
		}
	}
	return e
}
