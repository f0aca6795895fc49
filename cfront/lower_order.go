package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file keeps the order of effects. An expression of C is lowered to commands, which are appended to l.cmds, and to an
// expression of the tree, which has no effect but that of calls and which is to be evaluated behind the commands. Operands are
// lowered from left to right. An operand that later commands might change is evaluated before them into a temporary (protect).
// Calls stay in the expression where C leaves their order open, or nothing tells the difference.
//
// The increment of a variable that is not in memory, in p++, waits until the next sequence point (pending): until then
// C forbids to read or write the variable elsewhere, so that p itself can be read in place of the old value. A call may not
// see it either.

// emit appends commands. Where they have no place yet they stand where the statement does that is being lowered.
func (l *lowerer) emit(cmds ...ast.Cmd) {
	for _, c := range cmds {
		if d, ok := c.(*ast.Declare); ok && l.nested.captured[d.Name] {
			l.emit(l.initially(d)...)
			continue
		}
		ast.Locate(c, l.at)
		l.cmds = append(l.cmds, c)
	}
}

// branch is the commands that f emits, which are not always done.
func (l *lowerer) branch(f func()) []ast.Cmd {
	l.branchDepth++
	defer func() { l.branchDepth-- }()
	return l.list(f)
}

// list is the commands that f emits.
func (l *lowerer) list(f func()) []ast.Cmd {
	saved := l.cmds
	l.cmds = nil
	f()
	made := l.cmds
	l.cmds = saved
	return made
}

// flush does the pending increments: there is a sequence point.
func (l *lowerer) flush() {
	for _, a := range l.pending {
		l.emit(a)
	}
	l.pending = nil
}

// settle is x with the pending increments done before it is used.
func (l *lowerer) settle(x ast.Expr) ast.Expr {
	mark := len(l.cmds)
	l.flush()
	return l.protect(x, mark)
}

// isPending reports whether an increment of the variable is still to be done.
func (l *lowerer) isPending(name string) bool {
	for _, a := range l.pending {
		if a.Name == name {
			return true
		}
	}
	return false
}

// operands evaluates expressions from left to right.
func (l *lowerer) operands(evals ...func() ast.Expr) []ast.Expr {
	values := make([]ast.Expr, len(evals))
	marks := make([]int, len(evals))
	for i, eval := range evals {
		values[i] = eval()
		marks[i] = len(l.cmds)
	}
	for i := len(evals) - 1; i >= 0; i-- {
		values[i] = l.protect(values[i], marks[i])
	}
	return values
}

// protect is an expression for the value of x as it was before the commands from number mark on.
func (l *lowerer) protect(x ast.Expr, mark int) ast.Expr {
	switch ast.TypeOf(x).(type) {
	case ast.Array: // an operand of []
		return l.protectPlace(x, mark)
	case *ast.Function, ast.Void:
		return x
	}
	if !interfere(l.cmds[mark:], valueOf(x)) {
		return x
	}
	return l.spillAt(x, mark)
}

// protectPlace is a designator of the object that place designated before the commands from number mark on.
func (l *lowerer) protectPlace(place ast.Expr, mark int) ast.Expr {
	if !interfere(l.cmds[mark:], addressOf(place)) {
		return place
	}
	if p, ok := l.protectIndexes(place, mark); ok {
		return p
	}
	return l.pinAt(place, mark)
}

// protectIndexes is protectPlace of an object with a name or a part of one, which needs no address: only the indexes of elements may change. ok is false for others.
func (l *lowerer) protectIndexes(place ast.Expr, mark int) (p ast.Expr, ok bool) {
	switch place := place.(type) {
	case *ast.Object:
		return place, true
	case *ast.Member:
		m := *place
		m.X, ok = l.protectIndexes(m.X, mark)
		return &m, ok
	case *ast.Index:
		i := *place
		if !isArray(i.X) {
			return nil, false
		}
		if i.X, ok = l.protectIndexes(i.X, mark); ok {
			i.I = l.protect(i.I, mark)
		}
		return &i, ok
	}
	return nil, false
}

// spill is a new variable with the value of x.
func (l *lowerer) spill(x ast.Expr) ast.Expr { return l.spillAt(x, len(l.cmds)) }

func (l *lowerer) spillAt(x ast.Expr, mark int) ast.Expr {
	t := ast.TypeOf(x)
	name := l.fresh(x)
	d := &ast.Declare{Name: name, Ty: t, Init: &ast.InitExpr{X: x}, At: l.at}
	l.cmds = append(l.cmds[:mark:mark], append([]ast.Cmd{d}, l.cmds[mark:]...)...)
	return temporary(name, t)
}

// temporary is the use of a variable that the lowering made.
func temporary(name string, t ast.Type) ast.Expr {
	if ast.IsScalar(t) {
		return &ast.Var{Name: name, Ty: t}
	}
	return &ast.Object{Name: name, Ty: t}
}

// pinBits is the bit-field that place designates, so that it designates the same one behind a store to it.
func (l *lowerer) pinBits(place ast.Expr) ast.Expr {
	if isFixed(place) {
		return place
	}
	if a, ok := place.(*ast.Arrow); ok {
		if v, ok := a.X.(*ast.Var); ok && !l.isPending(v.Name) {
			return place
		}
	}
	return l.pinAt(place, len(l.cmds))
}

// isFixed reports whether place is an object with a name, or a member of one.
func isFixed(place ast.Expr) bool {
	switch p := place.(type) {
	case *ast.Object:
		return true
	case *ast.Member:
		return isFixed(p.X)
	}
	return false
}

// pinAt evaluates the address of place, once, into a new variable; of a bit-field, that of the object that it lies in.
func (l *lowerer) pinAt(place ast.Expr, mark int) ast.Expr {
	t := ast.TypeOf(place)
	if ast.IsBitField(place) {
		switch p := place.(type) {
		case *ast.Member:
			return &ast.Arrow{X: l.spillAt(l.addressOf(p.X), mark), Field: p.Field, Offset: p.Offset, Ty: t}
		case *ast.Arrow:
			return &ast.Arrow{X: l.spillAt(p.X, mark), Field: p.Field, Offset: p.Offset, Ty: t}
		}
	}
	var address ast.Expr = l.addressOf(place)
	if d, ok := place.(*ast.Deref); ok {
		address = d.X
	}
	return &ast.Deref{X: l.spillAt(address, mark), Ty: t}
}

// stable is place, so that evaluating it twice does what evaluating it once does.
func (l *lowerer) stable(place ast.Expr) ast.Expr {
	if ast.HasCall(place) {
		return l.pinAt(place, len(l.cmds))
	}
	return place
}

// fresh is a name for a temporary with the value of x, made from the name that x is read from.
func (l *lowerer) fresh(x ast.Expr) string {
	base, _, _ := strings.Cut(nameIn(x), "#")
	if base == keptValue && l.count[base] == 0 && !l.file.uses(base) {
		l.count[base]++
		return base
	}
	return l.freshName(base)
}

// keptValue is what a temporary is called for the value of C that is kept as it is.
const keptValue = "kept_value"

// freshName is a new name made from base, or from what base itself was made from.
func (l *lowerer) freshName(base string) string {
	base = orElse(l.madeFrom[base], base)
	for i := max(2, l.made[base]+1); ; i++ {
		name := fmt.Sprintf("%s_%d", base, i)
		if l.count[name] == 0 && !l.file.uses(name) {
			l.count[name]++
			l.madeFrom[name], l.made[base] = base, i
			return name
		}
	}
}

// uses reports whether the file, or a header of it, uses the name.
func (f *File) uses(name string) bool {
	return f.Mentions(name) || f.unit.Macros[name] != nil || len(f.unit.Scope.Nodes[name]) > 0
}

// nameIn is a name that tells a reader where the value of e comes from.
func nameIn(e ast.Expr) string {
	if name := lastName(e); name != "" {
		return name
	}
	if call, ok := e.(*ast.Call); ok {
		if o, ok := call.Fn.(*ast.Object); ok {
			if _, isText := ast.TextOf(call); isText {
				return keptValue
			}
			return strings.TrimLeft(o.Name, "_")
		}
	}
	for _, x := range ast.Operands(e) {
		if name := nameIn(x); name != "value" {
			return name
		}
	}
	return "value"
}

// footprint is what an expression or commands read and write.
type footprint struct {
	vars   map[string]bool // read; of commands: written
	memory bool            // read; of commands: written
	calls  bool
}

// valueOf is what evaluating e reads.
func valueOf(e ast.Expr) footprint {
	f := footprint{vars: map[string]bool{}}
	f.value(e)
	return f
}

// addressOf is what finding the object that place designates reads.
func addressOf(place ast.Expr) footprint {
	f := footprint{vars: map[string]bool{}}
	f.address(place)
	return f
}

func (f *footprint) value(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Var:
		f.vars[e.Name] = true
	case *ast.Object, *ast.Deref, *ast.Index, *ast.Member, *ast.Arrow:
		f.memory = true
		f.address(e)
	case *ast.AddressOf:
		f.address(e.X)
	case *ast.Call:
		f.calls = true
		f.operands(e)
	default:
		f.operands(e)
	}
}

func (f *footprint) operands(e ast.Expr) {
	for _, x := range ast.Operands(e) {
		f.value(x)
	}
}

func (f *footprint) address(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Index:
		if isArray(e.X) {
			f.address(e.X)
		} else {
			f.value(e.X)
		}
		f.value(e.I)
	case *ast.Member:
		f.address(e.X)
	case *ast.Var, *ast.Object, *ast.Str:
	case *ast.Deref:
		f.value(e.X)
	case *ast.Arrow:
		f.value(e.X)
	default:
		f.value(e)
	}
}

func isArray(e ast.Expr) bool {
	_, ok := ast.TypeOf(e).(ast.Array)
	return ok
}

// interfere reports whether doing cmds first may change what the later reads give, or the other way round.
func interfere(cmds []ast.Cmd, later footprint) bool {
	for _, c := range cmds {
		if interferes(c, later) {
			return true
		}
	}
	return false
}

func interferes(c ast.Cmd, later footprint) bool {
	done := footprint{vars: map[string]bool{}}
	reads := footprint{vars: map[string]bool{}}
	ast.Walk(c, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Assign:
			done.vars[c.Name] = true
		case *ast.Declare:
			done.vars[c.Name] = true
			done.memory = done.memory || !ast.IsScalar(c.Ty)
		case *ast.Store:
			done.memory = true
		}
	}, func(e ast.Expr) { reads.step(e) }, nil)
	touched := done.memory || reads.calls
	if later.memory && touched || later.calls && (touched || reads.memory) {
		return true
	}
	for name := range later.vars {
		if done.vars[name] {
			return true
		}
	}
	return false
}

// step adds what the node e does, without its operands.
func (f *footprint) step(e ast.Expr) {
	switch e.(type) {
	case *ast.Object, *ast.Deref, *ast.Index, *ast.Member, *ast.Arrow:
		f.memory = true
	case *ast.Call:
		f.calls = true
	}
}

// effect does what e does and leaves its value.
func (l *lowerer) effect(e cc.ExpressionNode) {
	l.discard(e)
	l.flush()
}
