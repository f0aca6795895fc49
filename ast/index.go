package ast

import "math"

// A pointer that only ever points into one local array is replaced by an index: `int *sp = stack; ... *sp++ = x;` becomes `int sp = 0; ... stack[sp] = x;
// sp = sp + 1;`. So passes know a stack pointer as the counter that it is, and the array, if its address goes nowhere else, element by element.

// IndexPointers is f with indices in place of the local pointers that are only set to places in one local array and only used to reach its elements, to be
// compared with each other, subtracted, and asked whether they are null, which they are not.
func IndexPointers(f *Func) *Func {
	x := &indexer{arrays: map[string]*pointedArray{}, into: map[string]*pointedArray{}, sources: map[string][]Expr{}}
	x.find(f)
	x.checkScopes(f)
	x.checkCmd(f.Body)
	indexes := false
	for _, a := range x.arrays {
		indexes = indexes || a.isIndexed()
	}
	if !indexes {
		return f
	}
	out := *f
	out.Body = x.cmd(f.Body)
	Number(&out)
	return &out
}

// pointedArray is a local array, or one in a local struct, that pointers are set to places in.
type pointedArray struct {
	place Expr
	// reached says that pointers reach elements of it, are compared or subtracted; escapes, that something else is done with them.
	reached, escapes bool
}

func (a *pointedArray) isIndexed() bool { return a != nil && a.reached && !a.escapes }

type indexer struct {
	locals  map[string]bool          // the arrays and structs that are declared
	arrays  map[string]*pointedArray // by the path of the place
	sources map[string][]Expr        // what the local pointers are set to
	into    map[string]*pointedArray // the array that a local pointer is set to a place in
}

// find finds the local pointers, and the arrays that they are set to places in.
func (x *indexer) find(f *Func) {
	x.locals = map[string]bool{}
	sets := func(name string, t Type, e Expr) {
		if isPointer(t) {
			x.sources[name] = append(x.sources[name], e)
		}
	}
	Walk(f.Body, func(c Cmd) {
		switch c := c.(type) {
		case *Declare:
			x.locals[c.Name] = true
			if i, ok := c.Init.(*InitExpr); ok {
				sets(c.Name, c.Ty, i.X)
			}
		case *Assign:
			sets(c.Name, c.Ty, c.X)
		}
	}, nil, nil)
	for _, p := range f.Params {
		delete(x.sources, p.Name)
	}
	Walk(f.Body, nil, func(e Expr) {
		if o, ok := e.(*Object); ok {
			delete(x.sources, o.Name) // it may be set elsewhere
		}
	}, nil)
	for changed := true; changed; {
		changed = false
		for name, es := range x.sources {
			for _, e := range es {
				if a := x.array(e); a != nil && x.into[name] == nil {
					x.into[name] = a
					changed = true
				}
			}
		}
	}
}

// array is the local array that the pointer e points into, as far as it is known where it comes from.
func (x *indexer) array(e Expr) *pointedArray {
	switch e := e.(type) {
	case *Var:
		return x.into[e.Name]
	case *Binary:
		if e.Op == PtrAdd || e.Op == PtrSub {
			return x.array(e.X)
		}
	case *Convert:
		if isPointer(e.Ty) && Same(e.Ty, TypeOf(e.X)) {
			return x.array(e.X)
		}
	case *AddressOf:
		place := e.X
		if i, ok := place.(*Index); ok {
			if place = i.X; isPointer(TypeOf(place)) {
				return x.array(place)
			}
		}
		t, isArray := TypeOf(place).(Array)
		if !isArray || !Same(e.Ty, Pointer{Elem: t.Elem}) || IsVolatile(t.Elem) {
			return nil
		}
		path, ok := x.path(place)
		if !ok {
			return nil
		}
		if x.arrays[path] == nil {
			x.arrays[path] = &pointedArray{place: place}
		}
		return x.arrays[path]
	}
	return nil
}

// path names the local array, or the array in a local struct, that the place is.
func (x *indexer) path(place Expr) (path string, ok bool) {
	switch e := place.(type) {
	case *Object:
		return e.Name, x.locals[e.Name]
	case *Member:
		path, ok = x.path(e.X)
		return joinPath(path, e.Field), ok
	}
	return "", false
}

// checkScopes has the arrays escape whose pointers are used outside their scope.
func (x *indexer) checkScopes(f *Func) {
	s := &scopes{
		key:     func(name string) string { return name },
		declare: func(s *scopes, d *Declare) { s.add(d.Name) },
		use: func(s *scopes, name string) {
			if a := x.into[name]; a != nil && s.find(rootOf(a.place).(*Object).Name) == "" {
				a.escapes = true
			}
		},
	}
	s.function(f)
}

func (x *indexer) checkCmd(c Cmd) {
	switch c := c.(type) {
	case *Declare:
		if i, ok := c.Init.(*InitExpr); ok {
			x.checkSet(c.Name, i.X)
			return
		}
	case *Assign:
		x.checkSet(c.Name, c.X)
		return
	}
	tested := asked(c)
	(&parts{cmd: x.checkCmd, expr: func(e Expr) {
		if e == tested {
			x.checkTest(e)
		} else {
			x.check(e)
		}
	}}).of(c)
}

// asked is the expression by whose truth c decides; nil where it does not.
func asked(c Cmd) Expr {
	switch c := c.(type) {
	case *If:
		return c.Test
	case *While:
		return c.Test
	case *DoWhile:
		return c.Test
	case *For:
		return c.Test
	}
	return nil
}

// checkTest is check of an expression of which the truth is asked. A pointer into an array is true.
func (x *indexer) checkTest(e Expr) {
	if x.array(e) != nil && !HasCall(e) {
		x.checkPointer(e)
		return
	}
	x.check(e)
}

// checkSet looks at e, which the variable is set to.
func (x *indexer) checkSet(name string, e Expr) {
	a, to := x.array(e), x.into[name]
	if a != nil && a == to {
		x.checkPointer(e)
		return
	}
	if to != nil {
		to.escapes = true
	}
	x.check(e)
}

// check has the arrays escape of which something is done with a pointer in e that indices cannot stand for.
func (x *indexer) check(e Expr) {
	switch e := e.(type) {
	case *Var:
		if a := x.array(e); a != nil {
			a.escapes = true
		}
	case *Deref:
		if x.reaches(e.X) {
			return
		}
	case *Arrow:
		if x.reaches(e.X) {
			return
		}
	case *Index:
		if x.reaches(e.X) {
			x.check(e.I)
			return
		}
	case *Binary:
		switch a := x.compared(e); {
		case a != nil:
			a.reached = true
			x.checkPointer(e.X)
			x.checkPointer(e.Y)
			return
		case x.testsNull(e):
			x.checkPointer(e.X)
			x.checkPointer(e.Y)
			return
		}
	case *Unary:
		if e.Op == LogNot {
			x.checkTest(e.X)
			return
		}
	case *LogAnd:
		x.checkTest(e.X)
		x.checkTest(e.Y)
		return
	case *LogOr:
		x.checkTest(e.X)
		x.checkTest(e.Y)
		return
	case *Cond:
		x.checkTest(e.Test)
		x.check(e.Then)
		x.check(e.Else)
		return
	}
	for _, o := range Operands(e) {
		x.check(o)
	}
}

// compared is the array into which both operands of e point, which compares or subtracts them; nil where it does something else.
func (x *indexer) compared(e *Binary) *pointedArray {
	if a := x.array(e.X); (e.Op.IsComparison() || e.Op == PtrDiff) && a == x.array(e.Y) {
		return a
	}
	return nil
}

// testsNull reports whether e compares a pointer into an array with null, which it never is.
func (x *indexer) testsNull(e *Binary) bool {
	return (e.Op == Eq || e.Op == Ne) && !HasCall(e) && (x.array(e.X) != nil && isNullPointer(e.Y) || x.array(e.Y) != nil && isNullPointer(e.X))
}

// decided is the truth of e, if that is because a pointer that has become an index is not null: of the pointer, of what compares it with null, or of !e.
func (x *indexer) decided(e Expr) (truth, ok bool) {
	switch e := e.(type) {
	case *Unary:
		if e.Op == LogNot {
			truth, ok = x.decided(e.X)
			return !truth, ok
		}
	case *Binary:
		if x.testsNull(e) && (x.array(e.X).isIndexed() || x.array(e.Y).isIndexed()) {
			return e.Op == Ne, true
		}
	}
	return true, x.array(e).isIndexed() && !HasCall(e)
}

// test is expr of an expression of which the truth is asked.
func (x *indexer) test(e Expr) Expr {
	if truth, ok := x.decided(e); ok {
		return truthOf(truth, e)
	}
	return x.expr(e)
}

// truthOf is the truth in place of e.
func truthOf(truth bool, e Expr) Expr {
	return &Const{IntConst(map[bool]int64{true: 1}[truth]), Int, *e.label()}
}

// reaches reports whether the pointer e, which an element is reached by, points into such an array.
func (x *indexer) reaches(e Expr) bool {
	a := x.array(e)
	if a == nil {
		return false
	}
	a.reached = true
	x.checkPointer(e)
	return true
}

// checkPointer looks at what the place of a pointer into an array is computed from.
func (x *indexer) checkPointer(e Expr) {
	switch e := e.(type) {
	case *Binary:
		x.checkPointer(e.X)
		x.check(e.Y)
	case *Convert:
		x.checkPointer(e.X)
	case *AddressOf:
		if i, ok := e.X.(*Index); ok {
			x.checkPointer(i.X)
			x.check(i.I)
		}
	}
}

func (x *indexer) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Declare:
		if x.into[c.Name].isIndexed() {
			if i, ok := c.Init.(*InitExpr); ok {
				return &Declare{c.Name, Int, &InitExpr{x.index(i.X)}, c.Label, c.At}
			}
			return &Declare{c.Name, Int, c.Init, c.Label, c.At}
		}
	case *Assign:
		if x.into[c.Name].isIndexed() {
			return &Assign{c.Name, Int, x.index(c.X), c.Label, c.At}
		}
	case *If:
		if truth, ok := x.decided(c.Test); ok {
			return x.cmd(map[bool]Cmd{true: c.Then, false: c.Else}[truth])
		}
	}
	tested := asked(c)
	return RebuildCmd(c, x.cmd, func(e Expr) Expr {
		if e == tested {
			return x.test(e)
		}
		return x.expr(e)
	})
}

// expr is e with elements of arrays in place of what pointers into them lead to.
func (x *indexer) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Deref:
		if a := x.array(e.X); a.isIndexed() {
			return &Index{CopyExpr(a.place), x.index(e.X), e.Ty, e.Label}
		}
	case *Arrow:
		if a := x.array(e.X); a.isIndexed() {
			elem := TypeOf(a.place).(Array).Elem
			return &Member{&Index{CopyExpr(a.place), x.index(e.X), Unqualified(elem), nil}, e.Field, e.Offset, e.Ty, e.Label}
		}
	case *Index:
		if a := x.array(e.X); a.isIndexed() {
			return &Index{CopyExpr(a.place), sum(Add, x.index(e.X), ConvertTo(Int, x.expr(e.I))), e.Ty, e.Label}
		}
	case *Binary:
		if truth, ok := x.decided(e); ok && x.testsNull(e) {
			return truthOf(truth, e)
		}
		switch {
		case !x.compared(e).isIndexed():
		case e.Op == PtrDiff:
			return ConvertTo(e.Ty, sum(Sub, x.index(e.X), x.index(e.Y)))
		default:
			return &Binary{e.Op, Int, x.index(e.X), x.index(e.Y), e.Label}
		}
	case *Unary:
		if e.Op == LogNot {
			if truth, ok := x.decided(e); ok {
				return truthOf(truth, e)
			}
			return &Unary{e.Op, e.Ty, x.test(e.X), e.Label}
		}
	case *LogAnd:
		return &LogAnd{x.test(e.X), x.test(e.Y), e.Label}
	case *LogOr:
		return &LogOr{x.test(e.X), x.test(e.Y), e.Label}
	case *Cond:
		return &Cond{x.test(e.Test), x.expr(e.Then), x.expr(e.Else), e.Ty, e.Label}
	}
	return RebuildExpr(e, x.expr)
}

// index is the index in the array that the pointer e has become; zero for the array itself.
func (x *indexer) index(e Expr) Expr {
	switch e := e.(type) {
	case *Var:
		return &Var{e.Name, Int, e.Label}
	case *Binary:
		op := Add
		if e.Op == PtrSub {
			op = Sub
		}
		return sum(op, x.index(e.X), ConvertTo(Int, x.expr(e.Y)))
	case *Convert:
		return x.index(e.X)
	case *AddressOf:
		if i, ok := e.X.(*Index); ok {
			return sum(Add, x.index(i.X), ConvertTo(Int, x.expr(i.I)))
		}
	}
	return Zero(Int)
}

// sum is a + b or a - b, of type int; a - 1 where b is -1 and added.
func sum(op Binop, a, b Expr) Expr {
	if c, ok := a.(*Const); ok && op == Add && c.Value == IntConst(0) {
		return b
	}
	if c, ok := b.(*Const); ok && op == Add {
		if n, ok := c.Value.(IntConst); ok && n < 0 && n > math.MinInt32 {
			return &Binary{Sub, Int, a, &Const{-n, Int, c.Label}, nil}
		}
	}
	return &Binary{op, Int, a, b, nil}
}
