package core

import (
	"fmt"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/internal/suggest"
	"scf/internal/valtext"
)

// Reading concrete values: text of package valtext's grammar against an expected type. The type decides what a name means:
// a constructor of the expected datatype, whatever else is called so. Texts of abstract values are refused.

// InputText is what messages about the text of a value call the file that it is in.
const InputText = "input"

// ParseValue reads the value of type t that text holds. Constructors may be qualified by any structure, since the type already
// says which are meant; at a place whose type is a type variable, any constructor of p will do that is the only one of its name.
// An error is a *diag.Error in the file InputText.
func ParseValue(text string, t Type, p *Program) (Value, error) {
	n, err := valtext.Parse(InputText, text)
	if err != nil {
		return nil, err
	}
	r := valueReader{p}
	v, problem := r.read(n, t)
	if problem != nil {
		return nil, diag.AttachSource(problem, InputText, text)
	}
	return v, nil
}

// LookupCon is the constructor of data that a text calls name, qualified or not; nil if there is none. The name that the
// program prints goes before the one that the source declares.
func LookupCon(data *Datatype, name string) *Con {
	base := name[strings.LastIndexByte(name, '.')+1:]
	flat := strings.ReplaceAll(name, ".", "_") // how the program prints a qualified name
	for _, matches := range []func(*Con) bool{
		func(c *Con) bool { return c.Name == name || c.Name == flat },
		func(c *Con) bool { return c.Name == base },
		func(c *Con) bool { return c.Declared == base },
	} {
		if i := slices.IndexFunc(data.Cons, matches); i >= 0 {
			return data.Cons[i]
		}
	}
	return nil
}

type valueReader struct{ p *Program }

func (r valueReader) read(n *valtext.Node, t Type) (Value, *diag.Error) {
	if err := r.refuseAbstract(n, t); err != nil {
		return nil, err
	}
	if n.Kind == valtext.Name && n.Name == "dead" && !r.isCon(t)(n.Name) {
		return Dead{}, nil
	}
	switch t := t.(type) {
	case Base:
		return r.scalar(n, t)
	case *TupleType:
		return r.tuple(n, t)
	case *DataType:
		return r.constructed(n, t)
	case *MapType:
		return r.mapping(n, t)
	case *SetType:
		return r.set(n, t)
	case *TypeVar:
		return r.untyped(n, t)
	}
	return nil, diag.Errorf(n.Pos, "no values of type %s can be written", t)
}

// isCon tells which names are constructors at a place of type t.
func (r valueReader) isCon(t Type) func(string) bool {
	return func(name string) bool {
		switch t := t.(type) {
		case *DataType:
			return LookupCon(t.Data, name) != nil
		case *TypeVar:
			return len(r.consNamed(name)) > 0
		}
		return false
	}
}

// refuseAbstract is an error where n is more or less than one value.
func (r valueReader) refuseAbstract(n *valtext.Node, t Type) *diag.Error {
	var what string
	switch n.Resolve(r.isCon(t)) {
	case valtext.Base, valtext.Any, valtext.Nothing:
		what = n.Name + " is a set of values"
	case valtext.Alt:
		what = "alternatives are a set of values"
	case valtext.Fix, valtext.Rec:
		what = "a fix is a set of values"
	case valtext.Map, valtext.Set:
		if len(n.May) > 0 {
			what = "`may` makes a set of values"
		}
	}
	if what == "" && n.Tag != 0 {
		what = fmt.Sprintf("the identity tag #%d belongs to a set of values", n.Tag)
	}
	if what == "" {
		return nil
	}
	return diag.Errorf(n.Pos, "%s: it is abstract, and one value of type %s should be here", what, t).
		WithHint("write a value such as 3, (1, true) or [1, 2]; sets of values are for specialization")
}

// wrongForm is the error of a value that is not of the type of its place.
func wrongForm(n *valtext.Node, t Type) *diag.Error {
	return diag.Errorf(n.Pos, "%s where a value of type %s should be", describe(n), t)
}

// describe names what n is.
func describe(n *valtext.Node) string {
	switch n.Kind {
	case valtext.Int:
		return "the int " + valtext.FormatInt(n.Int)
	case valtext.Str:
		return "a string"
	case valtext.Char:
		return "a char"
	case valtext.Bool:
		return "a bool"
	case valtext.Tuple:
		if len(n.Kids) == 0 {
			return "unit"
		}
		return fmt.Sprintf("a tuple of %d", len(n.Kids))
	case valtext.List, valtext.Cons:
		return "a list"
	case valtext.Map:
		return "a map"
	case valtext.Set:
		return "a set"
	}
	return "`" + n.Name + "`"
}

func (r valueReader) scalar(n *valtext.Node, t Base) (Value, *diag.Error) {
	v := scalarOf(n)
	switch v.(type) {
	case Int:
		if t == IntType {
			return v, nil
		}
	case Bool:
		if t == BoolType {
			return v, nil
		}
	case Char:
		if t == CharType {
			return v, nil
		}
	case Str:
		if t == StringType {
			return v, nil
		}
	}
	return nil, wrongForm(n, t)
}

// scalarOf is the constant that n is, or nil.
func scalarOf(n *valtext.Node) Value {
	switch n.Kind {
	case valtext.Int:
		return Int(n.Int)
	case valtext.Bool:
		return Bool(n.Int != 0)
	case valtext.Char:
		return Char(n.Str[0])
	case valtext.Str:
		return Str(n.Str)
	}
	return nil
}

func (r valueReader) tuple(n *valtext.Node, t *TupleType) (Value, *diag.Error) {
	if n.Kind != valtext.Tuple || len(n.Kids) != len(t.Elems) {
		return nil, wrongForm(n, t)
	}
	elems, err := r.all(n.Kids, t.Elems)
	if err != nil {
		return nil, err
	}
	return &Tuple{elems}, nil
}

// all reads values of the types ts, one each.
func (r valueReader) all(ns []*valtext.Node, ts []Type) ([]Value, *diag.Error) {
	vs := make([]Value, len(ns))
	for i, n := range ns {
		v, err := r.read(n, ts[i])
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

func (r valueReader) constructed(n *valtext.Node, t *DataType) (Value, *diag.Error) {
	switch n.Kind {
	case valtext.List, valtext.Cons:
		if t.Data == ListData {
			return r.list(n, t)
		}
	case valtext.Name, valtext.Con:
		c := LookupCon(t.Data, n.Name)
		if c == nil {
			return nil, r.noCon(n, t)
		}
		return r.apply(n, c, c.ArgTypes(t))
	}
	return nil, wrongForm(n, t)
}

// noCon is the error of a name that is no constructor of t.
func (r valueReader) noCon(n *valtext.Node, t *DataType) *diag.Error {
	names := make([]string, 0, len(t.Data.Cons))
	for _, c := range t.Data.Cons {
		names = append(names, c.Name)
	}
	err := diag.Errorf(n.Pos, "`%s` is no constructor of type %s", n.Name, t)
	if hint := suggest.Hint(n.Name, names); hint != "" {
		return err.WithHint("%s", hint)
	}
	return err.WithHint("its constructors are %s", diag.Names(names))
}

// apply reads the arguments of c. A single tuple in parentheses, c((v, w)), is the same as c(v, w), and the other way round
// where c has one argument that is a tuple.
func (r valueReader) apply(n *valtext.Node, c *Con, types []Type) (Value, *diag.Error) {
	kids := n.Kids
	if len(kids) == 1 && len(types) > 1 && kids[0].Kind == valtext.Tuple && kids[0].Tag == 0 {
		kids = kids[0].Kids
	}
	if tuple, ok := soleTuple(types); ok && n.Kind == valtext.Con && len(kids) != 1 && len(kids) == len(tuple.Elems) {
		kids = []*valtext.Node{{Kind: valtext.Tuple, Pos: n.Pos, Kids: kids}}
	}
	switch {
	case len(types) == 0 && n.Kind == valtext.Con:
		return nil, diag.Errorf(n.Pos, "constructor `%s` takes no arguments", n.Name)
	case len(kids) != len(types):
		return nil, diag.Errorf(n.Pos, "constructor `%s` takes %s, not %d", n.Name, diag.Count(len(types), "argument"), len(kids)).
			WithHint("of the %s", argumentTypes(types))
	}
	args, err := r.all(kids, types)
	if err != nil {
		return nil, err
	}
	return &ConValue{Con: c, Args: args}, nil
}

func soleTuple(types []Type) (*TupleType, bool) {
	if len(types) != 1 {
		return nil, false
	}
	t, ok := types[0].(*TupleType)
	return t, ok
}

func argumentTypes(types []Type) string {
	if len(types) == 1 {
		return "type " + types[0].String()
	}
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = t.String()
	}
	return "types " + strings.Join(parts, ", ")
}

// list reads [v, w] and v :: w :: tail.
func (r valueReader) list(n *valtext.Node, t *DataType) (Value, *diag.Error) {
	heads := n.Kids
	var tail Value = &ConValue{Con: Nil}
	if n.Kind == valtext.Cons {
		var err *diag.Error
		heads = n.Kids[:len(n.Kids)-1]
		if tail, err = r.read(n.Kids[len(heads)], t); err != nil {
			return nil, err
		}
	}
	vs := make([]Value, len(heads))
	for i, h := range heads {
		v, err := r.read(h, t.Args[0])
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	for i := len(vs) - 1; i >= 0; i-- {
		tail = &ConValue{Con: Cons, Args: []Value{vs[i], tail}}
	}
	return tail, nil
}

func (r valueReader) mapping(n *valtext.Node, t *MapType) (Value, *diag.Error) {
	if n.Kind != valtext.Map {
		return nil, wrongForm(n, t)
	}
	m := EmptyMap
	for _, e := range n.Must {
		k, err := r.read(e.Key, t.Key)
		if err != nil {
			return nil, err
		}
		if _, twice := m.Get(k); twice {
			return nil, diag.Errorf(e.Key.Pos, "the key %s stands twice in one map", AbbreviateValue(k, 40))
		}
		v, err := r.read(e.Value, t.Value)
		if err != nil {
			return nil, err
		}
		m = m.Insert(k, v)
	}
	return m, nil
}

func (r valueReader) set(n *valtext.Node, t *SetType) (Value, *diag.Error) {
	if n.Kind != valtext.Set {
		return nil, wrongForm(n, t)
	}
	s := EmptySet
	for _, e := range n.Must {
		v, err := r.read(e.Key, t.Elem)
		if err != nil {
			return nil, err
		}
		s = s.Insert(v)
	}
	return s, nil
}

// untyped reads a value whose place has the type variable t: the form of the text decides.
func (r valueReader) untyped(n *valtext.Node, t *TypeVar) (Value, *diag.Error) {
	switch n.Kind {
	case valtext.Tuple:
		elems := make([]Type, len(n.Kids))
		for i := range elems {
			elems[i] = t
		}
		return r.tuple(n, &TupleType{elems})
	case valtext.List, valtext.Cons:
		return r.list(n, ListOf(t))
	case valtext.Map:
		return r.mapping(n, &MapType{t, t})
	case valtext.Set:
		return r.set(n, &SetType{t})
	case valtext.Name, valtext.Con:
		switch cons := r.consNamed(n.Name); len(cons) {
		case 1:
			return r.apply(n, cons[0], cons[0].Args)
		case 0:
			return nil, diag.Errorf(n.Pos, "no constructor is called `%s`", n.Name)
		}
		return nil, diag.Errorf(n.Pos, "several datatypes have a constructor `%s`, and the type %s does not tell which is meant", n.Name, t).
			WithHint("give the program's entry function a type annotation")
	}
	return scalarOf(n), nil
}

// consNamed are the constructors of all datatypes that a text may call name.
func (r valueReader) consNamed(name string) []*Con {
	data := []*Datatype{OptionData, ListData}
	if r.p != nil {
		data = append(data, r.p.Datatypes...)
	}
	var found []*Con
	for _, d := range data {
		if c := LookupCon(d, name); c != nil {
			found = append(found, c)
		}
	}
	return found
}
