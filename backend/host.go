package backend

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"scf/ast"
	"scf/backend/mem"
	"scf/internal/diag"
)

// Hosts are what the program gives to C, by C's names. A function is a HostFunc, or a Go func whose parameters and result lie in registers as C's do:
// numbers of the same width, bool for _Bool, unsafe.Pointer, uintptr or a pointer for a pointer; it may have a context.Context as its first parameter, and an error
// as its last result, which ends the call of C with that error. Variables that the file declares extern are given as
// pointers to Go values that lie in memory as C's do; they stay reachable for as long as the module.
type Hosts map[string]any

// HostFunc is a function of the program that takes and gives words. It is the form for functions with a variable number of arguments, and the quickest
// one. The slice is the caller's again when it returns. The ctx is that of the call.
type HostFunc func(ctx context.Context, args []uint64) (uint64, error)

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

// hostFunc is given as a HostFunc, if it can be called as a function of type ty.
func (m *Module) hostFunc(name string, ty *ast.Function, given any) (HostFunc, error) {
	switch f := given.(type) {
	case HostFunc:
		return f, nil
	case func(context.Context, []uint64) (uint64, error):
		return f, nil
	}
	v := reflect.ValueOf(given)
	if v.Kind() != reflect.Func || v.IsNil() {
		return nil, fmt.Errorf("%s is a function, and is given as %T: give a Go func", name, given)
	}
	h := hostCall{fn: v, t: v.Type(), ty: ty}
	if err := h.check(m.unit.Layouts); err != nil {
		return nil, fmt.Errorf("the function %s is given as %v: %w", name, v.Type(), err)
	}
	return h.call, nil
}

// hostCall is a Go func that C calls.
type hostCall struct {
	fn          reflect.Value
	t           reflect.Type
	ty          *ast.Function
	withContext bool
	withError   bool
	result      reflect.Type // nil for none
}

// check compares the Go func with C's declaration.
func (h *hostCall) check(ls ast.Layouts) error {
	if h.ty.Variadic || h.t.IsVariadic() {
		return fmt.Errorf("a function with a variable number of arguments is to be given as a backend.HostFunc")
	}
	h.withContext = h.t.NumIn() > 0 && h.t.In(0) == contextType
	n := h.t.NumIn() - h.skipped()
	if n != len(h.ty.Params) {
		return fmt.Errorf("it has %s, and C declares %d", diag.Count(n, "parameter"), len(h.ty.Params))
	}
	for i, p := range h.ty.Params {
		if err := Fits(h.t.In(i+h.skipped()), p, ls); err != nil {
			return fmt.Errorf("parameter %d: %w", i+1, err)
		}
	}
	return h.checkResult(ls)
}

func (h *hostCall) checkResult(ls ast.Layouts) error {
	n := h.t.NumOut()
	if n > 0 && h.t.Out(n-1) == errorType {
		h.withError = true
		n--
	}
	switch void := ast.IsVoid(h.ty.Result); {
	case void && n > 0, n > 1:
		return fmt.Errorf("it gives more than C's function does")
	case void:
		return nil
	case n == 0:
		return fmt.Errorf("it gives nothing, and C's function gives %s", ast.TypeName(h.ty.Result))
	}
	h.result = h.t.Out(0)
	if err := Fits(h.result, h.ty.Result, ls); err != nil {
		return fmt.Errorf("the result: %w", err)
	}
	return nil
}

// skipped is the number of parameters of Go's before those of C's.
func (h *hostCall) skipped() int {
	if h.withContext {
		return 1
	}
	return 0
}

func (h *hostCall) call(ctx context.Context, args []uint64) (uint64, error) {
	in := make([]reflect.Value, 0, len(args)+1)
	if h.withContext {
		in = append(in, reflect.ValueOf(ctx))
	}
	for i := range h.ty.Params {
		v := reflect.New(h.t.In(i + h.skipped())).Elem()
		setWord(v, args[i])
		in = append(in, v)
	}
	out := h.fn.Call(in)
	if h.withError {
		if err, _ := out[len(out)-1].Interface().(error); err != nil {
			return 0, err
		}
	}
	if h.result == nil {
		return 0, nil
	}
	return ast64(WordOf(out[0]), h.ty.Result), nil
}

// ast64 is the word w of an integer type in the form that the type has.
func ast64(w uint64, t ast.Type) uint64 { return uint64(ast.Wrap(int64(w), t)) }

// setWord sets v, a number or an address, to what the word says.
func setWord(v reflect.Value, w uint64) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(w != 0)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(w))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(w))
	case reflect.Pointer, reflect.UnsafePointer:
		mem.Store64(mem.AddressOf(v.Addr().UnsafePointer()), w)
	default:
		if v.CanInt() {
			v.SetInt(int64(w))
		} else {
			v.SetUint(w)
		}
	}
}

// WordOf is the word of a Go value, a number or a pointer.
func WordOf(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Pointer, reflect.UnsafePointer:
		return mem.AddressOf(v.UnsafePointer())
	}
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}

// hostVariable is a variable that the program gives.
func hostVariable(e *ast.Extern, given any, ls ast.Layouts) (*Variable, error) {
	v := &ast.Variable{Name: e.Name, Ty: e.Ty, Size: SizeOf(e.Ty), Align: AlignOf(e.Ty, ls)}
	at := reflect.ValueOf(given)
	if p, ok := given.(unsafe.Pointer); ok {
		return &Variable{v, mem.AddressOf(p)}, nil
	}
	if at.Kind() != reflect.Pointer || at.IsNil() {
		return nil, fmt.Errorf("%s is a variable, and is given as %T: give a pointer to one", e.Name, given)
	}
	if err := SameLayout(at.Type().Elem(), e.Ty, ls); err != nil {
		return nil, fmt.Errorf("the variable %s is given as %T: %w", e.Name, given, err)
	}
	return &Variable{v, mem.AddressOf(at.UnsafePointer())}, nil
}
