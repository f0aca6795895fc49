// Package stop ends work when a context is cancelled: a deep recursion, and what cannot be interrupted.
package stop

import "context"

// cancelled carries the context's error out of the recursion.
type cancelled struct{ err error }

// If panics with ctx's error where ctx is cancelled. Recover catches that.
func If(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(cancelled{err})
	}
}

// Recover sets err to the context's error where If has panicked. It is to be deferred. Other panics go on.
func Recover(err *error) {
	switch r := recover().(type) {
	case nil:
	case cancelled:
		*err = r.err
	default:
		panic(r)
	}
}
