package interp

import (
	"errors"

	"scf/scfml/core"
)

// Running code.

// call is a call that is active: where its caller goes on.
type call struct {
	f    *compiled
	pc   int32
	to   int32     // the slot for the result
	base frameMark // of the caller's frame
}

// exec runs f from pc on in the frame fr, which begins at base, until it returns, or yields a value. All instructions are done in one loop, whose
// variables stay in registers.
func (m *machine) exec(f *compiled, fr []core.Value, base frameMark, pc int) core.Value {
	floor := len(m.calls)
	code, constants := f.code, f.constants
	for {
		w := (*[longest]int32)(code[pc:])
		switch n := int(w[0] >> 8); opcode(w[0]) {
		case opMove:
			fr[w[1]] = value(w[2], fr, constants)
			pc += 3
		case opConstruct:
			v := m.room.con(f.cons[w[2]], n)
			for i, a := range code[pc+3 : pc+3+n] {
				v.Args[i] = value(a, fr, constants)
			}
			fr[w[1]] = v
			m.counts.Allocs++
			pc += 3 + n
		case opTuple:
			v := m.room.tuple(n)
			for i, a := range code[pc+2 : pc+2+n] {
				v.Elems[i] = value(a, fr, constants)
			}
			fr[w[1]] = v
			m.counts.Allocs++
			pc += 2 + n
		case opCall:
			callee := f.callees[w[2]].compiled()
			mark := m.frames.mark()
			next := m.frames.push(callee.slots)
			for i, a := range code[pc+3 : pc+3+n] {
				next[i] = value(a, fr, constants)
			}
			m.counts.Calls++
			m.calls = append(m.calls, call{f, int32(pc + 3 + n), w[1], base})
			m.enter(f, pc)
			f, fr, base, pc = callee, next, mark, 0
			code, constants = f.code, f.constants
		case opTailCall:
			callee := f.callees[w[1]].compiled()
			args := m.frames.push(n)
			for i, a := range code[pc+2 : pc+2+n] {
				args[i] = value(a, fr, constants)
			}
			m.counts.Calls++
			if m.profile != nil {
				m.profile.leaveFunction(true, m.counts)
			}
			m.tick(f, pc)
			m.frames.release(base)
			fr = m.frames.push(callee.slots)
			copy(fr, args)
			f, pc = callee, 0
			code, constants = f.code, f.constants
		case opReturn:
			v := value(w[1], fr, constants)
			if m.profile != nil {
				m.profile.leaveFunction(false, m.counts)
			}
			if len(m.calls) == floor {
				return v
			}
			m.frames.release(base)
			back := &m.calls[len(m.calls)-1]
			f, pc, base = back.f, int(back.pc), back.base
			code, constants = f.code, f.constants
			fr = m.frames.again(base, f.slots)
			fr[back.to] = v
			m.calls = m.calls[:len(m.calls)-1]
			m.depth--
		case opUnary:
			x := value(w[3], fr, constants)
			m.counts.Prims++
			v, err := core.EvalUnary(core.Op(w[2]), x)
			if v == nil {
				m.failPrim(f.site(pc), core.Op(w[2]), err, x)
			}
			fr[w[1]] = v
			pc += 4
		case opBinary:
			x, y := value(w[3], fr, constants), value(w[4], fr, constants)
			m.counts.MapOps += int64(n)
			m.counts.Prims += int64(1 - n)
			v, err := m.living.EvalBinary(core.Op(w[2]), x, y)
			if v == nil {
				m.failPrim(f.site(pc), core.Op(w[2]), err, x, y)
			}
			fr[w[1]] = v
			pc += 5
		case opFind:
			x, k := value(w[3], fr, constants), value(w[4], fr, constants)
			m.counts.MapOps++
			fr[w[1]] = m.find(f, pc, x, k)
			pc += 5
		case opInsert:
			x, y, z := value(w[3], fr, constants), value(w[4], fr, constants), value(w[5], fr, constants)
			m.counts.MapOps++
			v, err := m.living.EvalInsert(core.Op(w[2]), x, y, z)
			if v == nil {
				m.failPrim(f.site(pc), core.Op(w[2]), err, x, y, z)
			}
			fr[w[1]] = v
			pc += 6
		case opMapEach:
			fr[w[1]] = m.each(f, pc, fr, base, value(w[2], fr, constants), w[3])
			pc = int(w[4])
		case opMapUnion:
			fr[w[1]] = m.union(f, pc, fr, base, value(w[2], fr, constants), value(w[3], fr, constants), w[4], w[5])
			pc = int(w[6])
		case opYield:
			return value(w[1], fr, constants)
		case opJump:
			pc = int(w[1])
		case opIf, opIfNot:
			m.counts.Tests++
			switch b, ok := fr[w[1]].(core.Bool); {
			case !ok:
				pc = int(w[3])
			case bool(b) == (opcode(w[0]) == opIf):
				pc += 4
			default:
				pc = int(w[2])
			}
		case opTestCon:
			m.counts.Tests += int64(n)
			if v, ok := fr[w[1]].(*core.ConValue); ok && v.Con == f.cons[w[2]] {
				pc += 4
			} else {
				pc = int(w[3])
			}
		case opTestLit:
			m.counts.Tests += int64(n)
			if fr[w[1]] == constants[w[2]] {
				pc += 4
			} else {
				pc = int(w[3])
			}
		case opFetchNeed:
			if fr[w[1]] != nil {
				pc += 4
				continue
			}
			fallthrough
		case opFetch:
			m.counts.Loads += int64(n)
			switch v := fr[w[2]].(type) {
			case *core.ConValue:
				fr[w[1]] = v.Args[w[3]]
			case *core.Tuple:
				fr[w[1]] = v.Elems[w[3]]
			default: // the components of a dead tuple are dead
				fr[w[1]] = core.Dead{}
			}
			pc += 4
		case opFetchFew:
			var parts []core.Value
			switch v := fr[w[1]].(type) {
			case *core.ConValue:
				parts = v.Args
			case *core.Tuple:
				parts = v.Elems
			}
			m.counts.Loads += int64(n)
			for i := pc + 2; i < pc+2+2*n; i += 2 {
				if parts == nil {
					fr[code[i]] = core.Dead{}
				} else {
					fr[code[i]] = parts[code[i+1]]
				}
			}
			pc += 2 + 2*n
		case opForget:
			clear(fr[w[1]:w[2]])
			pc += 3
		case opSwitch:
			t := &f.tables[w[2]]
			if v, ok := fr[w[1]].(*core.ConValue); ok && v.Con.Data == t.data {
				m.counts.Tests += int64(t.tests[v.Con.Index])
				pc = int(t.to[v.Con.Index])
			} else {
				pc += 3
			}
		case opNoMatch:
			m.noMatch(f.site(pc), fr, code[pc+1:pc+1+n])
		case opFail:
			m.fail(f.site(pc).err)
		case opBegin:
			m.profile.enterFunction(f.source.fn, m.counts)
			pc++
		case opEnter:
			m.profile.enterPlace(int(w[1]), m.counts)
			pc += 2
		case opLeave:
			m.profile.leavePlace(m.counts)
			pc++
		default:
			panic("interp: no such instruction")
		}
	}
}

// value is the value of an operand.
func value(operand int32, fr, constants []core.Value) core.Value {
	if operand >= 0 {
		return fr[operand]
	}
	return constants[^operand]
}

// find is M.find (x, k), whose result lies where the run makes its values.
func (m *machine) find(f *compiled, pc int, x, k core.Value) core.Value {
	entries, ok := x.(*core.MapValue)
	if !ok || m.living.HasDead(k) {
		_, err := core.EvalBinary(core.OpMapFind, x, k)
		m.failPrim(f.site(pc), core.OpMapFind, err, x, k)
	}
	v, ok := entries.Get(k)
	if !ok {
		return core.NoneValue
	}
	some := m.room.con(core.Some, 1)
	some.Args[0] = v
	return some
}

// each is the map x with what the code behind the instruction at pc gives for each value.
func (m *machine) each(f *compiled, pc int, fr []core.Value, base frameMark, x core.Value, slot int32) core.Value {
	entries := m.mapValue(x, f, pc)
	m.counts.MapOps += 1 + int64(entries.Len())
	m.nest(f, pc)
	out := entries.Map(func(v core.Value) core.Value {
		m.tick(f, pc)
		fr[slot] = v
		return m.exec(f, fr, base, pc+5)
	})
	m.nested--
	return out
}

// union is each for two maps and values that both have for a key.
func (m *machine) union(f *compiled, pc int, fr []core.Value, base frameMark, x, y core.Value, first, second int32) core.Value {
	left, right := m.mapValue(x, f, pc), m.mapValue(y, f, pc)
	m.counts.MapOps += 1 + int64(left.Len()) + int64(right.Len())
	m.nest(f, pc)
	out := left.UnionWith(right, func(v, w core.Value) core.Value {
		m.tick(f, pc)
		fr[first], fr[second] = v, w
		return m.exec(f, fr, base, pc+7)
	})
	m.nested--
	return out
}

// mapValue is v as a map; ends the run where it is dead.
func (m *machine) mapValue(v core.Value, f *compiled, pc int) *core.MapValue {
	entries, ok := v.(*core.MapValue)
	if !ok {
		m.failPrim(f.site(pc), core.OpMapEqual, nil, v)
	}
	return entries
}

// failPrim ends the run with the error of a primitive operation.
func (m *machine) failPrim(at *site, op core.Op, err error, args ...core.Value) {
	if err == nil {
		err = core.Misuse(op, args)
	}
	e := at.errorf("%s", err)
	switch {
	case errors.Is(err, core.ErrDivByZero):
		e = e.WithHint("the dividend is %s", args[0])
	case errors.Is(err, core.ErrDead):
		e = e.WithHint("a value that nothing needs was removed, and this operation needs it")
	}
	m.fail(e)
}

// noMatch ends the run: no arm matches what has its parts in the slots.
func (m *machine) noMatch(at *site, fr []core.Value, slots []int32) {
	v := fr[slots[0]]
	if len(slots) > 1 {
		t := &core.Tuple{}
		for _, s := range slots {
			t.Elems = append(t.Elems, fr[s])
		}
		v = t
	}
	err := at.errorf("no pattern matches %s", core.AbbreviateValue(v, abbreviated))
	if core.HasDead(v) {
		err = err.WithHint("a value that nothing needs was removed (dead), and this match may need it")
	} else {
		err = err.WithHint("add an arm for such values, or call the function without them")
	}
	m.fail(err)
}
