package passes_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
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

// word is a value: of an integer or pointer type in i, of a floating type in f, of a struct in bytes.
type word struct {
	i     int64
	f     float64
	bytes []int
}

// machine runs one function. Every object has an address of its own.
type machine struct {
	vars     map[string]word
	memory   map[int64]int    // bytes: 0 to 255, or unset
	frozen   map[int64]bool   // the bytes that do not change, as the caller vouches
	bases    map[string]int64 // of objects
	declared []*ast.Declare   // in the scope that is run
	leaked   []int64          // the addresses that were given to calls
	trace    strings.Builder  // the calls
	steps    int
}

const unset = -1

// how a command ends.
type ending struct {
	exit     ast.Label // the block that an exit leaves, or the node that a jump leads to
	returned bool
	value    string
}

var fellThrough = ending{}

// outcome is all that can be observed of a run: the calls, what is returned, and the globals afterwards.
func outcome(f *ast.Func, args []argument) (seen string, err error) {
	m := &machine{vars: map[string]word{}, memory: map[int64]int{}, frozen: map[int64]bool{}, bases: map[string]int64{}, steps: 4000}
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
		m.room(m.base(g.name), g.ty)
		m.fill(m.base(g.name), g.ty)
	}
	for i, p := range f.Params {
		w := m.argument(args[i], p.Name, p.Ty)
		if p.InMemory {
			m.room(m.base(p.Name), p.Ty)
			m.store(m.base(p.Name), p.Ty, w)
		} else {
			m.vars[p.Name] = w
		}
	}
	end := m.cmd(f.Body)
	return m.trace.String() + "returns " + end.value + m.globals(), nil
}

// fill gives an object of type t values that differ from each other.
func (m *machine) fill(at int64, t ast.Type) {
	switch t := t.(type) {
	case ast.Array:
		for i := range t.Len {
			m.fill(at+i*sizeOf(t.Elem), t.Elem)
		}
	case ast.Record:
		for i := range t.Size / 4 {
			m.store(at+4*i, ast.Int, word{i: 3 + i})
		}
		m.store(at+24, pointer, word{i: m.base("array")})
	case ast.Pointer:
		m.store(at, t, word{i: m.base("array")})
	default:
		m.store(at, t, convert(t, ast.Int, word{i: 3 + at%7}))
	}
}

func (m *machine) globals() string {
	var b strings.Builder
	for _, g := range globals {
		fmt.Fprintf(&b, " %s=", g.name)
		for i := range sizeOf(g.ty) {
			fmt.Fprintf(&b, "%02x", m.memory[m.base(g.name)+i])
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

// ---- memory

func sizeOf(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Integer:
		return int64(t.Width) / 8
	case ast.Floating:
		return int64(t.Width) / 8
	case ast.Pointer:
		return 8
	case ast.Array:
		return t.Len * sizeOf(t.Elem)
	case ast.Record:
		return t.Size
	}
	return 1
}

// room makes an object without a value.
func (m *machine) room(at int64, t ast.Type) {
	for i := range sizeOf(t) {
		m.memory[at+i] = unset
	}
}

// load reads a scalar or a struct. Bytes that are unset make a scalar undefined.
func (m *machine) load(at int64, t ast.Type) word {
	bytes := make([]int, sizeOf(t))
	for i := range bytes {
		b, ok := m.memory[at+int64(i)]
		if !ok {
			panic(errUndefined)
		}
		bytes[i] = b
	}
	if _, ok := t.(ast.Record); ok {
		return word{bytes: bytes}
	}
	var bits uint64
	for i, b := range bytes {
		if b == unset {
			panic(errUndefined)
		}
		bits |= uint64(b) << (8 * i)
	}
	return fromBits(bits, t)
}

func fromBits(bits uint64, t ast.Type) word {
	switch t := t.(type) {
	case ast.Floating:
		if t.Width == 32 {
			return word{f: float64(math.Float32frombits(uint32(bits)))}
		}
		return word{f: math.Float64frombits(bits)}
	case ast.Pointer:
		return word{i: int64(bits)}
	case ast.Boolean:
		if bits > 1 {
			panic(errUndefined)
		}
		return word{i: int64(bits)}
	}
	return word{i: ast.Wrap(int64(bits), t)}
}

func toBits(w word, t ast.Type) uint64 {
	if t, ok := t.(ast.Floating); ok {
		if t.Width == 32 {
			return uint64(math.Float32bits(float32(w.f)))
		}
		return math.Float64bits(w.f)
	}
	return uint64(w.i)
}

func (m *machine) store(at int64, t ast.Type, w word) {
	bytes := w.bytes
	if bytes == nil {
		bits := toBits(w, t)
		for i := range sizeOf(t) {
			bytes = append(bytes, int(bits>>(8*i)&255))
		}
	}
	for i, b := range bytes {
		if _, ok := m.memory[at+int64(i)]; !ok || m.frozen[at+int64(i)] {
			panic(errUndefined)
		}
		m.memory[at+int64(i)] = b
	}
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
		m.store(at, ast.TypeOf(c.Dest), m.expr(c.X))
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
	case *ast.Advised:
		return m.cmd(c.Loop)
	case *ast.Block:
		if end := m.cmd(c.Body); end.exit != c.Label {
			return end
		}
	case *ast.Exit:
		return ending{exit: c.To}
	case *ast.Graph:
		return m.graph(c)
	case *ast.Jump:
		return ending{exit: c.To}
	case *ast.Return:
		w := m.expr(c.X)
		return ending{returned: true, value: show(w, ast.TypeOf(c.X))}
	case *ast.ReturnVoid:
		return ending{returned: true}
	}
	return fellThrough
}

// graph runs nodes, each in a scope of its own, as long as jumps lead from one to another.
func (m *machine) graph(c *ast.Graph) ending {
	at := 0
	for {
		m.tick()
		end := m.scope(func() ending { return m.cmd(c.Nodes[at].Body) })
		at = slices.IndexFunc(c.Nodes, func(n *ast.Node) bool { return n.Label == end.exit })
		if at < 0 {
			return end
		}
	}
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
	for i := range sizeOf(d.Ty) {
		delete(m.memory, m.base(d.Name)+i)
	}
}

func show(w word, t ast.Type) string {
	if _, ok := t.(ast.Floating); ok && w.f != w.f {
		return "no number" // C does not say which bits a NaN has
	} else if ok {
		return fmt.Sprintf("%x", math.Float64bits(w.f))
	}
	return fmt.Sprint(w.i, w.bytes)
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
	m.room(base, c.Ty)
	switch i := c.Init.(type) {
	case *ast.InitExpr:
		w := m.expr(i.X)
		m.vars[c.Name] = w
		m.store(base, c.Ty, w)
	case *ast.InitList:
		for at := range sizeOf(c.Ty) {
			m.memory[base+at] = 0
		}
		m.initialize(base, c.Ty, i)
	}
}

// initialize stores the elements of an array, or the first field of a record.
func (m *machine) initialize(at int64, t ast.Type, i ast.Init) {
	switch i := i.(type) {
	case *ast.InitExpr:
		m.store(at, t, m.expr(i.X))
	case *ast.InitList:
		for k, x := range i.Elems {
			if a, ok := t.(ast.Array); ok {
				m.initialize(at+int64(k)*sizeOf(a.Elem), a.Elem, x)
			} else {
				m.initialize(at, ast.Int, x)
			}
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
		return binary(e, x, m.expr(e.Y))
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
	if _, ok := ast.TypeOf(e).(ast.Array); ok {
		return word{i: at} // an array decays
	}
	return m.load(at, ast.TypeOf(e))
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
		return base + sizeOf(e.Ty)*m.expr(e.I).i
	case *ast.Member:
		return m.address(e.X) + e.Offset
	case *ast.Arrow:
		return m.expr(e.X).i + e.Offset
	}
	panic(fmt.Sprintf("%T denotes no object", e))
}

// call is a call of an unknown function: it is seen with its arguments, its result depends on them, on the calls before and on
// what it can reach; and it changes that: the globals, and what it has ever been given the address of.
func (m *machine) call(e *ast.Call) word {
	name := e.Fn.(*ast.Object).Name
	h := int64(len(name)*7 + m.trace.Len())
	var args strings.Builder
	for _, a := range e.Args {
		w := m.expr(a)
		if _, ok := ast.TypeOf(a).(ast.Pointer); ok {
			m.leaked = append(m.leaked, w.i)
		}
		fmt.Fprintf(&args, "%s ", show(w, ast.TypeOf(a)))
	}
	for _, at := range append([]int64{m.base("g"), m.base("record") + 8, m.base("array") + 4}, m.leaked...) {
		h = h*31 + m.touch(at, h)
	}
	for _, c := range args.String() {
		h = h*31 + int64(c)
	}
	fmt.Fprintf(&m.trace, "%s(%s) sees %d\n", name, args.String(), h)
	switch t := e.Ty.(type) {
	case ast.Floating:
		return round(float64(h%16), t)
	case ast.Pointer:
		return word{i: m.base("array")}
	}
	return word{i: ast.Wrap(h, e.Ty)}
}

// touch reads and changes the int at an address, if there is one.
func (m *machine) touch(at, h int64) int64 {
	for i := range int64(4) {
		if b, ok := m.memory[at+i]; !ok || b == unset || m.frozen[at+i] {
			return 0
		}
	}
	old := m.load(at, ast.Int).i
	m.store(at, ast.Int, word{i: ast.Wrap(old+h, ast.Int)})
	return old
}
