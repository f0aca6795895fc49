package interp

import (
	"scf/ast"
	"scf/backend"
)

// This file makes functions that check what they access (backend.Options.Checked). As in package lower an access must lie in the region that its pointer comes from, wherever
// it has been moved to: the object whose address was taken, or what the module knows of a pointer that was given, loaded, or made of an integer. The closure of an address
// leaves its region in machine.within; a pointer that is a variable has two more words, where its region begins and ends.

// object is the part of a frame's memory, or of the module's, that an address is known to be of.
type object struct{ lo, hi int64 }

// isKnown reports whether o says anything.
func (o object) isKnown() bool { return o.hi > o.lo }

// ofWord is an address that word gives, with its region.
func ofWord(word expr) address { return address{kind: computed, base: word} }

// pointer is where e points.
func (c *compiler) pointer(e ast.Expr) address {
	switch x := e.(type) {
	case *ast.AddressOf:
		return c.place(x.X)
	case *ast.Binary:
		switch x.Op {
		case ast.PtrAdd:
			return c.stepped(c.pointer(x.X), x.Y, elementSize(x.Ty))
		case ast.PtrSub:
			return c.stepped(c.pointer(x.X), x.Y, -elementSize(x.Ty))
		}
	case *ast.Convert:
		if isPointer(x.Ty) && isPointer(ast.TypeOf(x.X)) {
			return c.pointer(x.X)
		}
	case *ast.Var:
		if bounds, ok := c.bounds[x.Name]; ok {
			slot := c.variable(x.Name)
			return ofWord(func(m *machine) uint64 {
				m.within = backend.Region{Lo: m.vars[bounds], Hi: m.vars[bounds+1]}
				return m.vars[slot]
			})
		}
	case *ast.Cond:
		test, then, otherwise := c.test(x.Test), c.withRegion(c.pointer(x.Then)), c.withRegion(c.pointer(x.Else))
		return ofWord(func(m *machine) uint64 {
			if test(m) {
				return then(m)
			}
			return otherwise(m)
		})
	}
	return ofWord(looked(c.expr(e)))
}

func isPointer(t ast.Type) bool { _, ok := t.(ast.Pointer); return ok }

// looked is the address that word gives, in the region that the module knows.
func looked(word expr) expr {
	return func(m *machine) uint64 {
		v := word(m)
		m.within = m.program.module.RegionAt(m.given, v)
		return v
	}
}

// whole is the address of an object of so many bytes that is all that lies there.
func whole(word expr, size int64) address {
	return ofWord(func(m *machine) uint64 {
		v := word(m)
		m.within = backend.Region{Lo: v, Hi: v + uint64(size)}
		return v
	})
}

// withRegion is the address as a value, which leaves its region in machine.within.
func (c *compiler) withRegion(a address) expr {
	offset, lo, hi := uint64(a.offset), uint64(a.of.lo), uint64(a.of.hi)
	switch {
	case a.kind == fixed && a.of.isKnown():
		return func(m *machine) uint64 {
			m.within = backend.Region{Lo: lo, Hi: hi}
			return offset
		}
	case a.kind == inFrame:
		return func(m *machine) uint64 {
			m.within = backend.Region{Lo: m.memory + lo, Hi: m.memory + hi}
			return m.memory + offset
		}
	case a.kind == fixed:
		return looked(a.word())
	}
	return a.word()
}

// steppedWithin is the address i elements behind a. The index comes first, as its accesses have regions of their own.
func (c *compiler) steppedWithin(a address, i ast.Expr, size uint64) address {
	base, index := c.withRegion(a), c.expr(i)
	return ofWord(func(m *machine) uint64 {
		by := index(m) * size
		return base(m) + by
	})
}

// accessed is a, where so many bytes are accessed: the call ends where they do not lie in its region.
func (c *compiler) accessed(a address, size int64) address {
	if !c.program.checked || a.of.isKnown() && a.of.lo <= a.offset && a.offset+size <= a.of.hi {
		return a
	}
	at, word, n := c.at, c.withRegion(a), uint64(size)
	return address{kind: computed, base: func(m *machine) uint64 {
		addr := word(m)
		if !m.within.Holds(addr, n) {
			at.fail(backend.OutOfBounds, nil)
		}
		return addr
	}}
}

// assignPointer sets a variable, whose region is in the words from bounds on.
func (c *compiler) assignPointer(slot, bounds int, x ast.Expr) cmd {
	value := c.withRegion(c.pointer(x))
	return func(m *machine) signal {
		m.vars[slot] = value(m)
		m.vars[bounds], m.vars[bounds+1] = m.within.Lo, m.within.Hi
		return next
	}
}

// bound gives the variable, if it is a pointer, two words for its region.
func (c *compiler) bound(name string, t ast.Type) {
	if _, again := c.bounds[name]; c.program.checked && isPointer(t) && !again {
		c.bounds[name] = c.slot()
		c.slot()
	}
}

// enterChecked makes the frame of fn ready: what its variables hold that got no value is no address, its objects are regions, and what it was given is looked at.
func (m *machine) enterChecked(fn *function) {
	clear(m.vars[len(fn.tree.Params)+fn.first : fn.words])
	for _, p := range fn.pointers {
		r := m.program.module.RegionAt(m.given, m.vars[p.slot])
		m.vars[p.bounds], m.vars[p.bounds+1] = r.Lo, r.Hi
	}
	for _, p := range fn.records {
		if addr := m.vars[p.slot]; !m.program.module.RegionAt(m.given, addr).Holds(addr, p.size) {
			fn.entry.fail(backend.OutOfBounds, nil)
		}
	}
	for _, o := range fn.objects {
		m.given.Add(m.memory+uint64(o.lo), uint64(o.hi-o.lo))
	}
}

// pointerParam is a parameter that is a pointer: its word, and those of its region.
type pointerParam struct{ slot, bounds int }

// recordParam is the word with the address of a struct that is passed, or wanted.
type recordParam struct {
	slot int
	size uint64
}

// checkedParameters notes what is to be looked at when the function is entered.
func (fn *function) checkedParameters(c *compiler) {
	if c.result >= 0 {
		fn.first = 1
		fn.records = append(fn.records, recordParam{c.result, uint64(backend.SizeOf(fn.tree.Result))})
	}
	for _, p := range fn.tree.Params {
		if bounds, ok := c.bounds[p.Name]; ok {
			fn.pointers = append(fn.pointers, pointerParam{c.slots[p.Name], bounds})
		}
		if _, ok := p.Ty.(ast.Record); ok {
			fn.records = append(fn.records, recordParam{c.slots[p.Name], uint64(backend.SizeOf(p.Ty))})
		}
	}
	fn.objects = c.spaces
}
