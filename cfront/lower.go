package cfront

import (
	"fmt"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"scf/ast"
	"scf/internal/diag"
)

// lowerer turns one function into a tree. It goes on after an error, with a constant or an empty command in place of what
// was wrong, so that all errors of a function are reported at once. Labels are put in afterwards (ast.Number).
type lowerer struct {
	file   *File
	fn     *cc.FunctionDefinition
	names  typeNames
	result ast.Type
	locals map[*cc.Declarator]local
	count  map[string]int // how many variables of each name there are so far
	errs   diag.List
}

// local is a parameter or local variable.
type local struct {
	name string // unique in the function: x, x#2
	ty   ast.Type
}

func newLowerer(f *File, fn *cc.FunctionDefinition) *lowerer {
	names := typeNames{namesDeclaredIn(fn.CompoundStatement.LexicalScope())}
	for _, p := range parameters(fn) {
		names.inner[p.Name()] = true
	}
	return &lowerer{file: f, fn: fn, names: names, locals: map[*cc.Declarator]local{}, count: map[string]int{}}
}

// parameters are fn's parameters; none for (void).
func parameters(fn *cc.FunctionDefinition) []*cc.Parameter {
	ft, ok := fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	params := ft.Parameters()
	if len(params) == 1 && params[0].Type().Kind() == cc.Void && params[0].Declarator == nil {
		return nil
	}
	return params
}

type node interface{ Position() token.Position }

// failf records an error at n and returns it, for a hint.
func (l *lowerer) failf(n node, format string, args ...any) *diag.Error {
	err := diag.Errorf(position(n), format, args...)
	l.errs = append(l.errs, err)
	return err
}

// refuse records that the tree cannot hold the construct yet.
func (l *lowerer) refuse(n node, construct, hint string) {
	l.failf(n, "%s is not supported", construct).WithHint("%s", hint)
}

func (l *lowerer) function() *ast.Func {
	d := l.fn.Declarator
	ft, ok := d.Type().(*cc.FunctionType)
	switch {
	case l.fn.DeclarationList != nil:
		l.refuse(d, "an old-style definition", "write the parameters' types in the parentheses")
		return &ast.Func{}
	case !ok:
		l.failf(d, "%s is not a function", d.Name())
		return &ast.Func{}
	case ft.IsVariadic():
		l.refuse(d, "a function with a variable number of arguments", "write one with the arguments that it is called with")
	}
	l.result = l.resultType(d, ft.Result())
	f := &ast.Func{Name: d.Name(), Result: l.result}
	for _, p := range parameters(l.fn) {
		f.Params = append(f.Params, l.param(p))
	}
	f.Body = ast.SeqOf(l.items(l.fn.CompoundStatement)...)
	l.apartFromObjects(f.Body)
	return f
}

// apartFromObjects renames the locals that are called like a function that body calls elsewhere. (Where a parameter is called
// so, no function of that name can be called.)
func (l *lowerer) apartFromObjects(body ast.Cmd) {
	objects := map[string]bool{}
	ast.Walk(body, nil, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok {
			objects[o.Name] = true
		}
	}, nil)
	rename := func(name *string) {
		if objects[*name] {
			*name = fmt.Sprintf("%s#%d", *name, l.count[*name]+1)
		}
	}
	ast.Walk(body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Declare:
			rename(&c.Name)
		case *ast.Assign:
			rename(&c.Name)
		}
	}, func(e ast.Expr) {
		if v, ok := e.(*ast.Var); ok {
			rename(&v.Name)
		}
	}, nil)
}

func (l *lowerer) resultType(n node, t cc.Type) ast.Type {
	if t.Kind() == cc.Void {
		return ast.Void{}
	}
	return l.integerType(n, t)
}

// integerType is t in the tree, where only integers will do.
func (l *lowerer) integerType(n node, t cc.Type) ast.Type {
	it, ok := l.file.integer(t, l.names)
	if !ok {
		l.refuse(n, nameOfKind(t), "only integer types are, so far")
		return ast.Int
	}
	if t.Attributes().IsVolatile() {
		l.refuse(n, "volatile", "specialisation would have to keep every access; leave this function out")
	}
	return it
}

func (l *lowerer) param(p *cc.Parameter) ast.Param {
	if p.Declarator == nil {
		l.failf(l.fn.Declarator, "a parameter of %s has no name", l.fn.Declarator.Name())
		return ast.Param{}
	}
	l.checkQualifiers(p.Declarator)
	v := l.declare(p.Declarator, l.integerType(p, p.Type()))
	return ast.Param{Name: v.name, Ty: v.ty}
}

// declare gives a variable its unique name.
func (l *lowerer) declare(d *cc.Declarator, ty ast.Type) local {
	name := d.Name()
	l.count[name]++
	v := local{name, ty}
	if n := l.count[name]; n > 1 {
		v.name = fmt.Sprintf("%s#%d", name, n)
	}
	l.locals[d] = v
	return v
}

// checkQualifiers refuses the variables whose accesses mean more than reading and writing a value; integerType does so for
// volatile ones.
func (l *lowerer) checkQualifiers(d *cc.Declarator) {
	if d.IsAtomic() {
		l.refuse(d, "_Atomic", "leave this function out")
	}
}
