package explain

import (
	"cmp"
	"strings"

	"scf/scfml/core"
)

// maxBrief bounds the nodes of expressions, values and patterns that are written out in a few words.
const maxBrief = 24

// naming are the names of variables that are not their own.
type naming map[*core.Var]string

func (n naming) of(v *core.Var) string { return cmp.Or(n[v], v.Name) }

// brief writes an expression, a value or a pattern in a few words: what is behind the first nodes is dots.
type brief struct {
	strings.Builder
	naming
	left int
}

func (n naming) expr(e core.Expr) string {
	b := &brief{naming: n, left: maxBrief}
	b.expr(e)
	return b.String()
}

func (n naming) pat(p core.Pat) string {
	b := &brief{naming: n, left: maxBrief}
	b.pat(p)
	return b.String()
}

// spent counts one node, and writes dots where it is too many.
func (b *brief) spent() bool {
	if b.left--; b.left < 0 {
		b.WriteString("…")
	}
	return b.left < 0
}

func (b *brief) expr(e core.Expr) {
	if b.spent() {
		return
	}
	switch e := e.(type) {
	case *core.VarExpr:
		b.WriteString(b.of(e.Var))
	case *core.Const:
		b.value(e.Value)
	case *core.DeadExpr:
		b.WriteString("dead")
	case *core.ConExpr:
		applied(b, e.Con.Name, e.Args, b.expr)
	case *core.TupleExpr:
		listed(b, e.Elems, b.expr)
	case *core.CallExpr:
		applied(b, e.Func.Name, e.Args, b.expr)
	case *core.PrimExpr:
		b.prim(e)
	case *core.CaseExpr:
		b.WriteString("case ")
		b.expr(e.Scrut)
		b.WriteString(" of …")
	case *core.IterExpr:
		b.WriteString(e.Mod.Name + ".map (fn …) ")
		listed(b, e.Args, b.expr)
	}
}

func (b *brief) prim(e *core.PrimExpr) {
	switch {
	case e.Op.Precedence() > 0:
		b.expr(e.Args[0])
		b.WriteString(" " + e.Op.Name() + " ")
		b.expr(e.Args[1])
	case e.Mod != nil:
		applied(b, e.Mod.Name+"."+e.Op.Name(), e.Args, b.expr)
	default:
		applied(b, e.Op.Name(), e.Args, b.expr)
	}
}

func (b *brief) value(v core.Value) {
	switch v := v.(type) {
	case *core.ConValue:
		if len(v.Args) == 0 {
			b.WriteString(v.Con.Name)
			return
		}
		applied(b, v.Con.Name, v.Args, b.part)
	case *core.Tuple:
		listed(b, v.Elems, b.part)
	case *core.MapValue, *core.SetValue:
		b.WriteString("{…}")
	default:
		b.WriteString(core.FormatValue(v))
	}
}

// part is value for a part of one.
func (b *brief) part(v core.Value) {
	if !b.spent() {
		b.value(v)
	}
}

func (b *brief) pat(p core.Pat) {
	if b.spent() {
		return
	}
	switch p := p.(type) {
	case *core.VarPat:
		b.WriteString(b.of(p.Var))
	case *core.LitPat:
		b.value(p.Value)
	case *core.ConPat:
		if len(p.Args) == 0 {
			b.WriteString(p.Con.Name)
			return
		}
		applied(b, p.Con.Name, p.Args, b.pat)
	case *core.TuplePat:
		listed(b, p.Elems, b.pat)
	case *core.AsPat:
		b.WriteString(b.of(p.Var) + " as ")
		b.pat(p.Pat)
	default:
		b.WriteString("_")
	}
}

// applied writes a name with what it is applied to.
func applied[T any](b *brief, name string, args []T, write func(T)) {
	if name == core.Cons.Name && len(args) == 2 {
		write(args[0])
		b.WriteString(" :: ")
		write(args[1])
		return
	}
	b.WriteString(name + " ")
	listed(b, args, write)
}

// listed writes a list in parentheses, as far as there is room.
func listed[T any](b *brief, items []T, write func(T)) {
	b.WriteString("(")
	for i, x := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		if write(x); b.left < 0 {
			break
		}
	}
	b.WriteString(")")
}
