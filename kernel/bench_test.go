package kernel_test

import (
	"context"
	"testing"

	"scf/kernel"
)

// BenchmarkSpecialize is from constants to a Go func that runs code made for them.
func BenchmarkSpecialize(b *testing.B) {
	k := mulAddKernel(b, kernel.Options{Cache: kernel.NewCache(1)})
	a := 0
	for b.Loop() {
		a++
		s, err := k.Specialize(context.Background(), kernel.Values{"a": a})
		if err != nil || s.Err() != nil {
			b.Fatal(err, s.Err())
		}
		f, err := kernel.As[func(b, c int32) int32](s)
		if err != nil || f(2, 1) != int32(2*a+1) {
			b.Fatal(err)
		}
	}
}

// BenchmarkCached is the same for constants that were asked for before.
func BenchmarkCached(b *testing.B) {
	k := mulAddKernel(b, kernel.Options{})
	values := kernel.Values{"a": 3}
	for b.Loop() {
		f, err := kernel.Bind[func(b, c int32) int32](k, values)
		if err != nil || f(2, 1) != 7 {
			b.Fatal(err)
		}
	}
}

// BenchmarkCall is a call of a func.
func BenchmarkCall(b *testing.B) {
	s, err := mulAddKernel(b, kernel.Options{}).Specialize(context.Background(), kernel.Values{"a": 3})
	if err != nil {
		b.Fatal(err)
	}
	f, err := kernel.As[func(b, c int32) int32](s)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if f(2, 1) != 7 {
			b.Fatal()
		}
	}
}
