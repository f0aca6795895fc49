package ast

import (
	"reflect"
	"slices"
	"strings"

	"scf/internal/diag"
)

// This file makes tests of calls through pointers to functions that may be one of several (`ip->run(&m)` in threaded code), for passes, as dispatch.go makes switches of calls
// through tables. Marked tests are told by the type of what they are converted to.

// Threaded is f with tests in place of calls through pointers, one for each function that such a call may lead to but the last, which is called where none holds:
// `p->run == add ? add(p) : sub(p)`. callees are those functions; none where they are not known. Marked tests are such that Undispatched makes calls of them again.
func Threaded(f *Func, callees func(c *Call) []string, marked bool) *Func {
	d := newDispatcher(f)
	d.marked = marked
	d.find = func(c *Call) *dispatch {
		pointer, _ := TypeOf(CalledPointer(c)).(Pointer)
		fn, isFunction := pointer.Elem.(*Function)
		names := callees(c)
		if !isFunction || len(names) == 0 || HasCall(c.Fn) || slices.ContainsFunc(names, func(name string) bool { return d.locals[name] }) {
			return nil
		}
		return &dispatch{names: names, ty: fn}
	}
	return d.function(f)
}

// byPointer are the tests of the pointer.
func (d *dispatcher) byPointer(x *dispatch, pointer Expr, calls func(name string) Cmd, place diag.Pos) Cmd {
	last := len(x.names) - 1
	out := calls(x.names[last])
	for _, name := range slices.Backward(x.names[:last]) {
		to := &AddressOf{X: &Object{Name: name, Ty: x.ty}, Ty: Pointer{x.ty}}
		test := Expr(&Binary{Op: Eq, Ty: Pointer{x.ty}, X: CopyExpr(pointer), Y: to})
		if d.marked {
			test = &Convert{Ty: Integer{dispatched, 64, true}, X: test}
		}
		out = &If{Test: test, Then: calls(name), Else: out, At: place}
	}
	return out
}

// CalledPointer is the pointer to the function that c calls, where it calls through one.
func CalledPointer(c *Call) Expr {
	if _, isFunction := TypeOf(c.Fn).(*Function); isFunction {
		return withoutDeref(c.Fn)
	}
	return c.Fn
}

// toldApart is the pointer that the test of one of Threaded is about, the function that it is told apart from others by it, and the test as it is without being marked;
// no pointer where it is another test.
func toldApart(test Expr) (pointer Expr, name string, equal Expr) {
	c, ok := test.(*Convert)
	if t, isInteger := TypeOf(test).(Integer); !ok || !isInteger || t.Name != dispatched {
		return nil, "", test
	}
	if b, ok := c.X.(*Binary); ok && b.Op == Eq {
		if a, ok := b.Y.(*AddressOf); ok {
			if o, ok := a.X.(*Object); ok {
				return b.X, o.Name, b
			}
		}
	}
	return nil, "", test
}

// throughTests is the call that c, tests of a pointer, is in place of; nil if what they call has become something else.
func throughTests(c Cmd) (first Cmd) {
	var called Expr
	for {
		test, isIf := c.(*If)
		then, name := c, ""
		if isIf {
			called, name, _ = toldApart(test.Test)
			then = test.Then
		}
		if called == nil {
			return nil
		}
		call := callIn(then)
		if call == nil {
			return nil
		}
		if o, byName := call.Fn.(*Object); !byName || strings.Contains(o.Name, "#") || isIf && o.Name != name { // one that a pass has made
			return nil
		}
		through := *call
		through.Fn = called
		next := withCall(then, &through)
		if first != nil && !reflect.DeepEqual(unlabelled(first), unlabelled(next)) {
			return nil
		}
		if first = next; !isIf {
			return first
		}
		c = test.Else
	}
}
