package passes_test

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"scf/ast"
)

// This file is the judge of the passes: a machine that runs trees as C says. What C leaves undefined ends a run, and so does
// running for too long; such runs judge nothing.

// errUndefined says that C does not define the run, errLong that it takes too many steps.
var (
	errUndefined = errors.New("undefined")
	errLong      = errors.New("too long")
)

// word is a value: of an integer or pointer type in i, of a floating type in f.
type word struct {
	i int64
	f float64
}

// machine runs one function. Every object has an address of its own; a cell of memory is one scalar.
type machine struct {
	vars     map[string]word
	memory   map[int64]word
	valid    map[int64]bool   // which cells there are
	bases    map[string]int64 // of objects
	declared []*ast.Declare   // in the scope that is run
	trace    strings.Builder  // the calls
	steps    int
}

// how a command ends.
type ending struct {
	exit     ast.Label // the block that an exit leaves
	returned bool
	value    string
}

var fellThrough = ending{}

// outcome is all that can be observed of a run: the calls, what is returned, and the globals afterwards.
func outcome(f *ast.Func, args []word) (seen string, err error) {
	m := &machine{vars: map[string]word{}, memory: map[int64]word{}, valid: map[int64]bool{}, bases: map[string]int64{}, steps: 4000}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok || !errors.Is(e, errUndefined) && !errors.Is(e, errLong) {
				panic(r)
			}
			err = e
		}
	}()
	for _, g := range globals {
		for i := range cells(g.ty) {
			m.put(m.base(g.name)+8*i, convert(scalar(g.ty), ast.Int, word{i: 3 + i}))
		}
	}
	for i, p := range f.Params {
		if p.InMemory {
			m.put(m.base(p.Name), args[i])
		} else {
			m.vars[p.Name] = args[i]
		}
	}
	end := m.cmd(f.Body)
	return m.trace.String() + "returns " + end.value + m.globals(), nil
}

// cells is the number of scalars in a global of type t.
func cells(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Array:
		return t.Len
	case ast.Record:
		return t.Size / 8
	}
	return 1
}

// scalar is the type of the scalars in a global of type t.
func scalar(t ast.Type) ast.Type {
	if ast.IsScalar(t) {
		return t
	}
	return ast.Int
}

func (m *machine) globals() string {
	var b strings.Builder
	for _, g := range globals {
		for i := range cells(g.ty) {
			fmt.Fprintf(&b, " %s[%d]=%s", g.name, i, show(m.memory[m.base(g.name)+8*i], scalar(g.ty)))
		}
	}
	return b.String()
}

// base is the address of the object, which depends on its name alone.
func (m *machine) base(name string) int64 {
	if _, ok := m.bases[name]; !ok {
		h := int64(7)
		for _, c := range name {
			h = h*31 + int64(c)
		}
		m.bases[name] = (h%100003 + 200000) * 4096
	}
	return m.bases[name]
}

// put makes a cell with a value.
func (m *machine) put(at int64, w word) {
	m.valid[at] = true
	m.memory[at] = w
}

func (m *machine) tick() {
	m.steps--
	if m.steps < 0 {
		panic(errLong)
	}
}

// ---- commands

func (m *machine) cmd(c ast.Cmd) ending {
	m.tick()
	switch c := c.(type) {
	case *ast.Skip:
	case *ast.Seq:
		if end := m.cmd(c.First); end != fellThrough {
			return end
		}
		return m.cmd(c.Second)
	case *ast.Scope:
		return m.scope(func() ending { return m.cmd(c.Body) })
	case *ast.Declare:
		m.declare(c)
	case *ast.Assign:
		m.vars[c.Name] = m.expr(c.X)
	case *ast.Store:
		at := m.address(c.Dest)
		if !m.valid[at] {
			panic(errUndefined)
		}
		m.memory[at] = m.expr(c.X)
	case *ast.Eval:
		m.expr(c.X)
	case *ast.If:
		if m.holds(c.Test) {
			return m.cmd(c.Then)
		}
		return m.cmd(c.Else)
	case *ast.While:
		return m.loop(c.Test, c.Body, nil)
	case *ast.DoWhile:
		if end := m.cmd(c.Body); end != fellThrough {
			return end
		}
		return m.loop(c.Test, c.Body, nil)
	case *ast.For:
		return m.scope(func() ending {
			if end := m.cmd(c.Init); end != fellThrough {
				return end
			}
			return m.loop(c.Test, c.Body, c.Step)
		})
	case *ast.Switch:
		return m.scope(func() ending { return m.switchTo(c) })
	case *ast.Block:
		if end := m.cmd(c.Body); end.exit != c.Label {
			return end
		}
	case *ast.Exit:
		return ending{exit: c.To}
	case *ast.Return:
		w := m.expr(c.X)
		return ending{returned: true, value: show(w, ast.TypeOf(c.X))}
	case *ast.ReturnVoid:
		return ending{returned: true}
	}
	return fellThrough
}

// scope runs what is in a scope of its own: what it declares ends with it.
func (m *machine) scope(run func() ending) ending {
	outer := m.declared
	m.declared = nil
	end := run()
	for _, d := range m.declared {
		m.remove(d)
	}
	m.declared = outer
	return end
}

// remove makes what d declares unknown.
func (m *machine) remove(d *ast.Declare) {
	delete(m.vars, d.Name)
	for i := range cells(d.Ty) {
		at := m.base(d.Name) + 8*i
		delete(m.memory, at)
		delete(m.valid, at)
	}
}

func show(w word, t ast.Type) string {
	if _, ok := t.(ast.Floating); ok {
		return fmt.Sprintf("%x", math.Float64bits(w.f))
	}
	return fmt.Sprint(w.i)
}

func (m *machine) loop(t ast.Expr, body, step ast.Cmd) ending {
	for m.tick(); m.holds(t); m.tick() {
		if end := m.cmd(body); end != fellThrough {
			return end
		}
		if step != nil {
			if end := m.cmd(step); end != fellThrough {
				return end
			}
		}
	}
	return fellThrough
}

func (m *machine) switchTo(c *ast.Switch) ending {
	v := m.expr(c.Test).i
	at := len(c.Arms)
	for i, a := range c.Arms {
		if a.Default && at == len(c.Arms) {
			at = i
		}
	}
	for i, a := range c.Arms {
		for _, x := range a.Values {
			if x == v {
				at = i
			}
		}
	}
	for ; at < len(c.Arms); at++ {
		if end := m.cmd(c.Arms[at].Body); end != fellThrough {
			return end
		}
	}
	return fellThrough
}

// declare makes the variable new: what it held is gone.
func (m *machine) declare(c *ast.Declare) {
	m.remove(c)
	m.declared = append(m.declared, c)
	base := m.base(c.Name)
	for i := range cells(c.Ty) {
		m.valid[base+8*i] = true
	}
	switch i := c.Init.(type) {
	case *ast.InitExpr:
		w := m.expr(i.X)
		m.vars[c.Name] = w
		m.put(base, w)
	case *ast.InitList:
		for k, x := range i.Elems {
			m.put(base+8*int64(k), m.expr(x.(*ast.InitExpr).X))
		}
	}
}

// ---- expressions

func (m *machine) holds(e ast.Expr) bool { return truth(m.expr(e), ast.TypeOf(e)) }

func truth(w word, t ast.Type) bool {
	if _, ok := t.(ast.Floating); ok {
		return w.f != 0
	}
	return w.i != 0
}

func of(b bool) word {
	if b {
		return word{i: 1}
	}
	return word{}
}

func (m *machine) expr(e ast.Expr) word {
	m.tick()
	switch e := e.(type) {
	case *ast.Const:
		return constant(e)
	case *ast.Var:
		w, ok := m.vars[e.Name]
		if !ok {
			panic(errUndefined)
		}
		return w
	case *ast.Str:
		return word{i: m.base("\"" + e.Text)}
	case *ast.Unary:
		return unary(e.Op, e.Ty, m.expr(e.X))
	case *ast.Binary:
		x := m.expr(e.X)
		return binary(e.Op, e.Ty, x, m.expr(e.Y))
	case *ast.Convert:
		return convert(e.Ty, ast.TypeOf(e.X), m.expr(e.X))
	case *ast.LogAnd:
		return of(m.holds(e.X) && m.holds(e.Y))
	case *ast.LogOr:
		return of(m.holds(e.X) || m.holds(e.Y))
	case *ast.Cond:
		if m.holds(e.Test) {
			return m.expr(e.Then)
		}
		return m.expr(e.Else)
	case *ast.AddressOf:
		return word{i: m.address(e.X)}
	case *ast.Call:
		return m.call(e)
	}
	at := m.address(e)
	if cells(ast.TypeOf(e)) > 1 {
		return word{i: at} // an array decays
	}
	w, ok := m.memory[at]
	if !ok {
		panic(errUndefined)
	}
	return w
}

// address is where the object denoted by e lies.
func (m *machine) address(e ast.Expr) int64 {
	switch e := e.(type) {
	case *ast.Object:
		return m.base(e.Name)
	case *ast.Deref:
		return m.expr(e.X).i
	case *ast.Index:
		base := m.expr(e.X).i
		return base + 8*m.expr(e.I).i
	case *ast.Member:
		return m.address(e.X) + e.Offset
	case *ast.Arrow:
		return m.expr(e.X).i + e.Offset
	}
	panic(fmt.Sprintf("%T denotes no object", e))
}

// call is a call of an unknown function: it is seen with its arguments, its result depends on them and on the calls before,
// and it changes the globals.
func (m *machine) call(e *ast.Call) word {
	name := e.Fn.(*ast.Object).Name
	h := int64(len(name)*7 + m.trace.Len())
	fmt.Fprintf(&m.trace, "%s(", name)
	for _, a := range e.Args {
		w := m.expr(a)
		fmt.Fprintf(&m.trace, "%s ", show(w, ast.TypeOf(a)))
		h = h*31 + w.i + int64(math.Float64bits(w.f)>>40)
	}
	m.trace.WriteString(")\n")
	if g, ok := m.memory[m.base("g")]; ok {
		m.memory[m.base("g")] = word{i: ast.Wrap(g.i+h, ast.Int)}
	}
	switch t := e.Ty.(type) {
	case ast.Floating:
		return round(float64(h%16), t)
	case ast.Pointer:
		return word{i: m.base("array")}
	}
	return word{i: ast.Wrap(h, e.Ty)}
}
