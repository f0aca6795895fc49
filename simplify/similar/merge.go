package similar

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/valuegraph"
)

// bounds are how many parameters a function may get for constants at most, and how many nodes it must have for each of them: to pass constants takes no
// operations, but time. With one for 16 nodes the main loop of the cache simulator (configuration 9) has 45,042 nodes, with one for 12 44,599, in no more time, and
// without any 46,670.
type bounds struct{ most, nodesForOne int }

var defaultBounds = bounds{most: 64, nodesForOne: 12}

// Merge is p with one function in place of each set of functions that differ in constants alone, or in functions that they call which do, where that
// makes the program smaller: constants that differ become parameters [SIM-SIMILAR]. It takes the same operations, since constants cost nothing. The number is
// that of the functions that are gone. p is not changed; it must be well-formed (core.Verify) and monomorphic. The error is ctx's, where it was cancelled.
func Merge(ctx context.Context, p *core.Program) (_ *core.Program, merged int, err error) {
	defer stop.Recover(&err)
	q, merged := merge(ctx, p, defaultBounds)
	return q, merged, nil
}

func merge(ctx context.Context, p *core.Program, b bounds) (_ *core.Program, merged int) {
	m := newMerger(ctx, p)
	m.bounds = b
	for !m.divide() { // functions that should not be merged are told apart, and with them those that call them
	}
	if merged = m.merged(); merged == 0 {
		return p, 0
	}
	return m.program(p), merged
}

// merger is one run. A function is its index in the program.
type merger struct {
	ctx       context.Context
	bounds    bounds
	constants *valuegraph.Constants
	funcs     []*core.Func
	index     map[*core.Func]int
	bodies    []core.Expr // in which no call and no constant stands twice
	details   []details
	values    map[int]core.Value // by the id

	classes [][]int // their members
	class   []int
	number  []int     // of a function among the members of its class
	params  [][]param // of the function that a class becomes
}

// details are what is known of a function by itself.
type details struct {
	size      int
	calls     []*core.CallExpr // in the order of its text
	callees   []int
	constants []*core.Const // likewise
	ids       []int         // of the constants
	types     []core.Type
	text      string // without the constants
	apart     bool   // it is not merged
}

// param is a parameter for constants that differ: the id of that which each member of the class has in its place.
type param struct {
	ids  []int
	ty   core.Type
	name *core.Var
}

func newMerger(ctx context.Context, p *core.Program) *merger {
	m := &merger{ctx: ctx, constants: valuegraph.NewConstants(), funcs: p.Funcs, index: map[*core.Func]int{}, values: map[int]core.Value{}}
	for i, f := range p.Funcs {
		m.index[f] = i
	}
	whole := *p
	whole.Funcs = make([]*core.Func, len(p.Funcs))
	for i, f := range p.Funcs {
		g := *f
		g.Body = apart(f.Body)
		whole.Funcs[i] = &g
	}
	typer := core.NewTyper(&whole)
	for _, f := range whole.Funcs {
		stop.If(ctx)
		m.bodies = append(m.bodies, f.Body)
		m.details = append(m.details, m.detailsOf(f, typer.Function(f)))
	}
	m.details[m.index[p.Entry]].apart = true
	return m
}

// apart is e with calls and constants of its own at each place.
func apart(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Const:
		c := *e
		return &c
	case *core.CallExpr:
		c := *e
		c.Args = make([]core.Expr, len(e.Args))
		for i, x := range e.Args {
			c.Args[i] = apart(x)
		}
		return &c
	}
	return core.Rebuild(e, apart)
}

func (m *merger) detailsOf(f *core.Func, typing core.Typing) details {
	d := details{size: core.Size(f.Body)}
	t := &texter{constants: m.constants, self: f}
	t.constant = func(c *core.Const) {
		ty := typing.Exprs[c]
		id := m.constants.ID(c.Value)
		m.values[id] = m.constants.Shared(c.Value)
		d.constants, d.ids, d.types = append(d.constants, c), append(d.ids, id), append(d.types, ty)
		name := fmt.Sprint(ty)
		t.number(len(name))
		t.out = append(t.out, name...)
	}
	t.function(f.Params, f.Body)
	sum := sha256.Sum256(fmt.Append(t.out, f.ArgType(), "->", f.Result))
	d.text = string(sum[:])
	m.calls(f.Body, &d)
	return d
}

func (m *merger) calls(e core.Expr, d *details) {
	if c, ok := e.(*core.CallExpr); ok {
		d.calls, d.callees = append(d.calls, c), append(d.callees, m.index[c.Func])
	}
	core.Children(e, func(e core.Expr) { m.calls(e, d) })
}

// divide finds the classes of functions to be merged and what parameters they need. It is false where some of these functions should not be merged: they are
// told apart then.
func (m *merger) divide() bool {
	stop.If(m.ctx)
	texts, calls := make([]string, len(m.funcs)), make([][]int, len(m.funcs))
	for i, d := range m.details {
		texts[i], calls[i] = d.text, d.callees
		if d.apart {
			texts[i] = fmt.Sprint("function ", i)
		}
	}
	m.class = Classes(texts, calls)
	m.classes, m.number = nil, make([]int, len(m.funcs))
	for i, c := range m.class {
		for len(m.classes) <= c {
			m.classes = append(m.classes, nil)
		}
		m.number[i] = len(m.classes[c])
		m.classes[c] = append(m.classes[c], i)
	}
	m.params = make([][]param, len(m.classes))
	for c := range m.classes {
		m.ownParams(c)
	}
	for m.paramsOfCalls() {
	}
	return m.pays()
}

// ownParams are the parameters of class c for constants in its functions.
func (m *merger) ownParams(c int) {
	members := m.classes[c]
	first := &m.details[members[0]]
	for k := range first.constants {
		ids := make([]int, len(members))
		for i, f := range members {
			ids[i] = m.details[f].ids[k]
		}
		m.param(c, ids, first.types[k])
	}
}

// param adds a parameter of class c for constants with these ids, unless they are all the same or there is one already; true if it did.
func (m *merger) param(c int, ids []int, ty core.Type) bool {
	if isOne(ids) || m.paramFor(c, ids) != nil {
		return false
	}
	m.params[c] = append(m.params[c], param{ids, ty, &core.Var{Name: "k"}})
	return true
}

func isOne(ids []int) bool {
	return !slices.ContainsFunc(ids, func(id int) bool { return id != ids[0] })
}

// paramFor is the parameter of class c for constants with these ids; nil if there is none.
func (m *merger) paramFor(c int, ids []int) *param {
	i := slices.IndexFunc(m.params[c], func(p param) bool { return slices.Equal(p.ids, ids) })
	if i < 0 {
		return nil
	}
	return &m.params[c][i]
}

// paramsOfCalls adds parameters to classes that call functions which have some; false where there is none to add.
func (m *merger) paramsOfCalls() (added bool) {
	for c, members := range m.classes {
		for k := range m.details[members[0]].callees {
			called := m.class[m.details[members[0]].callees[k]]
			for i := 0; i < len(m.params[called]) && len(m.params[c]) <= m.bounds.most; i++ {
				if m.param(c, m.argument(c, k, i), m.params[called][i].ty) {
					added = true
				}
			}
		}
	}
	return added
}

// argument is what the members of class c pass in call number k for parameter number i of what they call.
func (m *merger) argument(c, k, i int) []int {
	ids := make([]int, len(m.classes[c]))
	for j, f := range m.classes[c] {
		callee := m.details[f].callees[k]
		ids[j] = m.params[m.class[callee]][i].ids[m.number[callee]]
	}
	return ids
}

// pays reports whether each class makes the program smaller, by what its functions take but one and what calls pass; functions of the others are told apart.
func (m *merger) pays() bool {
	sites := make([]int, len(m.classes)) // calls of their functions in the program that would be made
	for _, members := range m.classes {
		for _, f := range m.details[members[0]].callees {
			sites[m.class[f]]++
		}
	}
	pays := true
	for c, members := range m.classes {
		first := &m.details[members[0]]
		size := first.size
		for _, f := range first.callees {
			size += len(m.params[m.class[f]])
		}
		if n := len(m.params[c]); n > m.bounds.most || n*m.bounds.nodesForOne > size || n > 0 && (len(members)-1)*size <= n*sites[c] {
			for _, f := range members {
				m.details[f].apart = true
			}
			pays = false
		}
	}
	return pays
}

// merged is how many functions are gone.
func (m *merger) merged() int { return len(m.funcs) - len(m.classes) }

// program is p with the first function of each class in place of them all.
func (m *merger) program(p *core.Program) *core.Program {
	out := *p
	out.Funcs = nil
	made := make([]*core.Func, len(m.classes))
	for c, members := range m.classes {
		f := *m.funcs[members[0]]
		f.Params, f.ParamTypes = slices.Clone(f.Params), slices.Clone(f.ParamTypes)
		for _, x := range m.params[c] {
			f.Params, f.ParamTypes = append(f.Params, x.name), append(f.ParamTypes, x.ty)
		}
		made[c] = &f
	}
	for i := range m.funcs {
		c := m.class[i]
		if m.classes[c][0] != i {
			continue
		}
		out.Funcs = append(out.Funcs, made[c])
		made[c].Body = m.body(c, made)
	}
	out.Entry = made[m.class[m.index[p.Entry]]]
	return &out
}

// body is that of the function that class c becomes.
func (m *merger) body(c int, made []*core.Func) core.Expr {
	first := m.classes[c][0]
	d := &m.details[first]
	constants, calls := map[*core.Const]int{}, map[*core.CallExpr]int{}
	for k, x := range d.constants {
		constants[x] = k
	}
	for k, x := range d.calls {
		calls[x] = k
	}
	given := func(ids []int) core.Expr {
		if x := m.paramFor(c, ids); x != nil {
			return &core.VarExpr{Var: x.name}
		}
		return &core.Const{Value: m.values[ids[0]]}
	}
	var rebuilt func(core.Expr) core.Expr
	rebuilt = func(e core.Expr) core.Expr {
		switch e := e.(type) {
		case *core.Const:
			ids := make([]int, len(m.classes[c]))
			for i, f := range m.classes[c] {
				ids[i] = m.details[f].ids[constants[e]]
			}
			if isOne(ids) {
				return e
			}
			return given(ids)
		case *core.CallExpr:
			k, called := calls[e], m.class[m.index[e.Func]]
			out := &core.CallExpr{Func: made[called], Pos: e.Pos}
			for _, x := range e.Args {
				out.Args = append(out.Args, rebuilt(x))
			}
			for i := range m.params[called] {
				out.Args = append(out.Args, given(m.argument(c, k, i)))
			}
			return out
		}
		return core.Rebuild(e, rebuilt)
	}
	return rebuilt(m.bodies[first])
}
