package cfront

import (
	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
)

// This file says what a function is once it is lowered.

// Function is a function of a file, lowered to the tree, with what the tree does not say.
type Function struct {
	Tree   *ast.Func
	Static bool    // declared static: no other file calls it
	Params []Param // in the order of Tree.Params
	// Layouts are the fields of the structs and unions that the types in the tree reach.
	Layouts ast.Layouts
	// Kept are the declarations of the function that the tree does not hold, as C: static variables, types. They stand at
	// the head of the body.
	Kept []string
	// KeptNames are the names that they declare, in order.
	KeptNames []string
	// Statics reports whether the function has static variables of its own: a copy of it would have others.
	Statics bool
	// moved are the parts of the body that say what is kept.
	moved []movedText
	// Variadic reports whether it takes a variable number of arguments.
	Variadic bool
	// Texts reports whether there is C in it that the tree does not look into (ast.NewText).
	Texts bool
	// StaticNames are the names of those that its tree mentions, sorted.
	StaticNames []string
	// Tables are all that is kept where that is static variables and types which a copy of the function may have again; nil otherwise.
	Tables []splice.Table
	// GivenBack is one of them to which its result may lead; "" if there is none.
	GivenBack string
	// Obstacle says why not: "has the static variable calls, which may change".
	Obstacle string
}

// Param is what the source says of a parameter beside its name and type.
type Param struct {
	// Constant tells that the parameter has __attribute__((annotate("constant"))): it, and the memory that it reaches if it
	// is a pointer, are constant at run time.
	Constant bool
}

// Lower is the named function ("" for the only one) as a tree. Errors are a diag.List with everything in the function that
// the tree cannot hold, or that is wrong.
func (f *File) Lower(name string) (*ast.Func, error) {
	fn, err := f.Function(name)
	if err != nil {
		return nil, err
	}
	return fn.Tree, nil
}

// Function is Lower with what the tree does not say.
func (f *File) Function(name string) (*Function, error) {
	def, err := f.function(name)
	if err != nil {
		return nil, err
	}
	return f.lower(def)
}

// Callee is Function of one that the file, or a file that it includes, defines, and where it stands: nowhere if its head comes from a macro.
func (f *File) Callee(name string) (fn *Function, site *splice.Site, err error) {
	if def, ok := f.defined[name]; ok && !f.Defines(name) {
		fn, err = f.lower(def)
		site = &splice.Site{Func: name, Params: paramNames(def.FunctionDefinition), Name: -1, Static: def.Declarator.IsStatic(), Included: true}
		if err == nil {
			site.Tables = fn.Tables
		}
		return fn, site, err
	}
	if fn, err = f.Function(name); err != nil {
		return nil, nil, err
	}
	if site, _ = f.Site(name); site != nil {
		site.Tables = fn.Tables
	}
	return fn, site, nil
}

// Outcome is what became of one function of a file: Function, or Err says why it is refused.
type Outcome struct {
	Name     string
	Pos      diag.Pos // of the function's name
	Function *Function
	Err      error
}

// Functions lowers every function that the file defines, in the order of Funcs.
func (f *File) Functions() []Outcome {
	var out []Outcome
	for _, def := range f.funcs {
		fn, err := f.lower(def)
		out = append(out, Outcome{def.Declarator.Name(), position(def.Declarator), fn, err})
	}
	for _, name := range f.Funcs()[len(f.funcs):] {
		_, err := f.function(name)
		out = append(out, Outcome{name, f.asides.function(name).errs[0].Pos, nil, err})
	}
	return out
}

func (f *File) lower(def definition) (*Function, error) {
	_, fn, err := f.lowered(def, never)
	return fn, err
}

// distinct are the errors that say different things, each where it is said first.
func distinct(errs diag.List) diag.List {
	said := map[string]bool{}
	var out diag.List
	for _, e := range errs {
		if !said[e.Msg] {
			said[e.Msg] = true
			out = append(out, e)
		}
	}
	return out
}

func isVariadic(fn *cc.FunctionDefinition) bool {
	t, ok := fn.Declarator.Type().(*cc.FunctionType)
	return ok && t.IsVariadic()
}

// annotations are the attributes of fn's parameters.
func annotations(fn *cc.FunctionDefinition) []Param {
	constant := map[*cc.Declarator]bool{}
	if d := functionDeclarator(fn.Declarator.DirectDeclarator); d != nil && d.ParameterTypeList != nil {
		for n := d.ParameterTypeList.ParameterList; n != nil; n = n.ParameterList {
			p := n.ParameterDeclaration
			constant[p.Declarator] = isAnnotated(p.AttributeSpecifierList) || isAnnotated(specifierAttributes(p.DeclarationSpecifiers))
		}
	}
	var out []Param
	for _, p := range parameters(fn) {
		out = append(out, Param{p.Declarator != nil && constant[p.Declarator]})
	}
	return out
}

// functionDeclarator is the part of a function's declarator that lists its parameters: that beside the name.
func functionDeclarator(d *cc.DirectDeclarator) *cc.DirectDeclarator {
	var last *cc.DirectDeclarator
	for d != nil {
		switch d.Case {
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			last, d = d, d.DirectDeclarator
		case cc.DirectDeclaratorDecl:
			if d.Declarator.Pointer != nil {
				last = nil
			}
			d = d.Declarator.DirectDeclarator
		default:
			d = d.DirectDeclarator
		}
	}
	return last
}

func specifierAttributes(s *cc.DeclarationSpecifiers) *cc.AttributeSpecifierList {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.AttributeSpecifierList != nil {
			return s.AttributeSpecifierList
		}
	}
	return nil
}

// isAnnotated reports whether annotate("constant") is among the attributes.
func isAnnotated(list *cc.AttributeSpecifierList) bool {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			a := v.AttributeValue
			if name := a.Token.SrcStr(); name != "annotate" && name != "__annotate__" || a.ArgumentExpressionList == nil {
				continue
			}
			if isText(a.ArgumentExpressionList.AssignmentExpression, `"constant"`) {
				return true
			}
		}
	}
	return false
}

// isText reports whether e is the literal. (Attributes behind a declarator have no values: cc does not check them.)
func isText(e cc.ExpressionNode, literal string) bool {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	return ok && p.Token.SrcStr() == literal
}
