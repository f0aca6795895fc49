package simplify

import (
	"sync"

	"scf/scfml"
)

// This file simplifies functions before their turn, on processors that have nothing else to do. What simplifying a function gives depends on
// the function as it is when its turn comes, and on the answers to its requests to grow. So an attempt counts where both are what it took
// them to be, and is thrown away otherwise: the result is that of simplifying the functions strictly one after the other.
//
// Attempts share constants and their numbers, which depend on who comes first; all that is made of these is whether they are equal.

// attempt is what simplifying a function gives.
type attempt struct {
	before digest // of the function that was simplified
	params []*scfml.Var
	body   scfml.Expr // nil where it is known that nothing changes
	after  digest     // none where functions were made, which have no names yet
	made   []*scfml.Func
	asked  []request
	report Report // what it adds to the run's
}

// attempt simplifies f where the program may grow by spare nodes. It changes nothing that others see.
func (s *session) attempt(f *scfml.Func, before digest, spare int) *attempt {
	b := s.newBuilder(f, spare)
	a := &attempt{before: before}
	var next *version
	a.params, a.body, next = b.simplified(nil)
	if next != nil {
		b.complete(next, a)
	}
	a.made, a.asked, a.report = b.made, b.requests, b.report
	if len(a.made) == 0 {
		a.after = s.digest(f, a.params, a.body)
	}
	return a
}

// newBuilder is for f, where the program may grow by spare nodes.
func (s *session) newBuilder(f *scfml.Func, spare int) *builder {
	return &builder{
		session: s, fn: f, spare: spare, env: map[*scfml.Var]*value{}, scope: newScope(), sizes: map[*scfml.CaseExpr]int{}, free: freeVars{},
	}
}

// simplified is what the function's parameters and its body become where something is known of the parameters, and a version of it that it
// calls, if there is one to be made.
func (b *builder) simplified(knows []known) (params []*scfml.Var, body scfml.Expr, next *version) {
	values, root := b.build(knows)
	b.report.Work += len(b.values)
	sched := scheduler{sink: !b.opts.DisableSink, grow: b.grow}
	placed := sched.schedule(values, root, settle(values, root, b.values))
	if len(knows) == 0 { // a version has none of its own yet
		next = b.carry(values, root, placed)
	}
	body = emit(root, placed)
	for _, p := range values {
		params = append(params, p.variable())
	}
	return params, body, next
}

// lookahead is the functions of a round that are simplified before their turn.
type lookahead struct {
	*session
	sync.Mutex
	finished  *sync.Cond // an attempt has ended
	queue     []*turn    // in their order
	turns     map[*scfml.Func]*turn
	atPresent int // nodes that the program may still grow by
	helpers   sync.WaitGroup
}

// turn is a function that waits for its turn.
type turn struct {
	f      *scfml.Func
	stable string // its text if a round before has not changed it
	taken  bool   // by an attempt, or its turn has come
	done   bool
	result *attempt // nil where the attempt has failed
}

// lookAhead begins to simplify functions of a round: those that change before their turn are left out, as far as that is known.
func (s *session) lookAhead(g *callGraph) *lookahead {
	l := &lookahead{session: s, turns: map[*scfml.Func]*turn{}, atPresent: s.spare}
	l.finished = sync.NewCond(l)
	if s.opts.Helpers == 0 {
		return l
	}
	for _, f := range g.order {
		inlined, _ := s.anyInlined(f, g)
		if d := s.digests[f]; inlined || s.calledOnce(f, g) || d.isOf(f) && d.text == s.stable[f] {
			continue
		}
		t := &turn{f: f, stable: s.stable[f]}
		l.queue = append(l.queue, t)
		l.turns[f] = t
	}
	for range min(s.opts.Helpers, len(l.queue)) {
		l.helpers.Go(l.help)
	}
	return l
}

// take is what an attempt at f has given, whose turn it is; nil where there is none.
func (l *lookahead) take(f *scfml.Func) *attempt {
	t := l.turns[f]
	if t == nil {
		return nil
	}
	l.Lock()
	defer l.Unlock()
	l.atPresent = l.spare
	if !t.taken {
		t.taken = true
		return nil
	}
	for !t.done {
		if u := l.next(); u != nil {
			l.try(u)
		} else {
			l.finished.Wait()
		}
	}
	return t.result
}

// end waits until nothing is under way.
func (l *lookahead) end() {
	l.Lock()
	l.queue = nil
	l.Unlock()
	l.helpers.Wait()
}

func (l *lookahead) help() {
	l.Lock()
	defer l.Unlock()
	for t := l.next(); t != nil; t = l.next() {
		l.try(t)
	}
}

// next takes the next function in the queue; nil where there is none.
func (l *lookahead) next() *turn {
	for len(l.queue) > 0 {
		t := l.queue[0]
		l.queue = l.queue[1:]
		if !t.taken {
			t.taken = true
			return t
		}
	}
	return nil
}

// try makes an attempt at t's function. Where that fails its own turn will tell.
func (l *lookahead) try(t *turn) {
	spare := l.atPresent
	l.Unlock()
	result := l.tried(t, spare)
	l.Lock()
	t.result, t.done = result, true
	l.finished.Broadcast()
}

func (l *lookahead) tried(t *turn, spare int) (a *attempt) {
	defer func() {
		if recover() != nil {
			a = nil
		}
	}()
	before := l.digest(t.f, t.f.Params, t.f.Body)
	spare = l.share(t.f, spare)
	_, known := l.memory.unchanged(t.f, before.text, spare)
	if known || before.text == t.stable {
		return &attempt{before: before}
	}
	return l.attempt(t.f, before, spare)
}
