package lower

import (
	"slices"

	"scf/backend/ir"
)

// This file brings ways together. A label is a point that ways lead to; each way comes with a column: the state of the variables on it, or
// which argument of a phi it brings. Ways that come with one state share a column.

// label is a point that ways lead to.
type label struct {
	mark  int32 // where the changes begin that ways may bring
	block *ir.Block
	first int32 // the edges that lead there
	last  int32
	n     int32
}

// inEdge is an edge that leads to a label.
type inEdge struct {
	edge *ir.Edge
	col  int32
	next int32
}

// way is a label, and the column of those who go there.
type way struct{ label, col int32 }

// phi is a value that may differ between the ways that lead to a block. It has an argument for each column. Its value is 0 until somebody reads it.
type phi struct {
	typ      ir.Type
	label    int32
	value    ir.Value
	forward  ir.Value // what it is the same as; 0 for nothing
	from, to int32    // its arguments
}

// newLabel is a label for ways from here on.
func (l *Lowerer) newLabel() int32 {
	l.labels = append(l.labels, label{mark: int32(len(l.log))})
	return int32(len(l.labels) - 1)
}

// blockOf is the block that begins at a label.
func (l *Lowerer) blockOf(lb int32) *ir.Block {
	if l.labels[lb].block == nil {
		l.labels[lb].block = l.b.NewBlock()
	}
	return l.labels[lb].block
}

// comes notes that an edge is a way.
func (l *Lowerer) comes(w way, e *ir.Edge) {
	lb := &l.labels[w.label]
	l.edges = append(l.edges, inEdge{edge: e, col: w.col})
	i := int32(len(l.edges) - 1)
	if lb.n == 0 {
		lb.first = i
	} else {
		l.edges[lb.last].next = i
	}
	lb.last = i
	lb.n++
}

// jump ends the open block, if there is one.
func (l *Lowerer) jump(w way) {
	from := l.b.Block()
	if from == nil {
		return
	}
	l.b.Jump(l.blockOf(w.label))
	l.comes(w, &from.Term.Edges[0])
}

func (l *Lowerer) branch(x ir.Value, yes, no way) {
	from := l.b.Block()
	l.b.Branch(x, l.blockOf(yes.label), l.blockOf(no.label))
	l.comes(yes, &from.Term.Edges[0])
	l.comes(no, &from.Term.Edges[1])
}

// leaveTo jumps to a label with the present state.
func (l *Lowerer) leaveTo(lb int32) {
	if l.b.Block() != nil {
		l.jump(way{lb, l.snapshot(l.labels[lb].mark)})
	}
}

// start opens the block of a label to which all ways bring the present state, if any leads there.
func (l *Lowerer) start(lb int32) bool {
	if l.labels[lb].n == 0 {
		return false
	}
	l.b.Start(l.blockOf(lb))
	return true
}

// meet opens the block of a label, whose columns are states; the present state is that at its mark.
func (l *Lowerer) meet(lb int32) bool {
	if !l.start(lb) {
		return false
	}
	states := l.columns(lb)
	if len(states) == 1 {
		if s := l.states[states[0]]; s.to > s.from {
			for _, b := range l.snaps[s.from:s.to] {
				l.set(b.v, b.x)
			}
		}
		return true
	}
	l.merge(lb, states)
	return true
}

// columns numbers the states that lead to a label, in place of which the columns of its edges become the numbers.
func (l *Lowerer) columns(lb int32) []int32 {
	l.work = l.work[:0]
	for i := l.labels[lb].first; i != 0; i = l.edges[i].next {
		e := &l.edges[i]
		c := int32(len(l.work)) - 1
		if c < 0 || l.work[c] != e.col {
			c = int32(slices.Index(l.work, e.col))
		}
		if c < 0 {
			l.work = append(l.work, e.col)
			c = int32(len(l.work)) - 1
		}
		e.col = c
	}
	return l.work
}

// merge makes a phi of each variable that does not hold the same in all states.
func (l *Lowerer) merge(lb int32, states []int32) {
	n := int32(len(states))
	base := int32(len(l.args))
	l.epoch++
	l.rows = l.rows[:0]
	for c, s := range states {
		for _, b := range l.snaps[l.states[s].from:l.states[s].to] {
			va := &l.vars[b.v]
			if va.epoch != l.epoch {
				va.epoch, va.row = l.epoch, int32(len(l.rows))
				l.rows = append(l.rows, b.v)
				for range n {
					l.args = append(l.args, va.cur)
				}
			}
			l.args[base+va.row*n+int32(c)] = b.x
		}
	}
	for i, v := range l.rows {
		from := base + int32(i)*n
		args := l.args[from : from+n]
		x := args[0]
		if slices.ContainsFunc(args, func(y ref) bool { return y != x }) {
			x = l.newPhi(lb, l.vars[v].typ, from, from+n)
		}
		if x != l.vars[v].cur {
			l.set(v, x)
		}
	}
}

// newPhi makes a phi of the arguments l.args[from:to].
func (l *Lowerer) newPhi(lb int32, t ir.Type, from, to int32) ref {
	l.phis = append(l.phis, phi{typ: t, label: lb, from: from, to: to})
	return -ref(len(l.phis) - 1)
}

// join opens the block of a label and gives the value that its ways bring: args[c] in column c.
func (l *Lowerer) join(lb int32, t ir.Type, args ...ir.Value) ir.Value {
	if !l.start(lb) {
		return l.undefined(t)
	}
	from := int32(len(l.args))
	for _, a := range args {
		l.args = append(l.args, ref(a))
	}
	return l.known(l.newPhi(lb, t, from, int32(len(l.args))), t)
}

// realise makes a value of a phi, and of those that it needs.
func (l *Lowerer) realise(i int32) ir.Value {
	if l.phis[i].value == 0 {
		first := len(l.work)
		l.make(i)
		for len(l.work) > first {
			p := l.phis[l.work[len(l.work)-1]]
			l.work = l.work[:len(l.work)-1]
			for _, a := range l.args[p.from:p.to] {
				if a < 0 && l.phis[-a].value == 0 {
					l.make(int32(-a))
				}
			}
		}
	}
	return l.phis[i].value
}

// make gives a phi its value, and puts it on the list of those whose arguments are still to be looked at.
func (l *Lowerer) make(i int32) {
	p := &l.phis[i]
	p.value = l.b.AddParam(l.labels[p.label].block, p.typ)
	l.b.Func.Values[p.value].Imm = int64(i)
	l.work = append(l.work, i)
}

// finishPhis gives edges their arguments.
func (l *Lowerer) finishPhis(entry *ir.Block) {
	if l.removeTrivial() {
		l.renameUses()
	}
	for i := range l.labels {
		if lb := &l.labels[i]; lb.block != nil && len(lb.block.Params) > 0 {
			l.arguments(lb)
		}
	}
	for i := 1; i < len(l.phis); i++ {
		l.b.Func.Values[l.phis[i].value].Imm = 0
	}
	if len(l.undefs) > 0 {
		entry.Body = slices.Concat(l.undefs, entry.Body)
	}
}

// arguments gives the edges to a label the arguments of its block's parameters.
func (l *Lowerer) arguments(lb *label) {
	lb.block.Params = slices.DeleteFunc(lb.block.Params, func(v ir.Value) bool { return l.phis[l.b.Func.Values[v].Imm].forward != 0 })
	for _, v := range lb.block.Params {
		p := &l.phis[l.b.Func.Values[v].Imm]
		for j := lb.first; j != 0; j = l.edges[j].next {
			l.b.AddArg(l.edges[j].edge, l.argument(l.args[p.from+l.edges[j].col], p.typ))
		}
	}
}

// argument is the value of an argument of a phi that is made.
func (l *Lowerer) argument(a ref, t ir.Type) ir.Value {
	switch {
	case a < 0:
		a = ref(l.phis[-a].value)
	case a == 0:
		return l.undefined(t)
	}
	return l.resolved(ir.Value(a))
}

// resolved is the value that v is the same as.
func (l *Lowerer) resolved(v ir.Value) ir.Value {
	for {
		in := &l.b.Func.Values[v]
		if in.Op != ir.Param || in.Imm == 0 || l.phis[in.Imm].forward == 0 {
			return v
		}
		v = l.phis[in.Imm].forward
	}
}

// removeTrivial finds the phis all of whose arguments are one value, or themselves.
func (l *Lowerer) removeTrivial() (found bool) {
	for again := true; again; {
		again = false
		for i := len(l.phis) - 1; i > 0; i-- {
			p := &l.phis[i]
			if p.value == 0 || p.forward != 0 {
				continue
			}
			if x, ok := l.onlyArgument(p); ok {
				p.forward, again, found = x, true, true
			}
		}
	}
	return found
}

func (l *Lowerer) onlyArgument(p *phi) (ir.Value, bool) {
	var only ir.Value
	for _, a := range l.args[p.from:p.to] {
		x := l.argument(a, p.typ)
		if x == p.value || x == only {
			continue
		}
		if only != 0 {
			return 0, false
		}
		only = x
	}
	if only == 0 { // a loop that nothing enters
		only = l.undefined(p.typ)
	}
	return only, true
}

// renameUses puts the values in the place of phis that are the same.
func (l *Lowerer) renameUses() {
	values := l.b.Func.Values
	for _, b := range l.b.Func.Blocks {
		for _, v := range b.Body {
			in := &values[v]
			for i, a := range in.Args {
				if a != 0 {
					in.Args[i] = l.resolved(a)
				}
			}
			for i, a := range in.List {
				in.List[i] = l.resolved(a)
			}
		}
		if b.Term.X != 0 {
			b.Term.X = l.resolved(b.Term.X)
		}
	}
}
