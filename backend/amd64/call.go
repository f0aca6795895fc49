package amd64

import (
	"fmt"

	"scf/backend/asm"
	x86 "scf/backend/asm/amd64"
	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
	"scf/backend/regalloc"
)

func (c *Compiler) call(v ir.Value, in *ir.Instr) {
	c.Args(in, places)
	if in.Op == ir.CallPtr {
		c.UseAt(in.Args[0], regalloc.Loc(rdx))
		c.pointers = true
	}
	isHost := in.Op == ir.Call && c.F.Symbols[in.Symbol].Kind == ir.Host
	destroyed := c.all()
	if !isHost {
		destroyed &^= kept
	}
	if in.Type == ir.None {
		c.Result(0, regalloc.InAny, destroyed)
	} else {
		c.ResultAt(v, places.Result(in.Type), destroyed)
	}
	c.calling = true
	c.leaves = c.leaves || isHost
	switch {
	case c.Mode != machine.Emitting:
	case isHost:
		c.callHost(in)
	case in.Op == ir.CallPtr:
		c.asm.CallM(x86.At(x86.RDX, 0))
	default:
		c.asm.CallRef(int32(in.Symbol))
	}
}

// state makes r lead to the state of the call; field is a word of it.
func (c *Compiler) state(r x86.Reg) {
	c.asm.MovRR(x86.W64, r, x86.RSP)
	c.asm.AluRI(x86.Or, x86.W64, r, code.StackSize-1)
}

func field(r x86.Reg, offset int32) x86.Mem { return x86.At(r, 1-code.StateSize+offset) }

// leave writes why and where into the state that RDX leads to, and leaves.
func (c *Compiler) leave(why, number int32, place ir.Place) {
	c.asm.MovMI(x86.W64, field(x86.RDX, code.StateStatus), why)
	c.asm.MovMI(x86.W64, field(x86.RDX, code.StateCode), number)
	c.asm.MovMI(x86.W64, field(x86.RDX, code.StatePlace), int32(place))
	c.asm.CallM(field(x86.RDX, code.StateExit))
}

// callHost leaves for a function of the program.
func (c *Compiler) callHost(in *ir.Instr) {
	if len(in.List) > code.MaxWords {
		c.err = fmt.Errorf("a call of %s has %d arguments, of which %d are possible", c.F.Symbols[in.Symbol].Name, len(in.List), code.MaxWords)
		return
	}
	c.state(x86.RDX)
	p := places
	for k, v := range in.List {
		t := c.F.Values[v].Type
		to := field(x86.RDX, code.StateWords+int32(8*k))
		switch l := p.Next(t, regalloc.Out); {
		case !l.IsReg():
			op := x86.Movsd
			if t.Size() == 4 {
				op = x86.Movss
			}
			c.asm.MovXM(op, scratch, c.word(l))
			c.asm.MovMX(x86.Movsd, to, scratch)
		case isX(l):
			c.asm.MovMX(moveF(t), to, xmm(l))
			if t == ir.F32 {
				to.Disp += 4
				c.asm.MovMI(x86.W32, to, 0)
			}
		default:
			c.asm.MovMR(x86.W64, to, gp(l))
		}
	}
	c.leave(code.Host, int32(c.Config.Symbols.Host(&c.F.Symbols[in.Symbol])), in.Place)
	if in.Type == ir.None {
		return
	}
	c.state(x86.RDX)
	from := field(x86.RDX, code.StateWords)
	if in.Type.IsFloat() {
		c.asm.MovXM(moveF(in.Type), x86.X0, from)
	} else {
		c.asm.MovRM(width(in.Type), x86.RAX, from)
	}
}

// goStackGuard is where Go's runtime has the stack limit of a goroutine.
const goStackGuard = 16

func (c *Compiler) poll(in *ir.Instr) {
	c.Result(0, regalloc.InAny, 0)
	c.leaves = true
	if c.Mode != machine.Emitting {
		return
	}
	s := slow{at: c.asm.NewLabel(), back: c.asm.NewLabel(), place: in.Place}
	c.asm.AluRM(x86.Cmp, x86.W64, x86.RSP, x86.At(x86.R14, goStackGuard))
	c.asm.Jcc(x86.BE, s.at)
	c.asm.Bind(s.back)
	c.slow = append(c.slow, s)
}

func (c *Compiler) trapIf(in *ir.Instr) {
	m := c.flags(in.Args[0], false)
	c.Result(0, regalloc.InAny, 0)
	c.leaves = true
	if c.Mode != machine.Emitting {
		return
	}
	s := slow{at: c.asm.NewLabel(), place: in.Place, trap: true, code: in.Imm}
	c.emitComparison(&m)
	c.jumpIf(m.cond, s.at)
	c.slow = append(c.slow, s)
}

// checkStack ends the call where there is not as much stack as a call takes. It works in a register that passes no argument.
func (c *Compiler) checkStack() {
	s := slow{at: c.asm.NewLabel(), place: c.Config.Place, trap: true, code: c.Config.StackTrap}
	c.state(x86.RDX)
	c.asm.MovRM(x86.W64, x86.RDX, field(x86.RDX, code.StateLimit))
	c.asm.AluRI(x86.Add, x86.W64, x86.RDX, c.below()+int32(c.leaveFrame()))
	c.asm.AluRR(x86.Cmp, x86.W64, x86.RSP, x86.RDX)
	c.asm.Jcc(x86.B, s.at)
	c.slow = append(c.slow, s)
}

// leaveFrame is how many bytes below the frame leaving for Go takes: the saved registers, the place, and three return addresses.
func (c *Compiler) leaveFrame() int { return 8*c.live().Len() + 32 }

// live are the registers that may hold something when the function leaves for a poll: its own values, and what it does not destroy of its caller's.
func (c *Compiler) live() regalloc.Set { return c.Alloc.Used() | kept }

// emitSlow makes what seldom runs: what ends the call, and what leaves at a poll, which saves all registers that may hold something.
func (c *Compiler) emitSlow() {
	stub, trap := asm.Label(0), asm.Label(0)
	for i := range c.slow {
		s := &c.slow[i]
		c.asm.Mark(int32(s.place))
		c.asm.Bind(s.at)
		if s.trap {
			if trap == 0 {
				trap = c.asm.NewLabel()
			}
			c.asm.MovRI(x86.RDI, s.code)
			c.asm.MovRI(x86.RSI, int64(s.place))
			c.asm.Jmp(trap)
			continue
		}
		if stub == 0 {
			stub = c.asm.NewLabel()
		}
		c.asm.PushI(int32(s.place))
		c.asm.Call(stub)
		c.asm.AluRI(x86.Add, x86.W64, x86.RSP, 8)
		c.asm.Jmp(s.back)
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

// emitTrap ends the call with the code in RDI, at the place in RSI.
func (c *Compiler) emitTrap() {
	c.state(x86.RDX)
	c.asm.MovMI(x86.W64, field(x86.RDX, code.StateStatus), code.Trap)
	c.asm.MovMR(x86.W64, field(x86.RDX, code.StateCode), x86.RDI)
	c.asm.MovMR(x86.W64, field(x86.RDX, code.StatePlace), x86.RSI)
	c.asm.CallM(field(x86.RDX, code.StateExit))
	c.asm.Ud2()
}

// emitStub leaves for a poll; the place lies above the return address.
func (c *Compiler) emitStub() {
	used := c.live()
	size := int32(8 * used.Len())
	c.asm.AluRI(x86.Sub, x86.W64, x86.RSP, size)
	c.eachUsed(used, func(r regalloc.Loc, m x86.Mem) {
		if isX(r) {
			c.asm.MovMX(x86.Movsd, m, xmm(r))
		} else {
			c.asm.MovMR(x86.W64, m, gp(r))
		}
	})
	c.state(x86.RDX)
	c.asm.MovRM(x86.W64, x86.RAX, x86.At(x86.RSP, size+8))
	c.asm.MovMI(x86.W64, field(x86.RDX, code.StateStatus), code.Poll)
	c.asm.MovMR(x86.W64, field(x86.RDX, code.StatePlace), x86.RAX)
	c.asm.CallM(field(x86.RDX, code.StateExit))
	c.eachUsed(used, func(r regalloc.Loc, m x86.Mem) {
		if isX(r) {
			c.asm.MovXM(x86.Movsd, xmm(r), m)
		} else {
			c.asm.MovRM(x86.W64, gp(r), m)
		}
	})
	c.asm.AluRI(x86.Add, x86.W64, x86.RSP, size)
	c.asm.Ret()
}

func (c *Compiler) eachUsed(used regalloc.Set, f func(r regalloc.Loc, m x86.Mem)) {
	at := int32(0)
	for r := regalloc.Reg(0); r < 64; r++ {
		if used.Has(r) {
			f(regalloc.Loc(r), x86.At(x86.RSP, at))
			at += 8
		}
	}
}
