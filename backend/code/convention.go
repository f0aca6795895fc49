package code

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"
)

// Convention says why func values cannot be made by hand, and machine code not be called, in this process; nil if they can. What this package takes
// from Go's calling convention, which Go does not promise to keep, is tried at first use.
func Convention() error { return convention() }

var convention = sync.OnceValue(func() error {
	if intRegisters == 0 {
		return errors.New("there is no thunk for this processor")
	}
	for _, try := range []func() error{tryThread, tryMany, tryFloats, tryErrors} {
		if err := try(); err != nil {
			return fmt.Errorf("this version of Go calls functions in another way than expected: %w", err)
		}
	}
	return nil
})

// tryThread checks that thread finds Go's record of a thread: it starts with the address of its goroutine for the scheduler, which has the
// record's address where thread found it.
func tryThread() error {
	m := thread()
	g0 := *word(m, 0)
	if g0 == 0 || *word(g0, goroutineThread) != m {
		return errors.New("a goroutine's thread is not where it was")
	}
	return nil
}

// called is what a func value of the type F made by hand gives its Go function when use calls it.
func called[F any](result uint64, err error, use func(F)) ([]uint64, error) {
	sig, analyzed := Analyze(reflect.TypeFor[F]())
	if analyzed != nil {
		return nil, analyzed
	}
	var got []uint64
	use(Func[F](byHand(sig, Dispatched(func(_ context.Context, words []uint64) (uint64, error) {
		got = append(got, words...)
		return result, err
	}))))
	return got, nil
}

func differ[T comparable](what string, got, want T) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: %v instead of %v", what, got, want)
}

// many has arguments in all integer registers, and some on the stack.
type many = func(a int8, b uint16, c []int32, d string, e *int, f uint32, g []byte, h int8, i float32, j [2]int16) int32

func tryMany() error {
	c, d, e, g := []int32{1, 2}[:1], "word", new(int), []byte{7}
	var result int32
	words, err := called(0xffff_ffff_8000_0001, nil, func(f many) {
		result = f(-3, 0xfffe, c, d, e, 0xfffffffd, g, -1, 1.5, [2]int16{-2, 9})
	})
	minus := func(n int64) uint64 { return uint64(-n) }
	want := []uint64{
		minus(3), 0xfffe, address(unsafe.SliceData(c)), 1, 2, address(unsafe.StringData(d)), 4, address(e), 0xfffffffd,
		address(unsafe.SliceData(g)), 1, 1, minus(1), 0x3fc00000, minus(2), 9,
	}
	return errors.Join(err, differ("arguments", fmt.Sprint(words), fmt.Sprint(want)), differ("a result", result, -0x7fffffff))
}

func address[T any](p *T) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }

// floating has more floats than registers.
type floating = func(a [1]float64, b struct{ x, y float32 }, c complex128, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r float64) float64

func tryFloats() error {
	var result float64
	words, err := called(0x4000000000000000, nil, func(f floating) {
		result = f([1]float64{1}, struct{ x, y float32 }{2, 2}, complex(2, 2), 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1)
	})
	sum := uint64(0)
	for _, w := range words {
		sum = sum*31 + w
	}
	want := uint64(0x3ff0000000000000)
	for i := range 19 {
		switch {
		case i < 2:
			want = want*31 + 0x40000000
		case i < 18:
			want = want*31 + 0x4000000000000000
		default:
			want = want*31 + 0x3ff0000000000000
		}
	}
	return errors.Join(err, differ("floats", sum, want), differ("a float", result, 2))
}

func tryErrors() error {
	some := errors.New("some")
	var nothing, number, float error
	var n int64
	_, err1 := called(5, some, func(f func() error) { nothing = f() })
	_, err2 := called(5, nil, func(f func() (int64, error)) { n, number = f() })
	_, err3 := called(5, some, func(f func() (float64, error)) { _, float = f() })
	return errors.Join(err1, err2, err3, differ("an error", nothing, some), differ("no error", number, nil), differ("a number", n, 5), differ("an error", float, some))
}
