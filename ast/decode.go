package ast

import (
	"slices"

	"scf/internal/spare"
	"scf/scfml/core"
)

// This file makes trees of the values that programs give, fast: what a specialisation at run time costs beside the program itself. It knows
// the constructors by heart (codec_test holds it against the table of codec.go, whose decoder says what is wrong with a value that
// is no tree), takes nodes from slabs, and keeps the types that it has made by the values that they were made of, which are constants of
// the programs as a rule.

// reader makes one tree after the other.
type reader struct {
	bad       bool // the value is no tree
	depth     int
	parts     int
	numbering bool // labels are made anew, as by Number
	n         L
	targets   []renamedTarget
	objects   bool // whether an object was met
	params    []Param

	types  map[*core.ConValue]*readType
	read   uint64  // how many trees have been begun
	labels []Label // the first ones, from 0 on

	consts   slab[Const]
	vars     slab[Var]
	objs     slab[Object]
	binaries slab[Binary]
	converts slab[Convert]
	derefs   slab[Deref]
	indices  slab[Index]
	arrows   slab[Arrow]
	seqs     slab[Seq]
	scopes   slab[Scope]
	declares slab[Declare]
	inits    slab[InitExpr]
	assigns  slab[Assign]
	stores   slab[Store]
}

// readType is what a value has stood for when a tree was read. In the next tree it is looked at again, since a run may have made it in the place of
// another: most are constants of programs, which stand for the same type again.
type readType struct {
	t  Type
	in uint64 // the number of the tree
}

// renamedTarget is a block around what is being read, or a node of a graph around it.
type renamedTarget struct{ from, to Label }

// slab is room for nodes of one kind.
type slab[T any] struct {
	free []T
	size int
}

const maxSlab = 64

func (s *slab[T]) node() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, 4), maxSlab)
		s.free = make([]T, s.size)
	}
	n := &s.free[0]
	s.free = s.free[1:]
	return n
}

// readers are those that nobody uses. What is left of their slabs and the types serve the next.
var readers spare.Pool[reader]

// maxTypes bounds the types that a reader keeps.
const maxTypes = 1 << 10

// readTree is what read makes of v; ok is false where v is none of that.
func readTree[T any](v core.Value, read func(*reader, core.Value) T) (x T, ok bool) {
	r := readers.Get()
	if r == nil {
		r = &reader{types: map[*core.ConValue]*readType{}}
	}
	r.bad, r.depth, r.parts, r.numbering = false, 0, 0, false
	r.read++
	x = read(r, v)
	ok = !r.bad
	clear(r.targets[:cap(r.targets)])
	if len(r.types) > maxTypes {
		clear(r.types)
	}
	readers.Put(r)
	return x, ok
}

// con is v with n arguments.
func (r *reader) con(v core.Value, name string, n int) []core.Value {
	c, ok := v.(*core.ConValue)
	if !ok || c.Con.Name != name {
		r.bad = true
		return make([]core.Value, n)
	}
	return r.args(c, n)
}

func (r *reader) args(c *core.ConValue, n int) []core.Value {
	if len(c.Args) != n {
		r.bad = true
		return make([]core.Value, n)
	}
	return c.Args
}

func (r *reader) string(v core.Value) string {
	s, ok := v.(core.Str)
	r.bad = r.bad || !ok
	return string(s)
}

func (r *reader) int(v core.Value) int64 {
	n, ok := v.(core.Int)
	r.bad = r.bad || !ok
	return int64(n)
}

func (r *reader) bool(v core.Value) bool {
	b, ok := v.(core.Bool)
	r.bad = r.bad || !ok
	return bool(b)
}

// next is the next element of the list v; ok is false at its end.
func (r *reader) next(v *core.Value) (elem core.Value, ok bool) {
	c, isCon := (*v).(*core.ConValue)
	switch {
	case isCon && c.Con.Name == core.Cons.Name && len(c.Args) == 2 && !r.bad:
		elem, *v = c.Args[0], c.Args[1]
		return elem, r.part()
	case !isCon || c.Con.Name != core.Nil.Name:
		r.bad = true
	}
	return nil, false
}

// part notes one part more.
func (r *reader) part() bool {
	r.parts++
	r.bad = r.bad || r.parts > maxParts
	return !r.bad
}

// enter notes that a node begins; leave that it ends.
func (r *reader) enter() bool {
	r.depth++
	r.bad = r.bad || r.depth > maxDepth
	return r.part()
}

func (r *reader) leave() { r.depth-- }

// numberedProgram is the program that v stands for, whose functions are numbered.
func (r *reader) numberedProgram(v core.Value) *Program {
	r.numbering = true
	return r.program(v)
}

func (r *reader) program(v core.Value) *Program {
	a := r.con(v, "prog", 3)
	return &Program{r.function(a[0]), r.functions(a[1]), r.functions(a[2])}
}

func (r *reader) functions(list core.Value) (fs []*Func) {
	for f, ok := r.next(&list); ok; f, ok = r.next(&list) {
		fs = append(fs, r.function(f))
	}
	return fs
}

// numberedFunction is the function that v stands for, numbered.
func (r *reader) numberedFunction(v core.Value) *Func {
	r.numbering = true
	return r.function(v)
}

func (r *reader) function(v core.Value) *Func {
	r.n, r.targets, r.objects = 0, r.targets[:0], false
	a := r.con(v, "func", 6)
	f := &Func{}
	r.label(&f.Label, a[5])
	f.Name, f.Result = r.string(a[0]), r.ty(a[1])
	list := a[2]
	for p, ok := r.next(&list); ok; p, ok = r.next(&list) {
		q := r.con(p, "param", 3)
		r.params = append(r.params, Param{r.string(q[0]), r.ty(q[1]), r.bool(q[2])})
	}
	f.Params = append(f.Params, r.params...)
	r.params = r.params[:0]
	f.Body = r.cmd(a[3])
	f.InMemory = r.bool(a[4])
	if r.numbering {
		f.InMemory = r.objects
	}
	return f
}

// label sets the label of a node, which v stands for.
func (r *reader) label(to *Label, v core.Value) {
	if r.numbering {
		r.n++
		*to = r.numbered()
		return
	}
	*to = r.labelOf(v)
}

// maxLabels bounds the labels that a reader keeps.
const maxLabels = 1 << 14

// numbered is r.n as a label.
func (r *reader) numbered() Label {
	if r.n >= maxLabels {
		return r.n
	}
	for L(len(r.labels)) <= r.n {
		r.labels = append(r.labels, L(len(r.labels)))
	}
	return r.labels[r.n]
}

func (r *reader) labelOf(v core.Value) Label {
	c, ok := v.(*core.ConValue)
	if !ok || !r.enter() {
		r.bad = true
		return nil
	}
	defer r.leave()
	switch {
	case c.Con.Name == "L" && len(c.Args) == 1:
		return L(r.int(c.Args[0]))
	case c.Con.Name == "U" && len(c.Args) == 2:
		return U{r.labelOf(c.Args[0]), r.int(c.Args[1])}
	}
	r.bad = true
	return nil
}

// ty is the type that v stands for.
func (r *reader) ty(v core.Value) Type {
	c, ok := v.(*core.ConValue)
	if !ok {
		r.bad = true
		return nil
	}
	known := r.types[c]
	if known == nil {
		known = &readType{}
		r.types[c] = known
	}
	if known.in != r.read && r.enter() {
		known.t, known.in = r.newType(c, known.t), r.read
		r.leave()
	}
	return known.t
}

// newType is the type that c stands for: before, if it has stood for that.
func (r *reader) newType(c *core.ConValue, before Type) Type {
	switch c.Con.Name {
	case "void":
		return unlessNew(before, Void{r.string(r.args(c, 1)[0])})
	case "boolean":
		r.args(c, 0)
		return Boolean{}
	case "integer":
		a := r.args(c, 3)
		return unlessNew(before, Integer{r.string(a[0]), r.int(a[1]), r.bool(a[2])})
	case "floating":
		a := r.args(c, 2)
		return unlessNew(before, Floating{r.string(a[0]), r.int(a[1])})
	case "pointer":
		return unlessNew(before, Pointer{r.ty(r.args(c, 1)[0])})
	case "array":
		a := r.args(c, 2)
		return unlessNew(before, Array{r.ty(a[0]), r.int(a[1])})
	case "record":
		a := r.args(c, 2)
		return unlessNew(before, Record{r.string(a[0]), r.int(a[1])})
	case "function":
		return r.functionType(c, before)
	}
	r.bad = true
	return nil
}

// unlessNew is t, which is before where that is the same: then nothing new is made.
func unlessNew[T interface {
	Type
	comparable
}](before Type, t T) Type {
	if b, ok := before.(T); ok && b == t {
		return before
	}
	return t
}

func (r *reader) functionType(c *core.ConValue, before Type) Type {
	a := r.args(c, 3)
	f := &Function{Result: r.ty(a[0]), Variadic: r.bool(a[2])}
	list := a[1]
	for p, ok := r.next(&list); ok; p, ok = r.next(&list) {
		f.Params = append(f.Params, r.ty(p))
	}
	if b, ok := before.(*Function); ok && b.Result == f.Result && b.Variadic == f.Variadic && slices.Equal(b.Params, f.Params) {
		return b
	}
	return f
}

// constant is the value of a constant of type t, in the form that Wrap gives.
func (r *reader) constant(v core.Value, t Type) Constant {
	c, ok := v.(*core.ConValue)
	if !ok {
		r.bad = true
		return nil
	}
	n := r.int(r.args(c, 1)[0])
	switch c.Con.Name {
	case "int_const":
		return IntConst(Wrap(n, t))
	case "float_const":
		return FloatConst(n)
	}
	r.bad = true
	return nil
}

// enumerated is the number of v among the constructors of the datatype.
func (r *reader) enumerated(datatype string, v core.Value) int {
	if c, ok := v.(*core.ConValue); ok && len(c.Args) == 0 {
		for i, row := range constructors[datatype] {
			if row.name == c.Con.Name {
				return i
			}
		}
	}
	r.bad = true
	return 0
}
