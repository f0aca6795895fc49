// Package image is programs in core form as bytes (Encode, Decode). An image loads in a small part of the time that the program's text takes to be parsed and
// checked, and it has no positions; a whole image (EncodeWhole) has them, and all else that a program knows of its source. Both are for one version of
// this package to write and to read: the version is in imageMagic.
//
//	image    = magic strings name data modules values funcs entry
//	strings  = count { length bytes }
//	data     = count { name params }, then for each the constructors: count { name declared types }, then the groups
//	modules  = count { name isSet key value }
//	values   = count { tag ... }       constants, parts before what they are parts of
//	funcs    = count { name params types result }, then for each its body
//	entry    = number of a function
//
// Whatever is referred to is numbered in the order in which it occurs: strings, datatypes and their constructors (the built-in ones first),
// modules, values, functions, and in each function the variables as they are bound. Numbers are varints; an expression or a
// pattern is a tag and its parts. Operations are named, so that their numbers do not matter. In a whole image positions stand behind the tags of
// case expressions, calls and operations, with the number of its keys behind an operation's (keys.go), and behind the names of functions.
package image

import (
	"encoding/binary"
	"fmt"
	"slices"

	"scf/scfml/core"
)

const (
	imageMagic = "SCF-ML image 1\n"
	wholeMagic = "SCF-ML image 1, whole\n"
)

// The tags of types, values, expressions and patterns.
const (
	tagBase = iota
	tagTypeVar
	tagTupleType
	tagDataType
	tagMapType
	tagSetType
)

const (
	tagInt = iota
	tagFalse
	tagTrue
	tagChar
	tagString
	tagTuple
	tagConValue
	tagMap
	tagSet
	tagDead
)

const (
	tagVarExpr = iota
	tagConst
	tagConExpr
	tagTupleExpr
	tagCase
	tagCall
	tagPrim
	tagIter
	tagDeadExpr
)

const (
	tagWildPat = iota
	tagVarPat
	tagLitPat
	tagConPat
	tagTuplePat
	tagAsPat
)

// Encode is p, which has an entry, as bytes for Decode. Positions and what the partial evaluator recorded (PrimExpr.Keys) are not in it.
func Encode(p *core.Program) []byte { return encode(p, false) }

// EncodeWhole is p, which has an entry, as bytes for DecodeWhole, with all that Encode leaves out.
func EncodeWhole(p *core.Program) []byte { return encode(p, true) }

func encode(p *core.Program, whole bool) []byte {
	w := &imageWriter{
		whole: whole, keySets: map[string]int{},
		strings: map[string]int{}, data: map[*core.Datatype]int{}, cons: map[*core.Con]int{}, params: map[*core.TypeVar]int{}, modules: map[*core.Module]int{},
		values: map[core.Value]int{}, written: map[string]int{}, funcs: map[*core.Func]int{},
	}
	w.program(p)
	head := []byte(magicOf(whole))
	head = binary.AppendUvarint(head, uint64(len(w.texts)))
	for _, s := range w.texts {
		head = binary.AppendUvarint(head, uint64(len(s)))
		head = append(head, s...)
	}
	return slices.Concat(head, w.declarations, binary.AppendUvarint(nil, uint64(w.count)), w.constants, w.out)
}

// magicOf is what images begin with.
func magicOf(whole bool) string {
	if whole {
		return wholeMagic
	}
	return imageMagic
}

type imageWriter struct {
	whole        bool
	keySets      map[string]int // by what is written of them
	out          []byte         // what is being written
	declarations []byte
	constants    []byte
	texts        []string
	strings      map[string]int
	data         map[*core.Datatype]int
	cons         map[*core.Con]int
	params       map[*core.TypeVar]int // of all datatypes
	modules      map[*core.Module]int
	values       map[core.Value]int
	count        int            // of constants
	written      map[string]int // they by what is written of them
	funcs        map[*core.Func]int
	vars         map[*core.Var]int
}

// opName is op's name in images.
func opName(op core.Op) string {
	if op >= core.OpSetAdd {
		return "set " + op.Name()
	}
	return op.Name()
}

func (w *imageWriter) number(n int)  { w.out = binary.AppendUvarint(w.out, uint64(n)) }
func (w *imageWriter) text(s string) { w.number(w.numberOf(s)) }

// numberOf is the number of s among the strings.
func (w *imageWriter) numberOf(s string) int {
	n, ok := w.strings[s]
	if !ok {
		n = len(w.texts)
		w.strings[s] = n
		w.texts = append(w.texts, s)
	}
	return n
}

// known is the number of x, which is one of the program's.
func known[T comparable](numbers map[T]int, x T) int {
	n, ok := numbers[x]
	if !ok {
		panic(fmt.Sprintf("image: a program refers to a %T that it does not have", x))
	}
	return n
}

func (w *imageWriter) program(p *core.Program) {
	w.text(p.Name)
	w.datatypes(p)
	w.number(len(p.Modules))
	for i, m := range p.Modules {
		w.modules[m] = i
		w.text(m.Name)
		w.flag(m.IsSet)
		w.typ(m.Key)
		if !m.IsSet {
			w.typ(m.Value)
		}
	}
	w.declarations, w.out = w.out, nil
	w.number(len(p.Funcs))
	for i, f := range p.Funcs {
		w.funcs[f] = i
	}
	for _, f := range p.Funcs {
		w.signature(f)
	}
	for _, f := range p.Funcs {
		w.vars = map[*core.Var]int{}
		w.bind(f.Params)
		w.expr(f.Body)
	}
	w.number(known(w.funcs, p.Entry))
}

func (w *imageWriter) flag(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *imageWriter) datatypes(p *core.Program) {
	all := append([]*core.Datatype{core.OptionData, core.ListData}, p.Datatypes...)
	w.number(len(p.Datatypes))
	for i, d := range all {
		w.data[d] = i
		for _, c := range d.Cons {
			w.cons[c] = len(w.cons)
		}
		for _, x := range d.Params {
			w.params[x] = len(w.params)
		}
	}
	for _, d := range p.Datatypes {
		w.text(d.Name)
		w.typeVars(d.Params)
		w.number(len(d.Cons))
	}
	for _, d := range p.Datatypes {
		for _, c := range d.Cons {
			w.text(c.Name)
			w.text(c.Declared)
			w.types(c.Args)
		}
	}
	w.number(len(p.Groups))
	for _, g := range p.Groups {
		w.number(len(g))
		for _, d := range g {
			w.number(known(w.data, d))
		}
	}
}

func (w *imageWriter) typeVars(xs []*core.TypeVar) {
	w.number(len(xs))
	for _, x := range xs {
		w.text(x.Name)
	}
}

func (w *imageWriter) types(ts []core.Type) {
	w.number(len(ts))
	for _, t := range ts {
		w.typ(t)
	}
}

func (w *imageWriter) typ(t core.Type) {
	switch t := t.(type) {
	case core.Base:
		w.number(tagBase)
		w.number(int(t))
	case *core.TypeVar:
		n, ok := w.params[t]
		if !ok { // of a function
			n = len(w.params)
			w.params[t] = n
		}
		w.number(tagTypeVar)
		w.number(n)
		w.text(t.Name)
	case *core.TupleType:
		w.number(tagTupleType)
		w.types(t.Elems)
	case *core.DataType:
		w.number(tagDataType)
		w.number(known(w.data, t.Data))
		w.types(t.Args)
	case *core.MapType:
		w.number(tagMapType)
		w.typ(t.Key)
		w.typ(t.Value)
	case *core.SetType:
		w.number(tagSetType)
		w.typ(t.Elem)
	default:
		panic(fmt.Sprintf("image: no image of the type %T", t))
	}
}

func (w *imageWriter) signature(f *core.Func) {
	w.text(f.Name)
	w.place(f.Pos)
	w.number(len(f.Params))
	for _, v := range f.Params {
		w.text(v.Name)
	}
	w.types(f.ParamTypes)
	w.typ(f.Result)
}

func (w *imageWriter) bind(vs []*core.Var) {
	for _, v := range vs {
		w.vars[v] = len(w.vars)
	}
}

func (w *imageWriter) variable(v *core.Var) {
	w.bind([]*core.Var{v})
	w.text(v.Name)
}

// value writes the number of a constant. Parts have lower numbers than what they are parts of; equal constants have one number, so that
// an image does not depend on which of them a program shares. In a whole image those that have parts have one where they are shared: what a
// program prints as depends on that.
func (w *imageWriter) value(v core.Value) {
	work := []core.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		if _, done := w.values[v]; done {
			work = work[:len(work)-1]
			continue
		}
		head, parts := w.head(v)
		waiting := len(work)
		for _, x := range parts {
			if n, done := w.values[x]; done {
				head = binary.AppendUvarint(head, uint64(n))
			} else {
				work = append(work, x)
			}
		}
		if len(work) == waiting {
			w.values[v] = w.constant(head, w.whole && len(parts) > 0)
		}
	}
	w.number(w.values[v])
}

// constant is the number of the constant that is written so; apart, where it is another than those before that are.
func (w *imageWriter) constant(text []byte, apart bool) int {
	n, ok := w.written[string(text)]
	if !ok || apart {
		n = w.count
		w.count++
		w.written[string(text)] = n
		w.constants = append(w.constants, text...)
	}
	return n
}

// head is what is written of v before the numbers of its parts.
func (w *imageWriter) head(v core.Value) (head []byte, parts []core.Value) {
	number := func(ns ...int) {
		for _, n := range ns {
			head = binary.AppendUvarint(head, uint64(n))
		}
	}
	switch v := v.(type) {
	case core.Int:
		number(tagInt)
		head = binary.AppendVarint(head, int64(v))
	case core.Bool:
		if number(tagFalse); v {
			head[0] = tagTrue
		}
	case core.Char:
		number(tagChar, int(v))
	case core.Str:
		number(tagString, w.numberOf(string(v)))
	case *core.Tuple:
		parts = v.Elems
		number(tagTuple, len(parts))
	case *core.ConValue:
		parts = v.Args
		number(tagConValue, known(w.cons, v.Con), len(parts))
	case *core.MapValue:
		for k, x := range v.All() {
			parts = append(parts, k, x)
		}
		number(tagMap, v.Len())
	case *core.SetValue:
		for x := range v.All() {
			parts = append(parts, x)
		}
		number(tagSet, v.Len())
	case core.Dead:
		number(tagDead)
	default:
		panic(fmt.Sprintf("image: no image of the value %T", v))
	}
	return head, parts
}

func (w *imageWriter) exprs(es []core.Expr) {
	w.number(len(es))
	for _, e := range es {
		w.expr(e)
	}
}

func (w *imageWriter) expr(e core.Expr) {
	switch e := e.(type) {
	case *core.VarExpr:
		w.number(tagVarExpr)
		w.number(known(w.vars, e.Var))
	case *core.Const:
		w.number(tagConst)
		w.value(e.Value)
	case *core.ConExpr:
		w.number(tagConExpr)
		w.number(known(w.cons, e.Con))
		w.exprs(e.Args)
	case *core.TupleExpr:
		w.number(tagTupleExpr)
		w.exprs(e.Elems)
	case *core.CaseExpr:
		w.number(tagCase)
		w.place(e.Pos)
		w.expr(e.Scrut)
		w.number(len(e.Arms))
		for _, a := range e.Arms {
			w.pat(a.Pat)
			w.expr(a.Body)
		}
	case *core.CallExpr:
		w.number(tagCall)
		w.place(e.Pos)
		w.number(known(w.funcs, e.Func))
		w.exprs(e.Args)
	case *core.PrimExpr:
		w.number(tagPrim)
		w.place(e.Pos)
		w.keys(e.Keys)
		w.text(opName(e.Op))
		w.module(e.Mod)
		w.number(e.Label)
		w.exprs(e.Args)
	case *core.IterExpr:
		w.number(tagIter)
		w.module(e.Mod)
		w.number(e.Label)
		w.exprs(e.Args)
		w.number(len(e.Params))
		for _, v := range e.Params {
			w.variable(v)
		}
		w.expr(e.Body)
	case *core.DeadExpr:
		w.number(tagDeadExpr)
	default:
		panic(fmt.Sprintf("image: no image of the expression %T", e))
	}
}

// module writes the number of m + 1, 0 for none.
func (w *imageWriter) module(m *core.Module) {
	if m == nil {
		w.number(0)
	} else {
		w.number(known(w.modules, m) + 1)
	}
}

func (w *imageWriter) pats(ps []core.Pat) {
	w.number(len(ps))
	for _, p := range ps {
		w.pat(p)
	}
}

func (w *imageWriter) pat(p core.Pat) {
	switch p := p.(type) {
	case *core.WildPat:
		w.number(tagWildPat)
	case *core.VarPat:
		w.number(tagVarPat)
		w.variable(p.Var)
	case *core.LitPat:
		w.number(tagLitPat)
		w.value(p.Value)
	case *core.ConPat:
		w.number(tagConPat)
		w.number(known(w.cons, p.Con))
		w.pats(p.Args)
	case *core.TuplePat:
		w.number(tagTuplePat)
		w.pats(p.Elems)
	case *core.AsPat:
		w.number(tagAsPat)
		w.variable(p.Var)
		w.pat(p.Pat)
	default:
		panic(fmt.Sprintf("image: no image of the pattern %T", p))
	}
}
