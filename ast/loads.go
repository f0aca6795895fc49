package ast

import "strings"

// Numbers that are copied from bytes (memcpy of a scalar, the way to read one that C allows wherever it lies) are loads of a function that passes know, so that they see what is
// read where the bytes are known. What they give has the copies again.

// load is behind the name of a function that copies memory: it gives the number that is copied. No function of C has such a name.
const load = ".load"

// copiesMemory are the functions that copy memory.
var copiesMemory = map[string]bool{"memcpy": true, "memmove": true, "__builtin_memcpy": true, "__builtin_memmove": true}

// WithLoads is f with stores of such loads for its copies of bytes to integers. defines says which functions the file has itself.
func WithLoads(f *Func, defines func(name string) bool) *Func {
	found := false
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		if e, ok := c.(*Eval); ok {
			if s := loading(e, defines); s != nil {
				found = true
				return s
			}
		}
		return RebuildCmd(c, cmd, same)
	}
	body := cmd(f.Body)
	if !found {
		return f
	}
	out := *f
	out.Body = body
	Number(&out)
	return &out
}

// loading is the store that e is, if it copies bytes to an integer.
func loading(e *Eval, defines func(string) bool) *Store {
	c, ok := withoutCasts(e.X).(*Call)
	if !ok || len(c.Args) != 3 {
		return nil
	}
	f, ok := c.Fn.(*Object)
	if !ok || !isFunction(f.Ty) || !copiesMemory[f.Name] || defines(f.Name) {
		return nil
	}
	place, _, ok := placeAt(c.Args[0])
	if !ok {
		return nil
	}
	t, isInteger := TypeOf(place).(Integer)
	from := withoutCasts(c.Args[1])
	size, isNumber := sizeIn(c.Args[2])
	if !isInteger || !isNumber || t.Width > 64 || size*8 != t.Width || IsBitField(place) || Unqualified(t) != Type(t) || !isBytes(TypeOf(from)) {
		return nil
	}
	call := &Call{Fn: &Object{Name: f.Name + load, Ty: &Function{Result: t, Params: []Type{TypeOf(from)}}}, Args: []Expr{from}, Ty: t}
	return &Store{Dest: place, X: call, At: e.At}
}

// isBytes reports whether t is a pointer to bytes.
func isBytes(t Type) bool {
	p, ok := t.(Pointer)
	i, isInteger := elemOf(t).(Integer)
	return ok && isInteger && i.Width == 8 && !IsVolatile(p.Elem)
}

// Loads reports whether WithLoads made loads in f.
func Loads(f *Func) (found bool) {
	Walk(f.Body, nil, func(e Expr) { found = found || isLoadCall(e) }, nil)
	return found
}

func isLoadCall(e Expr) bool {
	c, ok := e.(*Call)
	if !ok {
		return false
	}
	o, ok := c.Fn.(*Object)
	return ok && strings.HasSuffix(o.Name, load)
}

// WithoutLoads is f, which WithLoads gave or a pass made of that, with copies for loads.
func WithoutLoads(f *Func) *Func {
	if !Loads(f) {
		return f
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd {
		switch c := c.(type) {
		case *Store:
			if isLoadCall(c.X) {
				return &Eval{X: copyTo(c.Dest, c.X.(*Call)), Label: c.Label, At: c.At}
			}
		case *Eval:
			if isLoadCall(c.X) { // of what no one needs
				return &Skip{Label: c.Label}
			}
		}
		return RebuildCmd(c, cmd, same)
	}
	out := *f
	out.Body = cmd(f.Body)
	last := lastLabel([]*Func{f})
	Walk(out.Body, nil, func(e Expr) { // what copies have that loads have not
		if *e.label() == nil {
			last++
			*e.label() = last
		}
	}, nil)
	return &out
}

// copyTo is the call that copies what c loads to a place.
func copyTo(place Expr, c *Call) Expr {
	void, size64 := Pointer{Void{}}, Integer{"unsigned long", 64, false}
	name, _ := strings.CutSuffix(c.Fn.(*Object).Name, load)
	f := &Object{Name: name, Ty: &Function{Result: void, Params: []Type{void, void, size64}}, Label: LabelOfExpr(c.Fn)}
	size := &Const{Value: IntConst(c.Ty.(Integer).Width / 8), Ty: size64}
	to := &AddressOf{X: place, Ty: Pointer{c.Ty}}
	return &Call{Fn: f, Args: []Expr{&Convert{Ty: void, X: to}, &Convert{Ty: void, X: c.Args[0]}, size}, Ty: void, Label: c.Label}
}
