package interp

import (
	"errors"

	"scf/scfml/core"
)

// The interpreter's primitive operations and map iterators.

// prim compiles a primitive operation.
func (c *compiler) prim(e *core.PrimExpr) code {
	args, at, op := c.operands(e.Args), c.siteOf(e.Pos), e.Op
	if op.IsMap() {
		return mapOp(op, args, at)
	}
	switch len(args) {
	case 1:
		a := &args[0]
		return func(m *machine, fr []core.Value) core.Value {
			x := a.get(m, fr)
			m.counts.Prims++
			v, err := core.EvalUnary(op, x)
			if v == nil {
				m.failPrim(at, op, err, x)
			}
			return v
		}
	case 2:
		a, b := &args[0], &args[1]
		return func(m *machine, fr []core.Value) core.Value {
			x, y := a.get(m, fr), b.get(m, fr)
			m.counts.Prims++
			v, err := m.living.EvalBinary(op, x, y)
			if v == nil {
				m.failPrim(at, op, err, x, y)
			}
			return v
		}
	}
	return failing(at.errorf("%s has %d arguments: the program is not well formed", op.Name(), len(args)))
}

func mapOp(op core.Op, args []operand, at *site) code {
	switch len(args) {
	case 2:
		a, b := &args[0], &args[1]
		return func(m *machine, fr []core.Value) core.Value {
			x, y := a.get(m, fr), b.get(m, fr)
			m.counts.MapOps++
			v, err := m.living.EvalBinary(op, x, y)
			if v == nil {
				m.failPrim(at, op, err, x, y)
			}
			return v
		}
	case 3:
		a, b, d := &args[0], &args[1], &args[2]
		return func(m *machine, fr []core.Value) core.Value {
			x, y, z := a.get(m, fr), b.get(m, fr), d.get(m, fr)
			m.counts.MapOps++
			v, err := m.living.EvalInsert(op, x, y, z)
			if v == nil {
				m.failPrim(at, op, err, x, y, z)
			}
			return v
		}
	}
	return failing(at.errorf("%s has %d arguments: the program is not well formed", op.Name(), len(args)))
}

// failing is code for what a well-formed program does not have.
func failing(err error) code {
	return func(m *machine, _ []core.Value) core.Value {
		m.fail(err)
		return nil
	}
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

// iteratorLevels is how much of the stack a map iterator takes, as a multiple of a closure.
const iteratorLevels = 6

// iterate compiles `M.map (fn p => body) m` and `M.unionWith (fn (x, y) => body) (m, m')`.
func (c *compiler) iterate(e *core.IterExpr) code {
	args, at := c.operands(e.Args), c.at
	slots := make([]int, len(e.Params))
	for i, v := range e.Params {
		slots[i] = c.newSlot()
		c.vars[v] = slots[i]
	}
	c.level += iteratorLevels
	body := c.expr(e.Body, false)
	switch {
	case len(args) == 1 && len(slots) == 1:
		return mapCode(&args[0], slots[0], body, at)
	case len(args) == 2 && len(slots) == 2:
		return unionCode(&args[0], &args[1], slots[0], slots[1], body, at)
	}
	return failing(at.errorf("an iterator has %d arguments and %d parameters: the program is not well formed", len(args), len(slots)))
}

func mapCode(arg *operand, slot int, body code, at *site) code {
	return func(m *machine, fr []core.Value) core.Value {
		entries := m.mapValue(arg.get(m, fr), at)
		m.counts.MapOps += 1 + int64(entries.Len())
		return entries.Map(func(v core.Value) core.Value {
			m.tick(at)
			fr[slot] = v
			return body(m, fr)
		})
	}
}

func unionCode(a, b *operand, x, y int, body code, at *site) code {
	return func(m *machine, fr []core.Value) core.Value {
		v := a.get(m, fr)
		w := b.get(m, fr)
		left, right := m.mapValue(v, at), m.mapValue(w, at)
		m.counts.MapOps += 1 + int64(left.Len()) + int64(right.Len())
		return left.UnionWith(right, func(v, w core.Value) core.Value {
			m.tick(at)
			fr[x], fr[y] = v, w
			return body(m, fr)
		})
	}
}

// mapValue is v as a map; ends the run where it is dead.
func (m *machine) mapValue(v core.Value, at *site) *core.MapValue {
	entries, ok := v.(*core.MapValue)
	if !ok {
		m.failPrim(at, core.OpMapEqual, nil, v)
	}
	return entries
}
