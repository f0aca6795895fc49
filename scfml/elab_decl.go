package scfml

import (
	"fmt"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/scfml/core"
	"scf/scfml/syntax"
)

// Elaboration of declarations: structures are inlined, datatypes and map structures are collected, synonyms are expanded, vals
// are evaluated. Errors are collected; an erroneous declaration leaves behind as much as makes sense, to find more errors.

// elaborator turns syntax trees into one core program.
type elaborator struct {
	*core.Inference
	prog    *core.Program
	errs    diag.List
	scope   *scope                  // the structure being elaborated
	locals  map[string][]varBinding // the variables in scope by name, innermost last
	tyvars  *tyvars                 // the type variables of the declaration being elaborated
	later   map[string]bool         // the names of all functions, for messages
	home    map[any]string          // the structure that declares a function, datatype, constructor or module
	rebuilt map[*core.Var]*rebuiltTuple
	// What follows from errors is not reported again (elab_env.go).
	reported      map[string]bool // the kinds and names that were reported to mean nothing
	openedNothing bool            // a structure is opened that there is none of

	analysis *Analysis // what editors ask, where they do (analyze.go)

	labels int          // map operations so far
	checks []matchCheck // the matches to examine once all types are right

	lastFuns  *scope     // the scope of the last declaration that holds functions
	appending *core.Func // what @ calls, once it was used
}

// tyvars are the type variables that a declaration may use.
type tyvars struct {
	byName map[string]*core.TypeVar
	open   bool // a new name is a new variable
}

func newElaborator() *elaborator {
	return &elaborator{
		Inference: core.NewInference(), prog: &core.Program{}, scope: newScope("", basis()), locals: map[string][]varBinding{},
		rebuilt: map[*core.Var]*rebuiltTuple{}, later: map[string]bool{}, home: map[any]string{},
	}
}

func (e *elaborator) errorf(pos diag.Pos, format string, args ...any) *diag.Error {
	err := diag.Errorf(pos, format, args...)
	e.errs = append(e.errs, err)
	return err
}

// decls elaborates the declarations of a structure or of the top level.
func (e *elaborator) decls(ds []*syntax.Decl) {
	for _, d := range ds {
		switch {
		case d.Structure != nil:
			e.structDecl(d.Structure)
		case d.Datatypes != nil:
			e.datatypes(d.Datatypes)
		case d.Synonyms != nil:
			e.synonyms(d.Synonyms)
		case d.Opens != nil:
			for _, n := range d.Opens {
				if s := e.structure(n.Text, syntax.DiagPos(n.Pos)); s != nil {
					e.usedAt(syntax.DiagPos(n.Pos), s)
					e.scope.open(s)
				} else {
					e.openedNothing = true
				}
			}
		case d.Funs != nil:
			e.lastFuns = e.scope
			e.funGroup(d.Funs)
		case d.Vals != nil:
			e.vals(d.Vals)
		}
	}
}

// declarable reports a name that a declaration cannot bind.
func (e *elaborator) declarable(name string, pos diag.Pos) bool {
	switch {
	case strings.Contains(name, "."):
		e.errorf(pos, "a declaration binds a simple name, not %s", name)
	case core.ReservedValues[name]:
		e.errorf(pos, "%s is built in and cannot be declared again", name)
	default:
		return true
	}
	return false
}

func (e *elaborator) structDecl(d *syntax.StructDecl) {
	pos := syntax.DiagPos(d.Pos)
	switch {
	case strings.Contains(d.Name, "."):
		e.errorf(pos, "a declaration binds a simple name, not %s", d.Name)
		return
	case core.BuiltinStructs[d.Name]:
		e.errorf(pos, "the structure %s is built in and cannot be declared again", d.Name)
		return
	}
	if s := e.structBody(d); s != nil {
		e.scope.structs[d.Name] = s
		e.declaredAt(pos, s)
	} else {
		e.reportOnce("structure", d.Name) // what follows from the error
	}
}

func (e *elaborator) structBody(d *syntax.StructDecl) *scope {
	path := d.Name
	if e.scope.path != "" {
		path = e.scope.path + "." + path
	}
	switch {
	case d.Body != nil:
		inner := newScope(path, e.scope)
		e.scope = inner
		e.decls(d.Body.Decls)
		e.scope = inner.outer
		return inner
	case d.Args != nil:
		return e.module(d, path)
	}
	s := e.structure(d.Functor.Text, syntax.DiagPos(d.Functor.Pos))
	e.usedAt(syntax.DiagPos(d.Functor.Pos), s)
	return s
}

// module elaborates an application of MapFn or SetFn.
func (e *elaborator) module(d *syntax.StructDecl, path string) *scope {
	args := map[string]core.Type{}
	for _, a := range d.Args {
		if _, twice := args[a.Name]; twice {
			e.errorf(syntax.DiagPos(a.Pos), "the type %s is given twice", a.Name)
		}
		args[a.Name] = e.closedType(a.Type)
	}
	m := &core.Module{Name: d.Name, Key: args["key"], Value: args["value"]}
	want, example := []string{"key", "value"}, "structure M = MapFn(type key = int type value = bool)"
	switch d.Functor.Text {
	case "MapFn":
	case "SetFn":
		m = &core.Module{Name: d.Name, IsSet: true, Key: args["value"]}
		want, example = want[1:], "structure S = SetFn(type value = int)"
	default:
		e.errorf(syntax.DiagPos(d.Functor.Pos), "unknown functor %s", d.Functor.Text).WithHint("SCF-ML has MapFn and SetFn")
		return nil
	}
	if len(args) != len(want) || slices.ContainsFunc(want, func(w string) bool { return args[w] == nil }) {
		e.errorf(syntax.DiagPos(d.Pos), "%s takes type %s", d.Functor.Text, strings.Join(want, " and type ")).
			WithHint("write %s", example)
		return nil
	}
	e.prog.Modules = append(e.prog.Modules, m)
	e.home[m] = e.scope.path
	e.declaredAt(syntax.DiagPos(d.Pos), m)
	return moduleScope(m, path, e.scope)
}

// datatypes elaborates one group of datatypes.
func (e *elaborator) datatypes(ds []*syntax.DatatypeDecl) {
	group := make([]*core.Datatype, len(ds))
	for i, d := range ds {
		pos := syntax.DiagPos(d.Pos)
		if slices.ContainsFunc(group[:i], func(g *core.Datatype) bool { return g.Name == d.Name }) {
			e.errorf(pos, "the type %s is declared twice", d.Name)
		}
		group[i] = &core.Datatype{Name: d.Name, Params: e.typeParams(d.Params, pos)}
		if !strings.Contains(d.Name, ".") {
			e.scope.types[d.Name] = typeBinding{data: group[i]}
		} else {
			e.errorf(pos, "a declaration binds a simple name, not %s", d.Name)
		}
		e.home[group[i]] = e.scope.path
		e.declaredAt(pos, group[i])
	}
	seen := map[string]bool{}
	for i, d := range ds {
		e.constructors(d, group[i], seen)
	}
	e.prog.Datatypes = append(e.prog.Datatypes, group...)
	e.prog.Groups = append(e.prog.Groups, group)
}

func (e *elaborator) constructors(d *syntax.DatatypeDecl, data *core.Datatype, seen map[string]bool) {
	e.tyvars = declared(data.Params)
	defer func() { e.tyvars = nil }()
	for _, c := range d.Cons {
		pos := syntax.DiagPos(c.Pos)
		if seen[c.Name] {
			e.errorf(pos, "the constructor %s is declared twice", c.Name)
			continue
		}
		seen[c.Name] = true
		con := &core.Con{Name: c.Name, Data: data, Index: len(data.Cons)}
		if c.Of != nil {
			con.Args = e.conArgs(c.Of)
		}
		data.Cons = append(data.Cons, con)
		e.home[con] = e.scope.path
		e.declaredAt(pos, con)
		e.usedAt(pos, con)
		if e.declarable(c.Name, pos) {
			e.scope.values[c.Name] = con
		}
	}
}

// conArgs are a constructor's arguments: the components of a product that stands there itself, else one.
func (e *elaborator) conArgs(t *syntax.Ty) []core.Type {
	if len(t.Arrows) != 1 || len(t.Arrows[0].Items) == 1 {
		return []core.Type{e.ty(t)}
	}
	args := make([]core.Type, len(t.Arrows[0].Items))
	for i, item := range t.Arrows[0].Items {
		args[i] = e.appTy(item)
	}
	return args
}

// typeParams makes the type variables that a type's declaration binds.
func (e *elaborator) typeParams(names []string, pos diag.Pos) []*core.TypeVar {
	var vars []*core.TypeVar
	for _, n := range names {
		if slices.ContainsFunc(vars, func(v *core.TypeVar) bool { return v.Name == n }) {
			e.errorf(pos, "the type variable %s is bound twice", n)
		}
		vars = append(vars, &core.TypeVar{Name: n})
	}
	return vars
}

func declared(vars []*core.TypeVar) *tyvars {
	tv := &tyvars{byName: map[string]*core.TypeVar{}}
	for _, v := range vars {
		tv.byName[v.Name] = v
	}
	return tv
}

// synonyms elaborates type declarations; those of one group do not see each other.
func (e *elaborator) synonyms(ds []*syntax.SynonymDecl) {
	bound := map[string]typeBinding{}
	for _, d := range ds {
		pos := syntax.DiagPos(d.Pos)
		if _, twice := bound[d.Name]; twice {
			e.errorf(pos, "the type %s is declared twice", d.Name)
		}
		if strings.Contains(d.Name, ".") {
			e.errorf(pos, "a declaration binds a simple name, not %s", d.Name)
			continue
		}
		params := e.typeParams(d.Params, pos)
		e.tyvars = declared(params)
		bound[d.Name] = typeBinding{params: params, body: e.ty(d.Type), pos: pos}
		e.declaredAt(pos, pos)
		e.tyvars = nil
	}
	for _, d := range ds {
		if b, ok := bound[d.Name]; ok {
			e.scope.types[d.Name] = b
		}
	}
}

// closedType elaborates a type without type variables.
func (e *elaborator) closedType(t *syntax.Ty) core.Type {
	saved := e.tyvars
	e.tyvars = nil
	defer func() { e.tyvars = saved }()
	return e.ty(t)
}

// ty elaborates a type; after an error it is an unknown one.
func (e *elaborator) ty(t *syntax.Ty) core.Type {
	if len(t.Arrows) > 1 {
		e.errorf(syntax.DiagPos(t.Pos), "a function type: SCF-ML is first order, functions are no values").
			WithHint("give the function's data instead, as a datatype, and a function that interprets it")
		return e.Fresh()
	}
	items := t.Arrows[0].Items
	if len(items) == 1 {
		return e.appTy(items[0])
	}
	tuple := &core.TupleType{}
	for _, item := range items {
		tuple.Elems = append(tuple.Elems, e.appTy(item))
	}
	if err := core.BoundType(tuple); err != nil {
		e.errorf(syntax.DiagPos(t.Pos), "%s", err)
		return e.Fresh()
	}
	return tuple
}

func (e *elaborator) appTy(t *syntax.AppTy) core.Type {
	names := t.Names
	var args []core.Type
	switch {
	case t.Var != nil:
		args = []core.Type{e.tyvar(*t.Var, syntax.DiagPos(t.Pos))}
	case t.First != nil:
		names = append([]*syntax.Name{t.First}, names...)
	default:
		for _, a := range t.Args {
			args = append(args, e.ty(a))
		}
	}
	for _, n := range names {
		args = []core.Type{e.namedType(n, args)}
	}
	if len(args) != 1 {
		e.errorf(syntax.DiagPos(t.Pos), "several types in parentheses need a type's name behind them").
			WithHint("write a product with *: (int * bool)")
		return e.Fresh()
	}
	return args[0]
}

func (e *elaborator) tyvar(name string, pos diag.Pos) core.Type {
	switch {
	case e.tyvars == nil:
		e.errorf(pos, "the type variable %s cannot stand here", name)
	case e.tyvars.byName[name] != nil:
		return e.tyvars.byName[name]
	case !e.tyvars.open:
		e.errorf(pos, "unbound type variable %s", name).WithHint("declare it in front of the type's name: datatype %s t = ...", name)
	default:
		v := &core.TypeVar{Name: name}
		e.tyvars.byName[name] = v
		return v
	}
	return e.Fresh()
}

// namedType applies the type of that name to args.
func (e *elaborator) namedType(n *syntax.Name, args []core.Type) core.Type {
	pos := syntax.DiagPos(n.Pos)
	b, in := find(e, func(s *scope) map[string]typeBinding { return s.types }, n.Text, pos)
	if b.data == nil && b.body == nil {
		if in != nil {
			e.unknown(pos, "type", n.Text, e.visibleTypes(in))
		}
		return e.Fresh()
	}
	params := b.params
	e.usedAt(pos, b.pos)
	if b.data != nil {
		e.usedAt(pos, b.data)
		params = b.data.Params
	}
	if len(params) != len(args) {
		e.errorf(pos, "the type %s takes %s, here %s", n.Text, diag.Count(len(params), "argument"), isAre(len(args)))
		return e.Fresh()
	}
	if b.data != nil {
		return &core.DataType{Data: b.data, Args: args}
	}
	sub := map[*core.TypeVar]core.Type{}
	for i, p := range params {
		sub[p] = args[i]
	}
	return core.SubstType(b.body, sub)
}

func (e *elaborator) visibleTypes(in *scope) []string {
	list := func(s *scope) (names []string) {
		for name := range s.types {
			names = append(names, name)
		}
		return names
	}
	if in != e.scope {
		return list(in)
	}
	return e.visibleNames(list)
}

func isAre(n int) string {
	switch n {
	case 0:
		return "is none"
	case 1:
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}
