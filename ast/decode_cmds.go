package ast

import (
	"scf/scfml/core"
)

// This file makes commands of values.

func (r *reader) cmd(v core.Value) Cmd {
	c, ok := v.(*core.ConValue)
	if !ok || !r.enter() {
		r.bad = true
		return nil
	}
	x := r.simple(c)
	if x == nil {
		x = r.structured(c)
	}
	if x == nil {
		x = r.graph(c)
	}
	if x == nil {
		x = r.leaving(c)
	}
	if x == nil {
		r.bad = true
	}
	r.leave()
	return x
}

// simple is a sequence or a command without others in it; nil where c is another.
func (r *reader) simple(c *core.ConValue) Cmd {
	switch c.Con.Name {
	case "seq":
		a, n := r.args(c, 3), r.seqs.node()
		r.label(&n.Label, a[2])
		n.First = r.cmd(a[0])
		n.Second = r.cmd(a[1])
		return n
	case "skip":
		n := &Skip{}
		r.label(&n.Label, r.args(c, 1)[0])
		return n
	case "declare":
		a, n := r.args(c, 4), r.declares.node()
		r.label(&n.Label, a[3])
		n.Name, n.Ty, n.Init = r.string(a[0]), r.ty(a[1]), r.init(a[2])
		return n
	case "assign":
		a, n := r.args(c, 4), r.assigns.node()
		r.label(&n.Label, a[3])
		n.Name, n.Ty, n.X = r.string(a[0]), r.ty(a[1]), r.expr(a[2])
		return n
	case "store":
		a, n := r.args(c, 3), r.stores.node()
		r.label(&n.Label, a[2])
		n.Dest = r.expr(a[0])
		n.X = r.expr(a[1])
		return n
	case "eval":
		a, n := r.args(c, 2), &Eval{}
		r.label(&n.Label, a[1])
		n.X = r.expr(a[0])
		return n
	}
	return nil
}

func (r *reader) init(v core.Value) Init {
	c, ok := v.(*core.ConValue)
	if !ok || !r.enter() {
		r.bad = true
		return nil
	}
	defer r.leave()
	switch c.Con.Name {
	case "no_init":
		r.args(c, 0)
		return NoInit{}
	case "init_expr":
		n := r.inits.node()
		n.X = r.expr(r.args(c, 1)[0])
		return n
	case "init_list":
		n := &InitList{}
		list := r.args(c, 1)[0]
		for x, ok := r.next(&list); ok; x, ok = r.next(&list) {
			n.Elems = append(n.Elems, r.init(x))
		}
		return n
	}
	r.bad = true
	return nil
}

// structured is a command with others in it; nil where c is another.
func (r *reader) structured(c *core.ConValue) Cmd {
	switch c.Con.Name {
	case "scope":
		a, n := r.args(c, 2), r.scopes.node()
		r.label(&n.Label, a[1])
		n.Body = r.cmd(a[0])
		return n
	case "if_else":
		a, n := r.args(c, 4), &If{}
		r.label(&n.Label, a[3])
		n.Test = r.expr(a[0])
		n.Then = r.cmd(a[1])
		n.Else = r.cmd(a[2])
		return n
	case "while_do":
		a, n := r.args(c, 3), &While{}
		r.label(&n.Label, a[2])
		n.Test = r.expr(a[0])
		n.Body = r.cmd(a[1])
		return n
	case "do_while":
		a, n := r.args(c, 3), &DoWhile{}
		r.label(&n.Label, a[2])
		n.Body = r.cmd(a[0])
		n.Test = r.expr(a[1])
		return n
	case "for_loop":
		a, n := r.args(c, 5), &For{}
		r.label(&n.Label, a[4])
		n.Init = r.cmd(a[0])
		n.Test = r.expr(a[1])
		n.Step = r.cmd(a[2])
		n.Body = r.cmd(a[3])
		return n
	case "switch":
		a, n := r.args(c, 3), &Switch{}
		r.label(&n.Label, a[2])
		n.Test = r.expr(a[0])
		list := a[1]
		for x, ok := r.next(&list); ok; x, ok = r.next(&list) {
			n.Arms = append(n.Arms, r.arm(x))
		}
		return n
	case "advised":
		a, n := r.args(c, 3), &Advised{}
		r.label(&n.Label, a[2])
		n.Advice, n.Loop = Advice(r.enumerated("advice", a[0])), r.cmd(a[1])
		return n
	}
	return nil
}

func (r *reader) arm(v core.Value) *Arm {
	a, n := r.con(v, "case_arm", 4), &Arm{}
	r.label(&n.Label, a[3])
	list := a[0]
	for x, ok := r.next(&list); ok; x, ok = r.next(&list) {
		n.Values = append(n.Values, r.int(x))
	}
	n.Default, n.Body = r.bool(a[1]), r.cmd(a[2])
	return n
}

// graph is a graph or a jump to one of its nodes, which are labelled before what they do; nil where c is another.
func (r *reader) graph(c *core.ConValue) Cmd {
	switch c.Con.Name {
	case "graph":
		a, n := r.args(c, 2), &Graph{}
		r.label(&n.Label, a[1])
		around := len(r.targets)
		var bodies []core.Value
		list := a[0]
		for x, ok := r.next(&list); ok; x, ok = r.next(&list) {
			b, node := r.con(x, "graph_node", 2), &Node{}
			r.target(&node.Label, b[1])
			n.Nodes, bodies = append(n.Nodes, node), append(bodies, b[0])
		}
		for i, b := range bodies {
			n.Nodes[i].Body = r.cmd(b)
		}
		r.targets = r.targets[:around]
		return n
	case "jump":
		a, n := r.args(c, 2), &Jump{}
		r.label(&n.Label, a[1])
		n.To = r.targeted(r.labelOf(a[0]))
		return n
	}
	return nil
}

// target sets the label of a block or a node, which v stands for, and by which exits or jumps name it until it is closed.
func (r *reader) target(to *Label, v core.Value) {
	r.label(to, v)
	if r.numbering {
		r.targets = append(r.targets, renamedTarget{r.labelOf(v), *to})
	}
}

// targeted is the label of the block or node around that was called l.
func (r *reader) targeted(l Label) Label {
	for i := len(r.targets) - 1; i >= 0; i-- {
		if r.targets[i].from == l {
			return r.targets[i].to
		}
	}
	return l
}

// leaving is a block or what leaves one, or the function; nil where c is another.
func (r *reader) leaving(c *core.ConValue) Cmd {
	switch c.Con.Name {
	case "block":
		a, n := r.args(c, 2), &Block{}
		around := len(r.targets)
		r.target(&n.Label, a[1])
		n.Body = r.cmd(a[0])
		r.targets = r.targets[:around]
		return n
	case "exit":
		a, n := r.args(c, 2), &Exit{}
		r.label(&n.Label, a[1])
		n.To = r.targeted(r.labelOf(a[0]))
		return n
	case "return":
		a, n := r.args(c, 2), &Return{}
		r.label(&n.Label, a[1])
		n.X = r.expr(a[0])
		return n
	case "return_void":
		n := &ReturnVoid{}
		r.label(&n.Label, r.args(c, 1)[0])
		return n
	}
	return nil
}
