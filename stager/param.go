package stager

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/internal/diag"
	"scf/scfml"
)

// What is known about a parameter early and late, read from text by the parameter's C type (paramsyntax.go has the grammar).
// Integers are kept in the form of ast.Wrap: the 64-bit int with their value, of unsigned 64-bit types with their bits.

// Param is a parameter of a C function.
type Param struct {
	Name string
	Type ast.Type
}

// Abstract is the set of what may be known late about a parameter: nothing (NON_CONSTANT, the zero value), any one value of its
// type (CONSTANT), or one of some values (CONSTANT(0|1)).
type Abstract struct {
	constant bool
	values   []int64 // those that it may be, ascending; nil: every value of the type
	typ      ast.Type
}

// Late is what is known late about a parameter: nothing (NON_CONSTANT, the zero value) or its value.
type Late struct {
	constant bool
	value    int64
	typ      ast.Type
}

// ParseAbstract reads the early knowledge about p. The empty text is CONSTANT. Errors are *diag.Error and say what would be right.
func ParseAbstract(text string, p Param) (Abstract, error) {
	if strings.TrimSpace(text) == "" {
		text = "CONSTANT"
	}
	known, err := parseKnown(p.Name, text)
	if err != nil {
		return Abstract{}, err
	}
	e := elaborator{p, text}
	return e.known(known)
}

// ParseLate reads the late knowledge about p: one value, or NON_CONSTANT.
func ParseLate(text string, p Param) (Late, error) {
	known, err := parseKnown(p.Name, text)
	if err != nil {
		return Late{}, err
	}
	a, err := elaborator{p, text}.known(known)
	switch {
	case err != nil:
		return Late{}, err
	case !a.constant:
		return Late{}, nil
	case len(a.values) != 1:
		return Late{}, paramError(p.Name, text, 1, "a late value is one value, not a set of them").WithHint("write one value of %s, as in 3", typeName(p.Type))
	}
	return Late{true, a.values[0], p.Type}, nil
}

// Int is the late knowledge that a parameter has the value v, in the form of ast.Wrap.
func Int(v int64, p Param) Late { return Late{true, ast.Wrap(v, p.Type), p.Type} }

// IsConstant tells whether the value is known late, and Value is what it is.
func (l Late) IsConstant() bool { return l.constant }

// Value is the value, in the form of ast.Wrap; 0 where it is not known.
func (l Late) Value() int64 { return l.value }

func (l Late) String() string {
	if !l.constant {
		return "NON_CONSTANT"
	}
	return formatInt(l.value, l.typ)
}

// String is the canonical text, which ParseAbstract reads.
func (a Abstract) String() string {
	switch {
	case !a.constant:
		return "NON_CONSTANT"
	case a.values == nil:
		return "CONSTANT(Int)"
	}
	parts := make([]string, len(a.values))
	for i, v := range a.values {
		parts[i] = formatInt(v, a.typ)
	}
	return "CONSTANT(" + strings.Join(parts, "|") + ")"
}

// Contains tells whether l is among what a allows.
func (a Abstract) Contains(l Late) bool {
	return a.constant == l.constant && (!a.constant || a.values == nil || slices.Contains(a.values, l.value))
}

// Implied is the late knowledge that a leaves no choice about; ok tells whether there is one.
func (a Abstract) Implied() (l Late, ok bool) {
	switch {
	case !a.constant:
		return Late{}, true
	case len(a.values) == 1:
		return Late{true, a.values[0], a.typ}, true
	}
	return Late{}, false
}

// lattice is l as the tree's lattice value.
func (l Late) lattice() ast.Lattice {
	if !l.constant {
		return ast.NonConstant{}
	}
	return ast.Known{Value: ast.IntConst(l.value)}
}

// value is a as an abstract value of the datatype lattice of p.
func (a Abstract) value(d *absval.Domain, p *scfml.Program) (*absval.Value, error) {
	if late, ok := a.Implied(); ok {
		v, err := ast.LatticeToValue(late.lattice(), p)
		if err != nil {
			return nil, err
		}
		return d.Const(v), nil
	}
	constant, err := ast.FindCon(p, "lattice", "CONSTANT")
	if err != nil {
		return nil, err
	}
	intConst, err := ast.FindCon(p, "const", "int_const")
	if err != nil {
		return nil, err
	}
	return d.Con(constant, []*absval.Value{d.Con(intConst, []*absval.Value{a.integers(d)})}), nil
}

func (a Abstract) integers(d *absval.Domain) *absval.Value {
	if a.values == nil {
		return d.AnyInt()
	}
	ints := make([]*absval.Value, len(a.values))
	for i, v := range a.values {
		ints[i] = d.Const(scfml.Int(v))
	}
	return d.JoinAll(ints...)
}

// elaborator reads one text about one parameter.
type elaborator struct {
	param Param
	text  string
}

func (e elaborator) errorf(f *formSyntax, format string, args ...any) *diag.Error {
	return paramError(e.param.Name, e.text, f.Pos.Column, format, args...)
}

// known is the union of the forms.
func (e elaborator) known(k *knownSyntax) (Abstract, error) {
	out, err := e.form(k.Forms[0])
	for _, f := range k.Forms[1:] {
		if err != nil {
			break
		}
		var a Abstract
		if a, err = e.form(f); err == nil {
			out, err = e.join(f, out, a)
		}
	}
	return out, err
}

func (e elaborator) join(at *formSyntax, a, b Abstract) (Abstract, error) {
	if a.constant != b.constant {
		return a, e.errorf(at, "NON_CONSTANT stands alone: a parameter is constant or it is not").WithHint("%s", knownForms)
	}
	if a.values == nil || b.values == nil {
		a.values = nil
		return a, nil
	}
	a.values = sortInts(append(slices.Clone(a.values), b.values...), e.param.Type)
	return a, nil
}

// form elaborates one form by the parameter's type.
func (e elaborator) form(f *formSyntax) (Abstract, error) {
	if f.NonConstant {
		return Abstract{typ: e.param.Type}, nil
	}
	if !ast.IsInteger(e.param.Type) {
		return Abstract{}, e.errorf(f, "%s is a %s; only integer parameters can be constant", e.param.Name, typeName(e.param.Type)).
			WithHint("leave it out, or write NON_CONSTANT")
	}
	switch {
	case f.Array != nil || f.Record != nil:
		return Abstract{}, e.errorf(f, "%s is an integer (%s): it reaches no memory", e.param.Name, typeName(e.param.Type)).WithHint("%s", knownForms)
	case f.Constant && f.Of != nil:
		return e.constantOf(f)
	case f.Constant || f.Int:
		return anyConstant(e.param.Type), nil
	}
	return e.number(f)
}

func (e elaborator) constantOf(f *formSyntax) (Abstract, error) {
	a, err := e.known(f.Of)
	if err == nil && !a.constant {
		err = e.errorf(f.Of.Forms[0], "NON_CONSTANT is no value").WithHint("%s", knownForms)
	}
	return a, err
}

// anyConstant is every value of the integer type t; the two of _Bool are listed.
func anyConstant(t ast.Type) Abstract {
	a := Abstract{constant: true, typ: t}
	if _, ok := t.(ast.Boolean); ok {
		a.values = []int64{0, 1}
	}
	return a
}

func (e elaborator) number(f *formSyntax) (Abstract, error) {
	digits := strings.Replace(f.Number, "~", "-", 1)
	base := 10
	if unsigned := strings.TrimPrefix(digits, "-"); strings.HasPrefix(strings.ToLower(unsigned), "0x") {
		digits = digits[:len(digits)-len(unsigned)] + unsigned[2:]
		base = 16
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Contains(digits, "_") {
		return Abstract{}, e.errorf(f, "%s is not an integer", f.Number).WithHint("write it in decimal or hexadecimal digits, as in 3, ~3 or 0xff")
	}
	low, high := intRange(e.param.Type)
	if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return Abstract{}, e.errorf(f, "%s is out of the range of %s (%s)", f.Number, e.param.Name, typeName(e.param.Type)).
			WithHint("its values are %v to %v", low, high)
	}
	return Abstract{constant: true, values: []int64{int64(new(big.Int).And(n, allOnes).Uint64())}, typ: e.param.Type}, nil
}

// allOnes is 2^64 - 1.
var allOnes = new(big.Int).SetUint64(^uint64(0))

// intRange is the least and the greatest value of the integer type t.
func intRange(t ast.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	width, signed := uint(1), false
	if i, ok := t.(ast.Integer); ok {
		width, signed = uint(i.Width), i.Signed
	}
	if !signed {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, width), one)
	}
	half := new(big.Int).Lsh(one, width-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// sortInts sorts values of type t and drops duplicates.
func sortInts(values []int64, t ast.Type) []int64 {
	slices.SortFunc(values, func(a, b int64) int { return bigInt(a, t).Cmp(bigInt(b, t)) })
	return slices.Compact(values)
}

func bigInt(v int64, t ast.Type) *big.Int {
	if i, ok := t.(ast.Integer); ok && !i.Signed {
		return new(big.Int).SetUint64(uint64(v))
	}
	return big.NewInt(v)
}

func formatInt(v int64, t ast.Type) string { return bigInt(v, t).String() }

// typeName is what messages call the type t.
func typeName(t ast.Type) string {
	switch t := t.(type) {
	case ast.Boolean:
		return "_Bool"
	case ast.Integer:
		return t.Name
	case ast.Floating:
		return t.Name
	case ast.Pointer:
		return fmt.Sprintf("pointer to %s", typeName(t.Elem))
	case ast.Record:
		return t.Name
	}
	return "value of a type that is no integer"
}
