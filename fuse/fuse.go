// Package fuse fuses functions that build trees with functions that take them apart, through recursion (deforestation: Wadler 1990; for
// functions with accumulators and several results as in Chin 1992). Where one residual pass of a pipeline unrolls a loop, a function of its
// residual program builds the commands one after the other; the next pass walks them. As
//
//	fun turn (i, m) = … let val (rest, s) = turn (i + 1, m') in (seq (body, rest), s) end
//	fun walk c = case c of seq (a, b) => seq (better a, walk b) | …
//
// in  let val (c, s) = turn (1, m) in … walk c …  they become one function,
//
//	fun turn_walk (i, m) = … let val (rest, s) = turn_walk (i + 1, m') in (seq (better body, rest), s) end
//
// and the tree between them is not built.
//
//	fuse.go      Run: the rounds
//	pair.go      fused functions
//	site.go      where a producer's result goes to a consumer
//	normal.go    the form that sites are looked for in
//	heads.go     which constructors functions give
//	estimate.go  what a program is to take
//
// # How
//
// A round looks at all functions. A call of a function, the producer, is fused with the one call that takes a component of its result and nothing else
// does, the consumer: both become a call of their pair, which is the producer's body with the consumer at its ends. The consumer of what a match
// gives moves to the ends of the match. The consumer of a construction is put in its place. Between rounds package simplify decides the
// matches that this leads to, while consumers and pairs stay functions. At the end of a pair's body the producer's recursive call meets the
// consumer again: that is a call of the pair, as pairs are told apart by the producer and the consumer's text.
//
// What a consumer's other arguments need that the producer gives, too, is computed with the consumer; what does not depend on the producer, before it.
//
// # What holds
//
// The result computes what the program computes, wherever that ends without an error, and no run takes more operations: nothing is computed that
// was not, and nothing twice. Consumers are copied to the ends of producers; Limits bound that.
package fuse

import (
	"context"
	"slices"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify"
)

// Limits bound what fusion may make of a program.
type Limits struct {
	Tries    int // to do without what turns out to be endless
	Rounds   int // of a try
	Pairs    int // functions made
	Alike    int // of them that fuse the same functions
	Producer int // nodes of a producer
	Consumer int // nodes of a consumer that is put in place of its call
	Late     int // nodes of what is computed with a consumer
	Growth   int // how many times larger the program may become
}

// DefaultLimits are what composition takes. Of the built-in workloads those that take most, dotproduct/any and doconvol_1d, take one try of 10 rounds and 3
// pairs, and become 2.5 times as large on the way.
func DefaultLimits() Limits {
	return Limits{Tries: 5, Rounds: 14, Pairs: 80, Alike: 4, Producer: 2500, Consumer: 600, Late: 100, Growth: 4}
}

// Report counts what was done.
type Report struct {
	Pairs int // producers fused with a consumer
	Moved int // consumers moved to the ends of matches
}

// minGrowth is what a program may grow to in any case, in nodes.
const minGrowth = 3000

// Run is p with functions fused; p itself where there is nothing to fuse, or it would grow too large. p must be well formed. The options are those for the
// simplification in between. The error is ctx's.
func Run(ctx context.Context, p *core.Program, o simplify.Options, limits Limits) (_ *core.Program, _ Report, err error) {
	defer stop.Recover(&err)
	f := &fuser{ctx: ctx, limits: limits, endless: map[kind]bool{}}
	for range limits.Tries {
		known := len(f.endless)
		q, err := f.rounds(p, o)
		switch {
		case err != nil:
			return nil, Report{}, err
		case len(f.endless) > known: // once more without these
		case q == nil || f.report.Pairs == 0:
			return p, Report{}, nil
		default:
			return q, f.report, nil
		}
	}
	return p, Report{}, nil
}

// rounds is p with functions fused; nil where it would grow too large, or something turns out to be endless.
func (f *fuser) rounds(p *core.Program, o simplify.Options) (*core.Program, error) {
	f.report, f.pairs, f.kinds, f.names = Report{}, map[string]*core.Func{}, map[kind]int{}, map[string]bool{}
	q, err := f.simplified(p, o)
	if err != nil {
		return nil, err
	}
	most := max(minGrowth, f.limits.Growth*q.Size())
	for range f.limits.Rounds {
		known := len(f.endless)
		if !f.round(q) {
			break
		}
		if q.Size() > most || len(f.endless) > known {
			return nil, nil
		}
		if q, err = f.simplified(q, o); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// kind is which functions are fused, whatever else the consumer needs.
type kind struct{ producer, consumer string }

// fuser fuses the functions of one program.
type fuser struct {
	ctx    context.Context
	limits Limits
	report Report
	pairs  map[string]*core.Func // by what they do, of the program as it is
	kinds  map[kind]int          // how many of these are of a kind
	names  map[string]bool       // that functions have or have had: pairs are known by them
	// endless are the kinds of which each pair would need another one: what the consumer needs grows in each turn of the recursion.
	endless map[kind]bool

	// Of a round:
	program *core.Program
	queue   []*core.Func            // the functions to look at; pairs are added
	trees   map[*core.Datatype]bool // what producers give and consumers take
	types   map[*core.Var]core.Type
	heads   map[*core.Func][]heads
	joined  map[*core.Var]bool // trees that a match with several arms gives
	repeats map[*core.Func]bool
	changed bool
}

// simplified simplifies p between rounds, with consumers and pairs left as they are, and finds the pairs again.
func (f *fuser) simplified(p *core.Program, o simplify.Options) (*core.Program, error) {
	trees := treesOf(p)
	pair := map[string]bool{}
	for _, g := range f.pairs {
		pair[g.Name] = true
	}
	o.Keep = func(g *core.Func) bool { return pair[g.Name] || takes(g, trees) }
	o.InlineCopies = 1
	o.DisableParams, o.DisableUnbox, o.DisableMerge, o.DisableCarry, o.DisableThrough = true, true, true, true, true
	o.CaseOfCaseSize = copied
	o.Memory, o.Unread, o.MaxWork, o.SizeLimit, o.MaxGrowth, o.MaxRounds = nil, nil, 0, 0, growth, rounds
	q, _, err := simplify.Run(f.ctx, p, o)
	if err != nil {
		return nil, err
	}
	byName := map[string]*core.Func{}
	for _, g := range q.Funcs {
		byName[g.Name] = g
	}
	for key, g := range f.pairs {
		if f.pairs[key] = byName[g.Name]; f.pairs[key] == nil {
			delete(f.pairs, key)
		}
	}
	return q, nil
}

// The bounds of simplification between rounds: of code that is copied into branches, of all growth, as a factor, and of its rounds. With
// consumers kept apart little is to be copied.
const (
	copied = 60
	growth = 6
	rounds = 4
)

// round goes through p, which it changes; false where nothing was to be done.
func (f *fuser) round(p *core.Program) bool {
	f.program = p
	for _, g := range p.Funcs {
		f.names[g.Name] = true
	}
	f.trees, f.types, f.joined, f.changed = treesOf(f.program), map[*core.Var]core.Type{}, map[*core.Var]bool{}, false
	f.repeats = f.repeating()
	typer := core.NewTyper(f.program)
	for _, g := range f.program.Funcs {
		for v, t := range typer.Function(g).Vars {
			f.types[v] = t
		}
		for i, v := range g.Params {
			f.types[v] = g.ParamTypes[i]
		}
	}
	f.findHeads()
	f.queue = slices.Clone(f.program.Funcs)
	for i := 0; i < len(f.queue); i++ { // pairs are added
		stop.If(f.ctx)
		g := f.queue[i]
		g.Body = f.sites(f.substituted(f.normal(g.Body)))
	}
	f.program.Funcs = f.queue
	f.program.Funcs = f.program.Reachable()
	return f.changed
}

// treesOf are the datatypes of which recursive functions give some and recursive functions take some.
func treesOf(p *core.Program) map[*core.Datatype]bool {
	given, taken := map[*core.Datatype]bool{}, map[*core.Datatype]bool{}
	note := func(to map[*core.Datatype]bool, t core.Type) {
		if d, ok := t.(*core.DataType); ok && len(d.Args) == 0 {
			to[d.Data] = true
		}
	}
	for _, group := range core.CallGroups(p.Funcs) {
		if len(group) == 1 && !group[0].CallsItself() {
			continue
		}
		for _, g := range group {
			for _, t := range resultTypes(g) {
				note(given, t)
			}
			for _, t := range g.ParamTypes {
				note(taken, t)
			}
		}
	}
	for d := range given {
		if !taken[d] {
			delete(given, d)
		}
	}
	return given
}

func takes(g *core.Func, trees map[*core.Datatype]bool) bool {
	return slices.ContainsFunc(g.ParamTypes, func(t core.Type) bool { return isOf(t, trees) })
}

func isOf(t core.Type, trees map[*core.Datatype]bool) bool {
	d, ok := t.(*core.DataType)
	return ok && trees[d.Data]
}

func (f *fuser) isTree(v *core.Var) bool { return isOf(f.types[v], f.trees) }

// repeating are the functions that hand a tree as they got it to a function of their cycle: putting them in place of a call would not end.
func (f *fuser) repeating() map[*core.Func]bool {
	out := map[*core.Func]bool{}
	for _, group := range core.CallGroups(f.program.Funcs) {
		for _, g := range group {
			core.Each(g.Body, func(e core.Expr) {
				c, ok := e.(*core.CallExpr)
				if !ok || !slices.Contains(group, c.Func) {
					return
				}
				for _, a := range c.Args {
					v, ok := a.(*core.VarExpr)
					i := -1
					if ok {
						i = slices.Index(g.Params, v.Var)
					}
					out[g] = out[g] || i >= 0 && isOf(g.ParamTypes[i], f.trees)
				}
			})
		}
		if slices.ContainsFunc(group, func(g *core.Func) bool { return out[g] }) {
			for _, g := range group {
				out[g] = true
			}
		}
	}
	return out
}

// resultTypes are the types of the components of what g gives.
func resultTypes(g *core.Func) []core.Type {
	if t, ok := g.Result.(*core.TupleType); ok && len(t.Elems) > 1 {
		return t.Elems
	}
	return []core.Type{g.Result}
}

func (f *fuser) fresh(name string, t core.Type) *core.Var {
	v := &core.Var{Name: name}
	f.types[v] = t
	return v
}

// parts are variables for the components of what g gives, the pattern that binds them, and the value that they make.
func (f *fuser) parts(g *core.Func) (vars []*core.Var, pat core.Pat, value core.Expr) {
	var pats []core.Pat
	var elems []core.Expr
	for _, t := range resultTypes(g) {
		v := f.fresh("r", t)
		vars, pats, elems = append(vars, v), append(pats, &core.VarPat{Var: v}), append(elems, &core.VarExpr{Var: v})
	}
	return vars, tuplePat(pats), tupleOf(elems)
}

// tuplePat is the pattern of a tuple, and tupleOf the tuple; of one component that one.
func tuplePat(ps []core.Pat) core.Pat {
	if len(ps) == 1 {
		return ps[0]
	}
	return &core.TuplePat{Elems: ps}
}

func tupleOf(es []core.Expr) core.Expr {
	if len(es) == 1 {
		return es[0]
	}
	return core.MakeTuple(es)
}
