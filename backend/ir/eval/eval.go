// Package eval runs functions of package ir by going through their instructions, over the memory of the process: it says what they
// mean, for tests of what makes, changes and compiles them.
//
// Values, arguments and results are words: the bits of the value, above them zeros.
package eval

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"scf/backend/ir"
)

// Machine runs functions. Fields that a function does not need may be left out.
type Machine struct {
	// Func is the function of a name.
	Func func(name string) *ir.Func
	// Host runs a function that the program gives.
	Host func(name string, args []uint64) (uint64, error)
	// Address is where the object or the function of a name lies.
	Address func(name string) uint64
	// Pointer runs the function at an address.
	Pointer func(address uint64, args []uint64) (uint64, error)
	// Steps is how many instructions may still run.
	Steps int
	// Polls counts the polls that ran, Ran the instructions.
	Polls, Ran int

	depth int
}

// ErrSteps is given where Steps is used up.
var ErrSteps = errors.New("too many steps")

// Trap is the error of a TrapIf.
type Trap struct {
	Code  int64
	Place string // in the source; empty if that is not known
}

func (t *Trap) Error() string { return fmt.Sprintf("trap %d at %s", t.Code, t.Place) }

const maxDepth = 1000

// Call runs f. The result of a function that gives none is 0.
func (m *Machine) Call(f *ir.Func, args ...uint64) (uint64, error) {
	if m.depth++; m.depth > maxDepth {
		return 0, errors.New("calls are nested too deeply")
	}
	defer func() { m.depth-- }()
	r := frame{m: m, f: f, values: make([]uint64, len(f.Values)), slots: make([][]uint64, len(f.Slots))}
	for i, p := range f.Blocks[0].Params {
		r.set(p, args[i])
	}
	word, err := r.run()
	runtime.KeepAlive(r.slots)
	return word, err
}

type frame struct {
	m      *Machine
	f      *ir.Func
	values []uint64
	slots  [][]uint64 // made when their address is first taken
	edge   []uint64   // the arguments of an edge that is being taken
}

func (r *frame) set(v ir.Value, word uint64) {
	switch r.f.Values[v].Type {
	case ir.I32, ir.F32:
		word = uint64(uint32(word))
	}
	r.values[v] = word
}

func (r *frame) run() (uint64, error) {
	for b := r.f.Blocks[0]; ; {
		if r.m.Ran += len(b.Body) + 1; r.m.Ran > r.m.Steps {
			return 0, ErrSteps
		}
		for _, v := range b.Body {
			word, err := r.instr(&r.f.Values[v])
			if err != nil {
				return 0, err
			}
			r.set(v, word)
		}
		switch t := &b.Term; t.Kind {
		case ir.Return:
			return r.values[t.X], nil
		case ir.Unreachable:
			return 0, errors.New("control came to what cannot be reached")
		default:
			b = r.follow(&t.Edges[r.choose(t)])
		}
	}
}

// choose is the edge that is taken.
func (r *frame) choose(t *ir.Term) int {
	x := r.values[t.X]
	switch {
	case t.Kind == ir.Branch && x == 0:
		return 1
	case t.Kind == ir.Switch:
		for i, c := range t.Cases {
			if c == ir.Signed(r.f.Values[t.X].Type, x) {
				return i + 1
			}
		}
	}
	return 0
}

// follow takes an edge: all its arguments are read before a parameter changes.
func (r *frame) follow(e *ir.Edge) *ir.Block {
	r.edge = r.edge[:0]
	for _, a := range e.Args {
		r.edge = append(r.edge, r.values[a])
	}
	for i, p := range e.To.Params {
		r.values[p] = r.edge[i]
	}
	return e.To
}

func (r *frame) instr(in *ir.Instr) (uint64, error) {
	var a [3]uint64
	for i, v := range in.Args {
		a[i] = r.values[v]
	}
	switch in.Op {
	case ir.Addr:
		return r.m.Address(r.f.Symbols[in.Symbol].Name) + uint64(in.Imm), nil
	case ir.StackAddr:
		return r.slot(in.Slot) + uint64(in.Imm), nil
	case ir.Load:
		return load(in.Mem, a[0]+uint64(in.Imm)), nil
	case ir.Store:
		store(in.Mem, a[0]+uint64(in.Imm), a[1])
	case ir.Copy:
		copy(bytes(a[0], in.Imm), bytes(a[1], in.Imm))
	case ir.Zero:
		clear(bytes(a[0], in.Imm))
	case ir.Call, ir.CallPtr:
		return r.call(in, a[0])
	case ir.Poll:
		r.m.Polls++
	case ir.TrapIf:
		if a[0] != 0 {
			return 0, &Trap{in.Imm, r.f.Places[in.Place].String()}
		}
	default:
		word, ok := ir.Compute(in, r.f.Values[in.Args[0]].Type, a)
		if !ok {
			return 0, fmt.Errorf("%v of %#x by %#x is not defined", in.Op, a[0], a[1])
		}
		return word, nil
	}
	return 0, nil
}

func (r *frame) call(in *ir.Instr, address uint64) (uint64, error) {
	args := make([]uint64, len(in.List))
	for i, v := range in.List {
		args[i] = r.values[v]
	}
	if in.Op == ir.CallPtr {
		return r.m.Pointer(address, args)
	}
	s := &r.f.Symbols[in.Symbol]
	if s.Kind == ir.Host {
		return r.m.Host(s.Name, args)
	}
	return r.m.Call(r.m.Func(s.Name), args...)
}

// slot is the address of a slot, filled with a pattern that no program counts on.
func (r *frame) slot(s ir.Slot) uint64 {
	local := &r.f.Slots[s]
	if r.slots[s] == nil {
		r.slots[s] = make([]uint64, (local.Size+local.Align+15)/8)
		for i := range r.slots[s] {
			r.slots[s][i] = 0xa5a5a5a5a5a5a5a5
		}
	}
	at := uint64(uintptr(unsafe.Pointer(&r.slots[s][0])))
	return (at + uint64(local.Align) - 1) &^ (uint64(local.Align) - 1)
}

// pointer is an address as a pointer; by way of memory, because the checks of -race take addresses for mistakes.
func pointer(address uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

func bytes(address uint64, n int64) []byte { return unsafe.Slice((*byte)(pointer(address)), n) }

func load(m ir.Mem, address uint64) uint64 {
	at := pointer(address)
	switch m {
	case ir.S8:
		return uint64(int64(*(*int8)(at)))
	case ir.U8:
		return uint64(*(*uint8)(at))
	case ir.S16:
		return uint64(int64(*(*int16)(at)))
	case ir.U16:
		return uint64(*(*uint16)(at))
	case ir.S32:
		return uint64(int64(*(*int32)(at)))
	case ir.U32, ir.MF32:
		return uint64(*(*uint32)(at))
	}
	return *(*uint64)(at)
}

func store(m ir.Mem, address, word uint64) {
	at := pointer(address)
	switch m.Size() {
	case 1:
		*(*uint8)(at) = uint8(word)
	case 2:
		*(*uint16)(at) = uint16(word)
	case 4:
		*(*uint32)(at) = uint32(word)
	default:
		*(*uint64)(at) = word
	}
}

// Same reports whether two results of type t are the same; of floating numbers, all that are not a number are.
func Same(t ir.Type, x, y uint64) bool {
	switch t {
	case ir.None:
		return true
	case ir.F32:
		return uint32(x) == uint32(y) || isNaN32(x) && isNaN32(y)
	case ir.F64:
		return x == y || math.IsNaN(math.Float64frombits(x)) && math.IsNaN(math.Float64frombits(y))
	case ir.I32:
		return uint32(x) == uint32(y)
	}
	return x == y
}

func isNaN32(x uint64) bool { return uint32(x)<<1 > 0xff<<24 }
