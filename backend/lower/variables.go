package lower

import (
	"scf/ast"
	"scf/backend/ir"
)

// This file keeps what each variable holds at the point that lowering has come to. Changes are logged, so that the state at an earlier
// point can be gone back to, and told apart from the present one at the price of what changed.

// ref is what a variable holds: a value, or (negative) a phi that may still become one; 0 where it holds nothing yet.
type ref int32

// variable is a variable that does not lie in memory.
type variable struct {
	typ    ir.Type
	cur    ref
	logged int32 // where the log has it last
	epoch  int32 // of the enumeration that met it last
	row    int32 // its place in that
	// isPointer tells that the next two variables are where its region begins and ends (checked.go).
	isPointer bool
}

// change is an entry of the log: what a variable held before.
type change struct {
	v, logged int32
	old       ref
}

// binding is what a variable holds.
type binding struct {
	v int32
	x ref
}

// span is a piece of a slice.
type span struct{ from, to int32 }

func (l *Lowerer) newVariable(name string, t ast.Type) int32 {
	v := int32(len(l.vars))
	l.vars = append(l.vars, variable{typ: l.typeOf(t), logged: -1})
	if l.o.Checked && isPointer(t) {
		l.vars[v].isPointer = true
		l.vars = append(l.vars, variable{typ: ir.I64, logged: -1}, variable{typ: ir.I64, logged: -1})
	}
	l.names.add(name, meaning{kind: isVariable, index: v})
	return v
}

// set gives v another value.
func (l *Lowerer) set(v int32, x ref) {
	va := &l.vars[v]
	if p := va.logged; p < l.mark || int(p) >= len(l.log) || l.log[p].v != v {
		l.log = append(l.log, change{v, p, va.cur})
		va.logged = int32(len(l.log) - 1)
	}
	va.cur = x
}

// read is the value of v.
func (l *Lowerer) read(v int32) ir.Value { return l.known(l.vars[v].cur, l.vars[v].typ) }

// known is the value that x stands for.
func (l *Lowerer) known(x ref, t ir.Type) ir.Value {
	switch {
	case x > 0:
		return ir.Value(x)
	case x < 0:
		return l.realise(int32(-x))
	}
	return l.undefined(t)
}

// undefined is what is read where nothing was written: a zero, made in the entry at the end.
func (l *Lowerer) undefined(t ir.Type) ir.Value {
	if l.undef[t] == 0 {
		in := ir.Instr{Op: ir.Const, Type: t}
		if t == ir.F32 || t == ir.F64 {
			in.Op = ir.FConst
		}
		l.undef[t] = l.loose(in)
		l.undefs = append(l.undefs, l.undef[t])
	}
	return l.undef[t]
}

// loose makes a value that stands nowhere yet.
func (l *Lowerer) loose(in ir.Instr) ir.Value {
	f := l.b.Func
	f.Values = append(f.Values, in)
	return ir.Value(len(f.Values) - 1)
}

// enter begins a part whose changes can be undone; leave ends it. Between them l.mark is where its changes begin in the log.
func (l *Lowerer) enter() (outer int32) {
	outer = l.mark
	l.mark = int32(len(l.log))
	return outer
}

// undo goes back to the state at l.mark.
func (l *Lowerer) undo() {
	for i := len(l.log) - 1; i >= int(l.mark); i-- {
		c := l.log[i]
		l.vars[c.v].cur, l.vars[c.v].logged = c.old, c.logged
	}
	l.log = l.log[:l.mark]
}

// snapshot is a new state: what the variables hold that changed since mark. The state 0 is that nothing did.
func (l *Lowerer) snapshot(mark int32) int32 {
	if int(mark) == len(l.log) {
		return 0
	}
	l.epoch++
	from := int32(len(l.snaps))
	for _, c := range l.log[mark:] {
		if va := &l.vars[c.v]; va.epoch != l.epoch {
			va.epoch = l.epoch
			l.snaps = append(l.snaps, binding{c.v, va.cur})
		}
	}
	l.states = append(l.states, span{from, int32(len(l.snaps))})
	return int32(len(l.states) - 1)
}
