package c

import (
	"fmt"
	"slices"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/internal/diag"
)

// translation turns functions of a module into one text.
type translation struct {
	module *backend.Module
	types  types
	root   *ast.Func

	functions []*translated          // in the order that they were met in
	byName    map[string]*translated // those of the module, and those that are made
	sites     strings.Builder        // a function for each call that needs more than C says
	siteCount int
	stubs     strings.Builder // functions in Go that are called by address
	indirect  bool            // something is called by its address
	hosts     []backend.HostFunc
	places    []place // of what can go wrong
	err       error
}

// place is where something can go wrong.
type place struct {
	function string
	pos      diag.Pos
	err      error     // what is known of it before
	label    ast.Label // of the command, where its tree does not tell the place
}

// translated is a function, its tree with names that the text has, and the functions that it calls by name.
type translated struct {
	source    *ast.Func
	name      string
	tree      *ast.Func
	calls     []*translated
	byAddress bool // it calls what it has the address of, too
}

// translate is f, with the module's functions that it reaches, as C.
func translate(m *backend.Module, f *ast.Func, o backend.Options) (*translation, string, error) {
	t := &translation{module: m, root: f, byName: map[string]*translated{}}
	t.types = types{layouts: m.Layouts(), tags: map[string]string{}, defined: map[string]bool{}}
	root := t.function(f)
	if own, ok := m.Function(f.Name); ok && own.Tree == f {
		t.byName[f.Name] = root
	}
	for i := 0; i < len(t.functions); i++ { // translating meets more
		t.functions[i].translate(t)
		if t.indirect && i == len(t.functions)-1 {
			t.reachAll()
		}
	}
	if t.err != nil {
		return nil, "", t.err
	}
	return t, t.text(root, o), nil
}

// function notes that f is to be translated.
func (t *translation) function(f *ast.Func) *translated {
	x := &translated{source: f, name: fmt.Sprintf("scf_%d_%s", len(t.functions), f.Name)}
	t.functions = append(t.functions, x)
	return x
}

// own is the module's function f, which has a tree, as it is translated.
func (t *translation) own(f *backend.Function) *translated {
	return t.named(f.Name, f.Tree)
}

func (t *translation) named(name string, tree *ast.Func) *translated {
	x, ok := t.byName[name]
	if !ok {
		x = t.function(tree)
		t.byName[name] = x
	}
	return x
}

// madeNamed is the function of that name that belongs to the root; nil if there is none.
func (t *translation) madeNamed(name string) *ast.Func {
	for _, f := range t.root.Made {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// reachAll has every function of the module that has a tree translated, because it may be called by its address.
func (t *translation) reachAll() {
	for _, f := range t.module.Functions() {
		if f.Tree != nil {
			t.own(f)
		}
	}
}

func (x *translated) translate(t *translation) {
	w := &writer{translation: t, function: x, outside: map[string]bool{}}
	for _, name := range ast.Outside(x.source) {
		w.outside[name] = true
	}
	g := &ast.Func{Name: x.name, Result: t.types.of(x.source.Result), Body: w.cmd(x.source.Body), InMemory: x.source.InMemory, Label: x.source.Label}
	for _, p := range x.source.Params {
		g.Params = append(g.Params, ast.Param{Name: p.Name, Ty: t.types.of(p.Ty), InMemory: p.InMemory})
	}
	x.tree = g
}

// recursive reports whether x can reach itself.
func (t *translation) recursive(x *translated) bool {
	seen := map[*translated]bool{}
	var reach func(*translated) bool
	reach = func(y *translated) bool {
		calls := y.calls
		if y.byAddress {
			calls = t.functions
		}
		return slices.ContainsFunc(calls, func(z *translated) bool {
			if z == x {
				return true
			}
			again := seen[z]
			seen[z] = true
			return !again && reach(z)
		})
	}
	return reach(x)
}

// writer makes the tree of one function say what C is to read.
type writer struct {
	*translation
	function *translated
	outside  map[string]bool // names that are no local variables
	at       diag.Pos        // of the command that is written
	label    ast.Label       // its label, where it has no place
}

func (w *writer) failf(format string, args ...any) {
	if w.err == nil {
		w.err = diag.Errorf(w.at, "%s: %s", w.function.source.Name, fmt.Sprintf(format, args...))
	}
}

// place is the number of where the command stands that is written.
func (w *writer) place() *ast.Const {
	return w.placeOf(nil)
}

func (w *writer) placeOf(err error) *ast.Const {
	p := place{w.function.source.Name, w.at, err, w.label}
	n := len(w.places) - 1
	if n < 0 || w.places[n].function != p.function || w.places[n].pos != p.pos || w.places[n].label != p.label || p.err != nil || w.places[n].err != nil {
		w.places = append(w.places, p)
		n++
	}
	return &ast.Const{Value: ast.IntConst(n), Ty: word}
}

var word = ast.Integer{Name: "unsigned long", Width: 64}

func (w *writer) cmd(c ast.Cmd) ast.Cmd {
	if at := ast.PlaceOf(c); at.IsValid() {
		w.at, w.label = at, nil
	} else if ast.HasPlace(c) {
		w.label = ast.LabelOf(c)
	}
	switch c := c.(type) {
	case *ast.Declare:
		return &ast.Declare{Name: c.Name, Ty: w.types.of(c.Ty), Init: w.initial(c.Ty, c.Init), Label: c.Label, At: c.At}
	case *ast.Assign:
		return &ast.Assign{Name: c.Name, Ty: w.types.of(c.Ty), X: w.expr(c.X), Label: c.Label, At: c.At}
	}
	return ast.RebuildCmd(c, w.cmd, w.expr)
}

// initial is what a variable of type t, or a part of one, begins with. A string stands for the bytes of an array.
func (w *writer) initial(t ast.Type, i ast.Init) ast.Init {
	switch i := i.(type) {
	case *ast.InitExpr:
		if s, ok := i.X.(*ast.Str); ok && !ast.IsScalar(t) {
			return &ast.InitExpr{X: w.typed(ast.CopyExpr(s))}
		}
		return &ast.InitExpr{X: w.expr(i.X)}
	case *ast.InitList:
		out := &ast.InitList{}
		for n, x := range i.Elems {
			out.Elems = append(out.Elems, w.initial(w.part(t, n), x))
		}
		return out
	}
	return i
}

// part is the type of the part n of an object of type t.
func (w *writer) part(t ast.Type, n int) ast.Type {
	if a, ok := t.(ast.Array); ok {
		return a.Elem
	}
	if l, ok := w.types.layouts.Of(t); ok && n < len(l.Fields) {
		return l.Fields[n].Ty
	}
	return t
}

func (w *writer) expr(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Object:
		if w.outside[e.Name] {
			return w.global(e)
		}
	case *ast.Str:
		return w.fixed(w.module.String(e), e.Ty)
	case *ast.AddressOf:
		if o, ok := e.X.(*ast.Object); ok && w.isFunction(o) {
			return w.global(o)
		}
	case *ast.Call:
		return w.call(e)
	case *ast.Binary:
		if (e.Op == ast.Div || e.Op == ast.Rem) && ast.IsInteger(e.Ty) {
			return w.division(e)
		}
	}
	return w.typed(ast.RebuildExpr(e, w.expr))
}

// isFunction reports whether o is a function, and no variable of this one.
func (w *writer) isFunction(o *ast.Object) bool {
	_, ok := o.Ty.(*ast.Function)
	return ok && w.outside[o.Name]
}

// typed gives e, which is new, the names that its type has here.
func (w *writer) typed(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Const:
		e.Ty = w.types.of(e.Ty)
	case *ast.Var:
		e.Ty = w.types.of(e.Ty)
	case *ast.Object:
		e.Ty = w.types.of(e.Ty)
	case *ast.Str:
		e.Ty = w.types.of(e.Ty)
	case *ast.Unary:
		e.Ty = w.types.of(e.Ty)
	case *ast.Binary:
		e.Ty = w.types.of(e.Ty)
	case *ast.Convert:
		e.Ty = w.types.of(e.Ty)
	case *ast.Cond:
		e.Ty = w.types.of(e.Ty)
	case *ast.Deref:
		e.Ty = w.types.of(e.Ty)
	case *ast.Index:
		e.Ty = w.types.of(e.Ty)
	case *ast.Member:
		e.Ty = w.types.of(e.Ty)
	case *ast.Arrow:
		e.Ty = w.types.of(e.Ty)
	case *ast.AddressOf:
		e.Ty = w.types.of(e.Ty)
	case *ast.Call:
		e.Ty = w.types.of(e.Ty)
	}
	return e
}

// global is a variable or function of the module, at its address.
func (w *writer) global(o *ast.Object) ast.Expr {
	addr, ok := w.module.Address(w.function.source.Name, o.Name)
	if !ok {
		w.failf("%s is declared and not defined, and the program does not give it", o.Name)
	}
	if w.isFunction(o) {
		return pointer(addr, w.types.of(o.Ty))
	}
	return w.fixed(addr, o.Ty)
}

// fixed is the object of type t at addr.
func (w *writer) fixed(addr uint64, t ast.Type) ast.Expr {
	t = w.types.of(t)
	return &ast.Deref{X: pointer(addr, t), Ty: t}
}

func pointer(addr uint64, to ast.Type) ast.Expr {
	return &ast.Convert{Ty: ast.Pointer{Elem: to}, X: &ast.Const{Value: ast.IntConst(addr), Ty: word}}
}

// division is a division of integers. One whose divisor is not known to be none of 0 and -1 is done by a function that looks at it.
func (w *writer) division(e *ast.Binary) ast.Expr {
	if c, ok := e.Y.(*ast.Const); ok && c.Value != ast.IntConst(0) && c.Value != ast.IntConst(-1) {
		return w.typed(ast.RebuildExpr(e, w.expr))
	}
	t := w.types.of(e.Ty).(ast.Integer)
	name := fmt.Sprintf("scf_%s_%s", map[ast.Binop]string{ast.Div: "div", ast.Rem: "rem"}[e.Op], strings.ReplaceAll(strings.TrimPrefix(t.Name, "volatile "), " ", "_"))
	return call(name, t, w.expr(e.X), w.expr(e.Y), w.place())
}

// call is a call of one of the text's own functions.
func call(name string, result ast.Type, args ...ast.Expr) *ast.Call {
	ty := &ast.Function{Result: result}
	for _, a := range args {
		ty.Params = append(ty.Params, ast.TypeOf(a))
	}
	return &ast.Call{Fn: &ast.Object{Name: name, Ty: ty}, Args: args, Ty: result}
}
