package cfront

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/internal/diag"
)

// lowerer turns one function into a tree. It goes on after an error, with a constant or an empty command in place of what
// was wrong, so that all errors of a function are reported at once. Labels are put in afterwards (ast.Number).
type lowerer struct {
	file     *File
	fn       *cc.FunctionDefinition
	types    *types
	facts    *facts
	result   ast.Type
	locals   map[*cc.Declarator]*local
	count    map[string]int    // how many variables of each name there are so far
	madeFrom map[string]string // by the name of a temporary
	made     map[string]int    // by what names are made from: the number of the last one
	literals map[string]bool   // the variables that stand for compound literals
	// constObjects are the objects that the file or the function's head declares const.
	constObjects map[string]bool
	errs         diag.List
	refusals     map[*diag.Error]bool // the errors that say what the tree does not hold
	final        map[*diag.Error]bool // those that no text helps with
	firstText    *textPlace           // the first text in the function; nil if there is none

	at          diag.Pos      // of the statement or declaration that is being lowered
	cmds        []ast.Cmd     // the commands that are being made (lower_order.go)
	pending     []*ast.Assign // increments still to be done before the next sequence point
	branchDepth int           // of expressions that are not always evaluated

	jumps     jumps                          // where break and continue lead
	theEnd    target                         // the end of the function
	vlas      []*variableArray               // the arrays of variable length in scope
	scopes    int                            // around, but the function's own
	extents   map[cc.ExpressionNode]ast.Expr // sizes that are known at run time, by where they are said
	hasShapes bool                           // a variable is an array of variable length, or leads to one
	depths    map[string]int                 // how many of the arrays are in scope at a label
	variable  map[string]bool                // the types of the function that have such sizes
	labels    map[string]ast.Label           // of the blocks around, for goto
	routes    *routes
	graph     *graph                             // the innermost that is being made
	open      map[item]*graph                    // those that are being made, by the lists that they are made of
	nodes     map[string]ast.Label               // of graphs, by the labels of the source
	cases     map[*cc.LabeledStatement]ast.Label // those of case labels
	// addressedLabels are the labels whose addresses are taken, nil where they have not been looked for; tables are arrays of those.
	addressedLabels []string
	tables          map[*cc.Declarator]map[int64]string
	blocks          ast.L // the last provisional label

	kept          []keptDeclaration
	moved         []movedText
	keptNames     map[string]bool
	keptVariables map[string]*cc.Declarator
	statics       bool
	ownTables     []table
	givenBack     string // one of them that the function returns the address of, or of what is in it
	nested        nested
	staticInits   map[string]*cc.Initializer // of the static variables that have one

	// literal makes a variable of a compound literal that lives as long as the program; nil in a function.
	literal func(e *cc.PostfixExpression) ast.Expr
}

// local is a parameter or local variable.
type local struct {
	name     string // unique in the function: x, x#2
	ty       ast.Type
	inMemory bool
	volatile bool          // its type says so
	isAuto   bool          // __auto_type: it is not const, whatever its initial value is
	shape    *variableType // of an array of variable length, to whose first element it points, or of what leads to one
}

// facts are what is known of a function only after it has been lowered: lowering is done again until nothing is new.
type facts struct {
	inMemory map[*cc.Declarator]bool // the scalars whose address is taken
	captured map[*cc.Declarator]bool // the variables that functions inside name
	outside  map[string]bool         // the names of the globals and functions that are used, which no local may have
	changed  bool
}

func (f *facts) add(known bool, note func()) {
	if !known {
		note()
		f.changed = true
	}
}

// lowerFunction is the function's tree, with the lowerer, whose errs say what is wrong. Names of records end with alias.
func lowerFunction(f *File, def definition, alias string) (*lowerer, *ast.Func) {
	known := newFacts()
	for {
		known.changed = false
		l := newLowerer(f, def.FunctionDefinition, def.ordinal)
		l.facts, l.types.alias = known, alias
		tree := l.function()
		if !known.changed {
			return l, tree
		}
	}
}

func newFacts() *facts {
	return &facts{inMemory: map[*cc.Declarator]bool{}, captured: map[*cc.Declarator]bool{}, outside: map[string]bool{}}
}

// newLowerer is for the declaration number ordinal: the function fn, or, where that is nil, one outside of functions.
func newLowerer(f *File, fn *cc.FunctionDefinition, ordinal int) *lowerer {
	return &lowerer{file: f, fn: fn, types: newTypes(f, fn, ordinal), facts: newFacts(),
		locals: map[*cc.Declarator]*local{}, count: map[string]int{}, labels: map[string]ast.Label{}, extents: map[cc.ExpressionNode]ast.Expr{}, depths: map[string]int{}, variable: map[string]bool{},
		routes: newRoutes(), open: map[item]*graph{}, tables: map[*cc.Declarator]map[int64]string{}, nodes: map[string]ast.Label{}, cases: map[*cc.LabeledStatement]ast.Label{}, madeFrom: map[string]string{}, made: map[string]int{}, literals: map[string]bool{},
		refusals: map[*diag.Error]bool{}, final: map[*diag.Error]bool{},
		nested:       nested{captured: map[string]bool{}, names: map[string]bool{}, defined: map[string]bool{}},
		constObjects: map[string]bool{}, keptNames: map[string]bool{}, keptVariables: map[string]*cc.Declarator{}, staticInits: map[string]*cc.Initializer{}}
}

// parameters are fn's parameters; none for (void).
func parameters(fn *cc.FunctionDefinition) []*cc.Parameter {
	ft, ok := fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	params := ft.Parameters()
	if fn.DeclarationList != nil {
		return oldStyleParameters(fn, params)
	}
	if len(params) == 1 && params[0].Type().Kind() == cc.Void && params[0].Declarator == nil {
		return nil
	}
	return params
}

// oldStyleParameters are params with the declarators that stand between the head and the body.
func oldStyleParameters(fn *cc.FunctionDefinition, params []*cc.Parameter) []*cc.Parameter {
	declared := map[string]*cc.Declarator{}
	for dl := fn.DeclarationList; dl != nil; dl = dl.DeclarationList {
		for n := dl.Declaration.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
			declared[n.InitDeclarator.Declarator.Name()] = n.InitDeclarator.Declarator
		}
	}
	var out []*cc.Parameter
	for _, p := range params {
		q := *p
		if d := declared[p.Name()]; d != nil {
			q.Declarator = d
		}
		out = append(out, &q)
	}
	return out
}

// isOldStyle reports whether d is a function's declarator that lists names or nothing, not types: a call converts no argument to
// a parameter's type.
func isOldStyle(d *cc.Declarator) bool {
	dd := functionDeclarator(d.DirectDeclarator)
	return dd != nil && dd.ParameterTypeList == nil
}

type node interface{ Position() token.Position }

// failf records an error at n and returns it, for a hint.
func (l *lowerer) failf(n node, format string, args ...any) *diag.Error {
	err := diag.Errorf(position(n), format, args...)
	l.errs = append(l.errs, err)
	return err
}

// refuse records that the tree does not hold the construct.
func (l *lowerer) refuse(n node, construct, hint string) {
	err := l.failf(n, "%s is not supported", construct)
	err.Hint = hint
	l.refusals[err] = true
}

// refuseForGood is refuse of what no text keeps.
func (l *lowerer) refuseForGood(n node, construct, hint string) {
	l.refuse(n, construct, hint)
	l.final[l.errs[len(l.errs)-1]] = true
}

func (l *lowerer) function() *ast.Func {
	d := l.fn.Declarator
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		l.failf(d, "%s is not a function", d.Name())
		return &ast.Func{}
	}
	l.result = l.typeOf(d, ft.Result(), "")
	f := &ast.Func{Name: d.Name(), Result: l.result}
	for _, p := range parameters(l.fn) {
		f.Params = append(f.Params, l.param(p))
	}
	body := l.list(func() {
		items := compoundItems(l.fn.CompoundStatement)
		l.routes.add(items, l.leadsOf)
		l.vlaScopesOf(items, 0)
		l.shapesOfParameters()
		l.theEnd.label = l.newLabel()
		body := l.list(func() { l.items(items) })
		if l.theEnd.used {
			body = []ast.Cmd{&ast.Block{Body: ast.SeqOf(body...), Label: l.theEnd.label}}
		}
		l.emit(body...)
		if f.Name == "main" && ast.Same(f.Result, ast.Int) && !endsInReturn(l.cmds) { // the end of main gives 0
			l.emit(&ast.Return{X: intConst(0, ast.Int)})
		}
	})
	f.Body = ast.SeqOf(slices.Concat(l.nested.declared, l.nested.texts, l.tailLoop(f, body))...)
	l.dropUnused(f.Body)
	return f
}

func endsInReturn(cmds []ast.Cmd) bool {
	if len(cmds) == 0 {
		return false
	}
	_, ok := cmds[len(cmds)-1].(*ast.Return)
	return ok
}

// typeOf is t in the tree; hint is an expression of this type, or "".
func (l *lowerer) typeOf(n node, t cc.Type, hint string) ast.Type {
	ty, bad := l.types.of(t, hint)
	if bad != nil {
		l.refuse(n, bad.construct, bad.hint)
		return ast.Int
	}
	return ty
}

// typeNamed is the type that a cast or compound literal names; ok is false where it is refused.
func (l *lowerer) typeNamed(n *cc.TypeName) (t ast.Type, ok bool) {
	ty, bad := l.types.ofName(n)
	if bad != nil {
		l.refuse(n, bad.construct, bad.hint)
		return nil, false
	}
	return ty, true
}

func (l *lowerer) param(p *cc.Parameter) ast.Param {
	if p.Declarator == nil {
		l.failf(l.fn.Declarator, "a parameter of %s has no name", l.fn.Declarator.Name())
		return ast.Param{}
	}
	l.checkSizes(p.Declarator.DirectDeclarator)
	ty, volatile, ok := l.typeOfLocal(p, p.Declarator, p.Type(), "")
	if ok && ast.IsVoid(ty) {
		l.failf(p, "a parameter of type void")
	}
	if !ok {
		return ast.Param{}
	}
	v := l.declare(p.Declarator, ty)
	v.volatile = volatile
	if v.name != p.Name() {
		l.refuse(p, "a function that uses a global variable called like its parameter", "choose another name for the parameter")
	}
	l.constObjects[v.name] = isConstDeclared(p.Declarator)
	return ast.Param{Name: v.name, Ty: v.ty, InMemory: v.inMemory}
}

// checkSizes refuses a parameter whose declaration does something: the size of an array is evaluated at each call.
func (l *lowerer) checkSizes(d *cc.DirectDeclarator) {
	for ; d != nil; d = d.DirectDeclarator {
		if d.Case == cc.DirectDeclaratorDecl {
			l.checkSizes(d.Declarator.DirectDeclarator)
			return
		}
		if e := d.AssignmentExpression; e != nil && mayHaveEffect(e) {
			l.refuse(e, "a parameter whose size has effects", "do them in the function; a parameter needs no size")
		}
	}
}

// mayHaveEffect reports whether e, which is no constant, has anything in it that changes a variable or calls a function.
func mayHaveEffect(e cc.ExpressionNode) bool {
	switch e.Value().(type) {
	case cc.Int64Value, cc.UInt64Value:
		return false
	}
	before := ""
	for _, t := range cc.NodeTokens(e) {
		text := t.SrcStr()
		isCall := text == "(" && (before == ")" || before != "" && ctext.IsWord(before[0]) && before != "sizeof")
		if isCall || text == "++" || text == "--" || text == "{" || isAssignment(text) {
			return true
		}
		before = text
	}
	return false
}

// isAssignment reports whether the operator is =, or like +=.
func isAssignment(op string) bool {
	return strings.HasSuffix(op, "=") && op != "==" && op != "!=" && op != "<=" && op != ">="
}

// declare gives a variable its unique name.
func (l *lowerer) declare(d *cc.Declarator, ty ast.Type) *local {
	v := &local{name: l.unique(d.Name()), ty: ty, inMemory: !ast.IsScalar(ty) || l.facts.inMemory[d]}
	l.locals[d] = v
	if l.facts.captured[d] && !d.IsParam() {
		l.declareCaptured(v)
	}
	return v
}

// unique is the name for the next variable that the source calls name.
func (l *lowerer) unique(name string) string {
	if l.count[name] == 0 && l.facts.outside[name] {
		l.count[name]++
	}
	l.count[name]++
	if n := l.count[name]; n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

// outside notes that the function uses the global or function called name.
func (l *lowerer) outside(name string) {
	l.facts.add(l.facts.outside[name], func() { l.facts.outside[name] = true })
}

// typeOfVariable is the type t of the variable d. Not ok is a variable that is refused: it is of a type that the tree does not
// have, or accesses to it, or to what it points to, mean more than reading and writing a value.
func (l *lowerer) typeOfVariable(n node, d *cc.Declarator, t cc.Type, hint string) (ty ast.Type, ok bool) {
	q, known := l.types.declared[d]
	if !known {
		q = l.file.declared[d]
	}
	ty, bad := l.types.of(t, hint)
	if bad == nil {
		bad = q.trouble(ty)
	}
	if _, isRecord := t.(recordType); bad == nil && !isRecord && t.Kind() != cc.Function && l.file.packing.covers(d) {
		bad = &oddSize
	}
	if bad != nil {
		l.refuse(n, bad.construct, bad.hint)
		if s := d.LexicalScope(); s == nil || s.Parent != nil {
			l.locals[d] = &local{} // nothing more is said about it
		}
		return nil, false
	}
	return ty, true
}
