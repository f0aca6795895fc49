package arm64

import (
	"fmt"

	"scf/backend/asm"
	a64 "scf/backend/asm/arm64"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

func (c *Compiler) call(v ir.Value, in *ir.Instr) {
	c.Args(in, places)
	if in.Op == ir.CallPtr {
		c.UseAt(in.Args[0], regalloc.Loc(pointerReg))
		c.pointers = true
	}
	c.links = true
	switch {
	case c.Mode == machine.Planning && in.Type == ir.None:
		c.Alloc.Inst(0, regalloc.InAny, all)
	case c.Mode == machine.Planning:
		c.Alloc.InstAt(v, places.Result(in.Type), all)
	case !c.Emits():
	case in.Op == ir.CallPtr:
		c.asm.Mem(a64.Ldrx, a64.R16, a64.At(a64.Reg(pointerReg), 0))
		c.asm.Blr(a64.R16)
	case c.F.Symbols[in.Symbol].Kind == ir.Host:
		c.callHost(in)
	default:
		c.asm.BlRef(int32(in.Symbol))
	}
}

// state makes r lead to the state of the call; field is a word of it.
func (c *Compiler) state(r a64.Reg) {
	c.asm.MovRR(a64.W64, r, a64.SP)
	c.asm.AluRRI(a64.Orr, a64.W64, r, r, code.StackSize-1)
}

func field(r a64.Reg, offset int32) a64.Mem { return a64.At(r, 1-code.StateSize+offset) }

// set stores a number into a field of the state that r leads to.
func (c *Compiler) set(r a64.Reg, offset int32, v int64) {
	x := a64.ZR
	if v != 0 {
		x = a64.R17
		c.asm.MovRI(x, v)
	}
	c.asm.Mem(a64.Strx, x, field(r, offset))
}

// leave goes where the state that r leads to says.
func (c *Compiler) leave(r a64.Reg) {
	c.asm.Mem(a64.Ldrx, a64.R17, field(r, code.StateExit))
	c.asm.Blr(a64.R17)
}

// callHost leaves for a function of the program. The return address is saved, so that R30 is free.
func (c *Compiler) callHost(in *ir.Instr) {
	s := &c.F.Symbols[in.Symbol]
	if len(in.List) > code.MaxWords {
		c.err = fmt.Errorf("a call of %s has %d arguments, of which %d are possible", s.Name, len(in.List), code.MaxWords)
		return
	}
	c.state(a64.R30)
	p := places
	for k, v := range in.List {
		x := &c.F.Values[v]
		c.put(x, p.Next(x.Type, regalloc.Out), a64.R30, int64(1-code.StateSize+code.StateWords+8*k))
	}
	c.set(a64.R30, code.StateStatus, code.Host)
	c.set(a64.R30, code.StateCode, int64(c.Config.Symbols.Host(s)))
	c.set(a64.R30, code.StatePlace, int64(in.Place))
	c.leave(a64.R30)
	if in.Type == ir.None {
		return
	}
	c.state(a64.R30)
	result := field(a64.R30, code.StateWords)
	switch in.Type {
	case ir.I32:
		c.asm.Mem(a64.Ldrw, a64.R0, result)
	case ir.I64:
		c.asm.Mem(a64.Ldrx, a64.R0, result)
	case ir.F32:
		c.asm.MemV(a64.Ldrs, a64.V0, result)
	case ir.F64:
		c.asm.MemV(a64.Ldrd, a64.V0, result)
	}
}

// goStackGuard is where Go's runtime has the stack limit of a goroutine, which is in R28.
const goStackGuard = 16

func (c *Compiler) poll(in *ir.Instr) {
	c.none()
	c.links, c.polls = true, true
	if !c.Emits() {
		return
	}
	s := slow{at: c.asm.NewLabel(), back: c.asm.NewLabel(), place: in.Place}
	c.asm.Mem(a64.Ldrx, a64.R16, a64.At(a64.R28, goStackGuard))
	c.asm.Cmp(a64.W64, a64.SP, a64.R16)
	c.asm.Bcond(a64.LS, s.at)
	c.asm.Bind(s.back)
	c.slow = append(c.slow, s)
}

func (c *Compiler) trapIf(in *ir.Instr) {
	how := c.test(in.Args[0], true)
	c.none()
	if !c.Emits() {
		return
	}
	s := slow{at: c.asm.NewLabel(), place: in.Place, trap: true, code: in.Imm}
	c.branch(how, s.at)
	c.slow = append(c.slow, s)
}

// checkStack ends the call where there is not as much stack as a call takes. It works in a register that passes no argument.
func (c *Compiler) checkStack() {
	s := slow{at: c.asm.NewLabel(), place: c.Config.Place, trap: true, code: c.Config.StackTrap}
	c.state(a64.R19)
	c.asm.Mem(a64.Ldrx, a64.R19, field(a64.R19, code.StateLimit))
	c.offset(a64.Sub, a64.R16, a64.SP, c.frame)
	c.asm.Cmp(a64.W64, a64.R16, a64.R19)
	c.asm.Bcond(a64.LO, s.at)
	c.slow = append(c.slow, s)
}

// emitSlow makes what seldom runs: what ends the call, and what leaves at a poll.
func (c *Compiler) emitSlow() {
	trap, stub := asm.Label(0), asm.Label(0)
	for i := range c.slow {
		s := &c.slow[i]
		c.asm.Mark(int32(s.place))
		c.asm.Bind(s.at)
		c.asm.MovRI(a64.R17, int64(s.place))
		if s.trap {
			trap = c.made(trap)
			c.asm.MovRI(a64.R16, s.code)
			c.asm.B(trap)
			continue
		}
		stub = c.made(stub)
		c.asm.Bl(stub)
		c.asm.B(s.back)
	}
	if trap != 0 {
		c.asm.Bind(trap)
		c.emitTrap()
	}
	if stub != 0 {
		c.asm.Bind(stub)
		c.emitStub()
	}
}

// made is l, or a new label if that is none yet.
func (c *Compiler) made(l asm.Label) asm.Label {
	if l == 0 {
		return c.asm.NewLabel()
	}
	return l
}

// emitTrap ends the call with the code in R16, at the place in R17.
func (c *Compiler) emitTrap() {
	c.state(a64.R0)
	c.asm.Mem(a64.Strx, a64.R16, field(a64.R0, code.StateCode))
	c.asm.Mem(a64.Strx, a64.R17, field(a64.R0, code.StatePlace))
	c.set(a64.R0, code.StateStatus, code.Trap)
	c.leave(a64.R0)
	c.asm.Brk(0)
}

// emitStub leaves for a poll at the place in R17. It saves all registers that the function has.
func (c *Compiler) emitStub() {
	c.state(a64.R16)
	c.asm.Mem(a64.Strx, a64.R17, field(a64.R16, code.StatePlace))
	c.eachUsed(a64.Strx, a64.Strd)
	c.set(a64.R16, code.StateStatus, code.Poll)
	c.leave(a64.R16)
	c.eachUsed(a64.Ldrx, a64.Ldrd)
	c.asm.Ret()
}

// eachUsed stores or loads the registers that the function has, and R30.
func (c *Compiler) eachUsed(op, opV a64.Access) {
	at := c.saved
	used := c.Alloc.Used()
	for r := regalloc.Reg(0); r < 2*machine.FloatBase; r++ {
		switch {
		case !used.Has(r):
			continue
		case r < machine.FloatBase:
			c.asm.Mem(op, a64.Reg(r), c.displaced(a64.SP, at, op))
		default:
			c.asm.MemV(opV, vec(regalloc.Loc(r)), c.displaced(a64.SP, at, opV))
		}
		at += 8
	}
	c.asm.Mem(op, a64.R30, c.displaced(a64.SP, at, op))
}
