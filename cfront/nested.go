package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file keeps the functions that gcc lets a function define inside itself. Each is a text at the head of the function, behind the variables of the
// function that it names. They lie in memory, and the text has their addresses: so any call behind it may read and write them.
//
//	for (…) { int n = 0; int add(int k) { return n += k; } … add(i) … }
//	int n; ‹int add(int k) { return n += k; }›; for (…) { n = 0; … add(i) … }
//
// What such a function declares is its own, and so are the jumps in it.

// nested are the functions that a function defines inside itself.
type nested struct {
	captured map[string]bool // the variables that they name
	declared []ast.Cmd       // the declarations of those
	texts    []ast.Cmd
	names    map[string]bool // of those that are declared
	defined  map[string]bool
}

// nestedFunction takes the definition of a function inside the one that is lowered.
func (l *lowerer) nestedFunction(b *cc.BlockItem) {
	d := b.Declarator
	if l.nested.defined[d.Name()] {
		l.refuseForGood(d, "a second function defined inside a function that is called "+d.Name(), "choose another name")
		return
	}
	if !l.nameNested(d) {
		return
	}
	l.nested.defined[d.Name()] = true
	k := newTextMaker(l)
	jumps, leaves := jumpsOf(b)
	if leaves {
		l.refuseForGood(b, "a goto out of "+d.Name()+", a function defined inside a function,", "return a value that says where to go on")
		return
	}
	k.jumps = jumps
	text, ok := k.text(b)
	if !ok {
		l.refuseForGood(b, d.Name()+", a function defined inside a function, with what cannot be kept as it is,", "move the definition out")
		return
	}
	l.keepNested(b, text, k.args)
}

// nestedDeclaration takes what declares such a function before it is defined.
func (l *lowerer) nestedDeclaration(in *cc.Declaration, n *cc.InitDeclarator) {
	if l.nameNested(n.Declarator) {
		l.keepNested(in, ast.EscapeText(l.specifierText(in)+" "+cc.NodeSource(n)), nil)
	}
}

func (l *lowerer) keepNested(at cc.Node, text string, args []ast.Expr) {
	l.noteText(at, text)
	c := &ast.Eval{X: ast.NewText(ast.Loose, text, ast.Void{}, args...)}
	ast.Locate(c, position(at))
	l.nested.texts = append(l.nested.texts, c)
}

// nameNested declares the function d, which needs a name that nothing else of the file has.
func (l *lowerer) nameNested(d *cc.Declarator) bool {
	name := d.Name()
	known := l.nested.names[name]
	if len(l.file.unit.Scope.Nodes[name]) > 0 || l.isLocal(name) && !known || l.keptNames[name] {
		l.refuseForGood(d, "a function defined inside a function that is called like something else, "+name+",", "choose another name")
		return false
	}
	ty, _, ok := l.typeOfLocal(d, d, d.Type(), name)
	if !ok {
		l.final[l.errs[len(l.errs)-1]] = true
		return false
	}
	if fn, isFunction := ty.(*ast.Function); isFunction && isOldStyle(d) {
		ty = &ast.Function{Result: fn.Result, Variadic: true}
	}
	l.outside(name)
	l.nested.names[name] = true
	l.locals[d] = &local{name: name, ty: ty, inMemory: true}
	return true
}

// isNestedDeclaration reports whether the declaration is of a function that the block defines.
func isNestedDeclaration(d *cc.Declaration) bool {
	return slices.ContainsFunc(cc.NodeTokens(d.DeclarationSpecifiers), func(t cc.Token) bool { return t.SrcStr() == "auto" })
}

// capture notes that functions inside name the variable d, which stands at the head from then on.
func (l *lowerer) capture(d *cc.Declarator) {
	l.facts.add(l.facts.captured[d], func() { l.facts.captured[d] = true })
}

// declareCaptured declares v, which functions inside name, in front of them.
func (l *lowerer) declareCaptured(v *local) {
	l.nested.captured[v.name] = true
	d := &ast.Declare{Name: v.name, Ty: assignable(v.ty), Init: ast.NoInit{}}
	ast.Locate(d, l.at)
	l.nested.declared = append(l.nested.declared, d)
}

// jumpsOf are the labels in a function inside another one, and the jumps; leaves tells that one leads out of it, or to where it does not say.
func jumpsOf(fn cc.Node) (all map[cc.Node]bool, leaves bool) {
	all = map[cc.Node]bool{}
	labels := map[string]bool{}
	walk(fn, func(n cc.Node) {
		switch n := n.(type) {
		case *cc.JumpStatement, *cc.LabelDeclaration:
			all[n] = true
		case *cc.LabeledStatement:
			all[n] = true
			labels[n.Token.SrcStr()] = true
		}
	})
	walk(fn, func(n cc.Node) {
		if s, ok := n.(*cc.JumpStatement); ok {
			leaves = leaves || s.Case == cc.JumpStatementGotoExpr || s.Case == cc.JumpStatementGoto && !(labels[s.Token2.SrcStr()] && all[s.Label()])
		}
	})
	return all, leaves
}
