package valuegraph

import "slices"

// This file gives each value of a graph its place: the innermost block in which all its uses lie, but none inside an iterator's
// body in which the value was not made [SIM-SINK]. So a computation is done only in the branch that uses it, once; where some
// branches of a match use it and others do not, each that does gets a copy. (This is the late half of C. Click's global code
// motion, PLDI 1995; the blocks form the dominator tree.)
//
// What is looked up in what a match gives belongs to that match, and so to all branches behind it, but had been computed only in those that asked for
// it (value.asked). Where not every way computes it, it is as if each of these had asked for a value of its own.
//
// Values are placed from the last to the first: their users, and the blocks of their users, are placed before them.

// scheduler places the values of one function.
type scheduler struct {
	b      *builder
	of     []placing // by slot
	region map[*block]*region
	placed []*value
}

// placing is what scheduling finds out about a value.
type placing struct {
	uses  []use   // where it is used
	meet  *region // the innermost one around the uses
	place *region // where it is computed
	pin   *region // where a pattern binds it for nothing
	shown bool    // it is a result of a block or tested by a match: a match may stand there
}

func newScheduler(b *builder, slots int) *scheduler {
	return &scheduler{b: b, of: make([]placing, slots), region: map[*block]*region{}}
}

// use is one use of a value.
type use struct {
	at    *region
	slot  **value // where the user names the value
	match *match  // of which the value is a column, in place of slot: tests name it as well
}

// become makes what uses v use its copy c.
func (s *scheduler) become(u use, v, c *value) {
	if u.match == nil {
		*u.slot = c
		return
	}
	u.match.cols[slices.Index(u.match.cols, v)] = c
	for _, a := range u.match.arms {
		for i, t := range a.tests {
			a.tests[i].v = s.within(t.v, v, c)
		}
	}
}

// within is x, which is v or a component of it, as the same component of c; x itself where it is neither.
func (s *scheduler) within(x, v, c *value) *value {
	if x == v {
		return c
	}
	if x.kind != projKind {
		return x
	}
	of := s.within(x.args[0], v, c)
	if of == x.args[0] {
		return x
	}
	return s.copied(x, placing{}, of)
}

// copied is a copy of v with a place of its own.
func (s *scheduler) copied(v *value, p placing, args ...*value) *value {
	c := *v
	c.args, c.slot = args, len(s.of)
	s.of = append(s.of, p)
	return &c
}

// schedule gives the values of a function that are used their places. Behind it placed are these values, operands first.
func (s *scheduler) schedule(params []*value, root *block, values []*value) {
	body := rootRegion(root)
	for _, p := range params {
		s.of[p.slot].place = body
	}
	s.enter(body)
	for i := len(values) - 1; i >= 0; i-- {
		if v := values[i]; len(s.of[v.slot].uses) > 0 && s.of[v.slot].place == nil {
			s.place(v)
		}
	}
	slices.Reverse(s.placed)
}

func (s *scheduler) use(slot **value, at *region) {
	if v := *slot; !v.shared() {
		s.of[v.slot].uses = append(s.of[v.slot].uses, use{at: at, slot: slot})
	}
}

// enter notes the region of a block, which uses the block's result.
func (s *scheduler) enter(r *region) {
	b := r.block
	s.region[b] = r
	if !b.result.shared() {
		s.use(&b.result, r)
		s.of[b.result.slot].shown = true
	}
}

// place puts v into its block and notes its uses of others.
func (s *scheduler) place(v *value) {
	home := v.home
	for s.region[home] == nil { // the arm that it was made in is gone
		home = home.outer
	}
	p := &s.of[v.slot]
	p.meet = p.uses[0].at
	for _, u := range p.uses[1:] {
		p.meet = common(p.meet, u.at)
	}
	switch {
	case p.pin != nil:
		p.place = p.pin
	case !s.b.opts.DisableSink:
		p.place = p.meet.outOfLoops(s.region[home])
		if s.copyDown(v) {
			return
		}
	default:
		p.place = s.region[home]
	}
	place := p.place
	place.placed = append(place.placed, v)
	s.placed = append(s.placed, v)
	for i := range v.args {
		s.use(&v.args[i], place)
	}
	switch v.kind {
	case iterKind:
		body := place.inside(v.body, nil)
		body.loop = body
		for _, p := range v.bound {
			s.of[p.slot].place = body
		}
		s.enter(body)
	case matchKind:
		s.placeArms(v)
	}
}

func (s *scheduler) placeArms(v *value) {
	m, place := v.match, s.of[v.slot].place
	for _, c := range m.cols {
		if !c.shared() {
			at := &s.of[c.slot]
			at.uses, at.shown = append(at.uses, use{at: place, match: m}), true
		}
	}
	for i, a := range m.arms {
		s.enter(place.inside(a.body, m))
		if i < len(m.arms)-1 {
			s.pinTested(m, a)
		}
	}
}

// copyDown puts copies of v, a single operation, into those arms of matches that use it, where some way through these has none of the uses. A run
// goes through one arm of a match, so it does the operation once at most, if all are arms of one. They may be arms of several only where v was not
// computed in its place before.
func (s *scheduler) copyDown(v *value) bool {
	p := s.of[v.slot]
	if v.kind == matchKind || v.kind == iterKind || p.place != p.meet {
		return false
	}
	moved := s.movedUp(v, p.place)
	if !moved && len(p.uses) > s.b.limits.Copied {
		return false
	}
	groups, ok := p.byArm(moved)
	if !ok || !moved && !s.b.grants(len(groups)-1) {
		return false
	}
	for i, g := range groups {
		c := v
		if i > 0 {
			c = s.copied(v, placing{shown: p.shown}, slices.Clone(v.args)...)
			for _, u := range g {
				s.become(u, v, c)
			}
		}
		s.of[c.slot].uses = g
		s.place(c)
	}
	return true
}

// movedUp reports whether v was computed only in blocks inside its place before.
func (s *scheduler) movedUp(v *value, place *region) bool {
	return len(v.asked) > 0 && !slices.ContainsFunc(v.asked, func(b *block) bool {
		r := s.region[b]
		return r != nil && place.ancestor(r.depth) == r
	})
}

// byArm parts the uses by the arms of matches in the value's place in which they lie; false where they lie elsewhere as well, or where every way
// through the place has one. Unless arms of several matches may be, it is false for columns, too: whether a value is tested then stays plain to see
// where it is computed. (With copies of columns the built-in workloads take as many late operations in the mean, doconvol 2 % more.)
func (p placing) byArm(several bool) (groups [][]use, ok bool) {
	var m *match
	index := map[*region]int{}
	for _, u := range p.uses {
		if u.at == p.place || u.match != nil && !several {
			return nil, false
		}
		arm := u.at.ancestor(p.place.depth + 1)
		if !several && (arm.match == nil || m != nil && arm.match != m) {
			return nil, false
		}
		m = arm.match
		i, seen := index[arm]
		if !seen {
			i = len(groups)
			index[arm] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], u)
	}
	return groups, !everyWay(p.uses, p.place.depth)
}

// everyWay reports whether every way through the block at that depth that contains the uses has one of them.
func everyWay(uses []use, depth int) bool {
	arms := map[*region][]use{}
	for _, u := range uses {
		if u.at.depth == depth {
			return true
		}
		a := u.at.ancestor(depth + 1)
		if a.match == nil { // an iterator's body
			return true
		}
		arms[a] = append(arms[a], u)
	}
	covered := map[*match]int{}
	for a, us := range arms {
		if everyWay(us, depth+1) {
			if covered[a.match]++; covered[a.match] == len(a.match.arms) {
				return true
			}
		}
	}
	return false
}

// pinTested places the components that arm a loads to test them there, where its pattern can bind them at no cost.
func (s *scheduler) pinTested(m *match, a *arm) {
	for _, t := range a.tests {
		if t.v.kind == projKind && !m.before(t.v) {
			s.of[t.v.slot].pin = s.region[a.body]
		}
	}
}
