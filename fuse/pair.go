package fuse

import (
	"fmt"
	"slices"

	"scf/scfml/core"
)

// Fused functions: a producer with a consumer at its ends.

// consumer is what is done with components of what a producer gives: a call, with lets around it for what it needs of other components.
type consumer struct {
	vars    []*core.Var // the components that the producer gives
	expr    core.Expr   // lets in call
	call    *core.CallExpr
	early   []*core.Var // what it needs besides
	before  []*core.CaseExpr
	results []*core.Var // of the call
	rest    core.Expr   // the scope of vars with results in place of the call
	kept    []bool      // which of vars the rest needs
}

// consumer is the consumer that the calls are, all alike, in body, the scope of vars; nil where it is none: what it needs is found by a test, or used
// otherwise, too.
func (f *fuser) consumer(body core.Expr, calls []use, vars []*core.Var) *consumer {
	u := calls[0]
	k := &consumer{vars: vars, call: u.call}
	inside, moved, ok := k.needs(u)
	if !ok {
		return nil
	}
	f.bindArgs(k, inside)
	k.expr = within(inside, k.call)
	if core.Size(k.expr) > f.limits.Late {
		return nil
	}
	results, _, value := f.parts(u.call.Func)
	k.results = results
	k.rest = body
	for _, u := range calls {
		k.rest = replaced(k.rest, u.call, value, moved)
	}
	used := map[*core.Var]bool{}
	free(k.rest, func(v *core.Var) { used[v] = true })
	for _, l := range inside {
		if slices.ContainsFunc(core.PatVars(l.Arms[0].Pat), func(v *core.Var) bool { return used[v] }) {
			return nil // it would be computed twice
		}
	}
	for _, v := range vars {
		k.kept = append(k.kept, used[v])
	}
	seen := map[*core.Var]bool{}
	for _, v := range vars {
		seen[v] = true
	}
	free(k.expr, func(v *core.Var) {
		if !seen[v] {
			seen[v] = true
			k.early = append(k.early, v)
		}
	})
	return k
}

// needs are the lets on the way to the call u that its arguments need: those that depend on the producer, inside; the others are k.before. All of them are moved. Not ok where
// an argument is found by a test.
func (k *consumer) needs(u use) (inside []*core.CaseExpr, moved map[*core.CaseExpr]bool, ok bool) {
	want, late := map[*core.Var]bool{}, map[*core.Var]bool{}
	for _, a := range u.call.Args {
		free(a, func(v *core.Var) { want[v] = true })
	}
	var lets []*core.CaseExpr
	for i, a := range slices.Backward(u.path) {
		if !slices.ContainsFunc(core.PatVars(a.Pat), func(v *core.Var) bool { return want[v] }) {
			continue
		}
		if len(u.of[i].Arms) > 1 {
			return nil, nil, false
		}
		lets = append(lets, u.of[i])
		free(u.of[i].Scrut, func(v *core.Var) { want[v] = true })
	}
	for _, v := range k.vars {
		late[v] = true
	}
	moved = map[*core.CaseExpr]bool{}
	for _, l := range slices.Backward(lets) {
		moved[l] = true
		depends := false
		free(l.Scrut, func(v *core.Var) { depends = depends || late[v] })
		if !depends {
			k.before = append(k.before, l)
			continue
		}
		inside = append(inside, l)
		for _, v := range core.PatVars(l.Arms[0].Pat) {
			late[v] = true
		}
	}
	return inside, moved, true
}

// bindArgs has the arguments that do not depend on the producer computed before it, each bound by a variable: what is computed of them in each turn of
// a recursion is one parameter of the pair, however it is computed.
func (f *fuser) bindArgs(k *consumer, inside []*core.CaseExpr) {
	late := map[*core.Var]bool{}
	for _, v := range k.vars {
		late[v] = true
	}
	for _, l := range inside {
		for _, v := range core.PatVars(l.Arms[0].Pat) {
			late[v] = true
		}
	}
	args := slices.Clone(k.call.Args)
	for i, a := range args {
		depends := false
		free(a, func(v *core.Var) { depends = depends || late[v] })
		if depends || atom(a) {
			continue
		}
		v := f.fresh("a", k.call.Func.ParamTypes[i])
		k.before = append(k.before, core.Let(&core.VarPat{Var: v}, a, nil))
		args[i] = &core.VarExpr{Var: v}
	}
	k.call = &core.CallExpr{Func: k.call.Func, Args: args, Pos: k.call.Pos}
}

func atom(e core.Expr) bool {
	switch e.(type) {
	case *core.VarExpr, *core.Const:
		return true
	}
	return false
}

// pattern binds what the fused function gives: the components that the rest needs, then the consumer's results.
func (k *consumer) pattern() core.Pat {
	var pats []core.Pat
	for i, v := range k.vars {
		if k.kept[i] {
			pats = append(pats, &core.VarPat{Var: v})
		}
	}
	for _, v := range k.results {
		pats = append(pats, &core.VarPat{Var: v})
	}
	return tuplePat(pats)
}

// text tells consumers apart.
func (k *consumer) text() string {
	sub := map[*core.Var]core.Expr{}
	named := func(name string, vars []*core.Var) {
		for i, v := range vars {
			sub[v] = &core.VarExpr{Var: &core.Var{Name: fmt.Sprint(name, i)}}
		}
	}
	named("given", k.vars)
	named("early", k.early)
	e := core.Clone(k.expr, sub)
	n := 0
	core.Each(e, func(x core.Expr) {
		for _, v := range binders(x) {
			v.Name = fmt.Sprint("bound", n)
			n++
		}
	})
	return fmt.Sprintln(k.kept, core.PrintExpr(e))
}

// pair is the function of p's parameters and of what the consumer needs besides that gives what p gives, as far as it is needed, and what the consumer
// does; nil where a limit is met.
func (f *fuser) pair(p *core.Func, k *consumer) *core.Func {
	key := p.Name + " " + k.text()
	if g := f.pairs[key]; g != nil {
		return g
	}
	if f.report.Pairs >= f.limits.Pairs || core.Size(p.Body) > f.limits.Producer || !givesTuples(p.Body, len(k.vars)) {
		return nil
	}
	of := kind{p.Name, k.call.Func.Name}
	if f.kinds[of]++; f.kinds[of] > f.limits.Alike {
		f.endless[of] = true
	}
	if f.endless[of] {
		return nil
	}
	f.report.Pairs++
	g := &core.Func{Name: f.freshName(p.Name + "_" + k.call.Func.Name), Pos: p.Pos}
	param := func(x *core.Var, t core.Type) core.Expr {
		v := f.fresh(x.Name, t)
		g.Params, g.ParamTypes = append(g.Params, v), append(g.ParamTypes, t)
		return &core.VarExpr{Var: v}
	}
	sub, early := map[*core.Var]core.Expr{}, map[*core.Var]core.Expr{}
	for i, x := range p.Params {
		sub[x] = param(x, p.ParamTypes[i])
	}
	for _, x := range k.early {
		early[x] = param(x, f.types[x])
	}
	results := resultTypes(k.call.Func)
	for i, t := range slices.Backward(resultTypes(p)) {
		if k.kept[i] {
			results = slices.Insert(slices.Clone(results), 0, t)
		}
	}
	g.Result = results[0]
	if len(results) > 1 {
		g.Result = &core.TupleType{Elems: results}
	}
	f.heads[g] = make([]heads, len(results))
	for i := range results {
		f.heads[g][i].any = true // until the next round
	}
	f.pairs[key] = g
	f.queue = append(f.queue, g)
	g.Body = f.atEnds(f.clone(p.Body, sub), len(k.vars), func(given []core.Expr) core.Expr { return f.consume(given, k, early) })
	return g
}

// freshName is the name, or like it, that no function has.
func (f *fuser) freshName(name string) string {
	fresh := name
	for n := 2; f.names[fresh]; n++ {
		fresh = fmt.Sprintf("%s_%d", name, n)
	}
	f.names[fresh] = true
	return fresh
}

// givesTuples reports whether all ends of e are calls or tuples of n components; anything where n is 1.
func givesTuples(e core.Expr, n int) bool {
	switch x := e.(type) {
	case *core.CaseExpr:
		return !slices.ContainsFunc(x.Arms, func(a core.Arm) bool { return !givesTuples(a.Body, n) })
	case *core.CallExpr:
		return len(resultTypes(x.Func)) == n
	}
	elems, ok := elemsOf(e)
	return n == 1 || ok && len(elems) == n
}

// atEnds is e with what is made of the n components that it gives at its ends.
func (f *fuser) atEnds(e core.Expr, n int, made func(given []core.Expr) core.Expr) core.Expr {
	switch x := e.(type) {
	case *core.CaseExpr:
		out := &core.CaseExpr{Scrut: x.Scrut, Pos: x.Pos}
		for _, a := range x.Arms {
			out.Arms = append(out.Arms, core.Arm{Pat: a.Pat, Body: f.atEnds(a.Body, n, made)})
		}
		return out
	case *core.CallExpr:
		vars, pat, _ := f.parts(x.Func)
		var given []core.Expr
		for _, v := range vars {
			given = append(given, &core.VarExpr{Var: v})
		}
		return core.Let(pat, x, made(given))
	}
	if n == 1 {
		return made([]core.Expr{e})
	}
	elems, _ := elemsOf(e)
	return made(elems)
}

// consume is what comes of the components that a producer gives at one of its ends: those that are kept, and what the consumer gives.
func (f *fuser) consume(given []core.Expr, k *consumer, early map[*core.Var]core.Expr) core.Expr {
	var lets []*core.CaseExpr
	var out []core.Expr
	sub := map[*core.Var]core.Expr{}
	for v, e := range early {
		sub[v] = e
	}
	for i, e := range given {
		v := k.vars[i]
		_, built := e.(*core.ConExpr)
		switch e.(type) {
		case *core.VarExpr, *core.Const:
		default:
			if built && !k.kept[i] && timesIn(k.expr, v) == 1 {
				break // it stands in the call
			}
			x := f.fresh(v.Name, f.types[v])
			lets = append(lets, core.Let(&core.VarPat{Var: x}, e, nil))
			e = &core.VarExpr{Var: x}
		}
		sub[v] = e
		if k.kept[i] {
			out = append(out, e)
		}
	}
	consumed := f.clone(k.expr, sub)
	if len(out) == 0 {
		return within(lets, consumed)
	}
	vars, pat, _ := f.parts(k.call.Func)
	for _, v := range vars {
		out = append(out, &core.VarExpr{Var: v})
	}
	return within(lets, core.Let(pat, consumed, core.MakeTuple(out)))
}

// ---- Expressions

// clone is a copy of e with sub, which it extends, for free variables, and types for what it binds.
func (f *fuser) clone(e core.Expr, sub map[*core.Var]core.Expr) core.Expr {
	out := core.Clone(e, sub)
	core.Each(e, func(x core.Expr) {
		for _, v := range binders(x) {
			f.types[sub[v].(*core.VarExpr).Var] = f.types[v]
		}
	})
	return out
}

// binders are the variables that e itself binds.
func binders(e core.Expr) []*core.Var {
	switch x := e.(type) {
	case *core.CaseExpr:
		var out []*core.Var
		for _, a := range x.Arms {
			out = append(out, core.PatVars(a.Pat)...)
		}
		return out
	case *core.IterExpr:
		return x.Params
	}
	return nil
}

// free gives the free variables of e.
func free(e core.Expr, add func(*core.Var)) {
	bound := map[*core.Var]bool{}
	core.Each(e, func(x core.Expr) {
		for _, v := range binders(x) {
			bound[v] = true
		}
	})
	core.Each(e, func(x core.Expr) {
		if v, ok := x.(*core.VarExpr); ok && !bound[v.Var] {
			add(v.Var)
		}
	})
}

func timesIn(e core.Expr, v *core.Var) int {
	n := 0
	core.Each(e, func(x core.Expr) {
		if core.IsVar(x, v) {
			n++
		}
	})
	return n
}

// replaced is e with by in place of the call, and without the lets that have moved.
func replaced(e core.Expr, call *core.CallExpr, by core.Expr, moved map[*core.CaseExpr]bool) core.Expr {
	if e == core.Expr(call) {
		return by
	}
	if c, ok := e.(*core.CaseExpr); ok && moved[c] {
		return replaced(c.Arms[0].Body, call, by, moved)
	}
	return core.Rebuild(e, func(x core.Expr) core.Expr { return replaced(x, call, by, moved) })
}
