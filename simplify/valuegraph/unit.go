package valuegraph

import (
	"context"
	"math"

	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/refusal"
)

// Unit is what the functions of a program share while they are simplified. Several goroutines may use it.
type Unit struct {
	Context   context.Context // where it is cancelled simplification ends in a stop.Stopped panic
	Options   Options
	Limits    Limits
	Largest   int // nodes that a function may have for a specialization of it to be made [SIM-CARRY]
	Constants *Constants
	Entry     *core.Func
	HasDead   bool          // the program has dead values
	Refused   refusal.Notes // of the matches that are not moved into the arms of others
}

// Result is what simplifying a function gives.
type Result struct {
	Params []*core.Var
	Body   core.Expr
	Made   *core.Func // a specialization that the body calls, which has no name of its own yet; nil where there is none
	Asked  []ledger.Request
	Report Report
}

// These values are in all graphs.
var (
	dead = &value{id: math.MaxInt, since: math.MaxInt, kind: deadKind}
	fail = &value{id: math.MaxInt - 1, since: math.MaxInt - 1, kind: deadKind} // what is not computed, since the program fails before
)

// Simplify simplifies f with that body, which may grow by these means. It changes nothing that others see.
func (u *Unit) Simplify(f *core.Func, body core.Expr, m ledger.Means) Result {
	b := u.newBuilder(f, body, m)
	var r Result
	var next *specialization
	r.Params, r.Body, next = b.simplified(nil)
	if next != nil {
		b.complete(next, &r)
	}
	r.Asked, r.Report = b.ledger.Asked, b.report
	return r
}

// Ask notes in u.Refused what simplifying f would not do. Nothing is done.
func (u *Unit) Ask(f *core.Func, m ledger.Means) { u.newBuilder(f, f.Body, m).build(nil) }

// newBuilder is for f with that body and these means.
func (u *Unit) newBuilder(f *core.Func, body core.Expr, m ledger.Means) *builder {
	return &builder{
		unit: u, opts: &u.Options, limits: &u.Limits, fn: f, body: body, ledger: ledger.Ledger{Means: m},
		env: map[*core.Var]*value{}, scope: newScope(), sizes: map[*core.CaseExpr]int{}, heads: map[*value]knownHead{},
	}
}

// simplified is what the function's parameters and its body become where something is known of the parameters, and a specialization of it that it
// calls, if there is one to be made.
func (b *builder) simplified(given []given) (params []*core.Var, body core.Expr, next *specialization) {
	values, root := b.build(given)
	b.report.Work += len(b.values)
	used, slots := scalarize(values, root, b.values, b.limits.Demotions)
	sched := newScheduler(b, slots)
	sched.schedule(values, root, used)
	if len(given) == 0 { // a specialization has none of its own yet
		next = b.carry(values, root, sched)
	}
	em := newEmitter(sched, b.limits.Nesting)
	body = em.function(root)
	for _, p := range values {
		params = append(params, em.variable(p))
	}
	return params, body, next
}
