package scfml

import (
	"fmt"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of patterns. An identifier that names a constructor in scope is that constructor, any other is a variable.
// Constructors hold their arguments directly: where a pattern binds the whole argument tuple of a constructor with several
// arguments, the components are bound instead, and the tuple is built by a let around the body (patBinder.wrap).

// patBinder collects what the patterns of one match bind.
type patBinder struct {
	*elaborator
	names  []string
	vars   []varBinding
	tuples []*rebuiltTuple
}

// rebuiltTuple is a variable for the argument tuple of a constructor. Where it is itself such an argument, the parts are used;
// it is built only if it is used otherwise.
type rebuiltTuple struct {
	v     *core.Var
	parts []*core.Var
	uses  int
}

// bind binds a variable's name.
func (b *patBinder) bind(name string, v varBinding, pos diag.Pos) {
	for _, n := range b.names {
		if n == name {
			b.errorf(pos, "the pattern binds %s twice", name)
			return
		}
	}
	b.names = append(b.names, name)
	b.declaredAt(pos, v.v)
	b.typeAt(pos, v.t)
	b.vars = append(b.vars, v)
}

// scoped runs body with the variables of the patterns in scope, and builds the tuples that the body may use.
func (b *patBinder) scoped(body func() typed) typed {
	b.push()
	defer b.pop()
	t := body()
	t.e = b.wrap(t.e)
	return t
}

func (b *patBinder) push() {
	for i, n := range b.names {
		b.locals[n] = append(b.locals[n], b.vars[i])
	}
}

func (b *patBinder) pop() {
	for _, n := range b.names {
		b.locals[n] = b.locals[n][:len(b.locals[n])-1]
	}
}

func (b *patBinder) wrap(e core.Expr) core.Expr {
	for i := len(b.tuples) - 1; i >= 0; i-- {
		if t := b.tuples[i]; t.uses > 0 {
			e = core.Let(&core.VarPat{Var: t.v}, varTuple(t.parts), e)
		}
	}
	return e
}

func varTuple(vars []*core.Var) *core.TupleExpr {
	elems := make([]core.Expr, len(vars))
	for i, v := range vars {
		elems[i] = &core.VarExpr{Var: v}
	}
	return &core.TupleExpr{Elems: elems}
}

// pat elaborates a pattern for values of type want.
func (b *patBinder) pat(p *syntax.Pat, want core.Type) core.Pat {
	last := len(p.Parts) - 1
	out := b.typedPat(p.Parts[last], want)
	for i := last - 1; i >= 0; i-- {
		out = b.asPat(p.Parts[i], out, want)
	}
	return out
}

// asPat elaborates what stands before an `as`.
func (b *patBinder) asPat(p *syntax.TypedPat, rest core.Pat, want core.Type) core.Pat {
	a := p.Items[0].Atoms[0]
	pos := syntax.DiagPos(a.Pos)
	if len(p.Items) > 1 || len(p.Items[0].Atoms) > 1 || !b.isVariable(a) {
		b.errorf(pos, "only a variable can stand before as")
		b.recoverItems(p.Items)
		return rest
	}
	b.annotated(p.Types, want)
	v := &core.Var{Name: a.Name}
	b.bind(a.Name, varBinding{v, want}, pos)
	return &core.AsPat{Var: v, Pat: rest}
}

func (b *patBinder) annotated(types []*syntax.Ty, want core.Type) {
	for _, t := range types {
		b.expect(syntax.DiagPos(t.Pos), b.ty(t), want, "the pattern is annotated %s, but it matches %s")
	}
}

func (b *patBinder) typedPat(p *syntax.TypedPat, want core.Type) core.Pat {
	b.annotated(p.Types, want)
	last := len(p.Items) - 1
	if last == 0 {
		return b.appPat(p.Items[0], want)
	}
	elem := b.listOf(syntax.DiagPos(p.Items[0].Atoms[0].Pos), want)
	out := b.appPat(p.Items[last], core.ListOf(elem))
	heads := make([]core.Pat, last)
	for i := range heads {
		heads[i] = b.appPat(p.Items[i], elem)
	}
	for i := last - 1; i >= 0; i-- {
		out = &core.ConPat{Con: core.Cons, Args: []core.Pat{heads[i], out}}
	}
	return out
}

// listOf makes want a list type for a list pattern and gives the type of its elements.
func (b *patBinder) listOf(pos diag.Pos, want core.Type) core.Type {
	elem := b.Fresh()
	b.expect(pos, core.ListOf(elem), want, "the pattern is of type %s, but it matches %s")
	return elem
}

func (b *patBinder) appPat(p *syntax.AppPat, want core.Type) core.Pat {
	head := p.Atoms[0]
	if len(p.Atoms) == 1 {
		return b.atPat(head, want)
	}
	pos := syntax.DiagPos(head.Pos)
	con, ok := b.constructor(head)
	switch {
	case head.Name == "" || !ok:
		if b.reportOnce("constructor", head.Name) {
			b.errorf(pos, "only a constructor can be applied in a pattern").WithHint("%s", b.applyHint(head.Name))
		}
		return b.recovered(p.Atoms...)
	case len(p.Atoms) > 2:
		b.errorf(syntax.DiagPos(p.Atoms[2].Pos), "a constructor takes one argument").WithHint("write %s (p, q)", head.Name)
		return b.recovered(p.Atoms[1:]...)
	}
	return b.conPat(con, p.Atoms[1], want, pos)
}

// recovered stands for patterns around which there is an error: it binds their variables, of which nothing is known, so that the error does
// not bring others where they are used.
func (b *patBinder) recovered(atoms ...*syntax.AtPat) core.Pat {
	for _, a := range atoms {
		switch {
		case a.Paren != nil:
			b.recoverAll(a.Paren.Items)
		case a.List != nil:
			b.recoverAll(a.List.Items)
		case b.isVariable(a) && !strings.Contains(a.Name, ".") && !slices.Contains(b.names, a.Name):
			b.bind(a.Name, varBinding{&core.Var{Name: a.Name}, b.Fresh()}, syntax.DiagPos(a.Pos))
		}
	}
	return &core.WildPat{}
}

func (b *patBinder) recoverAll(ps []*syntax.Pat) {
	for _, p := range ps {
		for _, part := range p.Parts {
			b.recoverItems(part.Items)
		}
	}
}

func (b *patBinder) recoverItems(items []*syntax.AppPat) {
	for _, item := range items {
		b.recovered(item.Atoms...)
	}
}

func (b *patBinder) applyHint(name string) string {
	if name == "" {
		return "a list pattern is [p, q] or p :: q"
	}
	var cons []string
	for s := b.scope; s != nil; s = s.outer {
		for n, v := range s.values {
			if _, ok := v.(*core.Con); ok {
				cons = append(cons, n)
			}
		}
	}
	if near := nearest(name, cons); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "declare it in a datatype"
}

// constructor is the constructor that an atomic pattern names.
func (b *patBinder) constructor(a *syntax.AtPat) (*core.Con, bool) {
	if a.Name == "" {
		return nil, false
	}
	c, ok := b.named(a.Name).(*core.Con)
	return c, ok
}

// named is the meaning of a name in a pattern, where variables in scope do not count; nil if there is none.
func (e *elaborator) named(name string) binding {
	qualifier, base := core.SplitName(name)
	in := e.scope
	if qualifier == "" {
		return lookup(in, func(s *scope) map[string]binding { return s.values }, base)
	}
	if in = in.structure(qualifier); in == nil {
		return nil
	}
	return in.values[base]
}

// isVariable reports whether an atomic pattern binds a variable.
func (e *elaborator) isVariable(a *syntax.AtPat) bool {
	if a.Name == "" {
		return false
	}
	switch e.named(a.Name).(type) {
	case *core.Con, boolBinding:
		return false
	}
	return true
}

// conPat elaborates a constructor applied to an argument pattern.
func (b *patBinder) conPat(c *core.Con, arg *syntax.AtPat, want core.Type, pos diag.Pos) core.Pat {
	t, args := b.ConType(c)
	b.usedAt(pos, c)
	b.expect(pos, t, want, "the pattern is of type %s, but it matches %s")
	switch len(args) {
	case 0:
		b.errorf(pos, "the constructor %s has no argument", c.Name)
		return b.recovered(arg)
	case 1:
		return &core.ConPat{Con: c, Args: []core.Pat{b.atPat(arg, args[0])}}
	}
	pats := b.components(arg, args, fmt.Sprintf("the constructor %s takes", c.Name))
	return &core.ConPat{Con: c, Args: pats}
}

// components elaborates the pattern for an argument tuple that is not there as a tuple: one pattern for each component.
func (b *patBinder) components(p *syntax.AtPat, types []core.Type, takes string) []core.Pat {
	p, annotations, outer := peel(p)
	b.annotated(annotations, &core.TupleType{Elems: types})
	if outer != nil {
		return b.aliased(outer, types, takes)
	}
	switch {
	case p.Wild:
		return wildcards(len(types))
	case p.Paren != nil:
		if len(p.Paren.Items) != len(types) {
			b.errorf(syntax.DiagPos(p.Pos), "%s %s, here %s", takes, diag.Count(len(types), "argument"), isAre(len(p.Paren.Items)))
			b.recovered(p)
			return wildcards(len(types))
		}
		pats := make([]core.Pat, len(types))
		for i, item := range p.Paren.Items {
			pats[i] = b.pat(item, types[i])
		}
		return pats
	case b.isVariable(p):
		return b.tupleVar(p.Name, wildcards(len(types)), types, syntax.DiagPos(p.Pos))
	}
	b.errorf(syntax.DiagPos(p.Pos), "%s %s", takes, diag.Count(len(types), "argument"))
	b.recovered(p)
	return wildcards(len(types))
}

// aliased elaborates `x as p` for an argument tuple.
func (b *patBinder) aliased(p *syntax.Pat, types []core.Type, takes string) []core.Pat {
	last := p.Parts[len(p.Parts)-1]
	pats := b.components(parenthesized(&syntax.Pat{Pos: p.Pos, Parts: []*syntax.TypedPat{last}}), types, takes)
	for _, alias := range p.Parts[:len(p.Parts)-1] {
		a := alias.Items[0].Atoms[0]
		if as, ok := b.asPat(alias, &core.WildPat{}, &core.TupleType{Elems: types}).(*core.AsPat); ok {
			pats = b.rebuild(as.Var, a.Name, pats)
		}
	}
	return pats
}

func parenthesized(p *syntax.Pat) *syntax.AtPat {
	return &syntax.AtPat{Pos: p.Pos, Paren: &syntax.ParenPat{Items: []*syntax.Pat{p}}}
}

// tupleVar binds name to the tuple of what pats match.
func (b *patBinder) tupleVar(name string, pats []core.Pat, types []core.Type, pos diag.Pos) []core.Pat {
	v := &core.Var{Name: name}
	b.bind(name, varBinding{v, &core.TupleType{Elems: types}}, pos)
	return b.rebuild(v, name, pats)
}

// rebuild has v stand for the tuple of what pats match; the patterns that it returns bind every component.
func (b *patBinder) rebuild(v *core.Var, name string, pats []core.Pat) []core.Pat {
	out := make([]core.Pat, len(pats))
	parts := make([]*core.Var, len(pats))
	for i, p := range pats {
		switch p := p.(type) {
		case *core.VarPat:
			parts[i], out[i] = p.Var, p
		case *core.AsPat:
			parts[i], out[i] = p.Var, p
		case *core.WildPat:
			parts[i] = &core.Var{Name: fmt.Sprint(name, i+1)}
			out[i] = &core.VarPat{Var: parts[i]}
		default:
			parts[i] = &core.Var{Name: fmt.Sprint(name, i+1)}
			out[i] = &core.AsPat{Var: parts[i], Pat: p}
		}
	}
	t := &rebuiltTuple{v: v, parts: parts}
	b.tuples = append(b.tuples, t)
	b.rebuilt[v] = t
	return out
}

func wildcards(n int) []core.Pat {
	pats := make([]core.Pat, n)
	for i := range pats {
		pats[i] = &core.WildPat{}
	}
	return pats
}

// peel removes the parentheses around one pattern. The annotations inside them are returned; outer is the pattern inside
// where it is more than an atom (an application, `::` or `as`).
func peel(p *syntax.AtPat) (inner *syntax.AtPat, annotations []*syntax.Ty, outer *syntax.Pat) {
	for p.Paren != nil && len(p.Paren.Items) == 1 {
		in := p.Paren.Items[0]
		if len(in.Parts) > 1 || len(in.Parts[0].Items) > 1 || len(in.Parts[0].Items[0].Atoms) > 1 {
			if len(in.Parts) > 1 {
				return p, annotations, in
			}
			return p, annotations, nil
		}
		annotations = append(annotations, in.Parts[0].Types...)
		p = in.Parts[0].Items[0].Atoms[0]
	}
	return p, annotations, nil
}

func (b *patBinder) atPat(p *syntax.AtPat, want core.Type) core.Pat {
	pos := syntax.DiagPos(p.Pos)
	b.typeAt(pos, want)
	switch {
	case p.Wild:
		return &core.WildPat{}
	case p.Name != "":
		return b.namePat(p, want)
	case p.Paren != nil:
		return b.tuplePat(p.Paren, want, pos)
	case p.List != nil:
		elem := b.listOf(pos, want)
		var out core.Pat = &core.ConPat{Con: core.Nil}
		items := make([]core.Pat, len(p.List.Items))
		for i, item := range p.List.Items {
			items[i] = b.pat(item, elem)
		}
		for i := len(items) - 1; i >= 0; i-- {
			out = &core.ConPat{Con: core.Cons, Args: []core.Pat{items[i], out}}
		}
		return out
	}
	v, t := literal(p.Int, p.Str, p.Char)
	b.expect(pos, t, want, "the pattern is of type %s, but it matches %s")
	return &core.LitPat{Value: v}
}

// literal is the value of a literal token and its type.
func literal(integer, str, char string) (core.Value, core.Type) {
	switch {
	case integer != "":
		i, _ := syntax.DecodeInt(integer) // the lexer has checked it
		return core.Int(i), core.IntType
	case str != "":
		return core.Str(syntax.DecodeString(str)), core.StringType
	}
	return core.Char(syntax.DecodeString(char)[0]), core.CharType
}

func (b *patBinder) namePat(p *syntax.AtPat, want core.Type) core.Pat {
	pos := syntax.DiagPos(p.Pos)
	switch m := b.named(p.Name).(type) {
	case boolBinding:
		b.expect(pos, core.BoolType, want, "the pattern is of type %s, but it matches %s")
		return &core.LitPat{Value: core.Bool(m)}
	case *core.Con:
		b.usedAt(pos, m)
		t, args := b.ConType(m)
		b.expect(pos, t, want, "the pattern is of type %s, but it matches %s")
		if len(args) > 0 {
			b.errorf(pos, "the constructor %s needs a pattern for its %s", p.Name, diag.Count(len(args), "argument")).
				WithHint("write %s", example(m))
		}
		return &core.ConPat{Con: m, Args: wildcards(len(args))}
	}
	if qualifier, _ := core.SplitName(p.Name); qualifier != "" {
		if b.reportOnce("constructor", p.Name) {
			b.errorf(pos, "%s is no constructor", p.Name)
		}
		return &core.WildPat{}
	}
	if !b.declarable(p.Name, pos) {
		return &core.WildPat{}
	}
	v := &core.Var{Name: p.Name}
	b.bind(p.Name, varBinding{v, want}, pos)
	return &core.VarPat{Var: v}
}

// example shows how a constructor is written with its arguments.
func example(c *core.Con) string {
	if c == core.Cons {
		return "x :: xs"
	}
	s := c.Name + " "
	if len(c.Args) == 1 {
		return s + "x"
	}
	for i := range c.Args {
		s += map[bool]string{true: "(", false: ", "}[i == 0] + fmt.Sprint("x", i+1)
	}
	return s + ")"
}

func (b *patBinder) tuplePat(p *syntax.ParenPat, want core.Type, pos diag.Pos) core.Pat {
	if len(p.Items) == 1 {
		return b.pat(p.Items[0], want)
	}
	t := &core.TupleType{}
	for range p.Items {
		t.Elems = append(t.Elems, b.Fresh())
	}
	b.expect(pos, t, want, "the pattern is of type %s, but it matches %s")
	out := &core.TuplePat{}
	for i, item := range p.Items {
		out.Elems = append(out.Elems, b.pat(item, t.Elems[i]))
	}
	return out
}
