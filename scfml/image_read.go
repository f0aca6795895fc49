package scfml

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// errImage is the error for what is no image of this version.
var errImage = errors.New("this is no image of a program, or one of another version")

// imageDepth bounds how deeply the parts of an image nest, for the sake of Go's stack.
const imageDepth = 200_000

// LoadImage is the program of an image, without positions. Whether the program is well formed is not checked (VerifyLoaded does that): an
// image is trusted to be as it was written.
func LoadImage(image []byte) (*Program, error) {
	r := &imageReader{in: image}
	p := r.program()
	if r.failed || len(r.in) > 0 {
		return nil, errImage
	}
	return p, nil
}

// imageReader reads an image. Once something is wrong it reads zeros.
type imageReader struct {
	in     []byte
	p      *Program // as far as it has been read
	failed bool
	depth  int
	texts  []string
	data   []*Datatype
	cons   []*Con
	params []*TypeVar
	values []Value
	vars   []*Var
	ops    map[string]Op
}

func (r *imageReader) fail() { r.failed, r.in = true, nil }

func (r *imageReader) number() int {
	n, size := binary.Uvarint(r.in)
	if size <= 0 || n > 1<<62 {
		r.fail()
		return 0
	}
	r.in = r.in[size:]
	return int(n)
}

// count is the length of a list, each element of which takes a byte at least.
func (r *imageReader) count() int {
	n := r.number()
	if n > len(r.in) {
		r.fail()
		return 0
	}
	return n
}

// bytes are the next n bytes.
func (r *imageReader) bytes(n int) string {
	if n > len(r.in) {
		r.fail()
		return ""
	}
	s := string(r.in[:n])
	r.in = r.in[n:]
	return s
}

// pick reads the number of an element of list.
func pick[T any](r *imageReader, list []T) T { return pickAt(r, list, r.number()) }

func pickAt[T any](r *imageReader, list []T, n int) (x T) {
	if n < 0 || n >= len(list) {
		r.fail()
		return x
	}
	return list[n]
}

// listOf reads a list.
func listOf[T any](r *imageReader, read func() T) []T {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]T, 0, min(n, 64)) // a damaged image may claim many more than there are
	for ; n > 0 && !r.failed; n-- {
		out = append(out, read())
	}
	return out
}

// enter goes one level down, leave up again.
func (r *imageReader) enter() {
	if r.depth++; r.depth > imageDepth {
		r.fail()
	}
}

func (r *imageReader) leave() { r.depth-- }

func (r *imageReader) text() string { return pick(r, r.texts) }
func (r *imageReader) flag() bool   { return r.number() == 1 }

func (r *imageReader) program() *Program {
	rest, ok := bytes.CutPrefix(r.in, []byte(imageMagic))
	if !ok {
		r.fail()
		return nil
	}
	r.in = rest
	r.texts = listOf(r, func() string { return r.bytes(r.number()) })
	p := &Program{Name: r.text()}
	r.p = p
	r.datatypes(p)
	p.Modules = listOf(r, r.module)
	for n := r.count(); n > 0 && !r.failed; n-- {
		r.values = append(r.values, r.constant())
	}
	p.Funcs = listOf(r, r.signature)
	for _, f := range p.Funcs {
		r.vars = append(r.vars[:0], f.Params...)
		f.Body = r.expr()
	}
	p.Entry = pick(r, p.Funcs)
	return p
}

func (r *imageReader) datatypes(p *Program) {
	r.declare(OptionData)
	r.declare(ListData)
	p.Datatypes = listOf(r, func() *Datatype {
		d := &Datatype{Name: r.text()}
		d.Params = listOf(r, func() *TypeVar { return &TypeVar{r.text()} })
		for i := range r.count() {
			d.Cons = append(d.Cons, &Con{Data: d, Index: i})
		}
		r.declare(d)
		return d
	})
	for _, d := range p.Datatypes {
		for _, c := range d.Cons {
			c.Name, c.Declared, c.Args = r.text(), r.text(), r.types()
		}
	}
	p.Groups = listOf(r, func() []*Datatype {
		return listOf(r, func() *Datatype { return pick(r, r.data) })
	})
}

func (r *imageReader) declare(d *Datatype) {
	r.data = append(r.data, d)
	r.cons = append(r.cons, d.Cons...)
	r.params = append(r.params, d.Params...)
}

func (r *imageReader) module() *Module {
	m := &Module{Name: r.text(), IsSet: r.flag(), Key: r.typ()}
	if !m.IsSet {
		m.Value = r.typ()
	}
	return m
}

func (r *imageReader) types() []Type { return listOf(r, r.typ) }

func (r *imageReader) typ() Type {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagBase:
		return Base(pickAt(r, []Base{IntType, BoolType, CharType, StringType}, r.number()))
	case tagTypeVar:
		n, name := r.number(), r.text()
		if n == len(r.params) {
			r.params = append(r.params, &TypeVar{name})
		}
		return pickAt(r, r.params, n)
	case tagTupleType:
		return &TupleType{r.types()}
	case tagDataType:
		return &DataType{pick(r, r.data), r.types()}
	case tagMapType:
		return &MapType{r.typ(), r.typ()}
	case tagSetType:
		return &SetType{r.typ()}
	}
	r.fail()
	return nil
}

func (r *imageReader) signature() *Func {
	f := &Func{Name: r.text()}
	f.Params = listOf(r, func() *Var { return &Var{r.text()} })
	f.ParamTypes, f.Result = r.types(), r.typ()
	return f
}

func (r *imageReader) variable() *Var {
	v := &Var{r.text()}
	r.vars = append(r.vars, v)
	return v
}

func (r *imageReader) value() Value { return pick(r, r.values) }

func (r *imageReader) constant() Value {
	switch r.number() {
	case tagInt:
		n, size := binary.Varint(r.in)
		if size > 0 {
			r.in = r.in[size:]
			return Int(n)
		}
	case tagFalse:
		return Bool(false)
	case tagTrue:
		return Bool(true)
	case tagChar:
		return Char(r.number())
	case tagString:
		return Str(r.text())
	case tagTuple:
		if elems := listOf(r, r.value); len(elems) > 0 {
			return &Tuple{elems}
		}
		return UnitValue
	case tagConValue:
		return &ConValue{Con: pick(r, r.cons), Args: listOf(r, r.value)}
	case tagMap:
		m := EmptyMap
		for range r.count() {
			k, x := r.value(), r.value()
			if r.failed {
				break
			}
			m = m.Insert(k, x)
		}
		return m
	case tagSet:
		s := EmptySet
		for range r.count() {
			x := r.value()
			if r.failed {
				break
			}
			s = s.Insert(x)
		}
		return s
	case tagDead:
		return Dead{}
	}
	r.fail()
	return nil
}

func (r *imageReader) exprs() []Expr { return listOf(r, r.expr) }

func (r *imageReader) expr() Expr {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagVarExpr:
		return &VarExpr{pick(r, r.vars)}
	case tagConst:
		return &Const{r.value()}
	case tagConExpr:
		return &ConExpr{pick(r, r.cons), r.exprs()}
	case tagTupleExpr:
		return &TupleExpr{r.exprs()}
	case tagCase:
		return &CaseExpr{Scrut: r.expr(), Arms: listOf(r, r.arm)}
	case tagCall:
		return &CallExpr{Func: pick(r, r.p.Funcs), Args: r.exprs()}
	case tagPrim:
		return &PrimExpr{Op: r.op(), Mod: r.moduleOrNone(), Label: r.number(), Args: r.exprs()}
	case tagIter:
		e := &IterExpr{Mod: r.moduleOrNone(), Label: r.number(), Args: r.exprs()}
		e.Params, e.Body = listOf(r, r.variable), r.expr()
		return e
	case tagDeadExpr:
		return &DeadExpr{}
	}
	r.fail()
	return nil
}

func (r *imageReader) arm() Arm { return Arm{r.pat(), r.expr()} }

func (r *imageReader) op() Op {
	if r.ops == nil {
		r.ops = map[string]Op{}
		for op, info := range opInfos {
			r.ops[info.imageName(Op(op))] = Op(op)
		}
	}
	op, ok := r.ops[r.text()]
	if !ok {
		r.fail()
	}
	return op
}

func (r *imageReader) moduleOrNone() *Module {
	if n := r.number(); n > 0 {
		return pickAt(r, r.p.Modules, n-1)
	}
	return nil
}

func (r *imageReader) pats() []Pat { return listOf(r, r.pat) }

func (r *imageReader) pat() Pat {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagWildPat:
		return &WildPat{}
	case tagVarPat:
		return &VarPat{r.variable()}
	case tagLitPat:
		return &LitPat{r.value()}
	case tagConPat:
		return &ConPat{pick(r, r.cons), r.pats()}
	case tagTuplePat:
		return &TuplePat{r.pats()}
	case tagAsPat:
		return &AsPat{r.variable(), r.pat()}
	}
	r.fail()
	return nil
}
