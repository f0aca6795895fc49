// Package irgen makes random functions of package ir that are well formed, end, and do only what is defined: for tests that hold
// two ways of running them against each other.
//
// A function is f(mem: i64, a: i32, b: i32, c: i64, d: f64, e: f32): mem is the address of MemSize bytes that it reads and writes.
package irgen

import (
	"math"

	"scf/backend/ir"
)

// MemSize is the size in bytes of the memory that a function works on; its alignment is 16.
const MemSize = 4096

// DataSize is that of the object Data, HostName the host that functions call, (i32, i64) i64.
const (
	DataSize = 256
	DataName = "data"
	HostName = "host"
)

// Config says what functions may have beyond arithmetic, memory and control.
type Config struct {
	Size  int  // about how many statements; 0 is 20
	Data  bool // accesses of the object DataName
	Calls bool // calls of HostName
	Traps bool // TrapIf, with the code 7
	Polls bool
}

// Choose gives a number from 0 to n - 1.
type Choose func(n int) int

// Func is a random function. The same choices make the same function.
func Func(choose Choose, c Config) *ir.Func {
	if c.Size == 0 {
		c.Size = 20
	}
	g := &gen{choose: choose, Config: c, left: c.Size}
	results := []ir.Type{ir.I32, ir.I64, ir.F32, ir.F64, ir.None}
	g.b.Reset("f", results[choose(len(results))])
	g.declare()
	entry := g.b.NewBlock()
	for i, t := range Params {
		v := g.b.AddParam(entry, t)
		if i == 0 {
			g.mem = v
		} else {
			g.add(v)
		}
	}
	g.b.Start(entry)
	for i, s := range g.b.Func.Slots {
		at := g.b.Emit(ir.Instr{Op: ir.StackAddr, Type: ir.I64, Slot: ir.Slot(i)})
		g.b.Emit(ir.Instr{Op: ir.Zero, Args: [3]ir.Value{at}, Imm: s.Size})
	}
	g.statements()
	if g.b.Block() != nil {
		g.finish()
	}
	return g.b.Finish()
}

// Params are the types of the parameters.
var Params = []ir.Type{ir.I64, ir.I32, ir.I32, ir.I64, ir.F64, ir.F32}

// Args are random arguments; mem is the address of the memory.
func Args(choose Choose, mem uint64) []uint64 {
	out := []uint64{mem}
	for _, t := range Params[1:] {
		out = append(out, Word(choose, t))
	}
	return out
}

var floats = []float64{0, 1, -1, 0.5, 3.25, -1000, 1e9, math.Inf(1), math.Copysign(0, -1)}

// Word is a random value of type t.
func Word(choose Choose, t ir.Type) uint64 {
	f := floats[choose(len(floats))]
	switch t {
	case ir.F32:
		return uint64(math.Float32bits(float32(f)))
	case ir.F64:
		return math.Float64bits(f)
	}
	n := integer(choose)
	if t == ir.I32 {
		return uint64(uint32(n))
	}
	return uint64(n)
}

func integer(choose Choose) int64 {
	switch choose(4) {
	case 0:
		return int64(choose(16)) - 4
	case 1:
		return int64(choose(2)) - int64(1)<<(choose(64))
	case 2:
		return int64(choose(1<<16)) << choose(33)
	}
	return int64(1)<<choose(64) + int64(choose(3))
}

type gen struct {
	Config
	b      ir.Builder
	choose Choose
	left   int // statements
	depth  int // of control
	mem    ir.Value
	known  [ir.F64 + 1][]ir.Value // values that may be used here, by type
	counts []ir.Value             // counters of the loops around, I32, from 0 to 15
}

func (g *gen) declare() {
	f := g.b.Func
	f.Slots = append(f.Slots, ir.Local{Name: "x", Size: 64, Align: 8}, ir.Local{Size: 16, Align: 16})
	f.Symbols = append(f.Symbols, ir.Sym{Name: DataName, Kind: ir.Data},
		ir.Sym{Name: HostName, Kind: ir.Host, Params: []ir.Type{ir.I32, ir.I64}, Result: ir.I64})
}

func (g *gen) add(v ir.Value) {
	t := g.b.Type(v)
	g.known[t] = append(g.known[t], v)
}

// pick is a value of type t: one that is there, or a constant.
func (g *gen) pick(t ir.Type) ir.Value {
	if n := len(g.known[t]); n > 0 && g.choose(4) > 0 {
		return g.known[t][n-1-g.choose(n)]
	}
	if t.IsFloat() {
		return g.b.FConst(t, Word(g.choose, t))
	}
	return g.b.Const(t, integer(g.choose))
}

// scoped runs body; what it defines is not known behind it.
func (g *gen) scoped(body func()) {
	saved, counts := g.known, len(g.counts)
	g.depth++
	body()
	g.depth--
	for t := range saved {
		g.known[t] = g.known[t][:len(saved[t])]
	}
	g.counts = g.counts[:counts]
}

func (g *gen) statements() {
	for n := 1 + g.choose(6); n > 0 && g.left > 0 && g.b.Block() != nil; n-- {
		g.left--
		g.statement()
	}
}

func (g *gen) statement() {
	control := 4
	if g.depth > 3 {
		control = 0
	}
	switch k := g.choose(14 + control); {
	case k < 6:
		g.add(g.operation())
	case k < 9:
		g.load()
	case k < 12:
		g.store()
	case k == 12:
		g.block()
	case k == 13:
		g.rare()
	case k == 14:
		g.conditional()
	case k == 15:
		g.choice()
	default:
		g.loop()
	}
}

// finish ends the function.
func (g *gen) finish() {
	if t := g.b.Func.Result; t != ir.None {
		g.b.Return(g.pick(t))
	} else {
		g.b.Return(0)
	}
}

// rare is what may be left out, and early returns.
func (g *gen) rare() {
	switch k := g.choose(4); {
	case k == 0 && g.Calls:
		g.add(g.b.Call(1, g.pick(ir.I32), g.pick(ir.I64)))
	case k == 1 && g.Traps:
		x := g.b.Compare(ir.Cmp, ir.Eq, g.pick(ir.I32), g.pick(ir.I32))
		g.b.Emit(ir.Instr{Op: ir.TrapIf, Args: [3]ir.Value{x}, Imm: 7})
	case k == 2 && g.Polls:
		g.b.Emit(ir.Instr{Op: ir.Poll})
	case k == 3 && g.depth > 0:
		g.finish()
	default:
		g.add(g.operation())
	}
}

// block copies or clears memory.
func (g *gen) block() {
	to := g.b.Binary(ir.Add, ir.I64, g.mem, g.b.Const(ir.I64, int64(g.choose(64))))
	if g.choose(2) == 0 {
		g.b.Emit(ir.Instr{Op: ir.Zero, Args: [3]ir.Value{to}, Imm: int64(g.choose(40))})
		return
	}
	from := g.b.Binary(ir.Add, ir.I64, g.mem, g.b.Const(ir.I64, 128+int64(g.choose(64))))
	g.b.Emit(ir.Instr{Op: ir.Copy, Args: [3]ir.Value{to, from}, Imm: int64(g.choose(40))})
}
