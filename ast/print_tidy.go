package ast

import (
	"slices"
	"strings"
)

// This file prepares a tree for the printer: it makes a copy that C can say as it stands and that a reader wants to see.
// The copy keeps the meaning; labels stay on the nodes that stay.
//
//   - Operations on types narrower than int are done on int and converted back, since C promotes.
//   - Declarations that nothing refers to go; calls in their initialisers stay.
//   - What the head of a for loop cannot say stands before the loop, or at the end of its body.
//   - Graphs become loops and blocks. Of those that cannot, the ends of nodes are exits from a block around.
//   - An exit to where control goes anyway goes, and then the block that nothing leaves; blocks begin where they are left first. Arms of a switch that do nothing are labels of
//     the next one.
//   - A variable that a pass made is declared with the value that it is given at once.
//   - Skips, and scopes that declare nothing and are no statement's body, dissolve. An if without branches goes; one with an
//     empty first branch is negated.

// tidy is a copy of f to print.
func tidy(f *Func) *Func {
	t := *f
	t.Body = withEnds(structured(widenCmd(f.Body)))
	for changed := true; changed; {
		t.Body = SeqOf(simplify(t.Body)...)
		t.Body, changed = dropUnused(&t)
	}
	return &t
}

// widenCmd widens all expressions of c.
func widenCmd(c Cmd) Cmd { return RebuildCmd(c, widenCmd, widen) }

// widen makes operations on types narrower than int operations on int, whose result is converted.
func widen(e Expr) Expr {
	e = RebuildExpr(e, widen)
	switch e := e.(type) {
	case *Unary:
		if e.Op != LogNot && IsNarrow(e.Ty) {
			return ConvertTo(e.Ty, &Unary{e.Op, Int, ConvertTo(Int, e.X), e.Label})
		}
	case *Binary:
		return widenBinary(e)
	case *Cond:
		if IsNarrow(e.Ty) {
			return ConvertTo(e.Ty, &Cond{e.Test, ConvertTo(Int, e.Then), ConvertTo(Int, e.Else), Int, e.Label})
		}
	}
	return e
}

func widenBinary(e *Binary) Expr {
	if !IsNarrow(e.Ty) || e.Op == PtrDiff {
		return e
	}
	w := &Binary{e.Op, Int, ConvertTo(Int, e.X), e.Y, e.Label}
	if !e.Op.ownSecondType() {
		w.Y = ConvertTo(Int, e.Y)
	}
	if e.Op.IsComparison() {
		return w
	}
	return ConvertTo(e.Ty, w)
}

// withEnds is c with exits at the ends of the nodes of graphs.
func withEnds(c Cmd) Cmd {
	c = RebuildCmd(c, withEnds, same)
	g, ok := c.(*Graph)
	if !ok {
		return c
	}
	for _, n := range g.Nodes {
		if FallsOff(n.Body) {
			n.Body = SeqOf(n.Body, &Exit{To: endLabel{g.Label}})
		}
	}
	return &Block{g, endLabel{g.Label}}
}

// dropUnused removes the declarations of locals that nothing refers to. A name of which no declaration is visible may mean any, and a declaration in the
// scope of another one of the same name assigns to that.
func dropUnused(f *Func) (body Cmd, changed bool) {
	declared, used, anywhere := map[string][]*Declare{}, map[*Declare]bool{}, map[string]bool{}
	around := map[*Declare]*Declare{}
	s := &scopes{
		key:     func(name string) string { return name },
		visible: map[string][]inScope{},
		declare: func(s *scopes, d *Declare) {
			visible := declared[d.Name][:len(s.visible[d.Name])]
			if len(visible) > 0 {
				around[d] = visible[0]
			}
			declared[d.Name] = append(visible, d)
			s.add(d.Name)
		},
		use: func(s *scopes, name string) {
			visible := declared[name][:len(s.visible[name])]
			anywhere[name] = anywhere[name] || len(visible) == 0
			for _, d := range visible {
				used[d] = true
			}
		},
	}
	s.inner(f.Body)
	var drop func(Cmd) Cmd
	drop = func(c Cmd) Cmd {
		d, ok := c.(*Declare)
		if !ok || used[d] || used[around[d]] || anywhere[d.Name] {
			return RebuildCmd(c, drop, same)
		}
		changed = true
		return effectsOf(d.Init)
	}
	return drop(f.Body), changed
}

func same(e Expr) Expr { return e }

// effectsOf is the calls of an initialiser as commands.
func effectsOf(i Init) Cmd {
	var cmds []Cmd
	var walk func(Init)
	walk = func(i Init) {
		switch i := i.(type) {
		case *InitExpr:
			for _, e := range effects(i.X) {
				cmds = append(cmds, &Eval{X: e})
			}
		case *InitList:
			for _, x := range i.Elems {
				walk(x)
			}
		}
	}
	walk(i)
	return SeqOf(cmds...)
}

// effects are the expressions to evaluate, in order, for the effects of e.
func effects(e Expr) []Expr {
	if !HasCall(e) {
		return nil
	}
	switch e := e.(type) {
	case *LogAnd, *LogOr, *Cond, *Call:
		return []Expr{e}
	}
	var out []Expr
	for _, x := range Operands(e) {
		out = append(out, effects(x)...)
	}
	return out
}

// simplify is the commands that c comes to.
func simplify(c Cmd) []Cmd { return (&simplifier{map[Cmd]bool{}}).cmds(c) }

// simplifier knows which commands it has simplified, so that those are left alone when what is around them changes.
type simplifier struct{ done map[Cmd]bool }

func (t *simplifier) cmds(c Cmd) []Cmd {
	if t.done[c] {
		return []Cmd{c}
	}
	var out []Cmd
	if s, ok := c.(*Seq); ok {
		for _, d := range Flatten(s) {
			out = append(out, t.cmds(d)...)
		}
		return declaredWithValues(out)
	}
	out = t.simplified(c)
	for _, d := range out {
		t.done[d] = true
	}
	return out
}

// declaredWithValues is cs with the values in the declarations of variables that passes made (`called#1`), where they are set at once.
func declaredWithValues(cs []Cmd) (out []Cmd) {
	for _, c := range cs {
		if a, ok := c.(*Assign); ok && len(out) > 0 {
			if d, ok := out[len(out)-1].(*Declare); ok && d.Init == Init(NoInit{}) && d.Name == a.Name && strings.Contains(d.Name, "#") {
				out[len(out)-1] = &Declare{d.Name, d.Ty, &InitExpr{a.X}, d.Label, a.At}
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

func (t *simplifier) simplified(c Cmd) []Cmd {
	switch c := c.(type) {
	case *Skip:
		return nil
	case *Scope:
		return t.scope(c)
	case *If:
		return t.ifElse(c)
	case *For:
		return t.forLoop(c)
	case *Advised:
		return t.advised(c)
	case *Block:
		return t.block(c)
	case *Switch:
		return []Cmd{t.switchArms(c)}
	case *Declare, *Assign, *Store, *Eval, *Exit, *Jump, *Return, *ReturnVoid:
		return []Cmd{c}
	}
	return []Cmd{RebuildCmd(c, t.body, same)}
}

// body keeps the braces that the body of a statement has.
func (t *simplifier) body(c Cmd) Cmd {
	cmds := t.cmds(c)
	if s, ok := c.(*Scope); ok {
		if len(cmds) == 1 {
			if inner, ok := cmds[0].(*Scope); ok {
				return inner
			}
		}
		return &Scope{SeqOf(cmds...), s.Label}
	}
	return SeqOf(cmds...)
}

func (t *simplifier) scope(s *Scope) []Cmd {
	cmds := t.cmds(s.Body)
	if body := SeqOf(cmds...); declares(body) {
		return []Cmd{&Scope{body, s.Label}}
	}
	return cmds
}

// block leaves out exits from the end of the block to behind it, and a block that nothing leaves any more. It begins with the first
// command that leaves it.
func (t *simplifier) block(b *Block) []Cmd {
	inner := SeqOf(t.cmds(b.Body)...)
	body := Flatten(SeqOf(t.cmds(landed(inner, b.Label))...))
	first := slices.IndexFunc(body, func(c Cmd) bool { return exits(c, b.Label) })
	if first < 0 {
		return body
	}
	return append(body[:first:first], &Block{SeqOf(body[first:]...), b.Label})
}

// switchArms gives the labels of arms that do nothing to the next one, which they fall through into.
func (t *simplifier) switchArms(c *Switch) Cmd {
	s := RebuildCmd(c, func(x Cmd) Cmd { return SeqOf(t.cmds(x)...) }, same).(*Switch)
	var arms []*Arm
	var values []int64
	isDefault := false
	for i, a := range s.Arms {
		values, isDefault = append(values, a.Values...), isDefault || a.Default
		if isEmpty(a.Body) && i < len(s.Arms)-1 {
			continue
		}
		arms = append(arms, &Arm{values, isDefault, a.Body, a.Label})
		values, isDefault = nil, false
	}
	s.Arms = arms
	return s
}

// landed is c without exits to l at its end, where c stands at the end of the block l; c itself where there are none.
func landed(c Cmd, l Label) Cmd {
	changed := false
	at := func(c Cmd) Cmd {
		d := landed(c, l)
		changed = changed || d != c
		return d
	}
	out := c
	switch c := c.(type) {
	case *Exit:
		if c.To == l {
			return &Skip{}
		}
	case *Seq:
		cmds := Flatten(c)
		for last := len(cmds) - 1; last >= 0; last-- { // before what does nothing is the end, too
			if isDeclaration(cmds[last]) {
				continue
			}
			if cmds[last] = at(cmds[last]); !doesNothing(cmds[last]) {
				break
			}
		}
		out = SeqOf(cmds...)
	case *Scope, *If, *Block:
		out = RebuildCmd(c, at, same)
	case *Graph:
		if last := len(c.Nodes) - 1; last >= 0 {
			g := &Graph{slices.Clone(c.Nodes), c.Label, c.At}
			g.Nodes[last] = &Node{at(g.Nodes[last].Body), g.Nodes[last].Label}
			out = g
		}
	}
	if !changed {
		return c
	}
	return out
}

// doesNothing reports whether nothing is left of c when it is simplified.
func doesNothing(c Cmd) bool {
	switch c := c.(type) {
	case *Skip:
		return true
	case *Seq:
		return doesNothing(c.First) && doesNothing(c.Second)
	case *Scope:
		return doesNothing(c.Body)
	case *If:
		return !HasCall(c.Test) && doesNothing(c.Then) && doesNothing(c.Else)
	}
	return false
}

// isDeclaration reports whether c does no more than to declare a variable.
func isDeclaration(c Cmd) bool {
	d, ok := c.(*Declare)
	return ok && d.Init == Init(NoInit{})
}

// declares reports whether c declares a variable in the scope that it stands in. A block is no scope.
func declares(c Cmd) bool {
	for _, x := range Flatten(c) {
		switch x := x.(type) {
		case *Declare:
			return true
		case *Block:
			if declares(x.Body) {
				return true
			}
		}
	}
	return false
}

func (t *simplifier) ifElse(c *If) []Cmd {
	then, els := t.body(c.Then), t.body(c.Else)
	switch {
	case isEmpty(then) && isEmpty(els):
		var cmds []Cmd
		for _, e := range effects(c.Test) {
			cmds = append(cmds, &Eval{X: e})
		}
		return cmds
	case isEmpty(then):
		return []Cmd{&If{negate(c.Test), els, &Skip{}, c.Label, c.At}}
	case isEmpty(els):
		els = &Skip{}
	}
	return []Cmd{&If{c.Test, then, els, c.Label, c.At}}
}

func (t *simplifier) forLoop(c *For) []Cmd {
	loop := &For{SeqOf(t.cmds(c.Init)...), c.Test, SeqOf(t.cmds(c.Step)...), t.body(c.Body), c.Label, c.At}
	if _, ok := headStep(Flatten(loop.Step)); !ok {
		loop.Body = &Scope{SeqOf(unscoped(loop.Body), loop.Step), nil}
		loop.Step = &Skip{}
	}
	if _, ok := headInit(Flatten(loop.Init)); !ok {
		init := loop.Init
		loop.Init = &Skip{}
		t.done[loop] = true
		return t.scope(&Scope{SeqOf(init, loop), nil})
	}
	return []Cmd{loop}
}

// advised leaves the advice out where no loop is left.
func (t *simplifier) advised(c *Advised) []Cmd {
	cmds := t.cmds(c.Loop)
	for i, x := range cmds {
		switch x.(type) {
		case *While, *DoWhile, *For:
			cmds[i] = &Advised{c.Advice, x, c.Label}
		}
	}
	return cmds
}

// isEmpty reports whether a simplified command does nothing.
func isEmpty(c Cmd) bool {
	if s, ok := c.(*Scope); ok {
		c = s.Body
	}
	_, ok := c.(*Skip)
	return ok
}

var opposite = map[Binop]Binop{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Gt: Le, Le: Gt}

// negate is a test that holds where e does not. Comparisons of floating numbers have no opposites.
func negate(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		if e.Op == LogNot {
			return e.X
		}
	case *Binary:
		_, floating := e.Ty.(Floating)
		if op, ok := opposite[e.Op]; ok && (!floating || e.Op == Eq || e.Op == Ne) {
			return &Binary{op, e.Ty, e.X, e.Y, e.Label}
		}
	}
	return &Unary{Op: LogNot, Ty: TypeOf(e), X: e}
}
