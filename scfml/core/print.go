package core

import (
	"slices"
	"strings"
)

// Printing of programs as SCF-ML that Load accepts and that means the same. Functions stand behind those that they call,
// recursive ones joined by and; datatypes, modules and the constants that the functions share stand before. What is printed
// and loaded again prints the same.

// String is p as SCF-ML text.
func (p *Program) String() string { return newPrinter(p).program() }

// Annotated is String with the keys that the partial evaluator recorded (PrimExpr.Keys) as comments behind operations on maps.
func (p *Program) Annotated() string {
	pr := newPrinter(p)
	pr.annotate = true
	return pr.program()
}

func (pr *printer) program() string { return render(pr.document()) + "\n" }

func (pr *printer) document() doc {
	p := pr.prog
	pr.noteConstants()
	pr.startVars()
	var funs []doc
	for _, g := range CallGroups(p.Funcs) {
		funs = append(funs, pr.funGroup(g))
	}
	decls := pr.typeDecls()
	if len(pr.consts.vals) > 0 {
		decls = append(decls, joined(pr.consts.vals, hardDoc{}))
	}
	blank := cat(hardDoc{}, hardDoc{})
	body := joined(append(decls, funs...), blank)
	if p.Name != "" {
		body = cat(text("structure "+p.Name+" = struct"), nest(blank, body), blank, text("end"))
	}
	return body
}

// joined is ds with sep between them.
func joined(ds []doc, sep doc) doc {
	var out catDoc
	for i, d := range ds {
		if i > 0 {
			out = append(out, sep)
		}
		out = append(out, d)
	}
	return out
}

// PrintExpr is e as SCF-ML text, for messages and traces. Free variables have their own names; constants stand where they are
// used, and maps and sets among them as if their structure were called M.
func PrintExpr(e Expr) string {
	pr := newPrinter(&Program{})
	pr.startVars()
	return render(pr.expr(pr.vars.tree(e), outermost))
}

// printer prints one program.
type printer struct {
	prog     *Program
	used     map[string]bool // the names of functions, constructors, variables and vals
	types    map[*Datatype]string
	cons     map[*Con]string
	conNames map[string]bool
	funcs    map[*Func]string
	modules  map[*Module]string
	deadText string
	consts   *constTable
	trees    map[*Func]*tree
	vars     *varNames // of the function being printed
	annotate bool      // recorded keys are written, too
	list     bool      // the words of expressions are noted (Listing)
}

// tree is a function's body as it is printed.
type tree struct {
	*uses
	root *node
}

func newPrinter(p *Program) *printer {
	pr := &printer{
		prog: p, used: map[string]bool{}, types: map[*Datatype]string{}, cons: map[*Con]string{}, conNames: map[string]bool{},
		funcs: map[*Func]string{}, modules: map[*Module]string{}, deadText: "dead", trees: map[*Func]*tree{},
	}
	pr.consts = &constTable{p: pr, entries: map[uint64][]*constEntry{}, known: map[Value]*constEntry{}, sharing: newSharing()}
	pr.nameGlobals()
	pr.noteVariables()
	if pr.used["dead"] {
		pr.deadText = DeadName
	}
	return pr
}

// nameGlobals names functions, constructors, datatypes and modules: as they are called, unless two would have one name.
func (p *printer) nameGlobals() {
	values := NewNames(ReservedValues)
	if p.prog.Entry != nil {
		p.funcs[p.prog.Entry] = values.Take(identifier(p.prog.Entry.Name), "")
	}
	types := NewNames(ReservedTypes)
	for _, d := range p.prog.Datatypes {
		p.types[d] = types.Take(identifier(d.Name), "")
		for _, c := range d.Cons {
			p.cons[c] = values.Take(identifier(c.Name), "")
			p.conNames[p.cons[c]] = true
		}
	}
	for _, f := range p.prog.Funcs {
		if f != p.prog.Entry {
			p.funcs[f] = values.Take(identifier(f.Name), "")
		}
	}
	modules := NewNames(BuiltinStructs)
	for _, m := range p.prog.Modules {
		p.modules[m] = modules.Take(identifier(m.Name), "")
	}
	p.used = values.used
}

// noteVariables adds the names of all variables to those that are used.
func (p *printer) noteVariables() {
	note := func(vars []*Var) {
		for _, v := range vars {
			p.used[identifier(v.Name)] = true
		}
	}
	var walk func(Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case *CaseExpr:
			for _, a := range e.Arms {
				note(PatVars(a.Pat))
			}
		case *IterExpr:
			note(e.Params)
		}
		Children(e, walk)
	}
	for _, f := range p.prog.Funcs {
		note(f.Params)
		walk(f.Body)
	}
}

// noteConstants builds the trees of all functions and counts the constants in them.
func (p *printer) noteConstants() {
	maps := mapHolders{}
	types := mapConstantTypes(p.prog, maps)
	var walk func(*node)
	walk = func(n *node) {
		if k, ok := n.e.(*Const); ok {
			p.consts.note(k.Value, n.t)
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	for _, f := range p.prog.Funcs {
		u := &uses{places: map[any][]int{}, types: types[f], maps: maps}
		p.trees[f] = &tree{u, u.tree(f.Body)}
		walk(p.trees[f].root)
	}
	p.consts.share()
}

// mapConstantTypes are the types of each function's constants, constructor applications and tuples in the order of Children,
// those inside before those around. They are needed to name the structures of constant maps: a function that has none, or is not well typed,
// has no types.
func mapConstantTypes(p *Program, maps mapHolders) map[*Func][]Type {
	out := map[*Func][]Type{}
	var v *verifier
	for _, f := range p.Funcs {
		if !maps.inExpr(f.Body) {
			continue
		}
		if v == nil {
			v = newVerifier(p)
		}
		var types []Type
		v.errs = nil
		v.record = func(_ Expr, t Type) { types = append(types, t) }
		if v.function(f); len(v.errs) > 0 {
			continue
		}
		for i, t := range types {
			types[i] = Resolved(t)
		}
		out[f] = types
	}
	return out
}

// mapHolders tells of structures whether a map or set is in them, once that was asked for.
type mapHolders map[Value]bool

// inExpr reports whether a map or set is in a constant of e.
func (m mapHolders) inExpr(e Expr) bool {
	if k, ok := e.(*Const); ok {
		return m.in(k.Value)
	}
	found := false
	Children(e, func(x Expr) { found = found || m.inExpr(x) })
	return found
}

// in reports whether a map or set is in v.
func (m mapHolders) in(v Value) bool {
	if !isStructured(v) {
		return false
	}
	holds, known := m[v]
	if !known {
		holds = holdsMapValue(v)
		m[v] = holds
	}
	return holds
}

// holdsMapValue is mapHolders.in, found anew.
func holdsMapValue(v Value) bool {
	work := []Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch v := v.(type) {
		case *MapValue, *SetValue:
			return true
		case *Tuple:
			work = append(work, v.Elems...)
		case *ConValue:
			work = append(work, v.Args...)
		}
	}
	return false
}

// startVars has only global names visible.
func (p *printer) startVars() {
	p.vars = &varNames{
		uses: &uses{places: map[any][]int{}, maps: mapHolders{}}, of: map[*Var]string{}, names: map[string]*name{}, variants: map[string][]*name{},
		taken: func(name string) bool { return p.conNames[name] || ReservedValues[name] },
	}
	for _, f := range p.prog.Funcs {
		p.vars.name(p.funcs[f]).means = []any{f}
	}
}

// funGroup prints functions joined by and.
func (p *printer) funGroup(group []*Func) doc {
	var out []doc
	for i, f := range group {
		keyword := "fun "
		if i > 0 {
			keyword = "and "
		}
		out = append(out, p.fun(keyword, f))
	}
	return joined(out, cat(hardDoc{}, hardDoc{}))
}

func (p *printer) fun(keyword string, f *Func) doc {
	t := p.trees[f]
	p.vars.uses = t.uses
	undo := p.vars.bind(f.Params, t.root)
	defer undo()
	params := make([]doc, len(f.Params))
	for i, v := range f.Params {
		params[i] = text(p.varName(v) + p.annotation(f, i))
	}
	result := group(nest(softLine, text(strings.TrimPrefix(p.annotation(f, len(f.Params))+" =", " "))))
	head := cat(text(keyword), p.declared(f), text(" "), parens(filled(params)), result)
	return group(head, nest(softLine, p.expr(t.root, outermost)))
}

// annotation is the type of f's parameter i, or of its result behind the last, where f has types.
func (p *printer) annotation(f *Func, i int) string {
	types := append(slices.Clone(f.ParamTypes), f.Result)
	if i >= len(types) || types[i] == nil {
		return ""
	}
	return " : " + p.typeText(types[i], false)
}

func (p *printer) varName(v *Var) string {
	if name, ok := p.vars.of[v]; ok {
		return name
	}
	return v.Name
}

func (p *printer) funcName(f *Func) string {
	if name, ok := p.funcs[f]; ok {
		return name
	}
	return f.Name
}

func (p *printer) conName(c *Con) string {
	if name, ok := p.cons[c]; ok {
		return name
	}
	return c.Name
}

func (p *printer) moduleName(m *Module) string {
	if name, ok := p.modules[m]; ok {
		return name
	}
	return m.Name
}

// primName is the name of a primitive that is no operator.
func (p *printer) primName(op Op) string {
	if p.used[op.Name()] {
		return op.Qualified()
	}
	return op.Name()
}
