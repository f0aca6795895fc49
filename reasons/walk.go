package reasons

import (
	"scf/internal/diag"
	"scf/scfml/core"
	"scf/simplify"
)

// Going through a program: what flows where, and what is to be asked when that is known.

// question asks why e is evaluated.
type question struct {
	e       core.Expr
	kind    questionKind
	parts   []part
	barrier int32 // that is the answer; 0 where the parts give it
}

type questionKind int

const (
	taken questionKind = iota // parts are taken apart
	built                     // the part is made
)

// walker goes through one program.
type walker struct {
	*flow
	refused   map[core.Expr]simplify.Refusal
	typer     *core.Typer
	typing    core.Typing // of the function in work
	at        diag.Pos    // the nearest that is known
	env       map[*core.Var]slot
	params    map[*core.Func][]slot
	results   map[*core.Func]slot
	narrowed  map[part]slot
	questions []question
}

func newWalker(p *core.Program, refused map[core.Expr]simplify.Refusal) *walker {
	w := &walker{
		flow: newFlow(), refused: refused, typer: core.NewTyper(p), env: map[*core.Var]slot{},
		params: map[*core.Func][]slot{}, results: map[*core.Func]slot{}, narrowed: map[part]slot{},
	}
	for _, f := range p.Funcs {
		w.results[f] = w.slot()
		for _, x := range f.Params {
			s := w.slot()
			w.params[f] = append(w.params[f], s)
			w.env[x] = s
		}
	}
	for i, s := range w.params[p.Entry] {
		w.all(s, p.Entry.ParamTypes[i], func(x part) { w.source(x, input) })
	}
	w.all(w.results[p.Entry], p.Entry.Result, func(x part) { w.ask(x, used) })
	return w
}

// all calls f for the parts of the values of type t in s.
func (w *walker) all(s slot, t core.Type, f func(part)) {
	for _, n := range w.types.parts(w.types.of(t)) {
		f(part{s, n})
	}
}

func (w *walker) function(f *core.Func) {
	w.typing, w.at = w.typer.Function(f), f.Pos
	w.flows(w.expr(f.Body, 0), w.results[f], 0, anyType)
}

// part is the part of s that is of e's type, the whole of what e gives.
func (w *walker) part(s slot, e core.Expr) part { return part{s, w.types.of(w.typing.Exprs[e])} }

// expr is the slot of e's value. join is the barrier behind a match of several arms that gives it; 0 where it is the function's result.
func (w *walker) expr(e core.Expr, join int32) slot {
	outer := w.at
	w.at = w.place(e)
	s := w.node(e, join)
	w.at = outer
	return s
}

func posOf(e core.Expr) diag.Pos {
	switch e := e.(type) {
	case *core.CaseExpr:
		return e.Pos
	case *core.CallExpr:
		return e.Pos
	case *core.PrimExpr:
		return e.Pos
	}
	return diag.Pos{}
}

func (w *walker) node(e core.Expr, join int32) slot {
	switch e := e.(type) {
	case *core.VarExpr:
		return w.env[e.Var]
	case *core.Const:
		s := w.slot()
		w.constant(s, e.Value, w.typing.Exprs[e])
		return s
	case *core.ConExpr:
		return w.construction(e, e.Args)
	case *core.TupleExpr:
		return w.construction(e, e.Elems)
	case *core.CaseExpr:
		return w.match(e, join)
	case *core.CallExpr:
		return w.call(e)
	case *core.PrimExpr:
		return w.prim(e)
	case *core.IterExpr:
		return w.iterator(e)
	}
	return w.slot() // a dead value
}

// operand is the slot of e, which stands where no match waits for it.
func (w *walker) operand(e core.Expr) slot {
	join := int32(0)
	if inner := branching(e); inner != nil {
		join = w.barrier(Kind(simplify.Elsewhere), w.place(inner))
	}
	return w.expr(e, join)
}

func (w *walker) operands(es []core.Expr) []slot {
	var out []slot
	for _, e := range es {
		out = append(out, w.operand(e))
	}
	return out
}

// constant notes that the parts of a constant are made in the program.
func (w *walker) constant(s slot, v core.Value, t core.Type) {
	p := part{s, w.types.of(t)}
	w.source(p, made)
	var values []core.Value
	var types []core.Type
	switch v := v.(type) {
	case *core.ConValue:
		values, types = v.Args, v.Con.ArgTypes(t.(*core.DataType))
	case *core.Tuple:
		values, types = v.Elems, t.(*core.TupleType).Elems
	case *core.MapValue, *core.SetValue:
		w.all(s, t, func(x part) { w.source(x, made) })
		return
	}
	for i, x := range values {
		w.constant(s, x, types[i])
	}
}

func (w *walker) construction(e core.Expr, args []core.Expr) slot {
	s := w.slot()
	for _, a := range w.operands(args) {
		w.flows(a, s, 0, anyType)
	}
	w.makes(e, s)
	return s
}

// makes notes that e makes what is in s.
func (w *walker) makes(e core.Expr, s slot) {
	p := w.part(s, e)
	w.source(p, made)
	w.questions = append(w.questions, question{e: e, kind: built, parts: []part{p}})
}

// reads notes that e takes parts apart.
func (w *walker) reads(e core.Expr, parts ...part) {
	for _, p := range parts {
		w.ask(p, read)
	}
	w.questions = append(w.questions, question{e: e, kind: taken, parts: parts})
}

// branching is the match of several arms in which e ends, or nil.
func branching(e core.Expr) *core.CaseExpr {
	c, ok := e.(*core.CaseExpr)
	for ok && len(c.Arms) == 1 {
		c, ok = c.Arms[0].Body.(*core.CaseExpr)
	}
	return c
}

// place is e's position, or the nearest that is known.
func (w *walker) place(e core.Expr) diag.Pos {
	if pos := posOf(e); pos.IsValid() {
		return pos
	}
	return w.at
}

func (w *walker) call(e *core.CallExpr) slot {
	b := w.barrier(Kind(w.refused[e]), w.at)
	for i, a := range w.operands(e.Args) {
		w.flows(a, w.params[e.Func][i], b, w.types.of(e.Func.ParamTypes[i]))
	}
	s := w.slot()
	w.flows(w.results[e.Func], s, b, w.types.of(e.Func.Result))
	w.questions = append(w.questions, question{e: e, barrier: b})
	return s
}

func (w *walker) match(e *core.CaseExpr, join int32) slot {
	var read []part
	for _, c := range w.columns(e) {
		for _, p := range c.pats {
			read = w.pattern(p, c.slot, c.typ, read)
		}
	}
	w.reads(e, read...)
	if len(e.Arms) == 1 {
		return w.expr(e.Arms[0].Body, join)
	}
	s := w.slot()
	for _, a := range e.Arms {
		w.flows(w.expr(a.Body, join), s, join, anyType)
	}
	return s
}

// column is what the patterns of a match are for.
type column struct {
	slot slot
	typ  core.Type
	pats []core.Pat
}

func (w *walker) columns(e *core.CaseExpr) []column {
	if t, ok := e.Scrut.(*core.TupleExpr); ok && e.NeverBuilt() {
		var out []column
		for i, x := range t.Elems {
			c := column{slot: w.operand(x), typ: w.typing.Exprs[x]}
			for _, a := range e.Arms {
				if p, ok := a.Pat.(*core.TuplePat); ok {
					c.pats = append(c.pats, p.Elems[i])
				}
			}
			out = append(out, c)
		}
		return out
	}
	join := int32(0)
	if inner := branching(e.Scrut); inner != nil {
		join = w.barrier(Kind(w.refused[e]), w.place(inner))
	}
	c := column{slot: w.expr(e.Scrut, join), typ: w.typing.Exprs[e.Scrut]}
	for _, a := range e.Arms {
		c.pats = append(c.pats, a.Pat)
	}
	return []column{c}
}

// pattern binds p's variables to parts of what is in s, of type t, and appends the parts that it takes apart to read.
func (w *walker) pattern(p core.Pat, s slot, t core.Type, read []part) []part {
	switch p := p.(type) {
	case *core.VarPat:
		w.env[p.Var] = w.narrow(s, t)
	case *core.AsPat:
		w.env[p.Var] = w.narrow(s, t)
		return w.pattern(p.Pat, s, t, read)
	case *core.LitPat:
		return append(read, part{s, w.types.of(t)})
	case *core.ConPat:
		read = append(read, part{s, w.types.of(t)})
		for i, x := range p.Con.ArgTypes(t.(*core.DataType)) {
			read = w.pattern(p.Args[i], s, x, read)
		}
	case *core.TuplePat:
		read = append(read, part{s, w.types.of(t)})
		for i, x := range t.(*core.TupleType).Elems {
			read = w.pattern(p.Elems[i], s, x, read)
		}
	}
	return read
}

// narrow is a slot for what of s is of type t.
func (w *walker) narrow(s slot, t core.Type) slot {
	p := part{s, w.types.of(t)}
	n, ok := w.narrowed[p]
	if !ok {
		n = w.slot()
		w.narrowed[p] = n
		w.flows(s, n, 0, p.of)
	}
	return n
}

func (w *walker) iterator(e *core.IterExpr) slot {
	b := w.barrier(Entries, w.at)
	s := w.slot()
	var maps []part
	for i, a := range w.operands(e.Args) {
		w.env[e.Params[i]] = w.slot()
		w.flows(a, w.env[e.Params[i]], b, w.types.of(e.Mod.Value))
		w.flows(a, s, 0, anyType)
		maps = append(maps, part{a, w.types.of(e.Mod.Type())})
	}
	w.flows(w.operand(e.Body), s, b, anyType)
	w.reads(e, maps...)
	return s
}

func (w *walker) prim(e *core.PrimExpr) slot {
	s, args := w.slot(), w.operands(e.Args)
	switch e.Op {
	case core.OpMapInsert, core.OpMapRemove, core.OpSetAdd, core.OpSetDelete:
		changed := w.slot()
		w.flows(changed, s, w.key(e), anyType)
		w.changes(e, args, changed)
	case core.OpSetUnion:
		w.changes(e, args, s)
	case core.OpMapFind, core.OpSetMember:
		w.lookup(e, s, w.part(args[0], e.Args[0]))
	default:
		var parts []part
		for i, a := range args {
			parts = append(parts, w.part(a, e.Args[i]))
			w.all(a, w.typing.Exprs[e.Args[i]], func(p part) { // structures are compared as a whole
				w.computes(p, w.part(s, e), 0, true)
				w.ask(p, read)
			})
		}
		if !e.Op.IsMap() {
			parts = []part{w.part(s, e)}
		}
		w.questions = append(w.questions, question{e: e, kind: taken, parts: parts})
	}
	return s
}

// changes notes that e makes a map or set of args, in s.
func (w *walker) changes(e *core.PrimExpr, args []slot, s slot) {
	for _, a := range args {
		w.flows(a, s, 0, anyType)
	}
	w.makes(e, s)
}

// key is the barrier that the key of e is, an operation on a map or set; 0 where it is known.
func (w *walker) key(e *core.PrimExpr) int32 {
	if _, known := e.Args[1].(*core.Const); known {
		return 0
	}
	return w.barrier(Key, w.at)
}

// lookup notes that e gives into s what the map or set m has under a key, or whether it has it.
func (w *walker) lookup(e *core.PrimExpr, s slot, m part) {
	b := w.key(e)
	w.computes(m, w.part(s, e), b, false)
	if e.Op == core.OpMapFind {
		w.flows(m.in, s, b, w.types.of(e.Mod.Value))
	}
	w.asks.join(w.flow, m, w.over(fact{flags: read}, b, read))
	w.questions = append(w.questions, question{e: e, kind: taken, parts: []part{m}, barrier: b})
}

// answer is the reason that a question asks for.
func (w *walker) answer(q question) Reason {
	facts := w.sources
	if q.kind == built {
		facts = w.asks
	}
	x := fact{barrier: q.barrier}
	for _, p := range q.parts {
		x = w.join(x, facts.get(p))
	}
	b := w.barriers[x.barrier]
	switch {
	case q.barrier != 0:
		b = w.barriers[q.barrier]
		return Reason{b.kind, b.at}
	case x.flags&computed != 0:
		return Reason{Kind: Decided}
	case x.flags&used != 0 && x.barrier != 0:
		return Reason{Both, b.at}
	case x.barrier != 0:
		return Reason{b.kind, b.at}
	case x.flags&used != 0:
		return Reason{Kind: Result}
	case x.flags&input != 0:
		return Reason{Kind: Decided}
	}
	return Reason{Kind: Unknown}
}
