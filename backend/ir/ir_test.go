package ir_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/backend/ir"
	"scf/backend/ir/irgen"
)

func choices(t *rapid.T) irgen.Choose {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
}

var everything = irgen.Config{Size: 40, Data: true, Calls: true, Traps: true, Polls: true}

// TestTextIsReadBack checks that what is printed is well formed, can be read, and prints the same.
func TestTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := irgen.Func(choices(t), everything)
		if err := ir.Verify(f); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		text := f.String()
		back, err := ir.Parse("f.ir", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if len(back) != 1 || back[0].String() != text {
			t.Fatalf("%s\nbecame\n%s", text, back)
		}
	})
}

const everyForm = `func "f'1"(v1: i64, v2: i32, v3: f64) i32 {
	slot s0 = x size 16 align 8
	slot s1 = "" size 0 align 1
	symbol g0 = data "a b"
	symbol g1 = func g(i64, f32) i32
	symbol g2 = host sin(f64) f64
	symbol g3 = host stop()
b0:
	v4 = const.i32 -5 @ "x.c":3:4
	v5 = const.i64 -9223372036854775808
	v6 = fconst.f32 -0
	v7 = fconst.f64 1e+100
	v8 = fconst.f64 0x7ff8000000000000
	v9 = addr g0 - 3
	v10 = stackaddr s0 + 8
	v11 = add.i32 v4, v2
	v12 = sext32 v11
	v13 = sext8.i64 v12
	v14 = cmp.below v5, v13
	v15 = fcmp.ne v7, v8
	v16 = select.f64 v15, v7, v3
	v17 = load.i32.u8 v10 - 1073741824 volatile class 7
	store.f64 v10 + 8, v16 class 65535 @ "x.c":3:4
	copy v9, v1, 16
	zero v9, 4
	v18 = call g1(v9, v6) @ y:1:2
	v19 = call g2(v3)
	call g3()
	callptr v9(v6)
	v20 = callptr.f32 v9()
	v21 = bits.i32 v20
	poll
	trapif v14, 3
	switch v12, b1(v4), -4: b2, 7: b1(v21) @ "x.c":3:5
b1(v22: i32):
	branch v22, b3, b2
b2:
	unreachable
b3:
	return v22
}
`

func TestEveryForm(t *testing.T) {
	funcs, err := ir.Parse("f.ir", everyForm)
	if err != nil {
		t.Fatal(err)
	}
	if got := funcs[0].String(); got != everyForm {
		t.Errorf("%s", got)
	}
}

// TestMistakes checks what is told of texts that are no functions, and of functions that are not well formed.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"func f() {\nb0:\n\treturn\n", "a block is missing"},
		{"func f() {\nb0:\n\tjump b1\n}", "no block b1"},
		{"func f() {\nb0:\n\tv1 = foo v2\n\treturn\n}", "an operation is missing"},
		{"func f() {\nb0:\n\tv1 = const.i32 5000000000\n\treturn\n}", "[IR-FIELD]"},
		{"func f() {\nb0:\n\tv1 = const.i32 5\n\tv1 = const.i32 5\n\treturn\n}", "defined already"},
		{"func f(v1: i32) i32 {\nb0:\n\tv2 = add.i64 v1, v1\n\treturn v1\n}", "[IR-TYPE]"},
		{"func f(v1: i32) i64 {\nb0:\n\treturn v1\n}", "[IR-TYPE]"},
		{"func f(v1: i32) i64 {\nb0:\n\tjump b1\nb1(v2: i32):\n\tjump b1(v1)\n}", "[IR-TYPE]"},
		{"func f(v1: i32) {\nb0:\n\tbranch v1, b1, b2\nb1:\n\tv2 = const.i32 1\n\tjump b2\nb2:\n\tbranch v2, b3, b3\nb3:\n\treturn\n}", "[IR-DOMINANCE]"},
		{"func f(v1: i32) {\nb0:\n\tbranch v1, b1, b2\nb1:\n\tjump b2\nb2:\n\tbranch v1, b1, b3\nb3:\n\treturn\n}", "[IR-ORDER]"},
		{"func f() {\nb0:\n\tjump b2\nb1:\n\tjump b2\nb2:\n\treturn\n}", "[IR-ORDER]"},
		{"func f() {\nb0:\n\tjump b0\n}", "[IR-ORDER]"},
		{"func f() {\nb0:\n\tcall g0()\n\treturn\n}", "no symbol g0"},
		{"func f() {\n\tsymbol g0 = data x\nb0:\n\tcall g0()\n\treturn\n}", "[IR-FIELD]"},
		{"func f(v1: i64) {\nb0:\n\tswitch v1, b1, 3: b1, 3: b1\nb1:\n\treturn\n}", "[IR-FIELD]"},
		{"func f(v99999999: i64) {\nb0:\n\treturn\n}", "a value is missing"},
	} {
		_, err := ir.Parse("f.ir", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "f.ir:") {
			t.Errorf("%s\n%v", c.text, err)
		}
	}
}

// TestPlaces checks what no text can say: a value in two places.
func TestPlaces(t *testing.T) {
	funcs, err := ir.Parse("f.ir", "func f(v1: i32) i32 {\nb0:\n\tv2 = neg.i32 v1\n\treturn v2\n}")
	if err != nil {
		t.Fatal(err)
	}
	f := funcs[0]
	f.Blocks[0].Body = append(f.Blocks[0].Body, 2)
	if err := ir.Verify(f); err == nil || !strings.Contains(err.Error(), "[IR-PLACE]") {
		t.Error(err)
	}
	f.Blocks[0].Body = []ir.Value{77}
	if err := ir.Verify(f); err == nil || !strings.Contains(err.Error(), "[IR-PLACE]") {
		t.Error(err)
	}
}

// FuzzParse checks that any text is a function that prints and is read back, or gives an error.
func FuzzParse(f *testing.F) {
	f.Add(everyForm)
	f.Fuzz(func(t *testing.T, text string) {
		funcs, err := ir.Parse("f.ir", text)
		if err != nil {
			return
		}
		for _, fn := range funcs {
			back, err := ir.Parse("f.ir", fn.String())
			if err != nil || len(back) != 1 || back[0].String() != fn.String() {
				t.Fatalf("%v\n%s", err, fn)
			}
		}
	})
}

// TestBuilderUsesItsMemoryAgain checks that making a function a second time allocates nothing.
func TestBuilderUsesItsMemoryAgain(t *testing.T) {
	var b ir.Builder
	work := func() {
		b.Reset("f", ir.I32)
		head, body, behind := b.NewBlock(), b.NewBlock(), b.NewBlock()
		entry := b.NewBlock()
		n := b.AddParam(entry, ir.I32)
		i := b.AddParam(head, ir.I32)
		b.Start(entry)
		b.Jump(head, b.Const(ir.I32, 0))
		b.Start(head)
		b.Branch(b.Compare(ir.Cmp, ir.Lt, i, n), body, behind)
		b.Start(body)
		b.Jump(head, b.Binary(ir.Add, ir.I32, i, b.Const(ir.I32, 1)))
		b.Start(behind)
		b.Return(i)
		if f := b.Finish(); len(f.Blocks) != 4 {
			t.Fatal(f)
		}
	}
	work()
	if err := ir.Verify(b.Finish()); err != nil {
		t.Error(err)
	}
	if n := testing.AllocsPerRun(10, work); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
