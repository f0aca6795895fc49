// Package lower makes functions of package ir of trees: it is the one place where C's types become widths, addresses and operations.
//
//	l := lower.New(lower.NewUnit(u), lower.Options{})
//	f, err := l.Lower(tree)
//
// SSA form is made while the tree is walked. Control is structured, so where ways meet all of them are known but one, the way back into a loop;
// for that the loop's body is looked through once for what it assigns. What differs between ways that meet is only noted (a phi); it becomes a parameter of
// the block when it is read (after Braun et al., Simple and Efficient Construction of Static Single Assignment Form), so that no parameter is made that nobody reads, and parameters that turn
// out to be one value are removed at the end.
//
// Symbols are named so: functions and variables of the file as C does, a static variable x of the function f "f.x", a string `"` with its text behind. Data says which.
//
//	lower.go      Unit, Options, Lowerer; a function
//	names.go      what names mean
//	objects.go    locals that lie in memory
//	variables.go  values of variables, at every point
//	joins.go      where ways meet
//	commands.go   commands
//	loops.go      loops
//	switches.go   switches
//	tests.go      conditions as branches
//	exprs.go      expressions
//	arith.go      arithmetic
//	convert.go    conversions
//	places.go     objects and addresses
//	access.go     loads, stores, bit-fields, which accesses may meet
//	inits.go      initialisers
//	calls.go      calls
//	builtins.go   functions that are done in place
//	bits.go       those of them that count and move bits
//	types.go      sizes and representations of C's types
//	checked.go    functions that check their accesses and divisors
package lower

import (
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
	"scf/internal/diag"
)

// Unit is a unit as lowering wants it. It does not change and may be shared.
type Unit struct {
	layouts ast.Layouts
	funcs   map[string]*ast.Func
	refused map[string]bool
	statics map[static]bool
	sizes   map[static]int64 // of variables
}

// static is a static variable of a function.
type static struct{ fn, name string }

// NewUnit prepares u.
func NewUnit(u *ast.Unit) *Unit {
	out := &Unit{layouts: u.Layouts, funcs: map[string]*ast.Func{}, refused: map[string]bool{}, statics: map[static]bool{}, sizes: map[static]int64{}}
	for _, f := range u.Funcs {
		out.funcs[f.Name] = f
	}
	for _, r := range u.Refused {
		out.refused[r.Name] = true
	}
	for _, v := range u.Variables {
		out.sizes[static{v.Func, v.Name}] = v.Size
		if v.Func != "" {
			out.statics[static{v.Func, v.Name}] = true
		}
	}
	return out
}

// Data says what the name of a Data symbol means: the string text, or the variable called name, local to the function fn if that is not empty.
func Data(symbol string) (text string, isText bool, fn, name string) {
	if text, isText = strings.CutPrefix(symbol, `"`); isText {
		return text, true, "", ""
	}
	fn, name = ast.Unscoped(symbol)
	return "", false, fn, name
}

// Options say how to lower. The zero value is C as gcc -O2 has it.
type Options struct {
	// FreeAliasing lets accesses of all types meet, as gcc -fno-strict-aliasing does.
	FreeAliasing bool
	// Divisors makes functions that check divisors.
	Divisors bool
	// Checked makes functions that check every access, divisor and function that is called, Steps such that count iterations of loops and calls (checked.go).
	Checked, Steps bool
	// PlaceOf gives places of nodes that have none of their own, by label; may be nil: then Labels has the labels.
	PlaceOf func(ast.Label) diag.Pos
}

// own is the function called name that has a tree; nil if there is none.
func (l *Lowerer) own(name string) *ast.Func {
	for _, f := range l.f.Made {
		if f.Name == name {
			return f
		}
	}
	return l.u.funcs[name]
}

// Lowerer lowers functions of a unit, one after another, in memory that it uses again.
type Lowerer struct {
	u *Unit
	o Options

	b        ir.Builder
	f        *ast.Func
	err      error // the first
	at       diag.Pos
	label    ast.Label   // that at is of, where it has no place
	labelled []ast.Label // of the places that are not known, by ir.Place
	names    names
	vars     []variable

	// The state of variables (variables.go) and of ways that meet (joins.go).
	log    []change
	mark   int32
	epoch  int32
	snaps  []binding
	states []span
	labels []label
	edges  []inEdge
	phis   []phi
	args   []ref
	rows   []int32
	work   []int32
	undef  [ir.F64 + 1]ir.Value
	undefs []ir.Value

	blocks     []openBlock
	cases      []caseEdge
	operands   []ir.Value // of calls that are being made
	temps      []ir.Slot  // for structs that calls take and give
	tempsUse   int        // how many of them the present command uses
	result     ir.Value   // where a struct result goes
	escaped    []ir.Slot  // the locals whose addresses others may use, if that is checked
	scratch    ir.Slot    // where regions are put that are asked for
	hasScratch bool
	counter    ir.Value // the address of the steps that are left; 0 where it was not needed yet
	lastRec    recordKind

	declared   []*ast.Declare // scalars (objects.go)
	caseValues []int64
	caseBlocks []*ir.Block
}

// New is a lowerer of functions of u.
func New(u *Unit, o Options) *Lowerer { return &Lowerer{u: u, o: o} }

// Use makes l a lowerer of functions of another unit, or in another way.
func (l *Lowerer) Use(u *Unit, o Options) {
	l.u, l.o, l.lastRec = u, o, recordKind{}
}

// Labels are the labels of the commands that the Places of the function lowered last are of, by ir.Place, where the tree does not tell the place. They are
// good until the next one.
func (l *Lowerer) Labels() []ast.Label { return l.labelled }

// Lower lowers f, a function of the unit or an optimised version of one. The result stays valid until the next call; whoever gets it may change it. Errors name what cannot be
// lowered, with its place where that is known.
func (l *Lowerer) Lower(f *ast.Func) (*ir.Func, error) {
	l.reset(f)
	entry := l.b.NewBlock()
	l.b.Start(entry)
	body := backend.WithoutGraphs(f.Body)
	l.findObjects(body)
	l.params(entry)
	l.cmd(body)
	if l.b.Block() != nil {
		l.returnNothing()
	}
	if l.err != nil {
		return nil, l.err
	}
	l.finishPhis(entry)
	l.finishRegions(entry)
	l.finishCounter(entry)
	return l.b.Finish(), nil
}

func (l *Lowerer) reset(f *ast.Func) {
	l.f, l.err, l.at, l.label = f, nil, diag.Pos{}, nil
	l.labelled = append(l.labelled[:0], nil)
	result := ir.None
	if !isRecord(f.Result) {
		result = l.typeOf(f.Result)
	}
	l.b.Reset(f.Name, result)
	l.names.reset()
	l.vars, l.log, l.mark = l.vars[:0], l.log[:0], 0
	l.snaps, l.states = l.snaps[:0], append(l.states[:0], span{})
	l.labels, l.edges, l.phis, l.args = l.labels[:0], append(l.edges[:0], inEdge{}), append(l.phis[:0], phi{}), l.args[:0]
	l.undef, l.undefs = [ir.F64 + 1]ir.Value{}, l.undefs[:0]
	l.escaped, l.hasScratch, l.counter = l.escaped[:0], false, 0
	l.blocks, l.operands, l.temps, l.tempsUse, l.result = l.blocks[:0], l.operands[:0], l.temps[:0], 0, 0
}

// params makes the parameters of the entry, and puts those that lie in memory there.
func (l *Lowerer) params(entry *ir.Block) {
	if isRecord(l.f.Result) {
		l.result = l.b.AddParam(entry, ir.I64)
		l.checkParam(l.result, l.f.Result)
	}
	for i := range l.f.Params {
		p := &l.f.Params[i]
		if isRecord(p.Ty) {
			v := l.b.AddParam(entry, ir.I64)
			l.checkParam(v, p.Ty)
			l.names.add(p.Name, meaning{kind: isRecordParam, index: int32(v)})
			continue
		}
		v := l.b.AddParam(entry, l.typeOf(p.Ty))
		if p.InMemory {
			slot := l.newSlot(p.Name, p.Ty)
			l.names.add(p.Name, meaning{kind: isSlot, index: int32(slot)})
			l.b.Store(l.memOf(p.Ty), l.stackAddr(slot, 0), 0, v)
			continue
		}
		i := l.newVariable(p.Name, p.Ty)
		l.vars[i].cur = ref(v)
		if l.vars[i].isPointer {
			r := l.lookup(v)
			l.vars[i+1].cur, l.vars[i+2].cur = ref(r.lo), ref(r.hi)
		}
	}
}

// fail records the first error, at the present place.
func (l *Lowerer) fail(construct string) {
	if l.err == nil {
		l.err = diag.Errorf(l.at, "%s: %s cannot be compiled", l.f.Name, construct).
			WithHint("leave it out, or use another back end")
	}
}

// locate says that what follows stands at that place, or where PlaceOf has the label.
func (l *Lowerer) locate(at diag.Pos, label ast.Label) {
	if !at.IsValid() && l.o.PlaceOf != nil {
		at = l.o.PlaceOf(label)
	}
	if at.IsValid() {
		label = nil
	} else if label == nil || l.o.PlaceOf != nil {
		return
	}
	if at == l.at && label == l.label && l.b.Place != 0 {
		return
	}
	l.at, l.label = at, label
	l.b.Func.Places = append(l.b.Func.Places, at)
	l.labelled = append(l.labelled, label)
	l.b.Place = ir.Place(len(l.b.Func.Places) - 1)
}
