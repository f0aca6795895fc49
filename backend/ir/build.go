package ir

import (
	"scf/internal/arena"
	"scf/internal/diag"
)

// Builder makes functions, one after another, in memory that it uses again: Reset gives up the function that it made before.
//
//	b.Reset("f", ir.I32)
//	entry := b.NewBlock()
//	x := b.AddParam(entry, ir.I32)
//	b.Start(entry)
//	b.Return(b.Binary(ir.Add, ir.I32, x, b.Const(ir.I32, 1)))
//	f := b.Finish()
//
// A block is made, may be led to, and is started once; started blocks stand in the order of their starts. The end of a block
// (Jump, Branch, ...) closes it: then Block is nil until the next Start. Parameters may be added to a block at any time, and their arguments to the edges that are there
// (AddArg), as making SSA form directly wants it.
type Builder struct {
	Func  *Func
	Place Place // of what is made from now on

	block  *Block
	made   int // blocks made
	body   []Value
	blocks arena.Of[Block]
	values arena.Of[Value]
	edges  arena.Of[Edge]
	cases  arena.Of[int64]
}

// Reset begins a function that gives a result, or None.
func (b *Builder) Reset(name string, result Type) {
	if b.Func == nil {
		b.Func = &Func{}
	}
	f := b.Func
	*f = Func{Name: name, Result: result, Values: append(f.Values[:0], Instr{}), Blocks: f.Blocks[:0], Slots: f.Slots[:0],
		Symbols: f.Symbols[:0], Places: append(f.Places[:0], diag.Pos{})}
	b.Place, b.block, b.made, b.body = 0, nil, 0, b.body[:0]
	b.blocks.Reset()
	b.values.Reset()
	b.edges.Reset()
	b.cases.Reset()
}

// Finish is the function, its blocks numbered in their order. It stays valid until Reset.
func (b *Builder) Finish() *Func {
	for i, block := range b.Func.Blocks {
		block.ID = i
	}
	return b.Func
}

// NewBlock makes a block. Until Finish its ID is how many blocks were made before it.
func (b *Builder) NewBlock() *Block {
	block := b.blocks.New()
	block.ID = b.made
	b.made++
	return block
}

// AddParam gives block one more parameter.
func (b *Builder) AddParam(block *Block, t Type) Value {
	v := b.value(Instr{Op: Param, Type: t})
	block.Params = b.values.Append(block.Params, v)
	return v
}

// AddArg gives an edge one more argument.
func (b *Builder) AddArg(e *Edge, v Value) { e.Args = b.values.Append(e.Args, v) }

// Start puts block behind those that were started before, and makes it the one that instructions go to.
func (b *Builder) Start(block *Block) {
	b.Func.Blocks = append(b.Func.Blocks, block)
	b.block, b.body = block, b.body[:0]
}

// Block is the block that instructions go to; nil where none is open: control does not come there.
func (b *Builder) Block() *Block { return b.block }

// Type is the type of a value.
func (b *Builder) Type(v Value) Type { return b.Func.Values[v].Type }

// Emit puts an instruction at the end of the open block. Its place is b.Place unless it has one.
func (b *Builder) Emit(in Instr) Value {
	v := b.value(in)
	b.body = append(b.body, v)
	return v
}

func (b *Builder) value(in Instr) Value {
	if in.Place == 0 {
		in.Place = b.Place
	}
	b.Func.Values = append(b.Func.Values, in)
	return Value(len(b.Func.Values) - 1)
}

// Const is an integer constant: v, cut to the width of t.
func (b *Builder) Const(t Type, v int64) Value {
	if t == I32 {
		v = int64(int32(v))
	}
	return b.Emit(Instr{Op: Const, Type: t, Imm: v})
}

// FConst is the floating constant with the given bits.
func (b *Builder) FConst(t Type, bits uint64) Value {
	return b.Emit(Instr{Op: FConst, Type: t, Imm: int64(bits)})
}

// Unary is an operation on x that gives a t.
func (b *Builder) Unary(op Op, t Type, x Value) Value {
	return b.Emit(Instr{Op: op, Type: t, Args: [3]Value{x}})
}

// Binary is an operation on x and y that gives a t.
func (b *Builder) Binary(op Op, t Type, x, y Value) Value {
	return b.Emit(Instr{Op: op, Type: t, Args: [3]Value{x, y}})
}

// Compare is Cmp or FCmp.
func (b *Builder) Compare(op Op, c Cond, x, y Value) Value {
	return b.Emit(Instr{Op: op, Type: I32, Cond: c, Args: [3]Value{x, y}})
}

// Select is yes where c is not 0, else no.
func (b *Builder) Select(c, yes, no Value) Value {
	return b.Emit(Instr{Op: Select, Type: b.Type(yes), Args: [3]Value{c, yes, no}})
}

// Load is what lies in memory at address + offset, as a t.
func (b *Builder) Load(t Type, m Mem, address Value, offset int64) Value {
	return b.Emit(Instr{Op: Load, Type: t, Mem: m, Args: [3]Value{address}, Imm: offset})
}

// Store puts v into memory at address + offset.
func (b *Builder) Store(m Mem, address Value, offset int64, v Value) {
	b.Emit(Instr{Op: Store, Mem: m, Args: [3]Value{address, v}, Imm: offset})
}

// Call calls a symbol. The arguments are copied.
func (b *Builder) Call(s Symbol, args ...Value) Value {
	return b.Emit(Instr{Op: Call, Type: b.Func.Symbols[s].Result, Symbol: s, List: b.values.Copy(args)})
}

// CallPtr calls the function at an address. The arguments are copied.
func (b *Builder) CallPtr(result Type, address Value, args ...Value) Value {
	return b.Emit(Instr{Op: CallPtr, Type: result, Args: [3]Value{address}, List: b.values.Copy(args)})
}

// Jump ends the open block.
func (b *Builder) Jump(to *Block, args ...Value) {
	edges := b.edges.Make(1)
	edges[0] = Edge{to, b.values.Copy(args)}
	b.end(Term{Kind: Jump, Edges: edges})
}

// Branch ends the open block: to yes where x is not 0, else to no. Their arguments come by AddArg.
func (b *Builder) Branch(x Value, yes, no *Block) {
	edges := b.edges.Make(2)
	edges[0].To, edges[1].To = yes, no
	b.end(Term{Kind: Branch, X: x, Edges: edges})
}

// Switch ends the open block: to to[i] where x is cases[i], which ascend, else to otherwise. Arguments come by AddArg.
func (b *Builder) Switch(x Value, otherwise *Block, cases []int64, to []*Block) {
	edges := b.edges.Make(len(to) + 1)
	edges[0].To = otherwise
	for i, block := range to {
		edges[i+1].To = block
	}
	b.end(Term{Kind: Switch, X: x, Cases: b.cases.Copy(cases), Edges: edges})
}

// Return ends the open block; x is 0 where the function gives nothing.
func (b *Builder) Return(x Value) { b.end(Term{Kind: Return, X: x}) }

// Unreachable ends the open block, whose end control does not come to.
func (b *Builder) Unreachable() { b.end(Term{Kind: Unreachable}) }

func (b *Builder) end(t Term) {
	t.Place = b.Place
	b.block.Term, b.block.Body = t, b.values.Copy(b.body)
	b.block = nil
}
