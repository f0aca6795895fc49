package irgen

import "scf/backend/ir"

// merge is the block behind control, with parameters of some types; they are known there.
func (g *gen) carried() []ir.Type {
	var out []ir.Type
	for range g.choose(4) {
		out = append(out, ir.I32+ir.Type(g.choose(4)))
	}
	return out
}

// jump leads to a block, with values for its parameters.
func (g *gen) jump(to *ir.Block) {
	if g.b.Block() == nil {
		return
	}
	var args []ir.Value
	for _, p := range to.Params {
		args = append(args, g.pick(g.b.Type(p)))
	}
	g.b.Jump(to, args...)
}

// join begins a block that several lead to, if one does.
func (g *gen) join(to *ir.Block, reached bool) {
	if !reached {
		return
	}
	g.b.Start(to)
	for _, p := range to.Params {
		g.add(p)
	}
}

func (g *gen) blockOf(types []ir.Type) *ir.Block {
	b := g.b.NewBlock()
	for _, t := range types {
		g.b.AddParam(b, t)
	}
	return b
}

// arm is one way of several to the block behind them.
func (g *gen) arm(at, behind *ir.Block) (reaches bool) {
	g.scoped(func() {
		g.b.Start(at)
		if g.choose(3) > 0 {
			g.statements()
		}
		reaches = g.b.Block() != nil
		g.jump(behind)
	})
	return reaches
}

func (g *gen) conditional() {
	yes, no, behind := g.b.NewBlock(), g.b.NewBlock(), g.blockOf(g.carried())
	g.b.Branch(g.truth(), yes, no)
	reached := g.arm(yes, behind)
	reached = g.arm(no, behind) || reached
	g.join(behind, reached)
}

func (g *gen) choice() {
	behind := g.blockOf(g.carried())
	x := g.b.Binary(ir.And, ir.I32, g.pick(ir.I32), g.b.Const(ir.I32, 7))
	cases := []int64{-3, 0, 1, 2, 5, 1 << 20}[:1+g.choose(6)]
	arms := []*ir.Block{g.b.NewBlock()}
	for i := range cases {
		if i > 0 && g.choose(3) == 0 {
			arms = append(arms, arms[i])
		} else {
			arms = append(arms, g.b.NewBlock())
		}
	}
	g.b.Switch(x, arms[0], cases, arms[1:])
	reached := false
	for i, a := range arms {
		if i == 0 || a != arms[i-1] {
			reached = g.arm(a, behind) || reached
		}
	}
	g.join(behind, reached)
}

// loop counts an I32 up or down, from 0 to at most 15, with some values carried. Its test is at its top.
func (g *gen) loop() {
	step := int64(1 + g.choose(3))
	bound := g.b.Const(ir.I32, int64(g.choose(16)))
	if g.choose(2) == 0 {
		bound = g.b.Binary(ir.And, ir.I32, g.pick(ir.I32), g.b.Const(ir.I32, 15))
	}
	down := g.choose(4) == 0
	from, cond, to := g.b.Const(ir.I32, int64(g.choose(3))), ir.Lt, bound
	if down {
		from, cond, to, step = bound, ir.Ge, g.b.Const(ir.I32, 0), -step
	}
	types := append([]ir.Type{ir.I32}, g.carried()...)
	head, body, behind := g.blockOf(types), g.b.NewBlock(), g.b.NewBlock()
	g.enter(head, from)
	g.b.Start(head)
	g.scoped(func() {
		g.b.Branch(g.b.Compare(ir.Cmp, cond, head.Params[0], to), body, behind)
		g.inside(head, body, behind, step)
	})
	g.b.Start(behind)
	for _, p := range head.Params {
		g.add(p)
	}
}

// enter leads to the head of a loop.
func (g *gen) enter(head *ir.Block, from ir.Value) {
	args := []ir.Value{from}
	for _, p := range head.Params[1:] {
		args = append(args, g.pick(g.b.Type(p)))
	}
	g.b.Jump(head, args...)
}

func (g *gen) inside(head, body, behind *ir.Block, step int64) {
	g.b.Start(body)
	for _, p := range head.Params {
		g.add(p)
	}
	g.counts = append(g.counts, head.Params[0])
	g.statements()
	if g.b.Block() != nil && g.choose(6) == 0 {
		rest := g.b.NewBlock()
		g.b.Branch(g.truth(), rest, behind)
		g.b.Start(rest)
	}
	if g.b.Block() != nil {
		g.enter(head, g.b.Binary(ir.Add, ir.I32, head.Params[0], g.b.Const(ir.I32, step)))
	}
}
