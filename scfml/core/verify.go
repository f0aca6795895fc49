package core

import (
	"errors"
	"fmt"
	"slices"
)

// Verify, the check of core programs that tests and debug switches run after each phase.

// Verify checks that p is a well-formed program: the entry and all functions called are among its functions, every variable is
// bound once and before its uses, constructors and modules are the program's, everything has its arity, operations on maps and
// sets have a module, and all types are right as declared by the functions. The error lists what is wrong, by function.
func Verify(p *Program) error {
	v := newVerifier(p)
	v.program()
	return errors.Join(v.errs...)
}

// VerifyLoaded is Verify for a program as Load makes it, in which also every operation on maps and sets has a label of its
// own. (In a residual program copies of an operation share its label.)
func VerifyLoaded(p *Program) error {
	err := Verify(p)
	seen := map[int]bool{}
	for _, f := range p.Funcs {
		for label := range labelsOf(f.Body) {
			if label <= 0 || seen[label] {
				err = errors.Join(err, fmt.Errorf("%s: label %d is used twice or not positive", f.Name, label))
			}
			seen[label] = true
		}
	}
	return err
}

// labelsOf yields the labels of the operations in e on maps and sets.
func labelsOf(e Expr) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		work := []Expr{e}
		for len(work) > 0 {
			e := work[len(work)-1]
			work = work[:len(work)-1]
			switch e := e.(type) {
			case *PrimExpr:
				if e.Op.IsMap() && !yield(e.Label) {
					return
				}
			case *IterExpr:
				if !yield(e.Label) {
					return
				}
			}
			Children(e, func(x Expr) { work = append(work, x) })
		}
	}
}

// maxVerifyErrors bounds how many errors are collected.
const maxVerifyErrors = 20

type verifier struct {
	*Inference
	p       *Program
	has     *own
	inScope map[*Var]Type
	bound   map[*Var]bool // anywhere in the program
	fn      *Func         // being checked
	consts  constTypes
	errs    []error

	signatures map[*Func]*funcTypes // found so far

	// Called, unless nil, for every Const, ConExpr and TupleExpr, those inside before those around; for every call with the types that its function's type variables stand for; for every expression; for
	// every variable where it is bound.
	record func(e Expr, t Type)
	onCall func(e *CallExpr, sub map[*TypeVar]Type)
	onExpr func(e Expr, t Type)
	onBind func(x *Var, t Type)
}

// own is what belongs to a program.
type own struct {
	funcs   map[*Func]bool
	cons    map[*Con]bool
	modules map[*Module]bool
}

func ownOf(p *Program) *own {
	has := &own{funcs: map[*Func]bool{}, cons: map[*Con]bool{}, modules: map[*Module]bool{}}
	for _, f := range p.Funcs {
		has.funcs[f] = true
	}
	for _, d := range append([]*Datatype{OptionData, ListData}, p.Datatypes...) {
		for _, c := range d.Cons {
			has.cons[c] = true
		}
	}
	for _, m := range p.Modules {
		has.modules[m] = true
	}
	return has
}

func newVerifier(p *Program) *verifier { return newVerifierOf(p, ownOf(p)) }

// newVerifierOf is newVerifier where it is known what the program has.
func newVerifierOf(p *Program, has *own) *verifier {
	return &verifier{
		Inference: NewInference(), p: p, has: has,
		inScope: map[*Var]Type{}, bound: map[*Var]bool{}, consts: constTypes{}, signatures: map[*Func]*funcTypes{},
	}
}

func (v *verifier) errorf(format string, args ...any) {
	if len(v.errs) < maxVerifyErrors {
		v.errs = append(v.errs, fmt.Errorf("%s: %s", v.fn.Name, fmt.Sprintf(format, args...)))
	}
}

func (v *verifier) program() {
	v.fn = &Func{Name: "the program"}
	if !v.has.funcs[v.p.Entry] {
		v.errorf("the entry is none of the functions")
	}
	v.datatypes()
	for _, f := range v.p.Funcs {
		v.function(f)
	}
}

func (v *verifier) datatypes() {
	var grouped []*Datatype
	for _, g := range v.p.Groups {
		grouped = append(grouped, g...)
	}
	if !slices.Equal(grouped, v.p.Datatypes) {
		v.errorf("Groups and Datatypes differ")
	}
	for _, d := range v.p.Datatypes {
		for i, c := range d.Cons {
			if c.Data != d || c.Index != i {
				v.errorf("the constructor %s is not where it says", c.Name)
			}
		}
	}
}

func (v *verifier) function(f *Func) {
	v.fn = f
	if len(f.Params) != len(f.ParamTypes) || f.Result == nil || slices.Contains(f.ParamTypes, nil) || f.Body == nil {
		v.errorf("parameters, types or body are missing")
		return
	}
	undo := v.bind(f.Params, f.ParamTypes)
	v.want(f.Body, v.expr(f.Body), f.Result)
	undo()
	v.Default()
}

// bind brings variables into scope; the result takes them out again.
func (v *verifier) bind(vars []*Var, types []Type) (undo func()) {
	for i, x := range vars {
		if v.bound[x] {
			v.errorf("the variable %s is bound twice", x.Name)
		}
		v.bound[x] = true
		v.inScope[x] = types[i]
		if v.onBind != nil {
			v.onBind(x, types[i])
		}
	}
	return func() {
		for _, x := range vars {
			delete(v.inScope, x)
		}
	}
}

func (v *verifier) want(e Expr, got, want Type) {
	if err := v.Unify(got, want); err != nil {
		texts := ShowTypes(got, want)
		v.errorf("an expression is of type %s, not %s %v: %s", texts[0], texts[1], err, briefly(e))
	}
}

func briefly(e Expr) string {
	const most = 200
	if Size(e) > 10_000 {
		return fmt.Sprintf("%T", e)
	}
	s := PrintExpr(e)
	if len(s) > most {
		s = s[:most] + "..."
	}
	return s
}

// expr is the type of e. It walks in the order of Children.
func (v *verifier) expr(e Expr) Type {
	t := v.exprOf(e)
	if v.onExpr != nil {
		v.onExpr(e, t)
	}
	return t
}

func (v *verifier) exprOf(e Expr) Type {
	switch e := e.(type) {
	case *VarExpr:
		if t, ok := v.inScope[e.Var]; ok {
			return t
		}
		v.errorf("the variable %s is not in scope", e.Var.Name)
		return v.Fresh()
	case *Const:
		t := Type(v.Fresh())
		v.value(e.Value, t)
		return v.recorded(e, t)
	case *ConExpr:
		return v.recorded(e, v.conExpr(e))
	case *TupleExpr:
		t := &TupleType{}
		for _, x := range e.Elems {
			t.Elems = append(t.Elems, v.expr(x))
		}
		return v.recorded(e, t)
	case *CaseExpr:
		return v.caseExpr(e)
	case *CallExpr:
		return v.call(e)
	case *PrimExpr:
		return v.prim(e)
	case *IterExpr:
		return v.iter(e)
	case *DeadExpr:
		return v.Fresh()
	}
	v.errorf("no expression: %T", e)
	return v.Fresh()
}

func (v *verifier) recorded(e Expr, t Type) Type {
	if v.record != nil {
		v.record(e, t)
	}
	return t
}

func (v *verifier) args(args []Expr, types []Type, what string) {
	if len(args) != len(types) {
		v.errorf("%s has %d arguments, not %d", what, len(args), len(types))
	}
	for i, a := range args {
		t := v.expr(a)
		if i < len(types) {
			v.want(a, t, types[i])
		}
	}
}

func (v *verifier) conExpr(e *ConExpr) Type {
	v.knownCon(e.Con)
	t, types := v.ConType(e.Con)
	if len(e.Args) == 0 {
		v.errorf("the constructor %s without arguments is no Const", e.Con.Name)
	}
	v.args(e.Args, types, e.Con.Name)
	return t
}

func (v *verifier) knownCon(c *Con) {
	if !v.has.cons[c] {
		v.errorf("the constructor %s is none of the program's", c.Name)
	}
}

func (v *verifier) caseExpr(e *CaseExpr) Type {
	scrut := v.expr(e.Scrut)
	result := Type(v.Fresh())
	if len(e.Arms) == 0 {
		v.errorf("a case expression without arms")
	}
	for _, a := range e.Arms {
		vars, types := v.pattern(a.Pat, scrut)
		undo := v.bind(vars, types)
		v.want(a.Body, v.expr(a.Body), result)
		undo()
	}
	return result
}

// pattern checks a pattern for values of type t, and gives the variables it binds with their types.
func (v *verifier) pattern(p Pat, t Type) (vars []*Var, types []Type) {
	var walk func(Pat, Type)
	walk = func(p Pat, t Type) {
		switch p := p.(type) {
		case *WildPat:
		case *VarPat:
			vars, types = append(vars, p.Var), append(types, t)
		case *AsPat:
			vars, types = append(vars, p.Var), append(types, t)
			walk(p.Pat, t)
		case *LitPat:
			if IsScalar(p.Value) {
				v.value(p.Value, t)
			} else {
				v.errorf("a literal pattern of no scalar: %T", p.Value)
			}
		case *ConPat:
			v.knownCon(p.Con)
			data, args := v.ConType(p.Con)
			v.patWant(p, data, t)
			if len(args) != len(p.Args) {
				v.errorf("a pattern of %s has %d arguments", p.Con.Name, len(p.Args))
				return
			}
			for i, a := range p.Args {
				walk(a, args[i])
			}
		case *TuplePat:
			tuple := &TupleType{}
			for range p.Elems {
				tuple.Elems = append(tuple.Elems, v.Fresh())
			}
			if len(p.Elems) == 1 {
				v.errorf("a tuple pattern of one component")
			}
			v.patWant(p, tuple, t)
			for i, a := range p.Elems {
				walk(a, tuple.Elems[i])
			}
		default:
			v.errorf("no pattern: %T", p)
		}
	}
	walk(p, t)
	return vars, types
}

func (v *verifier) patWant(p Pat, got, want Type) {
	if err := v.Unify(got, want); err != nil {
		texts := ShowTypes(got, want)
		v.errorf("a pattern is of type %s, but it matches %s %v: %s", texts[0], texts[1], err, PatText(p))
	}
}

func (v *verifier) call(e *CallExpr) Type {
	if !v.has.funcs[e.Func] {
		v.errorf("the function %s is none of the program's", e.Func.Name)
	}
	sig := v.signature(e.Func)
	if sig == nil {
		v.errorf("the function %s has no types", e.Func.Name)
		return v.Fresh()
	}
	sub := v.Scheme(sig.vars)
	if v.onCall != nil {
		v.onCall(e, sub)
	}
	types := sig.types
	if len(sub) > 0 {
		types = make([]Type, len(sig.types))
		for i, t := range sig.types {
			types[i] = SubstType(t, sub)
		}
	}
	v.args(e.Args, types[:len(types)-1], e.Func.Name)
	return types[len(types)-1]
}

// funcTypes is the types of a function's parameters and, last, its result, and the type variables in them.
type funcTypes struct {
	types []Type
	vars  []*TypeVar
}

// signature is f's, found once; nil where f lacks types.
func (v *verifier) signature(f *Func) *funcTypes {
	if s, ok := v.signatures[f]; ok {
		return s
	}
	types := append(slices.Clone(f.ParamTypes), f.Result)
	var s *funcTypes
	if !slices.Contains(types, nil) {
		s = &funcTypes{types, TypeVars(types)}
	}
	v.signatures[f] = s
	return s
}

func (v *verifier) prim(e *PrimExpr) Type {
	if e.Op <= OpInvalid || int(e.Op) >= len(opInfos) {
		v.errorf("no operation: %d", e.Op)
		return v.Fresh()
	}
	if !v.modular(e.Mod, e.Label, e.Op.IsMap(), e.Op.Name()) {
		return v.Fresh()
	}
	types, result := v.OpType(e.Op, e.Mod)
	v.args(e.Args, types, e.Op.Name())
	return result
}

// modular checks the module and label of an operation, which it has if it is one on maps or sets.
func (v *verifier) modular(m *Module, label int, isMap bool, name string) bool {
	switch {
	case !isMap && m == nil && label == 0:
		return true
	case !isMap:
		v.errorf("%s has a module or a label", name)
	case m == nil || !v.has.modules[m]:
		v.errorf("%s has no module of the program", name)
		return false
	case label <= 0:
		v.errorf("%s has no label", name)
	}
	return true
}

func (v *verifier) iter(e *IterExpr) Type {
	if !v.modular(e.Mod, e.Label, true, "an iterator") {
		return v.Fresh()
	}
	if n := len(e.Params); n != len(e.Args) || n < 1 || n > 2 || e.Mod.IsSet {
		v.errorf("an iterator with %d parameters and %d arguments", len(e.Params), len(e.Args))
	}
	types := slices.Repeat([]Type{e.Mod.Value}, len(e.Params))
	undo := v.bind(e.Params, types)
	v.want(e.Body, v.expr(e.Body), e.Mod.Value)
	undo()
	v.args(e.Args, slices.Repeat([]Type{e.Mod.Type()}, len(e.Params)), "an iterator")
	return e.Mod.Type()
}
