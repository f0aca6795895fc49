package explain

import (
	"slices"

	"scf/ast"
	"scf/scfml/core"
)

// This file writes what a residual program gives as C: the function, command or expression that is built, with ⟨what computes it⟩ for the
// parts that only a run knows.

// template is the C that e builds; empty where it builds none.
func (n naming) template(e core.Expr) string {
	e = functionIn(e)
	data := builtBy(e)
	if data == nil || !slices.Contains([]string{"func", "cmd", "expr"}, data.Name) {
		return ""
	}
	v, ok := n.sketched(e, &core.DataType{Data: data})
	if !ok {
		return ""
	}
	switch data.Name {
	case "func":
		if f, err := ast.FromUnlabelled(v); err == nil {
			return ast.Sketch(f, ast.DefaultStyle())
		}
	case "cmd":
		if c, err := ast.CmdFromValue(labelled(v)); err == nil {
			return ast.SketchCmd(c, ast.DefaultStyle())
		}
	case "expr":
		if x, err := ast.ExprFromValue(labelled(v)); err == nil {
			return ast.SketchExpr(x)
		}
	}
	return ""
}

// builtBy is the datatype of which e builds a value; nil where it builds none.
func builtBy(e core.Expr) *core.Datatype {
	switch x := e.(type) {
	case *core.ConExpr:
		return x.Con.Data
	case *core.Const:
		if v, ok := x.Value.(*core.ConValue); ok {
			return v.Con.Data
		}
	}
	return nil
}

// labelled is v with some label where there is none, since nobody reads it.
func labelled(v core.Value) core.Value {
	c, ok := v.(*core.ConValue)
	if !ok {
		return v
	}
	args := make([]core.Value, len(c.Args))
	for i, x := range c.Args {
		if _, dead := x.(core.Dead); dead {
			args[i] = noLabel
		} else {
			args[i] = labelled(x)
		}
	}
	return &core.ConValue{Con: c.Con, Args: args}
}

// made is a value that package ast reads: it knows constructors by their names.
func made(name string, args ...core.Value) *core.ConValue {
	return &core.ConValue{Con: &core.Con{Name: name}, Args: args}
}

var noLabel = made("L", core.Int(0))

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

// sketched is a value that shows what e, of type t, builds; ok is false where neither it nor something around it could be shown.
func (n naming) sketched(e core.Expr, t core.Type) (v core.Value, ok bool) {
	data, isData := t.(*core.DataType)
	switch x := e.(type) {
	case *core.Const:
		return x.Value, true
	case *core.ConExpr:
		if isData && data.Data == core.ListData {
			return n.sketchedList(x, data)
		}
		args := make([]core.Value, len(x.Args))
		all := true
		for i := range args {
			var shown bool
			args[i], shown = n.sketched(x.Args[i], x.Con.Args[i])
			all = all && shown
		}
		if all {
			return &core.ConValue{Con: x.Con, Args: args}, true
		}
	}
	if !isData {
		return nil, false
	}
	return n.hole(e, data.Data.Name)
}

// sketchedList is a list as far as it is built here.
func (n naming) sketchedList(x *core.ConExpr, t *core.DataType) (core.Value, bool) {
	head, ok := n.sketched(x.Args[0], t.Args[0])
	if !ok {
		return nil, false
	}
	tail, ok := n.sketched(x.Args[1], t)
	if !ok {
		return nil, false
	}
	return &core.ConValue{Con: core.Cons, Args: []core.Value{head, tail}}, true
}

// hole stands for an expression of the datatype.
func (n naming) hole(e core.Expr, datatype string) (core.Value, bool) {
	text := func() core.Value {
		return made("var", core.Str("⟨"+n.expr(unknown(e))+"⟩"), made("integer", core.Str("int"), core.Int(32), core.Bool(true)), noLabel)
	}
	switch datatype {
	case "label":
		return noLabel, true
	case "expr":
		return text(), true
	case "init":
		return made("init_expr", text()), true
	case "cmd":
		return made("eval", text(), noLabel), true
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
