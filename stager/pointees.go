package stager

import (
	"slices"

	"scf/ast"
	"scf/cfront"
	"scf/params"
	"scf/scfml/core"
)

// The functions that constant pointers may lead to: a call through such a pointer becomes the call, and the function may be looked into like
// others that are called.

// pointees are those that the function may name, of the types that pointers in it lead to.
func pointees(file *parsed, front *cfront.Function) []params.Function {
	return pointeesIn(file, front.Tree, front.KeptNames, []*ast.Func{front.Tree}, front.Layouts)
}

// pointeesIn are those that root may name, which has names of its own beside those in its tree, of the types that pointers in the trees, with those layouts, lead to.
func pointeesIn(file *parsed, root *ast.Func, own []string, trees []*ast.Func, ls ast.Layouts) []params.Function {
	c := &pointed{}
	for _, l := range ls {
		for _, x := range l.Fields {
			c.add(x.Ty)
		}
	}
	for _, f := range trees {
		for _, p := range f.Params {
			c.add(p.Ty)
		}
		c.addTree(f)
	}
	var out []params.Function
	for _, p := range file.Pointees(root.Name, c.types) {
		isParam := slices.ContainsFunc(root.Params, func(q ast.Param) bool { return q.Name == p.Name })
		isOther := p.Own && ast.IsBuiltin(p.Name) // which passes take for the library's
		if !isParam && !isOther && !slices.Contains(own, p.Name) {
			out = append(out, params.Function(p))
		}
	}
	return out
}

// reachedFunctions are those of the types that pointers in f and its callees lead to.
func (f *Function) reachedFunctions() []params.Function {
	callees := f.callees()
	if f.file == nil || len(callees) == 0 {
		return f.functions
	}
	reach := f.allLayouts()
	f.file.Lock()
	defer f.file.Unlock()
	return pointeesIn(f.file, f.tree, f.site.KeptNames, f.trees(), reach)
}

// calledThroughPointers are those functions that the file defines and root may name to which calls through pointers in f may lead, by their types.
func calledThroughPointers(file *parsed, f *ast.Func, root string) (names []string) {
	c := &pointed{}
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if call, ok := e.(*ast.Call); ok {
			c.add(ast.TypeOf(call.Fn))
		}
	}, nil)
	for _, p := range file.Pointees(root, c.types) {
		if p.Own {
			names = append(names, p.Name)
		}
	}
	return names
}

// pointed collects the types of functions that pointers lead to.
type pointed struct{ types []*ast.Function }

// add adds those of values of type t, structs' fields apart.
func (c *pointed) add(t ast.Type) {
	switch t := ast.Unqualified(t).(type) {
	case ast.Array:
		c.add(t.Elem)
	case ast.Pointer:
		fn, ok := t.Elem.(*ast.Function)
		if !ok {
			c.add(t.Elem)
		} else if !slices.ContainsFunc(c.types, func(u *ast.Function) bool { return ast.Same(u, fn) }) {
			c.types = append(c.types, fn)
		}
	}
}

// addTree adds those of the variables and expressions of f.
func (c *pointed) addTree(f *ast.Func) {
	ast.Walk(f.Body, nil, func(e ast.Expr) { c.add(ast.TypeOf(e)) }, nil)
}

// setFunctions has the parameters know the functions that pointers may lead to.
func (f *Function) setFunctions(functions []params.Function) {
	f.functions = functions
	for i := range f.Params {
		f.Params[i].Functions = functions
	}
}

// numbers are the integers that a file has names for: one by its name, and those that no system header defines.
type numbers struct {
	named func(name string) (n int64, ok bool)
	all   func() map[string]int64
}

func numbersOf(file *parsed) numbers {
	named := func(name string) (int64, bool) {
		file.Lock()
		defer file.Unlock()
		return file.NamedNumber(name)
	}
	all := func() map[string]int64 {
		file.Lock()
		defer file.Unlock()
		return file.NamedNumbers()
	}
	return numbers{named, all}
}

// savedNumbers are those of a staged directory.
func savedNumbers(all map[string]int64) numbers {
	named := func(name string) (n int64, ok bool) {
		n, ok = all[name]
		return n, ok
	}
	return numbers{named, func() map[string]int64 { return all }}
}

// setNumbers has names in texts about the parameters of f mean those integers.
func (f *Function) setNumbers(n numbers) {
	f.numbers = n
	for i := range f.Params {
		f.Params[i].Numbers = n.named
	}
}

// tablesOf are the const variables of the file into which pointers may lead, by their names. Those that were asked for are in what f needs to run, from then on.
func (f *Function) tablesOf(file *parsed, asked *askedTables) func(name string) (params.Table, bool) {
	return func(name string) (params.Table, bool) {
		if !f.meansOne(name) {
			return params.Table{}, false
		}
		file.Lock()
		defer file.Unlock()
		u, err := file.Constants([]string{name})
		if err != nil {
			return params.Table{}, false
		}
		t, ok := params.TableOf(u.Variable("", name))
		if ok && !slices.Contains(asked.names, name) {
			asked.names = append(asked.names, name)
		}
		return t, ok
	}
}

// Reach has those const variables of its file, arrays and structs, among what f needs to run (Unit), so that values may lead into them. It comes before Unit.
func (f *Function) Reach(tables ...string) error {
	for _, name := range tables {
		if _, ok := f.table(name); !ok {
			return fileErrorf(f.File, "%s is no array or struct that is const and has an initialiser", name)
		}
	}
	return nil
}

// askedTables are the names of tables that texts about parameters lead into; the lock of the file guards them.
type askedTables struct{ names []string }

// setTables has the parameters of f lead into the tables.
func (f *Function) setTables(table func(name string) (params.Table, bool)) {
	f.table = table
	for i := range f.Params {
		f.Params[i].Table = table
	}
}

// manifestPointee is one of them in the manifest of a staged directory.
type manifestPointee struct {
	Name string `json:"name"`
	Type string `json:"type"` // a value of the datatype ty, as text
	Own  bool   `json:"own,omitempty"`
}

// encodePointees writes types as values of p.
func encodePointees(functions []params.Function, p *core.Program) ([]manifestPointee, error) {
	var out []manifestPointee
	for _, f := range functions {
		v, err := ast.TypeToValue(f.Type, p)
		if err != nil {
			return nil, err
		}
		out = append(out, manifestPointee{f.Name, core.FormatValue(v), f.Own})
	}
	return out, nil
}

func decodePointees(functions []manifestPointee, p *core.Program) ([]params.Function, error) {
	var out []params.Function
	for _, f := range functions {
		t, err := decodeType(f.Type, p)
		if err != nil {
			return nil, err
		}
		if fn, ok := t.(*ast.Function); ok {
			out = append(out, params.Function{Name: f.Name, Type: fn, Own: f.Own})
		}
	}
	return out, nil
}
