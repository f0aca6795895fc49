package simplify

import (
	"cmp"
	"slices"
	"sync"

	"scf/scfml/core"
	"scf/simplify/ledger"
	"scf/simplify/valuegraph"
)

// This file simplifies functions before their turn, on processors that have nothing else to do: each as soon as the functions that come before
// it and that it calls have had theirs, since these may be inlined. What simplifying a function gives depends on its text behind
// inlining, and on the answers to its requests to grow. So an attempt counts where both are what it took them to be, and is thrown away
// otherwise: the result is that of simplifying the functions strictly one after the other.
//
// Attempts share constants and their numbers, which depend on who comes first; all that is made of these is whether they are equal.

// attempt is what simplifying a function gives.
type attempt struct {
	valuegraph.Result        // without a body where it is known that nothing changes
	before            digest // of the function that was simplified
	after             digest // none where a function was made, which has no name yet
}

// attempt simplifies f with that body with these means. It changes nothing that others see.
func (s *session) attempt(f *core.Func, body core.Expr, before digest, m ledger.Means) *attempt {
	a := &attempt{Result: s.unit.Simplify(f, body, m), before: before}
	if a.Made == nil {
		a.after = s.digest(f, a.Params, a.Body)
	}
	return a
}

// lookahead is the functions of a round that are simplified before their turn.
type lookahead struct {
	run       *session
	mu        sync.Mutex
	graph     *callGraph
	finished  *sync.Cond // an attempt has ended, more may be tried, or the round ends
	queue     []*turn    // those that may be tried, in their order
	waiting   [][]*turn  // those that may be tried when so many functions have had their turns
	turns     map[*core.Func]*turn
	passed    int // so many functions have had their turns
	atPresent int // nodes that the program may still grow by
	helpers   sync.WaitGroup
}

// turn is a function that waits for its turn.
type turn struct {
	f      *core.Func
	place  int    // in the order
	stable string // its text if a round before has not changed it
	taken  bool   // by an attempt, or its turn has come
	done   bool
	result *attempt
	failed any // what the attempt has panicked with, as its turn then does
}

// lookAhead begins to simplify functions of a round: those that seem to stay as they are, and those that will be gone, are left out.
func (s *session) lookAhead(g *callGraph) *lookahead {
	l := &lookahead{run: s, graph: g, turns: map[*core.Func]*turn{}, atPresent: s.growth.Left}
	l.finished = sync.NewCond(&l.mu)
	if s.opts.Helpers == 0 {
		return l
	}
	place := map[*core.Func]int{}
	for i, f := range g.order {
		place[f] = i
	}
	l.waiting = make([][]*turn, len(g.order))
	for i, f := range g.order {
		if s.waits[f] && !s.all {
			continue
		}
		in := inlining{run: s, graph: g, ledger: ledger.Ledger{Means: s.growth.Means(f, s.growth.Left)}}
		if d := s.digests[f]; s.calledOnce(f, g) || d.isOf(f) && d.text == s.stable[f] && !in.any(f) {
			continue
		}
		t := &turn{f: f, place: i, stable: s.stable[f]}
		l.turns[f] = t
		ready := 0
		for _, c := range s.outline(f).calls {
			if at := place[c.Func]; at < i {
				ready = max(ready, at+1)
			}
		}
		l.waiting[ready] = append(l.waiting[ready], t)
	}
	l.queue = l.waiting[0]
	for range min(s.opts.Helpers, len(l.turns)) {
		l.helpers.Go(l.help)
	}
	return l
}

// take is what an attempt at f has given, whose turn it is; nil where there is none.
func (l *lookahead) take(f *core.Func) *attempt {
	if len(l.turns) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.atPresent = l.run.growth.Left
	t := l.turns[f]
	if t == nil {
		return nil
	}
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
	if t.failed != nil {
		panic(t.failed)
	}
	return t.result
}

// pass says that one more function has had its turn.
func (l *lookahead) pass() {
	if len(l.turns) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.passed++
	if l.passed == len(l.waiting) {
		return
	}
	for _, t := range l.waiting[l.passed] {
		i, _ := slices.BinarySearchFunc(l.queue, t, func(a, b *turn) int { return cmp.Compare(a.place, b.place) })
		l.queue = slices.Insert(l.queue, i, t)
	}
	l.finished.Broadcast()
}

// end waits until nothing is under way.
func (l *lookahead) end() {
	l.mu.Lock()
	l.turns, l.queue = nil, nil
	l.finished.Broadcast()
	l.mu.Unlock()
	l.helpers.Wait()
}

// help makes attempts until the round ends.
func (l *lookahead) help() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.turns) > 0 {
		if t := l.next(); t != nil {
			l.try(t)
		} else {
			l.finished.Wait()
		}
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

// try makes an attempt at t's function.
func (l *lookahead) try(t *turn) {
	left := l.atPresent
	l.mu.Unlock()
	result, failed := l.tried(t, left)
	l.mu.Lock()
	t.result, t.failed, t.done = result, failed, true
	l.finished.Broadcast()
}

func (l *lookahead) tried(t *turn, left int) (a *attempt, failed any) {
	defer func() { failed = recover() }()
	in := &inlining{run: l.run, graph: l.graph, ledger: ledger.Ledger{Means: l.run.growth.Means(t.f, left)}}
	body := in.into(t.f)
	before := l.run.digest(t.f, t.f.Params, body)
	if before.text == t.stable {
		return &attempt{before: before}, nil
	}
	m := in.ledger.Means
	if _, known := l.run.memory.unchanged(t.f, before.text, m); known {
		return &attempt{before: before}, nil
	}
	return l.run.attempt(t.f, body, before, m), nil
}
