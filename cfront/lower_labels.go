package cfront

import (
	"regexp"
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file lowers addresses of labels, and gotos to where one leads, which gcc has. The address of a label is a pointer with its number among
// those labels of the function whose addresses are taken, from 1 on; a goto to it is a switch. Where an array of such addresses is used for
// nothing but `goto *array[index]`, the switch is on the index, and the array goes.
//
// All these gotos of a graph lead through one node, which has the switch: so the loop of an interpreter has one way in.

// addressed are the labels whose addresses the function takes, in the order in which it first does.
func (l *lowerer) addressed() []string {
	if l.fn == nil || l.addressedLabels != nil {
		return l.addressedLabels
	}
	l.addressedLabels = []string{}
	tokens := cc.NodeTokens(l.fn.CompoundStatement)
	for i := 1; i+1 < len(tokens); i++ {
		name := tokens[i+1].SrcStr()
		if tokens[i].SrcStr() == "&&" && ctext.IsWord(name[0]) && !endsOperand(tokens[i-1].SrcStr()) && !slices.Contains(l.addressedLabels, name) {
			l.addressedLabels = append(l.addressedLabels, name)
		}
	}
	return l.addressedLabels
}

// endsOperand reports whether an operand of && may end with the token.
func endsOperand(token string) bool {
	switch token {
	case ")", "]", "++", "--":
		return true
	case "return", "case", "else", "do", "goto", "sizeof":
		return false
	}
	return ctext.IsWord(token[0]) || token[0] == '"' || token[0] == '\''
}

// labelAddress is &&label.
func (l *lowerer) labelAddress(e *cc.UnaryExpression) ast.Expr {
	n := slices.Index(l.addressed(), e.Token2.SrcStr())
	if n < 0 {
		l.refuse(e, "the address of a label", "use if, switch and loops")
		return wrong()
	}
	return &ast.Const{Value: ast.IntConst(n + 1), Ty: voidPointer}
}

// withLabelNumbers is the text of a declaration with numbers in place of the addresses of labels.
func (l *lowerer) withLabelNumbers(text string) string {
	for i, name := range l.addressed() {
		text = regexp.MustCompile(`&&\s*`+regexp.QuoteMeta(name)+`\b`).ReplaceAllString(text, "(void *)"+strconv.Itoa(i+1))
	}
	return text
}

// labelTable notes that a declaration is of an array of labels that is used for gotos alone; it reports whether it is.
func (l *lowerer) labelTable(n *cc.InitDeclarator) bool {
	d := n.Declarator
	a, ok := d.Type().(*cc.ArrayType)
	if !ok || l.fn == nil || n.Initializer == nil || n.Initializer.Case != cc.InitializerInitList || a.Elem().Size() <= 0 {
		return false
	}
	table := map[int64]string{}
	for list := n.Initializer.InitializerList; list != nil; list = list.InitializerList {
		e, ok := list.Initializer.AssignmentExpression.(*cc.UnaryExpression)
		if !ok || e.Case != cc.UnaryExpressionLabelAddr || hasRange(list.Designation) {
			return false
		}
		table[list.Initializer.Offset()/a.Elem().Size()] = e.Token2.SrcStr()
	}
	uses, gotos := 0, 0
	tokens := cc.NodeTokens(l.fn.CompoundStatement)
	for i, t := range tokens {
		if t.SrcStr() == d.Name() {
			uses++
			if i >= 2 && i+1 < len(tokens) && tokens[i-2].SrcStr() == "goto" && tokens[i-1].SrcStr() == "*" && tokens[i+1].SrcStr() == "[" {
				gotos++
			}
		}
	}
	if uses != gotos+1 {
		return false
	}
	l.tables[d] = table
	return true
}

// hasRange reports whether a designation names several elements.
func hasRange(d *cc.Designation) bool {
	return d != nil && slices.ContainsFunc(cc.NodeTokens(d), func(t cc.Token) bool { return t.SrcStr() == "..." })
}

// computedGoto lowers goto *x.
func (l *lowerer) computedGoto(s *cc.JumpStatement) {
	if len(l.addressed()) == 0 {
		l.refuse(s, "a computed goto to labels of no function", "use switch")
		return
	}
	x, table, d := l.computedTarget(s.ExpressionList)
	g := l.graphOfAll(table)
	if g == nil || len(l.vlas) > 0 { // what is given back differs from goto to goto
		l.emit(l.gotos(s, x, table))
		return
	}
	through, ok := g.through[d]
	if !ok {
		through = dispatch{l.newLabel(), l.freshName("next"), ast.TypeOf(x)}
		g.through[d] = through
		g.declared = append(g.declared, &ast.Declare{Name: through.name, Ty: through.ty, Init: ast.NoInit{}})
		read := &ast.Var{Name: through.name, Ty: through.ty}
		g.more = append(g.more, &ast.Node{Label: through.label, Body: l.gotos(s, read, table)})
	}
	l.emit(setTemporary(through.name, through.ty, convert(through.ty, x)), &ast.Jump{To: through.label})
}

// dispatch is a node that computed gotos lead through, and the variable that says where to.
type dispatch struct {
	label ast.Label
	name  string
	ty    ast.Type
}

// computedTarget is what a computed goto depends on, the labels for its values, and the array that they come from, if that is known.
func (l *lowerer) computedTarget(e cc.ExpressionNode) (x ast.Expr, labels map[int64]string, d *cc.Declarator) {
	if p, ok := e.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionIndex {
		if id, ok := p.PostfixExpression.(*cc.PrimaryExpression); ok {
			if d := declaratorOf(id); l.tables[d] != nil {
				x := l.settle(l.integer(p.ExpressionList))
				return convert(ast.Promote(ast.TypeOf(x)), x), l.tables[d], d
			}
		}
	}
	labels = map[int64]string{}
	for i, name := range l.addressed() {
		labels[int64(i+1)] = name
	}
	size := l.file.abi.Types[cc.Ptr].Size
	return convert(ast.Integer{Name: "long", Width: 8 * size, Signed: true}, l.settle(l.scalar(e))), labels, nil
}

// graphOfAll is the graph that all the labels are nodes of; nil if there is none.
func (l *lowerer) graphOfAll(labels map[int64]string) (all *graph) {
	for _, name := range labels {
		g := l.open[l.routes.nodes[name]]
		if g == nil || !l.isNode(name) || all != nil && g != all {
			return nil
		}
		all = g
	}
	return all
}

// gotos is a switch on x that leads to the labels. Other values than theirs are as the greatest one: C does not say where they lead.
func (l *lowerer) gotos(at *cc.JumpStatement, x ast.Expr, labels map[int64]string) ast.Cmd {
	var values []int64
	for v := range labels {
		values = append(values, v)
	}
	slices.Sort(values)
	c := &ast.Switch{Test: x}
	arms := map[string]*ast.Arm{}
	for _, v := range values {
		name := labels[v]
		if arms[name] == nil {
			arms[name] = &ast.Arm{Body: ast.SeqOf(l.list(func() { l.goTo(at, name) })...)}
			c.Arms = append(c.Arms, arms[name])
		}
		arms[name].Values = append(arms[name].Values, v)
	}
	c.Arms[len(c.Arms)-1].Default = true
	return c
}
