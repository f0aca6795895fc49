package code

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

var basicTypes = []reflect.Type{
	reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[int](),
	reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
	reflect.TypeFor[bool](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[unsafe.Pointer](),
}

// types are random types of arguments, nested at most depth deep. Those with pointers are rare, because their number is limited.
func types(depth int) *rapid.Generator[reflect.Type] {
	return rapid.Custom(func(t *rapid.T) reflect.Type {
		n := rapid.IntRange(0, 19).Draw(t, "type")
		switch {
		case depth > 0 && n == 19:
			return reflect.ArrayOf(rapid.IntRange(1, 3).Draw(t, "length"), types(depth-1).Draw(t, "element"))
		case depth > 0 && n == 18:
			var fields []reflect.StructField
			for i, f := range rapid.SliceOfN(types(depth-1), 1, 3).Draw(t, "fields") {
				fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: f})
			}
			return reflect.StructOf(fields)
		case n == 17:
			return reflect.SliceOf(types(0).Draw(t, "element"))
		case n == 16:
			return reflect.TypeFor[string]()
		case n == 15:
			return rapid.SampledFrom([]reflect.Type{reflect.TypeFor[complex64](), reflect.TypeFor[complex128]()}).Draw(t, "complex")
		case n == 14:
			return reflect.PointerTo(types(0).Draw(t, "element"))
		}
		return rapid.SampledFrom(basicTypes).Draw(t, "basic")
	})
}

// fill sets v, and all pieces of it, to random values that are real.
func randomize(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 3).Draw(t, "length"), 4))
	case reflect.String:
		v.SetString(strings.Repeat("x", rapid.IntRange(0, 5).Draw(t, "string")))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.UnsafePointer:
		v.SetPointer(unsafe.Pointer(new(int)))
	case reflect.Struct:
		for i := range v.NumField() {
			randomize(t, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			randomize(t, v.Index(i))
		}
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(rapid.Int16().Draw(t, "real")), 0.5))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(rapid.Int16().Draw(t, "float")) / 4)
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	default:
		if v.CanInt() {
			v.SetInt(rapid.Int64Range(math.MinInt64>>(64-v.Type().Bits()), math.MaxInt64>>(64-v.Type().Bits())).Draw(t, "int"))
		} else {
			v.SetUint(rapid.Uint64Range(0, math.MaxUint64>>(64-v.Type().Bits())).Draw(t, "uint"))
		}
	}
}

var resultTypes = append(slices.Clone(basicTypes[:13]), nil)

// TestRandomSignatures calls functions of random types through func values made by hand, as reflection calls functions, and compares what arrives with what
// func values by reflection give.
func TestRandomSignatures(t *testing.T) {
	if Convention() != nil {
		t.Skip(Convention())
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(types(2), 0, 12).Draw(t, "parameters")
		if rapid.Bool().Draw(t, "context") {
			in = append([]reflect.Type{contextType}, in...)
		}
		var out []reflect.Type
		if r := rapid.SampledFrom(resultTypes).Draw(t, "result"); r != nil {
			out = append(out, r)
		}
		if rapid.Bool().Draw(t, "error") {
			out = append(out, errorType)
		}
		sig, err := Analyze(reflect.FuncOf(in, out, false))
		if err != nil {
			if !strings.Contains(err.Error(), "pointers") {
				t.Fatal(err)
			}
			return
		}
		var args []reflect.Value
		for _, p := range in {
			v := reflect.New(p).Elem()
			if p == contextType {
				v.Set(reflect.ValueOf(context.WithValue(context.Background(), key{}, 7)))
			} else {
				randomize(t, v)
			}
			args = append(args, v)
		}
		checkCall(t, sig, args, rapid.Uint64().Draw(t, "word"))
	})
}

type key struct{}

func checkCall(t *rapid.T, sig *Signature, args []reflect.Value, result uint64) {
	if sig.Result == reflect.Bool {
		result &= 1
	}
	var got [][]uint64
	c := byHand(sig, Dispatched(func(ctx context.Context, words []uint64) (uint64, error) {
		if sig.Context && ctx.Value(key{}) != 7 {
			t.Error("another context")
		}
		got = append(got, slices.Clone(words))
		return result, nil
	}))
	hand := reflect.NewAt(sig.Type, unsafe.Pointer(&c)).Elem()
	a, b := hand.Call(args), c.reflected().Call(args)
	if !slices.Equal(got[0], got[1]) {
		t.Fatalf("%v: %x instead of %x", sig.Type, got[0], got[1])
	}
	if len(got[0]) != len(sig.Words) {
		t.Fatalf("%d words of %d", len(got[0]), len(sig.Words))
	}
	for i := range a {
		if sig.Type.Out(i) == errorType {
			if !a[i].IsNil() || !b[i].IsNil() {
				t.Fatalf("errors %v, %v", a[i], b[i])
			}
		} else if bitsOf(a[i]) != bitsOf(b[i]) {
			t.Fatalf("%v: %v instead of %v", sig.Type, a[i], b[i])
		}
	}
}

// bitsOf is a number's, so that what is not a number is itself.
func bitsOf(v reflect.Value) uint64 {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return value(v.Kind(), p.UnsafePointer())
}

func TestRefusedSignatures(t *testing.T) {
	var many []reflect.Type
	for range 17 {
		many = append(many, reflect.TypeFor[*int]())
	}
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[int](), "is not a func type"},
		{nil, "is not a func type"},
		{reflect.TypeFor[func() (int, int)](), "one result"},
		{reflect.TypeFor[func() string](), "a result of the type string"},
		{reflect.TypeFor[func() (string, error)](), "a result of the type string"},
		{reflect.TypeFor[func(int, struct{})](), "parameter 2: the type struct {} has no bytes"},
		{reflect.FuncOf(many, nil, false), "17 pointers, of which 16 are possible"},
	} {
		if _, err := Analyze(c.t); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.t, err)
		}
	}
}

func TestFuncOfAnotherType(t *testing.T) {
	c := closure[func() int32](t, Dispatched(func(context.Context, []uint64) (uint64, error) { return 3, nil }))
	if got := Func[func() int32](c)(); got != 3 {
		t.Error(got)
	}
	defer func() {
		if r := recover(); r == nil {
			t.Error("no panic")
		}
	}()
	Func[func() int64](c)
}

// TestSwapIsSeen: what is written before a closure is swapped may be read by what it then leads to, also as the race detector sees it (-race).
func TestSwapIsSeen(t *testing.T) {
	lead := func(n uint64) *Code {
		seen := &n
		return Dispatched(func(context.Context, []uint64) (uint64, error) { return *seen, nil })
	}
	sig, err := Analyze(reflect.TypeFor[func() uint64]())
	if err != nil {
		t.Fatal(err)
	}
	c := Bind(sig, lead(0))
	f := Func[func() uint64](c)
	go func() {
		for n := range uint64(100) {
			c.Swap(lead(n + 1))
			time.Sleep(time.Microsecond)
		}
	}()
	for last := uint64(0); last < 100; {
		n := f()
		if n < last {
			t.Fatalf("%d after %d", n, last)
		}
		last = n
		runtime.Gosched()
	}
}

// TestDispatchAllocatesNothing holds for code that is a Go function, and for machine code.
func TestDispatchAllocatesNothing(t *testing.T) {
	f := bound[func(a []int32, s string, x float64) (int64, error)](t, Dispatched(func(_ context.Context, words []uint64) (uint64, error) {
		return words[1] + words[4], nil
	}))
	a := make([]int32, 5)
	allocs := testing.AllocsPerRun(1000, func() {
		if n, err := f(a, "four", 1.5); n != 9 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
	if Convention() == nil && allocs >= 1 {
		t.Errorf("%v allocations", allocs)
	}
}
