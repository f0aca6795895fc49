package stager

import (
	"maps"
	"slices"
	"strings"

	"scf/ast"
	"scf/params"
)

// Variables that live as long as the program, of the file and static ones of the function, may be constant like parameters (§2.6.2). Those that are get
// parameters of their own in the tree that passes work on (ast.WithGlobals), and what passes give has the variables again. Of one that
// is const and has an initialiser the value is known without being told.

// variables are those that the function mentions, or its callees do, and that may be constant, in the order of their first use, and behind them the tables
// that pointers in them lead to, or other pointers do, by the names linked.
func (f *Function) variables(linked []string) []Param {
	var out []Param
	reach, functions := f.allLayouts(), f.reachedFunctions()
	for _, g := range f.mentionedGlobals() {
		p := f.variable(g.Name, g.Ty, reach, functions)
		if f.isStatic(g.Name) {
			p.Name = ast.Scoped(f.Name, g.Name)
		}
		out = append(out, p)
	}
	for _, name := range linked {
		if slices.ContainsFunc(out, func(p Param) bool { return p.Name == name }) {
			continue
		}
		if t, ok := f.table(name); ok {
			out = append(out, f.variable(name, t.Type, reach, functions))
		}
	}
	return f.initialised(out, linked, functions)
}

// variable is the parameter for a variable of the file, whose pointers may lead to the functions.
func (f *Function) variable(name string, t ast.Type, layouts ast.Layouts, functions []params.Function) Param {
	p := params.New(name, ast.Unqualified(t), layouts)
	p.Variable, p.Functions, p.Numbers, p.Table = true, functions, f.numbers.named, f.table
	return p
}

// allLayouts are those that the types of f and of its callees reach.
func (f *Function) allLayouts() ast.Layouts {
	reach := ast.Layouts{}
	maps.Copy(reach, f.reach)
	for _, c := range f.callees() {
		maps.Copy(reach, c.reach)
	}
	return reach
}

// allVariables are variables, made once, or where f has them as parameters those.
func (f *Function) allVariables() []Param {
	if f.mentioned == nil || f.own() < len(f.Params) {
		return f.Params[f.own():]
	}
	return f.mentioned()
}

// own is how many parameters f has in C.
func (f *Function) own() int {
	n := len(f.Params)
	for n > 0 && f.Params[n-1].Variable {
		n--
	}
	return n
}

// isStatic reports whether the name means a static variable of the function's own.
func (f *Function) isStatic(name string) bool { return slices.Contains(f.statics, name) }

// initialised are the variables, with their values those that are const, and the tables that they lead to; of which those that are linked are some. Pointers in them may lead to the functions.
func (f *Function) initialised(variables []Param, linked []string, functions []params.Function) []Param {
	if f.file == nil || len(variables) == 0 {
		return variables
	}
	var names []string
	for _, p := range variables {
		names = append(names, p.Name)
	}
	f.file.Lock()
	defer f.file.Unlock()
	u, err := f.file.Constants(names)
	if err != nil {
		return variables // the function is refused for it
	}
	tables := map[*ast.Variable]bool{}
	all := params.Tables(u)
	for _, name := range linked {
		if v := u.Variable(ast.Unscoped(name)); v != nil && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	for _, v := range all {
		name := ast.Scoped(v.Func, v.Name)
		switch {
		case slices.Contains(names, name):
			tables[v] = true
		case v.Func == "" && f.meansOne(v.Name), v.Func == f.Name && f.isStatic(v.Name):
			tables[v] = true
			variables, names = append(variables, f.variable(name, v.Ty, u.Layouts, functions)), append(names, name)
		}
	}
	for i, name := range names {
		fn, own := ast.Unscoped(name)
		variables[i].Initial = params.Initial(u, fn, own, functions, tables)
	}
	return variables
}

// global is the variable that p is, as the tree of f names it.
func (f *Function) global(p Param) ast.Global {
	return ast.Global{Name: strings.TrimPrefix(p.Name, f.Name+"."), Ty: p.Type}
}

// globals are those of f's parameters that are variables.
func (f *Function) globals() []ast.Global {
	var out []ast.Global
	for _, p := range f.Params {
		if p.Variable {
			out = append(out, f.global(p))
		}
	}
	return out
}

// literals are the string literals of f and its callees that may be read, as variables.
func (f *Function) literals() []Param {
	callees := f.callees()
	isCallee := func(name string) bool {
		return slices.ContainsFunc(callees, func(c callee) bool { return c.tree.Name == name })
	}
	found := ast.Literals(f.tree, isCallee, false)
	for _, c := range callees {
		for _, g := range ast.Literals(c.tree, isCallee, true) {
			if !slices.Contains(found, g) {
				found = append(found, g)
			}
		}
	}
	var out []Param
	for _, g := range found {
		if p := params.Literal(g); p.Initial.IsConstant() {
			out = append(out, p)
		}
	}
	return out
}

// lifted is f with those variables as parameters behind its own of which isKnown says that something is known, and behind them those that are const and have an
// initialiser, string literals among them, and those that pointers lead into by the names linked.
func (f *Function) lifted(isKnown func(name string) bool, linked []string) *Function {
	if len(f.globals()) > 0 {
		return f
	}
	var told, initial []Param
	linked = slices.Concat(linked, f.spanned())
	variables := f.allVariables()
	if len(linked) > 0 {
		variables = f.variables(linked)
	}
	for _, p := range variables {
		switch {
		case p.Initial.IsConstant():
			initial = append(initial, p)
		case isKnown(p.Name) || isKnown(f.global(p).Name):
			told = append(told, p)
		}
	}
	initial = append(initial, f.literals()...)
	if len(told)+len(initial) == 0 {
		return f
	}
	g := *f
	g.Params = slices.Concat(f.Params, told, initial)
	g.passOn()
	return &g
}

// spanned are the variables to which two arguments of a call lead, as the beginning of an array and its end do (`sum(t, t + 5)`): what they lead to is compared.
func (f *Function) spanned() (names []string) {
	if f.file == nil {
		return nil
	}
	for _, g := range f.trees() {
		ast.Walk(g.Body, nil, func(e ast.Expr) {
			c, ok := e.(*ast.Call)
			if !ok {
				return
			}
			met := map[string]bool{}
			for _, x := range c.Args {
				name := arrayOf(x)
				_, isArray := ast.TypeOf(x).(ast.Array)
				if name == "" || !isArray && !isPointer(x) || ast.Declares(g, name) {
					continue
				}
				if f.isStatic(name) {
					name = ast.Scoped(f.Name, name)
				}
				if met[name] && !slices.Contains(names, name) {
					names = append(names, name)
				}
				met[name] = true
			}
		}, nil)
	}
	return names
}

// arrayOf is the array of the file, or the struct, that the pointer leads into; "" if that is not seen.
func arrayOf(pointer ast.Expr) string {
	switch e := pointer.(type) {
	case *ast.Convert:
		return arrayOf(e.X)
	case *ast.Binary:
		return arrayOf(e.X)
	case *ast.AddressOf:
		return arrayOf(e.X)
	case *ast.Index:
		return arrayOf(e.X)
	case *ast.Object:
		if _, isArray := e.Ty.(ast.Array); isArray {
			return e.Name
		}
	}
	return ""
}

// tablesNamed are the names of the tables that pointers lead into of which something is known, in order.
func tablesNamed[K interface{ Links() []string }](known map[string]K) []string {
	var names []string
	for _, k := range known {
		names = append(names, k.Links()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// told is how many parameters f has that are not known by initialisers alone.
func (f *Function) told() int {
	n := len(f.Params)
	for n > 0 && f.Params[n-1].Initial.IsConstant() {
		n--
	}
	return n
}

// behind is what is known of f's parameters as passes get it: of a variable what is known of a pointer to it.
func behind[K interface{ Behind(ast.Type) K }](f *Function, known []K) []K {
	if !slices.ContainsFunc(f.Params, func(p Param) bool { return p.Variable }) {
		return known
	}
	out := slices.Clone(known)
	for i, p := range f.Params {
		if p.Variable {
			out[i] = known[i].Behind(p.Type)
		}
	}
	return out
}
