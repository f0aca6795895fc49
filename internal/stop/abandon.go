package stop

import (
	"context"
	"fmt"
	"runtime/debug"
)

// Abandon is f's result, or ctx's error as soon as ctx is cancelled. Then f goes on until it ends by itself: it is for what cannot be
// interrupted and whose work has a limit. A panic of f panics here, with f's stack in its text.
func Abandon[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
		panic  any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.panic = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
			done <- o
		}()
		o.result, o.err = f()
	}()
	select {
	case o := <-done:
		if o.panic != nil {
			panic(o.panic)
		}
		return o.result, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
