package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"scf/scfml/core"
)

// errImage is the error for what is no image of this version.
var errImage = errors.New("this is no image of a program, or one of another version")

// imageDepth bounds how deeply the parts of an image nest, for the sake of Go's stack.
const imageDepth = 50_000

// imageParts bounds the parts of an image's constants, each as often as it is met by who goes through them: once for every place in an
// expression, a map or a set. Constants share parts, so that few bytes could stand for more than any work could be done on.
const imageParts = 1 << 28

// Decode is the program of an image, without positions. Whatever the bytes are, it is a well-formed program (Verify) or an error, and no
// more memory is taken than goes with the length of the image.
func Decode(image []byte) (*core.Program, error) { return decode(image, false) }

// DecodeWhole is as Decode, of what EncodeWhole gave: with positions, and what the partial evaluator recorded.
func DecodeWhole(image []byte) (*core.Program, error) { return decode(image, true) }

func decode(image []byte, whole bool) (*core.Program, error) {
	r := &imageReader{in: image, whole: whole}
	p := r.program()
	if r.failed || len(r.in) > 0 {
		return nil, errImage
	}
	if err := core.Verify(p); err != nil {
		return nil, fmt.Errorf("the image's program is not well formed: %w", err)
	}
	return p, nil
}

// imageReader reads an image. Once something is wrong it reads zeros. What it makes has the arities that it should have; the types are left to
// Verify.
type imageReader struct {
	in     []byte
	whole  bool
	p      *core.Program // as far as it has been read
	failed bool
	depth  int
	parts  int // of constants, as imageParts counts them
	texts  []string
	data   []*core.Datatype
	cons   []*core.Con
	params []*core.TypeVar
	values []core.Value
	sizes  []constSize // of values
	vars   []*core.Var
	ops    map[string]core.Op

	keySets []*core.KeySet
}

// constSize is how many parts a constant has, those that are shared each time that they are met, and how deep they nest, last parts not
// counted: lists are long.
type constSize struct{ parts, depth int }

func (r *imageReader) fail() { r.failed, r.in = true, nil }

// need fails unless something holds that does so in every image.
func (r *imageReader) need(holds bool) {
	if !holds {
		r.fail()
	}
}

func (r *imageReader) number() int {
	n, size := binary.Uvarint(r.in)
	if size <= 0 || n > math.MaxInt {
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
func listOf[T any](r *imageReader, read func() T) []T { return listOfLength(r, r.count(), read) }

func listOfLength[T any](r *imageReader, n int, read func() T) []T {
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
func (r *imageReader) flag() bool   { return pickAt(r, []bool{false, true}, r.number()) }

func (r *imageReader) program() *core.Program {
	rest, ok := bytes.CutPrefix(r.in, []byte(magicOf(r.whole)))
	if !ok {
		r.fail()
		return nil
	}
	r.in = rest
	r.texts = listOf(r, func() string { return r.bytes(r.number()) })
	p := &core.Program{Name: r.text()}
	r.p = p
	r.datatypes(p)
	p.Modules = listOf(r, r.module)
	for n := r.count(); n > 0 && !r.failed; n-- {
		r.addConstant()
	}
	p.Funcs = listOf(r, r.signature)
	for _, f := range p.Funcs {
		r.vars = append(r.vars[:0], f.Params...)
		f.Body = r.expr()
	}
	p.Entry = pick(r, p.Funcs)
	return p
}

func (r *imageReader) datatypes(p *core.Program) {
	r.declare(core.OptionData)
	r.declare(core.ListData)
	p.Datatypes = listOf(r, func() *core.Datatype {
		d := &core.Datatype{Name: r.text()}
		d.Params = listOf(r, func() *core.TypeVar { return &core.TypeVar{Name: r.text()} })
		for i := range r.count() {
			d.Cons = append(d.Cons, &core.Con{Data: d, Index: i})
		}
		r.need(len(d.Cons) > 0)
		r.declare(d)
		return d
	})
	for _, d := range p.Datatypes {
		for _, c := range d.Cons {
			c.Name, c.Declared, c.Args = r.text(), r.text(), r.types()
			r.over(d.Params, c.Args...)
		}
	}
	p.Groups = listOf(r, func() []*core.Datatype {
		group := listOf(r, func() *core.Datatype { return pick(r, r.data) })
		r.need(len(group) > 0)
		return group
	})
}

// over fails where types have other type variables than those.
func (r *imageReader) over(vars []*core.TypeVar, types ...core.Type) {
	if r.failed {
		return
	}
	for _, v := range core.TypeVars(types) {
		r.need(slices.Contains(vars, v))
	}
}

func (r *imageReader) declare(d *core.Datatype) {
	r.data = append(r.data, d)
	r.cons = append(r.cons, d.Cons...)
	r.params = append(r.params, d.Params...)
}

func (r *imageReader) module() *core.Module {
	m := &core.Module{Name: r.text(), IsSet: r.flag(), Key: r.typ()}
	if !m.IsSet {
		m.Value = r.typ()
		r.over(nil, m.Value)
	}
	r.over(nil, m.Key)
	return m
}

func (r *imageReader) types() []core.Type { return listOf(r, r.typ) }

func (r *imageReader) typ() core.Type {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagBase:
		return core.Base(pickAt(r, []core.Base{core.IntType, core.BoolType, core.CharType, core.StringType}, r.number()))
	case tagTypeVar:
		n, name := r.number(), r.text()
		if n == len(r.params) {
			r.params = append(r.params, &core.TypeVar{Name: name})
		}
		return pickAt(r, r.params, n)
	case tagTupleType:
		if elems := r.types(); len(elems) > 0 {
			r.need(len(elems) > 1)
			return &core.TupleType{Elems: elems}
		}
		return core.Unit
	case tagDataType:
		t := &core.DataType{Data: pick(r, r.data), Args: r.types()}
		r.need(t.Data != nil && len(t.Args) == len(t.Data.Params))
		return t
	case tagMapType:
		return &core.MapType{Key: r.typ(), Value: r.typ()}
	case tagSetType:
		return &core.SetType{Elem: r.typ()}
	}
	r.fail()
	return nil
}

func (r *imageReader) signature() *core.Func {
	f := &core.Func{Name: r.text(), Pos: r.place()}
	f.Params = listOf(r, func() *core.Var { return &core.Var{Name: r.text()} })
	f.ParamTypes, f.Result = r.types(), r.typ()
	r.need(len(f.Params) == len(f.ParamTypes))
	return f
}

func (r *imageReader) variable() *core.Var {
	v := &core.Var{Name: r.text()}
	r.vars = append(r.vars, v)
	return v
}

func (r *imageReader) exprs() []core.Expr { return listOf(r, r.expr) }

func (r *imageReader) expr() core.Expr {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagVarExpr:
		return &core.VarExpr{Var: pick(r, r.vars)}
	case tagConst:
		return &core.Const{Value: r.literal()}
	case tagConExpr:
		e := &core.ConExpr{Con: pick(r, r.cons), Args: r.exprs()}
		r.need(e.Con != nil && len(e.Args) == len(e.Con.Args) && len(e.Args) > 0)
		return e
	case tagTupleExpr:
		e := &core.TupleExpr{Elems: r.exprs()}
		r.need(len(e.Elems) > 1)
		return e
	case tagCase:
		e := &core.CaseExpr{Pos: r.place(), Scrut: r.expr(), Arms: listOf(r, r.arm)}
		r.need(len(e.Arms) > 0)
		return e
	case tagCall:
		e := &core.CallExpr{Pos: r.place(), Func: pick(r, r.p.Funcs), Args: r.exprs()}
		r.need(e.Func != nil && len(e.Args) == len(e.Func.Params))
		return e
	case tagPrim:
		return r.prim()
	case tagIter:
		return r.iter()
	case tagDeadExpr:
		return &core.DeadExpr{}
	}
	r.fail()
	return nil
}

func (r *imageReader) arm() core.Arm { return core.Arm{Pat: r.pat(), Body: r.expr()} }

func (r *imageReader) prim() core.Expr {
	e := &core.PrimExpr{Pos: r.place(), Keys: r.keys(), Op: r.op(), Mod: r.moduleOrNone(), Label: r.number(), Args: r.exprs()}
	r.need(!r.failed && len(e.Args) == e.Op.Arity() && e.Op.IsMap() == (e.Mod != nil))
	r.need(!r.failed && (e.Mod == nil || e.Mod.IsSet == (e.Op >= core.OpSetAdd)))
	return e
}

func (r *imageReader) iter() core.Expr {
	e := &core.IterExpr{Mod: r.moduleOrNone(), Label: r.number(), Args: r.exprs()}
	e.Params, e.Body = listOf(r, r.variable), r.expr()
	r.need(e.Mod != nil && !e.Mod.IsSet && len(e.Params) == len(e.Args) && (len(e.Args) == 1 || len(e.Args) == 2))
	return e
}

func (r *imageReader) op() core.Op {
	if r.ops == nil {
		r.ops = map[string]core.Op{}
		for op := range core.Ops() {
			r.ops[opName(op)] = op
		}
	}
	op, ok := r.ops[r.text()]
	r.need(ok)
	return op
}

func (r *imageReader) moduleOrNone() *core.Module {
	if n := r.number(); n > 0 {
		return pickAt(r, r.p.Modules, n-1)
	}
	return nil
}

func (r *imageReader) pats() []core.Pat { return listOf(r, r.pat) }

func (r *imageReader) pat() core.Pat {
	r.enter()
	defer r.leave()
	switch r.number() {
	case tagWildPat:
		return &core.WildPat{}
	case tagVarPat:
		return &core.VarPat{Var: r.variable()}
	case tagLitPat:
		return &core.LitPat{Value: r.literal()}
	case tagConPat:
		p := &core.ConPat{Con: pick(r, r.cons), Args: r.pats()}
		r.need(p.Con != nil && len(p.Args) == len(p.Con.Args))
		return p
	case tagTuplePat:
		p := &core.TuplePat{Elems: r.pats()}
		r.need(len(p.Elems) != 1)
		return p
	case tagAsPat:
		return &core.AsPat{Var: r.variable(), Pat: r.pat()}
	}
	r.fail()
	return nil
}
