package ir

import "fmt"

// Verify checks what a function must satisfy:
//
//	[IR-ORDER]     blocks are numbered in their order; each but the entry has a block before it that leads to it; an edge
//	               back leads to a block that dominates its source; nothing leads to the entry
//	[IR-PLACE]     a value stands in one place; a parameter among parameters, an instruction in a body
//	[IR-DOMINANCE] a use is dominated by the value's place
//	[IR-TYPE]      operands, arguments of edges and calls, results have the types that are asked for
//	[IR-FIELD]     slots, symbols, places, constants, sizes exist and are in range
func Verify(f *Func) error {
	if len(f.Blocks) == 0 {
		return fmt.Errorf("func %s: [IR-ORDER] no blocks", f.Name)
	}
	v := verifier{f: f, block: make([]int32, len(f.Values)), order: make([]int32, len(f.Values))}
	for _, check := range []func() error{v.slots, v.edges, v.places, v.instructions, v.terms} {
		if err := check(); err != nil {
			return fmt.Errorf("func %s: %w", f.Name, err)
		}
	}
	return nil
}

type verifier struct {
	f     *Func
	idom  []int32
	block []int32 // of a value: the number of its block + 1
	order []int32 // and its place in there
}

func (v *verifier) slots() error {
	for i, s := range v.f.Slots {
		if s.Size < 0 || s.Align <= 0 || s.Align&(s.Align-1) != 0 {
			return fmt.Errorf("[IR-FIELD] slot s%d has size %d and alignment %d", i, s.Size, s.Align)
		}
	}
	return nil
}

var termEdges = [...][2]int{Jump: {1, 1}, Branch: {2, 2}, Switch: {1, 1 << 30}, Return: {0, 0}, Unreachable: {0, 0}}

func (v *verifier) edges() error {
	for i, b := range v.f.Blocks {
		if b.ID != i {
			return fmt.Errorf("[IR-ORDER] block %d has number %d", i, b.ID)
		}
		if n := len(b.Term.Edges); n < termEdges[b.Term.Kind][0] || n > termEdges[b.Term.Kind][1] {
			return fmt.Errorf("[IR-ORDER] b%d: %v has %d edges", i, b.Term.Kind, n)
		}
		for _, e := range b.Term.Edges {
			if e.To == nil || e.To.ID < 0 || e.To.ID >= len(v.f.Blocks) || v.f.Blocks[e.To.ID] != e.To {
				return fmt.Errorf("[IR-ORDER] b%d leads to a block that is not in the function", i)
			}
		}
	}
	v.idom = Dominators(v.f, nil)
	for i, b := range v.f.Blocks {
		if v.idom[i] < 0 {
			return fmt.Errorf("[IR-ORDER] no block before b%d leads to it", i)
		}
		for _, e := range b.Term.Edges {
			if e.To.ID == 0 || e.To.ID <= i && !Dominates(v.idom, e.To.ID, i) {
				return fmt.Errorf("[IR-ORDER] b%d leads back to b%d, which does not dominate it", i, e.To.ID)
			}
		}
	}
	return nil
}

func (v *verifier) places() error {
	for i, b := range v.f.Blocks {
		for n, p := range b.Params {
			if err := v.put(p, i, n-len(b.Params), true); err != nil {
				return err
			}
		}
		for n, p := range b.Body {
			if err := v.put(p, i, n, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *verifier) put(p Value, block, order int, param bool) error {
	switch {
	case p <= 0 || int(p) >= len(v.f.Values):
		return fmt.Errorf("[IR-PLACE] b%d holds %v, which does not exist", block, p)
	case v.block[p] != 0:
		return fmt.Errorf("[IR-PLACE] %v stands in b%d and in b%d", p, v.block[p]-1, block)
	case int(v.f.Values[p].Op) >= len(infos) || v.f.Values[p].Op == NoOp:
		return fmt.Errorf("[IR-PLACE] %v is no instruction", p)
	case (v.f.Values[p].Op == Param) != param:
		return fmt.Errorf("[IR-PLACE] %v stands in the wrong part of b%d", p, block)
	}
	v.block[p], v.order[p] = int32(block+1), int32(order)
	return nil
}

// use checks a use of a value at a place: its type has the shape s, and it is defined before.
func (v *verifier) use(x Value, block, order int, s shape, result, first Type) error {
	if x <= 0 || int(x) >= len(v.f.Values) || v.block[x] == 0 {
		return fmt.Errorf("[IR-PLACE] a use of %v, which stands nowhere", x)
	}
	if t := v.f.Values[x].Type; !s.allows(t, result, first) {
		return fmt.Errorf("[IR-TYPE] %v is of type %v", x, t)
	}
	at := int(v.block[x]) - 1
	if at == block && int(v.order[x]) >= order || !Dominates(v.idom, at, block) {
		return fmt.Errorf("[IR-DOMINANCE] %v does not come before each way to this", x)
	}
	return nil
}

func (v *verifier) typeOf(x Value) Type {
	if x < 0 || int(x) >= len(v.f.Values) {
		return None
	}
	return v.f.Values[x].Type
}

func (v *verifier) instructions() error {
	for i, b := range v.f.Blocks {
		for n, x := range b.Body {
			if err := v.instruction(x, i, n); err != nil {
				return fmt.Errorf("b%d: %s: %w", i, v.text(x), err)
			}
		}
	}
	return nil
}

// text is an instruction that may be wrong in all its parts.
func (v *verifier) text(x Value) string {
	in := v.f.Values[x]
	return fmt.Sprintf("%v = %v %v %v", x, in.Op, in.Type, in.Args)
}

func (v *verifier) instruction(x Value, block, order int) error {
	in := &v.f.Values[x]
	known := &infos[in.Op]
	if !known.result.allows(in.Type, None, None) {
		return fmt.Errorf("[IR-TYPE] the result is of type %v", in.Type)
	}
	for i, s := range known.args {
		if s == nothing {
			if in.Args[i] != 0 {
				return fmt.Errorf("[IR-FIELD] operand %d is given and not used", i)
			}
			continue
		}
		if err := v.use(in.Args[i], block, order, s, in.Type, v.typeOf(in.Args[0])); err != nil {
			return err
		}
	}
	for _, a := range in.List {
		if err := v.use(a, block, order, anything, None, None); err != nil {
			return err
		}
	}
	return v.fields(in)
}

// fields checks what is particular to operations.
func (v *verifier) fields(in *Instr) error {
	f := v.f
	ok := true
	switch in.Op {
	case Const:
		ok = in.Type == I64 || in.Imm == int64(int32(in.Imm))
	case FConst:
		ok = in.Type == F64 || in.Imm == int64(uint32(in.Imm))
	case Addr:
		ok = in.Symbol >= 0 && int(in.Symbol) < len(f.Symbols) && FitsOffset(in.Imm)
	case StackAddr:
		ok = in.Slot >= 0 && int(in.Slot) < len(f.Slots) && FitsOffset(in.Imm)
	case Cmp:
		ok = in.Cond <= AboveEq
	case FCmp:
		ok = in.Cond <= Ge
	case Load:
		ok = in.Mem <= MF64 && in.Mem.HasType(in.Type) && FitsOffset(in.Imm)
	case Store:
		ok = in.Mem <= MF64 && in.Mem.HasType(f.Values[in.Args[1]].Type) && FitsOffset(in.Imm)
	case Copy, Zero:
		ok = in.Imm >= 0
	case Call:
		return v.call(in)
	case Bits:
		x := f.Values[in.Args[0]].Type
		ok = x.Size() == in.Type.Size() && x != in.Type
	}
	if !ok || in.Place < 0 || int(in.Place) >= len(f.Places) {
		return fmt.Errorf("[IR-FIELD] a field is out of range")
	}
	return nil
}

func (v *verifier) call(in *Instr) error {
	if in.Symbol < 0 || int(in.Symbol) >= len(v.f.Symbols) || v.f.Symbols[in.Symbol].Kind == Data {
		return fmt.Errorf("[IR-FIELD] g%d is no function", in.Symbol)
	}
	s := v.f.Symbols[in.Symbol]
	if in.Type != s.Result || len(in.List) != len(s.Params) {
		return fmt.Errorf("[IR-TYPE] %s takes %d arguments and gives %v", s.Name, len(s.Params), s.Result)
	}
	for i, a := range in.List {
		if v.f.Values[a].Type != s.Params[i] {
			return fmt.Errorf("[IR-TYPE] argument %d of %s is of type %v", i, s.Name, s.Params[i])
		}
	}
	return nil
}

func (v *verifier) terms() error {
	for i, b := range v.f.Blocks {
		if err := v.term(b, i); err != nil {
			return fmt.Errorf("b%d: %v: %w", i, b.Term.Kind, err)
		}
	}
	return nil
}

func (v *verifier) term(b *Block, i int) error {
	t, end := &b.Term, len(b.Body)
	if s := v.takes(t.Kind); s != nothing || t.X != 0 {
		if err := v.use(t.X, i, end, s, v.f.Result, None); err != nil {
			return err
		}
	}
	for n, c := range t.Cases {
		if n > 0 && t.Cases[n-1] >= c || v.f.Values[t.X].Type == I32 && c != int64(int32(c)) {
			return fmt.Errorf("[IR-FIELD] the case %d is out of order or range", c)
		}
	}
	if t.Kind == Switch && len(t.Cases)+1 != len(t.Edges) || t.Kind != Switch && len(t.Cases) > 0 {
		return fmt.Errorf("[IR-FIELD] %d cases", len(t.Cases))
	}
	for _, e := range t.Edges {
		if err := v.args(e, i, end); err != nil {
			return err
		}
	}
	if t.Place < 0 || int(t.Place) >= len(v.f.Places) {
		return fmt.Errorf("[IR-FIELD] its place is out of range")
	}
	return nil
}

// takes is what an end of a block needs as its operand.
func (v *verifier) takes(k TermKind) shape {
	switch {
	case k == Branch:
		return i32
	case k == Switch:
		return anInt
	case k == Return && v.f.Result != None:
		return same
	}
	return nothing
}

func (v *verifier) args(e Edge, block, end int) error {
	if len(e.Args) != len(e.To.Params) {
		return fmt.Errorf("[IR-TYPE] b%d has %d parameters and gets %d arguments", e.To.ID, len(e.To.Params), len(e.Args))
	}
	for i, a := range e.Args {
		if err := v.use(a, block, end, same, v.f.Values[e.To.Params[i]].Type, None); err != nil {
			return err
		}
	}
	return nil
}
