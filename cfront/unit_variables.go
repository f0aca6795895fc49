package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// This file makes the variables of a unit: global and static ones with what their initialisers say, and the strings and compound literals
// that these point to.

// global is a variable outside of functions. C allows many declarations of it.
type global struct {
	defined *cc.Declarator  // the one that says most; nil where all say extern
	init    *cc.Initializer // nil where there is none
	asm     bool            // it has another name for the linker
	ordinal int             // of the declaration
}

// globals are the variables that the file and its headers declare outside of functions, by name.
func (f *File) globals() map[string]*global {
	out := map[string]*global{}
	ordinal := 0
	for u := f.unit.TranslationUnit; u != nil; u = u.TranslationUnit {
		ordinal++
		if d := u.ExternalDeclaration.Declaration; d != nil && d.Case == cc.DeclarationDecl {
			for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
				declareGlobal(out, n.InitDeclarator, ordinal)
			}
		}
	}
	return out
}

func declareGlobal(all map[string]*global, n *cc.InitDeclarator, ordinal int) {
	d := n.Declarator
	if d.IsTypename() || d.Type().Kind() == cc.Function || isFrame(position(d).File) {
		return
	}
	g := all[d.Name()]
	if g == nil {
		g = &global{}
		all[d.Name()] = g
	}
	g.asm = g.asm || n.Asm != nil
	switch {
	case n.Initializer != nil:
		g.defined, g.init, g.ordinal = d, n.Initializer, ordinal
	case !d.IsExtern() && (g.defined == nil || g.init == nil && isIncompleteArray(g.defined)):
		g.defined, g.ordinal = d, ordinal
	}
}

// isFrame reports whether it is a source that stands around the program's.
func isFrame(file string) bool {
	return file == predefinedName || file == builtinsName || file == endName
}

func isIncompleteArray(d *cc.Declarator) bool {
	t, ok := d.Type().(*cc.ArrayType)
	return ok && t.Len() < 0
}

// global makes the global variable with that name.
func (u *unitMaker) global(name string, g *global) {
	l := newLowerer(u.file, nil, g.ordinal)
	v := variable{declarator: g.defined, init: g.init, ordinal: g.ordinal}
	if g.asm {
		l.refuse(g.defined, "a variable with another name for the linker", "leave the other name out")
	}
	u.variable(l, "", name, v)
}

// static makes the static variable of the function fn, with the function's lowerer.
func (u *unitMaker) static(l *lowerer, fn, name string, d *cc.Declarator) {
	key := scoped{fn, name}
	if u.met[key] {
		return
	}
	u.met[key] = true
	u.waiting = append(u.waiting, func() { u.variable(l, fn, name, variable{declarator: d, init: l.staticInits[name]}) })
}

// variable is what the source says of a variable.
type variable struct {
	declarator *cc.Declarator
	init       *cc.Initializer
	ordinal    int
}

// variable makes a variable with the lowerer of where it is declared.
func (u *unitMaker) variable(l *lowerer, fn, name string, v variable) {
	d := v.declarator
	if u.constants && (v.init == nil && fn == "" || !isConstDeclared(d) || isReplaceable(d)) {
		return
	}
	u.order[scoped{fn, name}] = seq(d)
	before := len(u.unit.Variables)
	made, errs := u.make(l, fn, name, v)
	if fn == "" && u.clashes(l.types.layouts) {
		u.unit.Variables = u.unit.Variables[:before]
		l = newLowerer(u.file, nil, v.ordinal)
		l.types.alias = " of " + name
		made, errs = u.make(l, fn, name, v)
	}
	if len(errs) > 0 {
		u.unit.Variables = u.unit.Variables[:before]
		u.bad[scoped{fn, name}] = u.file.lines.attach(distinct(errs).Err(), u.file.Source())
		return
	}
	u.addLayouts(l)
	u.unit.Variables = append(u.unit.Variables, made)
}

func (u *unitMaker) make(l *lowerer, fn, name string, v variable) (ast.Variable, diag.List) {
	d, before := v.declarator, len(l.errs)
	out := ast.Variable{Name: name, Func: fn, Const: isConstDeclared(d)}
	if fn == "" {
		before = 0
	}
	if d.IsThreadLocal() {
		l.refuse(d, "a variable of each thread", "leave out _Thread_local")
	}
	ty, ok := l.typeOfVariable(d, d, d.Type().Undecay(), name)
	if !ok || len(l.errs) > before {
		return out, l.errs[before:]
	}
	out.Ty = ast.Unqualified(ty)
	out.Align = max(l.types.alignOf(d.Type().Undecay()), int64(d.Alignas()))
	o := &object{unit: u, l: l, owner: scoped{fn, name}, at: d, addresses: map[int64]ast.Address{}, members: map[chosenUnion]int64{}}
	if v.init != nil {
		o.initialize(out.Ty, 0, v.init)
	}
	o.finish(&out)
	return out, l.errs[before:]
}

// isReplaceable reports whether the linker may take another variable in place of this one.
func isReplaceable(d *cc.Declarator) bool {
	a := d.Type().Attributes()
	return a != nil && a.Weak()
}

// string is a new variable with the bytes of the string literal s.
func (u *unitMaker) string(owner scoped, s *ast.Str) scoped {
	v := ast.Variable{Name: u.name("string"), Ty: s.Ty, Size: s.Ty.(ast.Array).Len, Align: 1, Const: true, Init: []byte(s.Text)}
	v.Init = trimZeros(v.Init)
	return u.unnamed(owner, v)
}

// unnamed adds a variable that the initialiser of owner points to.
func (u *unitMaker) unnamed(owner scoped, v ast.Variable) scoped {
	key := scoped{"", v.Name}
	u.order[key] = u.order[owner]
	u.unit.Variables = append(u.unit.Variables, v)
	return key
}

func (u *unitMaker) name(kind string) string {
	u.made++
	return fmt.Sprintf("#%s%d", kind, u.made)
}

// literal is a new variable with the values of a compound literal.
func (o *object) literal(e *cc.PostfixExpression) ast.Expr {
	v := ast.Variable{Name: o.unit.name("literal"), Const: namesConst(e.TypeName), Ty: o.l.literalType(e.TypeName), Align: o.l.types.alignOf(e.TypeName.Type().Undecay())}
	in := &object{unit: o.unit, l: o.l, owner: o.owner, at: e, addresses: map[int64]ast.Address{}, members: map[chosenUnion]int64{}}
	in.list(v.Ty, 0, e.InitializerList)
	in.finish(&v)
	o.unit.unnamed(o.owner, v)
	return &ast.Object{Name: v.Name, Ty: v.Ty}
}

// isMade reports whether name is that of a string or compound literal.
func isMade(name string) bool { return strings.HasPrefix(name, "#") }

// trimZeros is b without the zeros at its end; nil where there is nothing else.
func trimZeros(b []byte) []byte {
	for n := len(b); n > 0; n-- {
		if b[n-1] != 0 {
			return b[:n]
		}
	}
	return nil
}

// isAutomatic reports whether the tree calls a parameter or variable of the function so that is not static.
func (l *lowerer) isAutomatic(name string) bool {
	for _, v := range l.locals {
		if v.name == name && l.keptVariables[name] == nil {
			return true
		}
	}
	return false
}
