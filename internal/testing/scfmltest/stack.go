package scfmltest

import "runtime/metrics"

// Stack is about how many bytes of Go's stack f takes. (Stacks grow by doubling.)
func Stack(f func()) float64 {
	before := stacks()
	took := make(chan float64)
	go func() {
		f()
		took <- stacks() - before
	}()
	return <-took
}

// stacks are the bytes of all stacks.
func stacks() float64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(s)
	return float64(s[0].Value.Uint64())
}
