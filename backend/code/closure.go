package code

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Code is what a closure leads to: machine code, or a Go function that is given the arguments as words. It does not change once it is in use.
type Code struct {
	entry    uintptr // of machine code, or 0; the thunks find it at the start
	region   *Region
	hosts    []HostFunc
	trap     func(code, place uint64) error
	failed   func(ctx context.Context, err error, place uint64) error
	dispatch Dispatch
}

// HostFunc is a Go function that generated code calls. It finds the arguments in words, and leaves its result in the first. An error ends the call.
// It must not keep words. The ctx is that of the call.
type HostFunc func(ctx context.Context, words *[MaxWords]uint64) error

// Dispatch runs a function whose arguments are words: integers extended to 64 bits as their kind says, Float32 as its 32 bits, pointers as
// addresses. What they point to stays in place until it returns. So is its result. It must not keep words. The ctx is
// that of the call.
type Dispatch func(ctx context.Context, words []uint64) (uint64, error)

// Native is what machine code needs around it.
type Native struct {
	Region *Region
	// Entry is the offset in the region of what is entered: all registers are as Go's caller left them, but for those that pass no arguments. It returns with
	// the result in the first integer register (which is 0 for functions without a result there) or the first float register.
	Entry int
	Hosts []HostFunc
	// Trap makes the error of a call that ends with a trap.
	Trap func(code, place uint64) error
	// Failed makes the error of a call in which one of Hosts ended with err; nil: that is err.
	Failed func(ctx context.Context, err error, place uint64) error
}

// Machine is the Code that enters machine code.
func Machine(n Native) *Code {
	return &Code{entry: n.Region.Addr() + uintptr(n.Entry), region: n.Region, hosts: n.Hosts, trap: n.Trap, failed: n.Failed}
}

// Dispatched is the Code that calls f.
func Dispatched(f Dispatch) *Code { return &Code{dispatch: f} }

// Closure is a Go func value and what it leads to.
type Closure struct {
	pc   uintptr              // what Go calls; the thunks know where the next three are
	code atomic.Pointer[Code] //
	keep *int32               // as sig.keep
	n    int                  // and its length
	sig  *Signature
	made reflect.Value // the func value, where it is made by reflection
	//lint:ignore U1000 assembly calls what uses it (leave.go)
	words sync.Pool // of *[]uint64, for Go functions
	kept  any
}

// Bind makes a closure for functions of the signature's type.
func Bind(sig *Signature, c *Code) *Closure {
	f := byHand(sig, c)
	if convention() != nil {
		f.made = f.reflected()
	}
	return f
}

// byHand makes a closure that Go can call as a func value, if its calling convention is as this package has it.
func byHand(sig *Signature, c *Code) *Closure {
	f := &Closure{pc: thunkAddress(), sig: sig, keep: unsafe.SliceData(sig.keep), n: len(sig.keep)}
	f.code.Store(c)
	return f
}

// Func is the func value of c as an F, which must be the type of its signature.
func Func[F any](c *Closure) F {
	if t := reflect.TypeFor[F](); t != c.sig.Type {
		panic(fmt.Sprintf("code: Func[%v] of a closure of the type %v", t, c.sig.Type))
	}
	if c.made.IsValid() {
		return c.made.Interface().(F)
	}
	return *(*F)(unsafe.Pointer(&c))
}

// Keep has v live as long as c, for code that reaches it by addresses. It is called before c is.
func (c *Closure) Keep(v any) { c.kept = v }

// Code is what calls that begin now run.
func (c *Closure) Code() *Code { return c.code.Load() }

// Swap makes calls that begin from now on run code. Calls that run already finish what they run, which lives until then.
func (c *Closure) Swap(code *Code) { c.code.Store(code) }

// PlainArgs is the integer register, by its number in Go's convention, in which Call has the address of the first word.
const PlainArgs = 2

// plain is the type of what Call calls.
type plain = func(ctx context.Context, args unsafe.Pointer, n int) (uint64, error)

var plainSignature = sync.OnceValues(func() (*Signature, error) { return Analyze(reflect.TypeFor[plain]()) })

// Call runs machine code whose entry is given the address of the first word of args and their number as Go passes a third and a fourth word: in RCX and RDI,
// in R2 and R3. Its result is what the entry leaves in the first integer register.
func (c *Code) Call(ctx context.Context, args []uint64) (uint64, error) {
	sig, err := plainSignature()
	if err != nil {
		return 0, err
	}
	return Func[plain](Bind(sig, c))(ctx, unsafe.Pointer(unsafe.SliceData(args)), len(args))
}
