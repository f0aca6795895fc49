package cfront

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file finds what functions need to run: from the roots, through what they mention, the functions and variables that the file
// defines, those of its headers included. Each is lowered when it is first met.

// unitMaker makes a unit.
type unitMaker struct {
	file      *File
	functions map[string]definition // of the file and its headers
	globals   map[string]*global
	unit      *ast.Unit

	met     map[scoped]bool
	waiting []func()
	// constants leaves out functions and what is not const or has no initialiser.
	constants bool
	order     map[scoped]int // where functions and variables stand: their tokens' numbers
	bad       map[scoped]error
	made      int // strings and compound literals
}

// scoped is a name and the function that it is local to, "" for none.
type scoped struct{ fn, name string }

// Unit is what the named functions need to run; none for all functions of the file, with all variables. What cannot be lowered is no error:
// a function is refused, with the reason, also where it mentions a variable that is. It is an error that a root is no function of the file.
func (f *File) Unit(roots ...string) (*ast.Unit, error) { return f.UnitWith(nil, roots...) }

// UnitWith is Unit with those variables of the file, too.
func (f *File) UnitWith(variables []string, roots ...string) (*ast.Unit, error) {
	u := f.newUnitMaker()
	for _, name := range roots {
		if def, err := f.function(name); err == nil {
			u.meet(def.Declarator.Name(), nil)
		} else if f.asides.function(name) != nil {
			u.meet(name, nil)
		} else {
			return nil, err
		}
	}
	if len(roots) == 0 {
		u.meetAll()
	}
	for _, name := range variables {
		u.meet(name, nil)
	}
	return u.finished(), nil
}

func (f *File) newUnitMaker() *unitMaker {
	return &unitMaker{file: f, functions: f.defined, globals: f.globals(), unit: &ast.Unit{Layouts: ast.Layouts{}},
		met: map[scoped]bool{}, order: map[scoped]int{}, bad: map[scoped]error{}}
}

// Constants are those of the named variables that are const and have an initialiser, of the file or static ones of a function (FUNC.NAME), and the
// ones that they lead to.
func (f *File) Constants(names []string) (*ast.Unit, error) {
	u := f.newUnitMaker()
	u.constants = true
	of := map[string]*lowerer{}
	for _, name := range names {
		fn, own := ast.Unscoped(name)
		if fn == "" {
			u.meet(name, nil)
			continue
		}
		if of[fn] == nil {
			l, _, err := f.lowered(f.defined[fn], never)
			if err != nil {
				return nil, err
			}
			of[fn] = l
		}
		if d := of[fn].keptVariables[own]; d != nil && d.IsStatic() {
			u.static(of[fn], fn, own, d)
		}
	}
	return u.finished(), nil
}

// finished is the unit with all that was met.
func (u *unitMaker) finished() *ast.Unit {
	for len(u.waiting) > 0 {
		next := u.waiting[0]
		u.waiting = u.waiting[1:]
		next()
	}
	u.refuseUsers()
	u.refuseVariables()
	u.sort()
	return u.unit
}

func (u *unitMaker) meetAll() {
	for _, name := range u.file.Funcs() {
		u.meet(name, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(u.globals)) {
		if u.globals[name].defined != nil {
			u.meet(name, nil)
		}
	}
}

// meet notes that something outside of functions is mentioned, as something of type t.
func (u *unitMaker) meet(name string, t ast.Type) {
	if u.met[scoped{"", name}] {
		return
	}
	u.met[scoped{"", name}] = true
	u.waiting = append(u.waiting, func() {
		def, isFunction := u.functions[name]
		g := u.globals[name]
		switch {
		case isFunction && u.constants:
		case isFunction:
			u.function(def)
		case g != nil && g.defined != nil:
			u.global(name, g)
		case u.file.asides.function(name) != nil:
			_, err := u.file.function(name)
			u.unit.Refused = append(u.unit.Refused, ast.Refused{Name: name, Err: err})
		default:
			u.unit.Externs = append(u.unit.Externs, ast.Extern{Name: name, Ty: t})
		}
	})
}

// function lowers a function and meets what it mentions.
func (u *unitMaker) function(def definition) {
	name := def.Declarator.Name()
	u.order[scoped{"", name}] = seq(def.Declarator)
	l, fn, err := u.file.lowered(def, u.clashes)
	if err != nil {
		u.unit.Refused = append(u.unit.Refused, ast.Refused{Name: name, Err: err})
		return
	}
	if err := l.onlyInC(def, fn); err != nil {
		u.unit.Refused = append(u.unit.Refused, ast.Refused{Name: name, Err: u.file.lines.attach(err, u.file.Source())})
		return
	}
	u.unit.Funcs = append(u.unit.Funcs, fn.Tree)
	u.addLayouts(l)
	u.mentioned(l, fn.Tree)
}

// onlyInC says why the function can be optimised, but runs only where a C compiler compiles it; nil if it runs anywhere.
func (l *lowerer) onlyInC(def definition, fn *Function) error {
	const hint = "take the optimised C, as stager run prints it, and compile that"
	switch {
	case fn.Variadic:
		return diag.Errorf(position(def.Declarator), "%s takes a variable number of arguments, which only a C compiler compiles", fn.Tree.Name).WithHint(hint)
	case l.firstText != nil:
		return diag.Errorf(l.firstText.at, "%s has C in it that only a C compiler compiles: %s", fn.Tree.Name, l.firstText.text).WithHint(hint)
	}
	return nil
}

// mentioned meets the variables and functions that a function mentions.
func (u *unitMaker) mentioned(l *lowerer, f *ast.Func) {
	types := map[string]ast.Type{}
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok {
			types[o.Name] = o.Ty
		}
	}, nil)
	for _, name := range ast.Outside(f) {
		if d := l.keptVariables[name]; d != nil && d.IsStatic() {
			u.static(l, f.Name, name, d)
		} else {
			u.meet(name, types[name])
		}
	}
}

// addLayouts adds the layouts of a function or variable.
func (u *unitMaker) addLayouts(l *lowerer) {
	maps.Copy(u.unit.Layouts, l.types.layouts)
}

// clashes reports whether the unit has another record under a name of the layouts.
func (u *unitMaker) clashes(layouts ast.Layouts) bool {
	for name, l := range layouts {
		if known, ok := u.unit.Layouts[name]; ok && !reflect.DeepEqual(known, l) {
			return true
		}
	}
	return false
}

// refuseUsers refuses the functions that mention a variable that cannot be made. So do variables that point to one.
func (u *unitMaker) refuseUsers() {
	for again := true; again; {
		again = false
		for _, v := range u.unit.Variables {
			for _, a := range v.Addresses {
				why, me := u.bad[scoped{a.Func, a.Of}], scoped{v.Func, v.Name}
				if why != nil && u.bad[me] == nil {
					u.bad[me], again = why, true
				}
			}
		}
	}
	variables, funcs := u.unit.Variables, u.unit.Funcs
	u.unit.Variables, u.unit.Funcs = nil, nil
	for _, v := range variables {
		if u.bad[scoped{v.Func, v.Name}] == nil {
			u.unit.Variables = append(u.unit.Variables, v)
		}
	}
	for _, f := range funcs {
		if err := u.badIn(f); err != nil {
			u.unit.Refused = append(u.unit.Refused, ast.Refused{Name: f.Name, Err: err})
		} else {
			u.unit.Funcs = append(u.unit.Funcs, f)
		}
	}
}

// refuseVariables tells of the variables of the file that cannot be made.
func (u *unitMaker) refuseVariables() {
	for key, err := range u.bad {
		if key.fn == "" {
			u.unit.Refused = append(u.unit.Refused, ast.Refused{Name: key.name, Err: err})
		}
	}
}

// badIn says why a variable that f mentions is not to be had.
func (u *unitMaker) badIn(f *ast.Func) error {
	for _, name := range ast.Outside(f) {
		if err := u.bad[scoped{f.Name, name}]; err != nil {
			return err
		}
		if err := u.bad[scoped{"", name}]; err != nil && !u.met[scoped{f.Name, name}] {
			return err
		}
	}
	return nil
}

// sort puts everything in the order of the source, and externs in that of their names.
func (u *unitMaker) sort() {
	at := func(fn, name string) int { return u.order[scoped{fn, name}] }
	slices.SortStableFunc(u.unit.Funcs, func(a, b *ast.Func) int { return cmp.Compare(at("", a.Name), at("", b.Name)) })
	slices.SortFunc(u.unit.Refused, func(a, b ast.Refused) int {
		return cmp.Or(cmp.Compare(at("", a.Name), at("", b.Name)), cmp.Compare(a.Name, b.Name))
	})
	slices.SortStableFunc(u.unit.Variables, func(a, b ast.Variable) int { return cmp.Compare(at(a.Func, a.Name), at(b.Func, b.Name)) })
	slices.SortFunc(u.unit.Externs, func(a, b ast.Extern) int { return cmp.Compare(a.Name, b.Name) })
}

func seq(d *cc.Declarator) int {
	t := d.NameTok()
	return t.Seq()
}

// lowered is lower with the lowerer. Where another record has the name of one of the function's, all have other names.
func (f *File) lowered(def definition, clash func(ast.Layouts) bool) (*lowerer, *Function, error) {
	l, tree := lowerFunction(f, def, "")
	if clash(l.types.layouts) {
		l, tree = lowerFunction(f, def, " in "+def.Declarator.Name())
	}
	l.checkMacros(tree)
	l.checkFlags(tree)
	if err := distinct(l.errs).Err(); err != nil {
		return nil, nil, f.lines.attach(err, f.Source())
	}
	ast.Number(tree)
	tables, obstacle := l.tablesOf(tree)
	return l, &Function{Tree: tree, Static: def.Declarator.IsStatic(), Params: annotations(def.FunctionDefinition),
		Layouts: l.types.layouts, Kept: l.keptText(), KeptNames: slices.Sorted(maps.Keys(l.keptNames)), Statics: l.statics, moved: l.moved,
		StaticNames: l.staticNames(), Tables: tables, Obstacle: obstacle, GivenBack: l.givenBack, Variadic: isVariadic(def.FunctionDefinition), Texts: l.firstText != nil}, nil
}

// staticNames are the names of the function's own static variables.
func (l *lowerer) staticNames() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(l.keptVariables)) {
		if d := l.keptVariables[name]; d != nil && d.IsStatic() {
			out = append(out, name)
		}
	}
	return out
}

// never is for functions that stand alone.
func never(ast.Layouts) bool { return false }
