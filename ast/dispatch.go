package ast

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"scf/internal/diag"
)

// This file makes switches of calls through constant tables of functions (`ops[code[pc++]](&vm)`), for passes: each arm calls one of the functions by its
// name, so that the call is followed where it is known which one that is, and what is known goes into each of them where it is not. The test also says what is called
// (`i < 5 ? i : ops[i]`), so that where no arm has become another the call is made of it again.

// dispatched is the name of the type of such a test: no type of C has it.
const dispatched = "dispatch."

// testOf is the test of the switch for the call of fn, the element with the number i of a table of n.
func testOf(fn, i Expr, n int) Expr {
	t := TypeOf(i).(Integer)
	wide := t
	if t.Width < Int.Width {
		wide = Int
	}
	inside := &Binary{Op: Lt, Ty: wide, X: ConvertTo(wide, CopyExpr(i)), Y: &Const{Value: IntConst(n), Ty: wide}}
	return &Convert{Ty: Integer{dispatched, 64, t.Width == 64 && !t.Signed}, X: &Cond{Test: inside, Then: CopyExpr(i), Else: &Convert{Ty: t, X: fn}, Ty: t}}
}

// DispatchedBy is the number of the element of a table that the test of a switch which Dispatched made is about, or the pointer to a function of one of Threaded; ok is
// false for every other expression.
func DispatchedBy(test Expr) (i Expr, ok bool) {
	if pointer, _, _ := toldApart(test); pointer != nil {
		return pointer, true
	}
	fn, i := calledFor(test)
	return i, fn != nil
}

// calledFor is what the switch with that test is in place of the call of, and the test as it is without; nil where it is another switch.
func calledFor(test Expr) (fn, i Expr) {
	c, ok := test.(*Convert)
	if t, isInteger := TypeOf(test).(Integer); !ok || !isInteger || t.Name != dispatched {
		return nil, test
	}
	if x, ok := c.X.(*Cond); ok {
		if c, ok := x.Else.(*Convert); ok {
			return c.X, x.Then
		}
	}
	return nil, c.X
}

// The most elements of a table for which a switch is made, and nodes of all arms.
const (
	mostDispatched      = 256
	mostDispatchedNodes = 4096
)

// Functions is a constant table of functions: of an element it tells the function at an offset in it; ok is false where there is none.
type Functions func(element, offset int64) (name string, ok bool)

// FunctionsIn are the functions to which the variable leads; nil if it is no array, or leads nowhere.
func FunctionsIn(v *Variable) Functions {
	t, isArray := v.Ty.(Array)
	if !isArray || t.Len <= 0 || len(v.Addresses) == 0 {
		return nil
	}
	at := map[int64]string{}
	for _, a := range v.Addresses {
		if a.Func == "" && a.Addend == 0 {
			at[a.Offset] = a.Of
		}
	}
	stride := v.Size / t.Len
	return func(element, offset int64) (string, bool) {
		name, ok := at[element*stride+offset]
		return name, ok
	}
}

// Dispatched is f with switches in place of calls through tables: table has those by the names of objects, and isOf reports whether a function may be called as one of a type.
func Dispatched(f *Func, table func(name string) (Functions, bool), isOf func(name string, t *Function) bool) *Func {
	d := newDispatcher(f)
	d.find = func(c *Call) *dispatch { return d.byTable(c, table, isOf) }
	return d.function(f)
}

func newDispatcher(f *Func) *dispatcher {
	d := &dispatcher{locals: map[string]bool{}, known: map[*Call]*dispatch{}, inMemory: map[string]bool{}}
	for name := range localsOf(f) {
		inC, _, _ := strings.Cut(name, "#")
		d.locals[name], d.locals[inC] = true, true
	}
	return d
}

// function is f with what stands for such calls.
func (d *dispatcher) function(f *Func) *Func {
	found := false
	Walk(f.Body, nil, func(e Expr) {
		switch e := e.(type) {
		case *Call:
			found = d.of(e) != nil || found
		case *Object:
			d.inMemory[e.Name] = true
		}
	}, nil)
	if !found {
		return f
	}
	d.last = lastLabel([]*Func{f})
	d.hoister = hoister{name: "called", numbering: &d.numbering, alone: func(c *Call) bool { return d.of(c) != nil }, after: func(*Declare) []Cmd { return nil }}
	out := *f
	out.Body = d.cmd(d.hoister.cmd(f.Body))
	Number(&out)
	return &out
}

type dispatcher struct {
	numbering
	hoister  hoister
	find     func(c *Call) *dispatch
	marked   bool
	locals   map[string]bool // names of variables that the function declares, in the tree and in C: there they mean nothing of the file
	known    map[*Call]*dispatch
	inMemory map[string]bool // names of objects
}

// dispatch is a call through a table, or through a pointer.
type dispatch struct {
	at    Expr     // the element's number; nil for a pointer
	names []string // of all elements, or of all functions that it may lead to
	ty    *Function
}

// of is the call as such a one, if it is one.
func (d *dispatcher) of(c *Call) *dispatch {
	x, known := d.known[c]
	if !known {
		x = d.find(c)
		d.known[c] = x
	}
	return x
}

// byTable is the call as one through a table.
func (d *dispatcher) byTable(c *Call, table func(name string) (Functions, bool), isOf func(name string, t *Function) bool) *dispatch {
	place, offset := withoutDeref(c.Fn), int64(0)
	for m, ok := place.(*Member); ok; m, ok = place.(*Member) {
		place, offset = m.X, offset+m.Offset
	}
	x, isIndex := place.(*Index)
	if !isIndex {
		return nil
	}
	o, isObject := x.X.(*Object)
	t, isArray := TypeOf(x.X).(Array)
	_, isInteger := TypeOf(x.I).(Integer)
	pointer, isPointer := TypeOf(withoutDeref(c.Fn)).(Pointer)
	if !isObject || d.locals[o.Name] || !isArray || !isInteger || !isPointer || t.Len <= 1 || t.Len > mostDispatched {
		return nil
	}
	fn, isFunction := pointer.Elem.(*Function)
	functions, isTable := table(o.Name)
	if !isFunction || !isTable {
		return nil
	}
	out := &dispatch{at: x.I, ty: fn}
	for i := range t.Len {
		name, ok := functions(i, offset)
		if !ok || d.locals[name] || !isOf(name, fn) {
			return nil
		}
		out.names = append(out.names, name)
	}
	nodes := 0
	WalkExpr(c, func(Expr) { nodes++ })
	if nodes*len(out.names) > mostDispatchedNodes {
		return nil
	}
	return out
}

// withoutDeref is the pointer to the function that e is.
func withoutDeref(e Expr) Expr {
	if x, ok := e.(*Deref); ok {
		return x.X
	}
	return e
}

// cmd is c with switches; calls through tables stand alone in it.
func (d *dispatcher) cmd(c Cmd) Cmd {
	call := callIn(c)
	if call == nil || d.of(call) == nil {
		return RebuildCmd(c, d.cmd, same)
	}
	switch x := c.(type) {
	case *Declare:
		set := Cmd(&Assign{Name: x.Name, Ty: x.Ty, X: call, At: x.At})
		if d.inMemory[x.Name] || !IsScalar(x.Ty) {
			set = &Store{Dest: &Object{Name: x.Name, Ty: x.Ty}, X: call, At: x.At}
		}
		return &Seq{First: &Declare{x.Name, x.Ty, NoInit{}, x.Label, x.At}, Second: d.cmd(set)}
	case *Store:
		if HasCall(x.Dest) {
			return c
		}
	}
	return d.switched(c, call)
}

// callIn is the call that is the whole value of c; nil if none is.
func callIn(c Cmd) *Call {
	var x Expr
	switch c := c.(type) {
	case *Declare:
		if i, ok := c.Init.(*InitExpr); ok {
			x = i.X
		}
	case *Assign:
		x = c.X
	case *Store:
		x = c.X
	case *Eval:
		x = c.X
	case *Return:
		x = c.X
	}
	call, _ := x.(*Call)
	return call
}

// withCall is c with another call.
func withCall(c Cmd, call *Call) Cmd {
	old := callIn(c)
	return RebuildCmd(c, sameCmd, func(e Expr) Expr {
		if e == Expr(old) {
			return call
		}
		return CopyExpr(e)
	})
}

// switched is the switch, or the tests, in place of c, which does nothing but the call. What is in it that calls others is called before.
func (d *dispatcher) switched(c Cmd, call *Call) Cmd {
	x := d.of(call)
	var before []Cmd
	value := func(e Expr, calls bool) Expr {
		if !calls || !IsScalar(TypeOf(e)) {
			return e
		}
		d.hoister.n++
		v := &Var{Name: fmt.Sprintf("argument#%d", d.hoister.n), Ty: TypeOf(e)}
		before = append(before, &Declare{Name: v.Name, Ty: v.Ty, Init: &InitExpr{e}})
		return v
	}
	callsFirst := slices.ContainsFunc(call.Args, HasCall)
	selector := x.at
	if selector == nil {
		selector = CalledPointer(call)
	}
	selector = value(selector, callsFirst || HasCall(selector)) // before the arguments
	args := make([]Expr, len(call.Args))
	for i, a := range call.Args {
		args[i] = value(a, HasCall(a))
	}
	calls := func(name string) Cmd {
		to := &Call{Fn: &Object{Name: name, Ty: x.ty}, Ty: call.Ty}
		for _, a := range args {
			to.Args = append(to.Args, CopyExpr(a))
		}
		return withCall(c, to)
	}
	var out Cmd
	if x.at != nil {
		out = d.byNumber(x, call, selector, calls, PlaceOf(c))
	} else {
		out = d.byPointer(x, selector, calls, PlaceOf(c))
	}
	for _, first := range slices.Backward(before) {
		out = &Seq{First: first, Second: out}
	}
	if len(before) > 0 {
		return &Scope{Body: out}
	}
	return out
}

// byNumber is the switch about the number of the element that c calls through.
func (d *dispatcher) byNumber(x *dispatch, c *Call, at Expr, calls func(name string) Cmd, place diag.Pos) Cmd {
	s, end := &Switch{Test: testOf(withIndex(withoutDeref(c.Fn), at), at, len(x.names)), At: place}, d.fresh()
	otherwise := mostFrequent(x.names)
	for i, name := range x.names {
		arm := slices.IndexFunc(s.Arms, func(a *Arm) bool { return calledBy(a) == name })
		if arm < 0 {
			body := calls(name)
			if _, returns := body.(*Return); !returns {
				body = &Seq{First: body, Second: &Exit{To: end}}
			}
			arm, s.Arms = len(s.Arms), append(s.Arms, &Arm{Default: name == otherwise, Body: body})
		}
		if name != otherwise {
			s.Arms[arm].Values = append(s.Arms[arm].Values, int64(i))
		}
	}
	return &Block{Body: s, Label: end}
}

// withIndex is the element, or a member of it, with another number.
func withIndex(e Expr, at Expr) Expr {
	switch x := e.(type) {
	case *Member:
		return &Member{withIndex(x.X, at), x.Field, x.Offset, x.Ty, nil}
	case *Index:
		return &Index{CopyExpr(x.X), CopyExpr(at), x.Ty, nil}
	}
	return e
}

func calledBy(a *Arm) string { return callIn(onlyCmd(a)).Fn.(*Object).Name }

// onlyCmd is what the arm does before it leaves.
func onlyCmd(a *Arm) Cmd {
	if q, ok := a.Body.(*Seq); ok {
		if _, leaves := q.Second.(*Exit); leaves {
			return q.First
		}
	}
	return a.Body
}

// mostFrequent is the name that occurs most often, the first of them.
func mostFrequent(names []string) (most string) {
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	for _, name := range names {
		if times[name] > times[most] {
			most = name
		}
	}
	return most
}

// Dispatches reports whether Dispatched made switches in f.
func Dispatches(f *Func) (found bool) {
	Walk(f.Body, nil, func(e Expr) {
		c, ok := e.(*Convert)
		if t, isInteger := TypeOf(e).(Integer); ok && isInteger {
			found = found || c.Ty == Type(t) && t.Name == dispatched
		}
	}, nil)
	return found
}

// Undispatched is f, which Dispatched gave or a pass made of that, with calls through tables in place of the switches whose arms are as they were.
func Undispatched(f *Func) *Func {
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		if call := throughTable(c); call != nil {
			return call
		}
		if q, ok := c.(*Seq); ok {
			if d := declaring(q); d != nil {
				return d
			}
		}
		switch s := c.(type) {
		case *Switch:
			x := *s
			_, x.Test = calledFor(s.Test)
			c = &x
		case *If:
			x := *s
			_, _, x.Test = toldApart(s.Test)
			c = &x
		}
		return RebuildCmd(c, cmd, same)
	}
	out := *f
	out.Body = cmd(f.Body)
	return &out
}

// declaring is the declaration that q is, of a variable and its value, which is that of a call through a table; nil where it is something else.
func declaring(q *Seq) *Declare {
	d, isDeclare := q.First.(*Declare)
	a, isAssign := throughTable(q.Second).(*Assign)
	if !isDeclare || !isAssign || d.Name != a.Name {
		return nil
	}
	if _, without := d.Init.(NoInit); !without {
		return nil
	}
	return &Declare{d.Name, d.Ty, &InitExpr{a.X}, d.Label, d.At}
}

// throughTable is the call that c, a switch in a block or one that returns, or tests, is in place of; nil if its arms have become others.
func throughTable(c Cmd) Cmd {
	if call := throughTests(c); call != nil {
		return call
	}
	if b, ok := c.(*Block); ok {
		c = b.Body
	}
	s, ok := c.(*Switch)
	if !ok {
		return nil
	}
	fn, _ := calledFor(s.Test)
	if fn == nil || len(s.Arms) < 2 || !slices.ContainsFunc(s.Arms, func(a *Arm) bool { return a.Default }) {
		return nil
	}
	var first Cmd
	for _, a := range s.Arms {
		body := onlyCmd(a)
		call := callIn(body)
		if call == nil {
			return nil
		}
		if o, byName := call.Fn.(*Object); !byName || strings.Contains(o.Name, "#") { // one that a pass has made
			return nil
		}
		through := *call
		through.Fn = fn
		body = withCall(body, &through)
		if first == nil {
			first = body
		} else if !reflect.DeepEqual(unlabelled(first), unlabelled(body)) {
			return nil
		}
	}
	return first
}

func sameCmd(c Cmd) Cmd { return c }

// unlabelled is a copy of c, which has no commands in it, without labels and places.
func unlabelled(c Cmd) Cmd {
	var expr func(e Expr) Expr
	expr = func(e Expr) Expr {
		e = RebuildExpr(e, expr)
		*e.label() = nil
		return e
	}
	c = RebuildCmd(c, sameCmd, expr)
	*c.label() = nil
	if at := placeOf(c); at != nil {
		at.File, at.Line, at.Col = "", 0, 0
	}
	return c
}
