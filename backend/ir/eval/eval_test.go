package eval_test

import (
	"errors"
	"math"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"scf/backend/ir"
	"scf/backend/ir/eval"
	"scf/backend/ir/irgen"
	"scf/backend/mem"
)

func parse(t *testing.T, text string) *ir.Func {
	t.Helper()
	funcs, err := ir.Parse("test.ir", text)
	if err != nil {
		t.Fatal(err)
	}
	return funcs[0]
}

const sum = `func sum(v1: i64, v2: i32) i32 {
b0:
	v3 = const.i32 0
	v4 = const.i32 1
	v5 = const.i64 4
	jump b1(v3, v3)
b1(v6: i32, v7: i32):
	v8 = cmp.lt v6, v2
	branch v8, b2, b3
b2:
	v9 = sext32 v6
	v10 = mul.i64 v9, v5
	v11 = add.i64 v1, v10
	v12 = load.i32.s32 v11
	v13 = add.i32 v7, v12
	store.s32 v11, v13
	v14 = add.i32 v6, v4
	jump b1(v14, v13)
b3:
	return v7
}`

func TestLoop(t *testing.T) {
	data := []int32{1, 2, 3, -10, 5}
	m := eval.Machine{Steps: 1000}
	got, err := m.Call(parse(t, sum), mem.AddressOf(unsafe.Pointer(&data[0])), 5)
	if err != nil || got != 1 || data[3] != -4 {
		t.Error(got, err, data)
	}
	m = eval.Machine{Steps: 20}
	if _, err := m.Call(parse(t, sum), mem.AddressOf(unsafe.Pointer(&data[0])), 5); !errors.Is(err, eval.ErrSteps) {
		t.Error(err)
	}
}

const calls = `func calls(v1: i32, v2: f64) f64 {
	slot s0 = x size 8 align 32
	symbol g0 = host h(i64, f64) f64
	symbol g1 = func calls(i32, f64) f64
	symbol g2 = data d
b0:
	v3 = stackaddr s0
	store.f64 v3, v2
	v4 = addr g2 + 8
	v5 = load.i64.m64 v4
	v6 = load.f64.f64 v3
	branch v1, b1, b2
b1:
	v7 = const.i32 0
	v8 = call g1(v7, v6)
	return v8
b2:
	v9 = call g0(v5, v6)
	v10 = callptr.f64 v5(v9)
	trapif v1, 3 @ "x.c":4:5
	return v10
}`

func TestTrap(t *testing.T) {
	f := parse(t, `func f(v1: i32) {
b0:
	trapif v1, 3 @ "x.c":4:5
	return
}`)
	var trap *eval.Trap
	if _, err := (&eval.Machine{Steps: 10}).Call(f, 1); !errors.As(err, &trap) || trap.Code != 3 || trap.Place != "x.c:4:5" {
		t.Error(err)
	}
}

// TestOperations checks operations against Go's.
func TestOperations(t *testing.T) {
	f64 := math.Float64bits
	f32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		op         ir.Op
		cond       ir.Cond
		from, to   ir.Type
		x, y, want uint64
	}{
		{ir.Add, 0, ir.I32, ir.I32, 0xffffffff, 1, 0},
		{ir.Sub, 0, ir.I32, ir.I32, 0, 1, 0xffffffff},
		{ir.Mul, 0, ir.I64, ir.I64, 1 << 63, 3, 1 << 63},
		{ir.Div, 0, ir.I32, ir.I32, 0xfffffff9, 2, 0xfffffffd},
		{ir.Rem, 0, ir.I32, ir.I32, 0xfffffff9, 2, 0xffffffff},
		{ir.DivU, 0, ir.I32, ir.I32, 0xfffffff9, 2, 0x7ffffffc},
		{ir.Sar, 0, ir.I32, ir.I32, 0x80000000, 31, 0xffffffff},
		{ir.Shr, 0, ir.I32, ir.I32, 0x80000000, 31, 1},
		{ir.Shl, 0, ir.I64, ir.I64, 3, 63, 1 << 63},
		{ir.Sext8, 0, ir.I32, ir.I32, 0x180, 0, 0xffffff80},
		{ir.Zext16, 0, ir.I64, ir.I64, 0x12345, 0, 0x2345},
		{ir.Sext32, 0, ir.I32, ir.I64, 0x80000000, 0, 0xffffffff80000000},
		{ir.Zext32, 0, ir.I32, ir.I64, 0x80000000, 0, 0x80000000},
		{ir.Trunc, 0, ir.I64, ir.I32, 0x1_00000002, 0, 2},
		{ir.Not, 0, ir.I32, ir.I32, 0, 0, 0xffffffff},
		{ir.Cmp, ir.Lt, ir.I32, ir.I32, 0xffffffff, 0, 1},
		{ir.Cmp, ir.Below, ir.I32, ir.I32, 0xffffffff, 0, 0},
		{ir.FCmp, ir.Ne, ir.F64, ir.I32, f64(nan), f64(nan), 1},
		{ir.FCmp, ir.Ge, ir.F64, ir.I32, f64(nan), f64(1), 0},
		{ir.FAdd, 0, ir.F32, ir.F32, f32(16777216), f32(1), f32(16777216)},
		{ir.FSqrt, 0, ir.F64, ir.F64, f64(2), 0, f64(math.Sqrt(2))},
		{ir.FNeg, 0, ir.F64, ir.F64, f64(0), 0, 1 << 63},
		{ir.FromUint, 0, ir.I64, ir.F64, 1<<64 - 1, 0, f64(1 << 64)},
		{ir.FromUint, 0, ir.I32, ir.F32, 0xffffffff, 0, f32(1 << 32)},
		{ir.FromInt, 0, ir.I32, ir.F32, 0xffffffff, 0, f32(-1)},
		{ir.ToInt, 0, ir.F64, ir.I32, f64(-2.9), 0, 0xfffffffe},
		{ir.ToInt, 0, ir.F64, ir.I32, f64(inf), 0, 0x80000000},
		{ir.ToUint, 0, ir.F64, ir.I64, f64(1 << 63), 0, 1 << 63},
		{ir.ToUint, 0, ir.F32, ir.I32, f32(1 << 31), 0, 1 << 31},
		{ir.FNarrow, 0, ir.F64, ir.F32, f64(0.1), 0, f32(0.1)},
		{ir.FWiden, 0, ir.F32, ir.F64, f32(0.5), 0, f64(0.5)},
		{ir.Bits, 0, ir.F32, ir.I32, f32(1), 0, 0x3f800000},
	} {
		in := ir.Instr{Op: c.op, Type: c.to, Cond: c.cond}
		if got, ok := ir.Compute(&in, c.from, [3]uint64{c.x, c.y}); !ok || got != c.want {
			t.Errorf("%v.%v %#x %#x = %#x, want %#x", c.op, c.to, c.x, c.y, got, c.want)
		}
	}
}

func TestHostsAndPointers(t *testing.T) {
	data := []uint64{0, 77}
	f := parse(t, calls)
	m := eval.Machine{
		Steps:   100,
		Func:    func(string) *ir.Func { return f },
		Address: func(string) uint64 { return mem.AddressOf(unsafe.Pointer(&data[0])) },
		Host:    func(_ string, args []uint64) (uint64, error) { return args[1] + args[0], nil },
		Pointer: func(at uint64, args []uint64) (uint64, error) { return args[0] + at, nil },
	}
	if got, err := m.Call(f, 1, 5); err != nil || got != 5+77+77 {
		t.Error(got, err)
	}
}

// TestRandomFunctionsEnd checks that what irgen makes runs: no undefined operation is met.
func TestRandomFunctionsEnd(t *testing.T) {
	memory := make([]uint64, irgen.MemSize/8)
	data := make([]uint64, irgen.DataSize/8)
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		f := irgen.Func(choose, irgen.Config{Data: true, Calls: true, Traps: true, Polls: true})
		m := eval.Machine{
			Steps:   100_000,
			Address: func(string) uint64 { return mem.AddressOf(unsafe.Pointer(&data[0])) },
			Host:    func(_ string, args []uint64) (uint64, error) { return args[0] * args[1], nil },
		}
		var trap *eval.Trap
		_, err := m.Call(f, irgen.Args(choose, mem.AddressOf(unsafe.Pointer(&memory[0])))...)
		if err != nil && !errors.As(err, &trap) && !errors.Is(err, eval.ErrSteps) {
			t.Fatalf("%v\n%s", err, f)
		}
	})
}
