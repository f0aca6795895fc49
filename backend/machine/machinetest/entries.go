package machinetest

import (
	"math"
	"reflect"
	"testing"

	"scf/backend/code"
	"scf/backend/ir"
	"scf/backend/machine"
)

// entries calls functions as Go funcs.
func (b *bench) entries(t *testing.T) {
	enter(b, t, nil, func(f func(a int64, b int32) int64) []any { return []any{f(-5, -7)} }, -5, -7)
	enter(b, t, nil, func(f func(a int8, b uint8, c int16, d uint16, e int32, g uint32, h bool) int32) []any {
		return []any{f(-5, 250, -7, 65000, -9, 4e9, true)}
	}, -5, 250, -7, 65000, -9, 4000000000-1<<32, 1)
	enter(b, t, nil, func(f func(a float32, b float64, c float32) float64) []any { return []any{f(1.5, -2.25, 3)} }, float32(1.5), -2.25, float32(3))
	enter(b, t, nil, func(f func(a float64) float32) []any { return []any{f(0.5)} }, 0.5)
	enter(b, t, nil, func(f func(a []int32, b string, c *int64)) []any { f(nil, "", nil); return nil }, 0, 0, 0, 0, 0, 0)
	enter(b, t, nil, func(f many) []any {
		return []any{f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12, 13, 14, 15, 16, -17, 18, 1.5, -19)}
	}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12, 13, 14, 15, 16, -17, 18, float32(1.5), -19)
	var order []int
	for i := range 20 {
		order = append(order, 19-i)
	}
	enter(b, t, order, func(f many) []any {
		return []any{f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12, 13, 14, 15, 16, -17, 18, 1.5, -19)}
	}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12, 13, 14, 15, 16, -17, 18, float32(1.5), -19)
	enter(b, t, []int{1, 0}, func(f func(a int64, b float64) int64) []any { return []any{f(3, 4)} }, 3, 4.0)
	enter(b, t, []int{2, 1, 0}, func(f func(a int64, b int64, c int64) int32) []any { return []any{f(3, 4, 5)} }, 3, 4, 5)
}

// many has arguments of all widths in registers and on the stack.
type many = func(a, b, c, d, e, f, g, h, i int64, j int32, k int8, l int16, m, n, o uint8, p uint16, q int32, r int64, s float32, t int8) int64

// enter binds a Go func of type F to a function whose parameters are the words of F, in the given order, and which gives a sum of them.
func enter[F any](b *bench, t *testing.T, order []int, use func(F) []any, args ...any) {
	t.Helper()
	sig, err := code.Analyze(reflect.TypeFor[F]())
	if err != nil {
		t.Fatal(err)
	}
	if order == nil {
		for i := range sig.Words {
			order = append(order, i)
		}
	}
	e := &machine.Entry{Result: resultOf(sig.Result)}
	var x ir.Builder
	x.Reset("f", e.Result)
	block := x.NewBlock()
	var values []ir.Value
	for _, i := range order {
		w := sig.Words[i]
		typ, mem := typeOf(w.Kind)
		e.Params = append(e.Params, machine.Param{Type: typ, Mem: mem, From: machine.From(w.Place), N: w.N})
		values = append(values, x.AddParam(block, typ))
	}
	x.Start(block)
	x.Return(sumAs(&x, e.Result, values))
	f := x.Finish()
	got := use(code.Func[F](code.Bind(sig, b.enter(t, e, f))))
	if len(got) == 0 {
		return
	}
	want := uint64(0)
	for k, i := range order {
		want += bitsOf(sig.Words[i].Kind, args[i]) * uint64(2*k+1)
	}
	if !is(got[0], want) {
		t.Errorf("%v in the order %v: %v instead of %#x", sig.Type, order, got[0], want)
	}
}

func sumAs(b *ir.Builder, t ir.Type, values []ir.Value) ir.Value {
	if t == ir.None {
		return 0
	}
	return sum(b, t, values)
}

func resultOf(k reflect.Kind) ir.Type {
	if k == reflect.Invalid {
		return ir.None
	}
	t, _ := typeOf(k)
	return t
}

// typeOf is the type that a word becomes, and how it is extended.
func typeOf(k reflect.Kind) (ir.Type, ir.Mem) {
	switch k {
	case reflect.Int8:
		return ir.I32, ir.S8
	case reflect.Uint8, reflect.Bool:
		return ir.I32, ir.U8
	case reflect.Int16:
		return ir.I32, ir.S16
	case reflect.Uint16:
		return ir.I32, ir.U16
	case reflect.Int32, reflect.Uint32:
		return ir.I32, ir.NoMem
	case reflect.Float32:
		return ir.F32, ir.NoMem
	case reflect.Float64:
		return ir.F64, ir.NoMem
	}
	return ir.I64, ir.NoMem
}

// bitsOf are the bits of an argument as sum takes them.
func bitsOf(k reflect.Kind, x any) uint64 {
	switch x := x.(type) {
	case float32:
		return uint64(math.Float32bits(x))
	case float64:
		return math.Float64bits(x)
	}
	n := uint64(int64(x.(int)))
	if t, _ := typeOf(k); t == ir.I32 {
		n = uint64(uint32(n))
	}
	return n
}

// is reports whether a result is the sum.
func is(got any, sum uint64) bool {
	switch got := got.(type) {
	case int64:
		return uint64(got) == sum
	case int32:
		return uint32(got) == uint32(sum)
	case float32:
		return got == float32(sum&0xffff)
	}
	return got.(float64) == float64(sum&0xffff)
}
