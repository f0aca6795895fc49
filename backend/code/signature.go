package code

//lint:file-ignore U1000 assembly calls what stands here, or uses its numbers

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"
)

// Signature is where Go's callers put the arguments of a func type, and where they look for its results. The rules are those of
// Go's internal calling convention (cmd/compile/abi-internal.md in Go's source), for machines that pass arguments in registers.
type Signature struct {
	Type  reflect.Type
	Words []Word // the arguments, taken to pieces, in order
	// Context says that the first parameter is a context.Context, which Words leave out: a call ends when it is done.
	Context bool
	// Result is the kind of the first result: reflect.Invalid where there is none but an error.
	Result reflect.Kind
	// Err says that the last result is an error.
	Err bool

	keep []int32 // where the words are that hold pointers, as offsets from the thunk's spilled registers
}

// Word is a piece of an argument that fits a register.
type Word struct {
	Param int // the parameter that it belongs to
	// Kind is that of an integer, a float, Bool, or UnsafePointer for pointers of all kinds. Of a slice there are three words (pointer, length, capacity), of a string two.
	Kind  reflect.Kind
	Place Place
	// N is the number of the register, or the offset in bytes from the first argument on the goroutine's stack, which lies GoStack bytes above StateGoSP.
	N int
}

// Place is where a word is.
type Place uint8

// The places. A word narrower than its register leaves the rest of the register undefined.
const (
	IntRegister Place = iota
	FloatRegister
	OnStack
)

// MaxPointers is how many words with pointers a signature may have.
const MaxPointers = 16

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

// Analyze describes t, which must be a func type whose parameters are of any types and whose results are nothing, one number or pointer, an error, or
// one of these and an error.
func Analyze(t reflect.Type) (*Signature, error) {
	if t == nil || t.Kind() != reflect.Func {
		return nil, fmt.Errorf("%v is not a func type", t)
	}
	s := &Signature{Type: t}
	if err := s.results(); err != nil {
		return nil, err
	}
	a := assigner{sig: s}
	for i := range t.NumIn() {
		if err := a.argument(i, t.In(i)); err != nil {
			return nil, fmt.Errorf("%v: parameter %d: %w", t, i+1, err)
		}
	}
	s.keepPointers()
	if s.Context = t.NumIn() > 0 && t.In(0) == contextType; s.Context {
		s.Words = s.Words[2:]
	}
	if len(s.keep) > MaxPointers {
		return nil, fmt.Errorf("%v: its arguments have %d pointers, of which %d are possible", t, len(s.keep), MaxPointers)
	}
	return s, nil
}

func (s *Signature) results() error {
	t := s.Type
	n := t.NumOut()
	if s.Err = n > 0 && t.Out(n-1) == errorType; s.Err {
		n--
	}
	if n > 1 {
		return fmt.Errorf("%v: a function has one result, and an error at most", t)
	}
	if n == 0 {
		return nil
	}
	k, ok := scalar(t.Out(0))
	if !ok {
		return fmt.Errorf("%v: a result of the type %v is not possible", t, t.Out(0))
	}
	s.Result = k
	return nil
}

// intResult reports whether the result is in the first integer register.
func (s *Signature) intResult() bool {
	return s.Result != reflect.Invalid && s.Result != reflect.Float32 && s.Result != reflect.Float64
}

// keepPointers notes where the words with pointers are.
func (s *Signature) keepPointers() {
	for _, w := range s.Words {
		if w.Kind == reflect.UnsafePointer {
			s.keep = append(s.keep, int32(w.spilled()))
		}
	}
}

// spilled is where w is while Go code runs for the thunk, as an offset from the thunk's spilled registers.
func (w Word) spilled() int {
	switch w.Place {
	case IntRegister:
		return 8 * w.N
	case FloatRegister:
		return 8 * (intRegisters + w.N)
	default:
		return spillToStack + w.N
	}
}

// scalar is what kind of word a type of one word is.
func scalar(t reflect.Type) (reflect.Kind, bool) {
	switch k := t.Kind(); k {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return reflect.UnsafePointer, true
	case reflect.Complex64, reflect.Complex128, reflect.Array, reflect.Struct, reflect.Interface, reflect.Slice, reflect.String, reflect.Invalid:
		return 0, false
	default:
		return k, true
	}
}

// assigner gives arguments their places.
type assigner struct {
	sig          *Signature
	param        int
	ints, floats int
	stack        uintptr
}

// argument gives t its registers, or, where they are not enough for all of it, a place on the stack.
func (a *assigner) argument(i int, t reflect.Type) error {
	if t.Size() == 0 {
		return fmt.Errorf("the type %v has no bytes", t)
	}
	a.param = i
	ints, floats, words := a.ints, a.floats, len(a.sig.Words)
	if a.registers(t) {
		return nil
	}
	a.ints, a.floats, a.sig.Words = ints, floats, a.sig.Words[:words]
	align := uintptr(t.Align())
	a.stack = (a.stack + align - 1) &^ (align - 1)
	a.onStack(t, a.stack)
	a.stack += t.Size()
	return nil
}

// registers reports whether all pieces of t got registers.
func (a *assigner) registers(t reflect.Type) bool {
	return pieces(t, 0, func(k reflect.Kind, _ uintptr) bool {
		if k == reflect.Float32 || k == reflect.Float64 {
			a.floats++
			return a.floats <= floatRegisters && a.word(k, FloatRegister, a.floats-1)
		}
		a.ints++
		return k != reflect.Array && a.ints <= intRegisters && a.word(k, IntRegister, a.ints-1)
	})
}

func (a *assigner) onStack(t reflect.Type, at uintptr) {
	pieces(t, at, func(k reflect.Kind, offset uintptr) bool {
		return k == reflect.Array || a.word(k, OnStack, int(offset))
	})
}

func (a *assigner) word(k reflect.Kind, p Place, n int) bool {
	a.sig.Words = append(a.sig.Words, Word{a.param, k, p, n})
	return true
}

const pointer = unsafe.Sizeof(uintptr(0))

// pieces calls visit for the kind and the offset of each piece of a t that lies at an offset, until one call is false. Arrays of more than one element, which
// never go to registers, are announced as a piece of the kind Array.
func pieces(t reflect.Type, at uintptr, visit func(reflect.Kind, uintptr) bool) bool {
	switch t.Kind() {
	case reflect.Slice:
		return visit(reflect.UnsafePointer, at) && visit(reflect.Int, at+pointer) && visit(reflect.Int, at+2*pointer)
	case reflect.String:
		return visit(reflect.UnsafePointer, at) && visit(reflect.Int, at+pointer)
	case reflect.Interface:
		return visit(reflect.UnsafePointer, at) && visit(reflect.UnsafePointer, at+pointer)
	case reflect.Complex64:
		return visit(reflect.Float32, at) && visit(reflect.Float32, at+4)
	case reflect.Complex128:
		return visit(reflect.Float64, at) && visit(reflect.Float64, at+8)
	case reflect.Struct:
		for i := range t.NumField() {
			if !pieces(t.Field(i).Type, at+t.Field(i).Offset, visit) {
				return false
			}
		}
		return true
	case reflect.Array:
		if t.Len() > 1 && !visit(reflect.Array, at) {
			return false
		}
		for i := range t.Len() {
			if !pieces(t.Elem(), at+uintptr(i)*t.Elem().Size(), visit) {
				return false
			}
		}
		return true
	}
	k, _ := scalar(t)
	return visit(k, at)
}
