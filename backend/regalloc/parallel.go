package regalloc

// inOrder appends the pending moves, which happen at one time, as a row that is done one after the other: what nobody reads any more is
// written first. Where all that is left goes in circles, two registers are exchanged, or one value waits in a word of the frame.
func (a *Allocator) inOrder() {
	m := &a.moves
	for len(m.pending) > 0 {
		if !a.moveUnread() {
			a.breakCircle()
		}
	}
}

// moveUnread does the moves whose targets are no sources of others, and reports whether there was one.
func (a *Allocator) moveUnread() bool {
	m := &a.moves
	keep := m.pending[:0]
	done := false
	for i, x := range m.pending {
		if read(x.To, keep, i, m.pending) {
			keep = append(keep, x)
			continue
		}
		m.rows = append(m.rows, x)
		done = true
	}
	m.pending = keep
	return done
}

// read reports whether one of the moves that are kept, or one behind number i, reads l.
func read(l Loc, keep []Move, i int, all []Move) bool {
	for k := range keep {
		if keep[k].From == l {
			return true
		}
	}
	for k := i + 1; k < len(all); k++ {
		if all[k].From == l {
			return true
		}
	}
	return false
}

func (a *Allocator) breakCircle() {
	m := &a.moves
	x := m.pending[len(m.pending)-1]
	for _, y := range m.pending {
		if sameBank(y) {
			x = y
			break
		}
	}
	if sameBank(x) {
		a.exchange(x)
		return
	}
	if m.temp == Nowhere {
		m.temp = Slot(len(a.slots))
		a.slots = append(a.slots, forever)
	}
	m.rows = append(m.rows, Move{Value: x.Value, From: x.From, To: m.temp})
	for k := range m.pending {
		if m.pending[k].From == x.From {
			m.pending[k].From = m.temp
		}
	}
}

func sameBank(m Move) bool { return m.From.IsReg() && m.To.IsReg() && m.From/32 == m.To/32 }

// exchange does move x by an exchange; who reads one of both registers then finds it in the other.
func (a *Allocator) exchange(x Move) {
	m := &a.moves
	m.rows = append(m.rows, Move{Value: x.Value, From: x.From, To: x.To, Swap: true})
	keep := m.pending[:0]
	for _, y := range m.pending {
		switch y.From {
		case x.From:
			y.From = x.To
		case x.To:
			y.From = x.From
		}
		if y.From != y.To {
			keep = append(keep, y)
		}
	}
	m.pending = keep
}
