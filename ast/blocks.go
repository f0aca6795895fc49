package ast

import (
	"fmt"
	"math"
)

// Memory that is filled with one byte, most often zero, or copied, as a block is stored to part by part where that is a local object, or a part of one, whose address goes nowhere else:
// so passes see what it holds, and SplitRecords may split it. What lies between the parts no one can see then.

// maxBlockStores is how many stores a block becomes at most. More of them cost more than they tell; a C compiler makes wide ones of as many.
const maxBlockStores = 64

// StoreBlocks is f with declarations and stores in place of its calls of memset and bzero that fill a local object, and of memcpy and memmove that copy
// another object of the same type to one. What a pointer leads to may be of another type, or lie where a load of the type must not be; such copies
// stay. defines says of which of these functions the file has one of its own.
func StoreBlocks(f *Func, ls Layouts, defines func(name string) bool) *Func {
	b := newBlocks(ls, defines)
	b.find(f)
	if len(b.found) == 0 {
		return f
	}
	out := *f
	out.Body = b.cmd(f.Body)
	Number(&out)
	return &out
}

// block is a place that a call writes as a whole, or elements of an array from one on: with what is at another place, or where from is nil with bytes that are all the same.
type block struct {
	to, from Expr
	fill     byte
	count    int64  // how many elements there are; 0 where to is all
	passed   []Expr // the addresses that are passed for it
}

func (x block) isZero() bool { return x.from == nil && x.fill == 0 }

// each are the blocks of one place that x consists of.
func (x block) each() []block {
	if x.count == 0 {
		return []block{x}
	}
	var out []block
	to := x.to.(*Index)
	for i := range x.count {
		one := block{to: element(to.X, indexOf(to)+i), fill: x.fill}
		if from, ok := x.from.(*Index); ok {
			one.from = element(from.X, indexOf(from)+i)
		}
		out = append(out, one)
	}
	return out
}

// indexOf is the index of e, a number.
func indexOf(e *Index) int64 { return int64(e.I.(*Const).Value.(IntConst)) }

type blocks struct {
	layouts Layouts
	defines func(string) bool
	kept    map[string]bool // objects whose address goes elsewhere, or that are not local
	found   map[*Eval]block
	// harmless are addresses through which no one sees more than the parts of an object.
	harmless map[Expr]bool
	// private are parameters that lead to such objects alone.
	private map[string]bool
	// locals are the names of the function's variables.
	locals map[string]bool
}

func newBlocks(ls Layouts, defines func(string) bool) *blocks {
	return &blocks{layouts: ls, defines: defines, kept: map[string]bool{}, found: map[*Eval]block{}, harmless: map[Expr]bool{}, private: map[string]bool{}, locals: map[string]bool{}}
}

// find finds the calls.
func (b *blocks) find(f *Func) {
	b.locals = localsOf(f)
	Walk(f.Body, func(c Cmd) {
		if c, ok := c.(*Eval); ok {
			if x, ok := b.block(c.X); ok {
				b.found[c] = x
			}
		}
	}, nil, nil)
	for again := len(b.found) > 0; again; {
		b.findKept(f)
		again = false
		for c, x := range b.found {
			if root, isObject := rootOf(x.to).(*Object); isObject && (!b.locals[root.Name] || b.kept[root.Name]) {
				delete(b.found, c)
				again = true
			}
		}
	}
}

// findKept finds the objects of which the address is taken for more than for the calls that are found.
func (b *blocks) findKept(f *Func) {
	passed := map[Expr]bool{}
	for _, x := range b.found {
		for _, a := range x.passed {
			passed[a] = true
		}
	}
	Walk(f.Body, nil, func(e Expr) {
		if a, ok := e.(*AddressOf); ok && !passed[a] && !b.harmless[a] {
			if o, ok := rootOf(a.X).(*Object); ok {
				b.kept[o.Name] = true
			}
		}
	}, nil)
}

// withoutCasts is e without conversions between pointers, and of what is not used to void.
func withoutCasts(e Expr) Expr {
	for {
		c, ok := e.(*Convert)
		if !ok {
			return e
		}
		_, toVoid := c.Ty.(Void)
		if !toVoid && !(isPointer(c.Ty) && isPointer(TypeOf(c.X))) {
			return e
		}
		e = c.X
	}
}

// block is what the call e writes, if it is one of those, of a place that lies in an object with a name, or of all that a private parameter leads to.
func (b *blocks) block(e Expr) (x block, ok bool) {
	call, ok := withoutCasts(e).(*Call)
	if !ok {
		return block{}, false
	}
	o, ok := call.Fn.(*Object)
	if !ok || !isFunction(o.Ty) || b.defines(o.Name) || len(call.Args) < 2 {
		return block{}, false
	}
	at, address, ok := placeAt(call.Args[0])
	if v, isVar := withoutCasts(call.Args[0]).(*Var); isVar && b.private[v.Name] {
		at, address, ok = &Deref{X: v, Ty: elemOf(v.Ty)}, v, true
	}
	if !ok {
		return block{}, false
	}
	size, ok := sizeIn(call.Args[len(call.Args)-1])
	if !ok {
		return block{}, false
	}
	to, count, ok := b.sized(at, size)
	t := TypeOf(to)
	if !ok || Unqualified(t) != t {
		return block{}, false
	}
	switch o.Name {
	case "bzero":
		return block{to: to, count: count, passed: []Expr{address}}, len(call.Args) == 2
	case "memset", "__builtin_memset":
		c, ok := call.Args[1].(*Const)
		if !ok || len(call.Args) != 3 {
			return block{}, false
		}
		fill, ok := c.Value.(IntConst)
		return block{to: to, fill: byte(fill), count: count, passed: []Expr{address}}, ok
	case "memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove":
		source, sourceAddress, ok := placeAt(call.Args[1])
		if !ok || len(call.Args) != 3 {
			return block{}, false
		}
		from, same, ok := b.sized(source, size)
		object, isObject := rootOf(to).(*Object)
		return block{to: to, from: from, count: count, passed: []Expr{address, sourceAddress}}, ok && isObject && same == count && Same(Unqualified(TypeOf(from)), Unqualified(t)) && !namesObject(from, object.Name)
	}
	return block{}, false
}

// sized is the place, or the array of which it is the first element, if it is of that size in bytes; or else the first of count elements of an array, there, that are.
func (b *blocks) sized(place Expr, size int64) (whole Expr, count int64, ok bool) {
	if n, known := b.size(TypeOf(place)); known && size == n {
		return place, 0, true
	}
	if _, isArray := TypeOf(place).(Array); isArray {
		return b.sized(element(place, 0), size)
	}
	first, ok := place.(*Index)
	for ok {
		t, isArray := TypeOf(first.X).(Array)
		i, isNumber := sizeIn(first.I)
		n, known := b.size(first.Ty)
		if !isArray || !isNumber || !known || n == 0 || size <= 0 || i < 0 {
			break
		}
		if i == 0 && size == n*t.Len {
			return first.X, 0, true
		}
		if size%n == 0 && i+size/n <= t.Len {
			return element(first.X, i), size / n, true
		}
		if first, ok = first.X.(*Index); i != 0 {
			break
		}
	}
	return nil, 0, false
}

// sizeIn is the number that e is, if it is computed from numbers alone.
func sizeIn(e Expr) (n int64, ok bool) {
	switch e := e.(type) {
	case *Const:
		v, ok := e.Value.(IntConst)
		return int64(v), ok
	case *Convert:
		t, isInteger := e.Ty.(Integer)
		n, ok := sizeIn(e.X)
		return Wrap(n, e.Ty), ok && isInteger && t.Width <= 64
	case *Binary:
		x, okX := sizeIn(e.X)
		y, okY := sizeIn(e.Y)
		if t, isInteger := e.Ty.(Integer); !okX || !okY || !isInteger || t.Width > 64 {
			return 0, false
		}
		switch e.Op {
		case Add:
			return Wrap(x+y, e.Ty), true
		case Sub:
			return Wrap(x-y, e.Ty), true
		case Mul:
			return Wrap(x*y, e.Ty), true
		}
	}
	return 0, false
}

// placeAt is the place that the pointer e leads to, if it always lies in one object with a name and is not volatile, and the address in e.
func placeAt(e Expr) (place, address Expr, ok bool) {
	e = withoutCasts(e)
	if sum, isSum := e.(*Binary); isSum && sum.Op == PtrAdd {
		place, address, ok := placeAt(sum.X)
		if !ok {
			return nil, nil, false
		}
		if _, isArray := TypeOf(place).(Array); isArray {
			place = element(place, 0)
		}
		first, isIndex := place.(*Index)
		if !isIndex || !Same(Unqualified(elemOf(TypeOf(sum.X))), Unqualified(first.Ty)) {
			return nil, nil, false
		}
		i, okFirst := sizeIn(first.I)
		k, ok := sizeIn(sum.Y)
		return element(first.X, i+k), address, okFirst && ok
	}
	a, ok := e.(*AddressOf)
	if !ok || !staysPut(a.X) || IsVolatile(TypeOf(a.X)) {
		return nil, nil, false
	}
	_, ok = rootOf(a.X).(*Object)
	return a.X, a, ok
}

// size is the size of t in bytes, where it is known, and the layouts of what is in it.
func (b *blocks) size(t Type) (bytes int64, known bool) {
	elem := t
	for a, ok := elem.(Array); ok; a, ok = elem.(Array) {
		elem = a.Elem
	}
	bytes, known = sizeOf(t)
	if r, ok := elem.(Record); ok && known {
		_, known = b.layouts.Of(r)
	}
	return bytes, known
}

// sizeOf is the size of t in bytes, where it is known.
func sizeOf(t Type) (bytes int64, known bool) {
	switch t := t.(type) {
	case Boolean:
		return 1, true
	case Integer:
		return t.Width / 8, true
	case Floating:
		return t.Width / 8, t.Width <= 64
	case Pointer:
		return 8, true
	case Array:
		bytes, known = sizeOf(t.Elem)
		return t.Len * bytes, known && t.Len >= 0
	case Record:
		return t.Size, true
	}
	return 0, false
}

// cmd is c with stores in place of the calls, and with lists of zeros in place of those behind a declaration.
func (b *blocks) cmd(c Cmd) Cmd {
	switch c := c.(type) {
	case *Seq:
		if d, ok := c.First.(*Declare); ok {
			if rest, ok := b.zeroed(d, c.Second); ok {
				zero := &Declare{Name: d.Name, Ty: d.Ty, Init: b.zeros(d.Ty), Label: d.Label, At: d.At}
				return &Seq{zero, b.cmd(rest), c.Label}
			}
		}
	case *Eval:
		if x, ok := b.found[c]; ok {
			if stores, ok := b.stores(x, c); ok {
				return stores
			}
		}
	}
	return RebuildCmd(c, b.cmd, func(e Expr) Expr { return e })
}

// canBeZero reports whether a list of zeros makes all of what is of type t zero: of a union it need not be more than the first field.
func (b *blocks) canBeZero(t Type) bool {
	switch t := t.(type) {
	case Array:
		return b.canBeZero(t.Elem)
	case Record:
		l, _ := b.layouts.Of(t)
		for i, f := range l.Fields {
			if l.Union && i > 0 {
				break
			}
			size, known := b.size(f.Ty)
			if l.Union && (!known || size != t.Size) || !b.canBeZero(f.Ty) {
				return false
			}
		}
	}
	return true
}

// canAssign reports whether what is of type t may be assigned as a whole.
func (b *blocks) canAssign(t Type) bool {
	switch t := t.(type) {
	case Array:
		return b.canAssign(t.Elem)
	case Record:
		l, ok := b.layouts.Of(t)
		for _, f := range l.Fields {
			ok = ok && b.canAssign(f.Ty)
		}
		return ok && !l.Fixed
	}
	return true
}

// zeros initialises what is of type t with zeros: the first of its parts, and so the others.
func (b *blocks) zeros(t Type) Init {
	switch t := t.(type) {
	case Array:
		if t.Len > 0 {
			return &InitList{[]Init{b.zeros(t.Elem)}}
		}
		return &InitList{}
	case Record:
		if l, _ := b.layouts.Of(t); len(l.Fields) > 0 {
			return &InitList{[]Init{b.zeros(l.Fields[0].Ty)}}
		}
		return &InitList{}
	}
	return &InitExpr{Zero(t)}
}

// zeroed is what is left of c, the commands behind the declaration d, without the call that makes all of what is declared zero before anything else is done with it.
func (b *blocks) zeroed(d *Declare, c Cmd) (rest Cmd, ok bool) {
	if _, none := d.Init.(NoInit); !none || IsScalar(d.Ty) || !b.canBeZero(d.Ty) {
		return nil, false
	}
	switch c := c.(type) {
	case *Seq:
		if first, ok := b.zeroed(d, c.First); ok {
			return &Seq{first, c.Second, c.Label}, true
		}
		if Mentions(c.First, d.Name) {
			return nil, false
		}
		if second, ok := b.zeroed(d, c.Second); ok {
			return &Seq{c.First, second, c.Label}, true
		}
	case *Eval:
		x, ok := b.found[c]
		if o, isWhole := x.to.(*Object); ok && isWhole && o.Name == d.Name && x.isZero() {
			return &Skip{Label: c.Label}, true
		}
	}
	return nil, false
}

// stores are the stores that write x, in place of c.
func (b *blocks) stores(x block, c *Eval) (Cmd, bool) {
	if t, isArray := TypeOf(x.to).(Array); x.count > maxBlockStores || isArray && t.Len > maxBlockStores {
		return nil, false
	}
	var all []Cmd
	for _, one := range x.each() {
		if !b.store(one, c, &all) {
			return nil, false
		}
	}
	if len(all) == 0 {
		return &Skip{Label: c.Label}, true
	}
	return SeqOf(all...), true
}

// store adds the stores to the parts of x. ok is false where there are too many, or parts that are none of their own, or that have no value of such bytes.
func (b *blocks) store(x block, c *Eval, all *[]Cmd) (ok bool) {
	if len(*all) >= maxBlockStores {
		return false
	}
	switch t := TypeOf(x.to).(type) {
	case Array:
		if t.Len > maxBlockStores && x.from == nil {
			return b.loop(x, t, c, all)
		}
		ok = t.Len >= 0 && t.Len <= maxBlockStores
		for i := int64(0); ok && i < t.Len; i++ {
			ok = b.store(block{to: element(x.to, i), from: elementIfAny(x.from, i), fill: x.fill}, c, all)
		}
		return ok
	case Record:
		if x.from != nil {
			if !b.canAssign(t) {
				return false
			}
			break
		}
		l, ok := b.layouts.Of(t)
		ok = ok && !l.Union && !l.Fixed
		for _, f := range l.Fields {
			field := &Member{X: x.to, Field: f.Name, Offset: f.Offset, Ty: f.Ty}
			ok = ok && f.Name != "" && f.Bits == 0 && b.store(block{to: field, fill: x.fill}, c, all)
		}
		return ok
	}
	value := x.from
	if value == nil {
		if value, ok = filled(TypeOf(x.to), x.fill); !ok {
			return false
		}
	}
	*all = append(*all, &Store{Dest: CopyExpr(x.to), X: CopyExpr(value), At: c.At})
	return true
}

// loop adds a loop that stores to the elements of the array x, which are too many to be stored to one by one and are scalars: a buffer beside what a struct knows of it.
func (b *blocks) loop(x block, t Array, c *Eval, all *[]Cmd) (ok bool) {
	value, ok := filled(t.Elem, x.fill)
	if !ok || !IsScalar(t.Elem) || t.Len > math.MaxInt32 {
		return false
	}
	name := ""
	for n := 2; name == "" || b.locals[name]; n++ {
		name = fmt.Sprintf("i#%d", n)
	}
	b.locals[name] = true
	i := func() Expr { return &Var{Name: name, Ty: Int} }
	number := func(n int64) Expr { return &Const{Value: IntConst(n), Ty: Int} }
	*all = append(*all, &Advised{Advice: NoUnroll, Loop: &For{
		Init: &Declare{Name: name, Ty: Int, Init: &InitExpr{number(0)}, At: c.At},
		Test: &Binary{Op: Lt, Ty: Int, X: i(), Y: number(t.Len)},
		Step: &Assign{Name: name, Ty: Int, X: &Binary{Op: Add, Ty: Int, X: i(), Y: number(1)}, At: c.At},
		Body: &Store{Dest: &Index{X: CopyExpr(x.to), I: i(), Ty: t.Elem}, X: value, At: c.At},
		At:   c.At,
	}})
	return true
}

// isFill reports whether c is such a loop, whose advice is for passes: C compilers make a call of memset of it.
func isFill(c *Advised) bool {
	loop, ok := c.Loop.(*For)
	if !ok || c.Advice != NoUnroll {
		return false
	}
	init, declares := loop.Init.(*Declare)
	store, stores := loop.Body.(*Store)
	if !declares || !stores {
		return false
	}
	to, ok := store.Dest.(*Index)
	_, isConst := store.X.(*Const)
	if !ok || !isConst {
		return false
	}
	i, isVar := to.I.(*Var)
	return isVar && i.Name == init.Name
}

// filled is the value of type t of which all bytes are that one.
func filled(t Type, fill byte) (e Expr, ok bool) {
	switch t := t.(type) {
	case Integer:
		return &Const{Value: IntConst(Wrap(int64(uint64(fill)*0x0101010101010101), t)), Ty: t}, t.Width <= 64
	case Floating:
		return Zero(t), fill == 0 && t.Width <= 64
	}
	return Zero(t), fill == 0
}

func element(place Expr, i int64) Expr {
	return &Index{X: place, I: &Const{Value: IntConst(i), Ty: Int}, Ty: TypeOf(place).(Array).Elem}
}

func elementIfAny(place Expr, i int64) Expr {
	if place == nil {
		return nil
	}
	return element(place, i)
}
