package machine

import (
	"scf/backend/ir"
	"scf/backend/regalloc"
)

// FloatBase is the number that allocators give the first register of floating numbers.
const FloatBase = 32

// Places gives arguments and parameters their places, in order: registers as long as there are some, then words. It is a value to be copied.
type Places struct {
	Ints   []regalloc.Reg // for integers
	Floats int            // how many there are for floating numbers
	Int    regalloc.Reg   // of an integer result
	Words  int            // given so far

	ints, floats int
}

// Next is the place of the next one, of type t; word is what a word is: regalloc.In or regalloc.Out.
func (p *Places) Next(t ir.Type, word func(int) regalloc.Loc) regalloc.Loc {
	switch {
	case t.IsFloat() && p.floats < p.Floats:
		p.floats++
		return regalloc.Loc(FloatBase + p.floats - 1)
	case t.IsInt() && p.ints < len(p.Ints):
		p.ints++
		return regalloc.Loc(p.Ints[p.ints-1])
	}
	p.Words++
	return word(p.Words - 1)
}

// Result is the register of a function's result.
func (p *Places) Result(t ir.Type) regalloc.Reg {
	if t.IsFloat() {
		return FloatBase
	}
	return p.Int
}

// Args puts the arguments of a call where they belong.
func (c *Core) Args(in *ir.Instr, p Places) {
	for _, v := range in.List {
		c.UseAt(v, p.Next(c.F.Values[v].Type, regalloc.Out))
	}
	c.Out = max(c.Out, p.Words)
}

// From is the register in which a parameter comes from Go, or regalloc.Nowhere.
func (p *Places) From(x Param) regalloc.Loc {
	switch x.From {
	case IntRegister:
		return regalloc.Loc(p.Ints[x.N])
	case FloatRegister:
		return regalloc.Loc(FloatBase + x.N)
	}
	return regalloc.Nowhere
}

// InOrder reports whether parameters can be moved to their places in order: no register is written before it is read.
func (p *Places) InOrder(params []Param, to []regalloc.Loc) bool {
	for i, x := range params {
		for k := range i {
			if to[k] == p.From(x) && p.From(params[k]).IsReg() {
				return false
			}
		}
	}
	return true
}
