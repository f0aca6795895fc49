package cfront

import (
	"regexp"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/cfront/splice"
)

// This file finds the static variables of a function that a copy of it may have again: const ones of which nothing but
// what is in them can be seen, since their addresses go nowhere. So a function that has no others is copied and inlined like one without.

// table is such a variable, as its declaration says it.
type table struct {
	splice.Table
	declared *cc.Declarator
	names    map[string]bool // of variables, functions and enumerators in its declaration
	strings  bool            // pointers in it lead to strings, of which a copy may have others
	mentions []string        // what the initialiser names that lies outside of the function
}

// noteTable notes that the static variable of a declaration may be a table.
func (l *lowerer) noteTable(in *cc.Declaration, n *cc.InitDeclarator, volatile bool) {
	d := n.Declarator
	isPlain := d.IsStatic() && isConstDeclared(d) && !volatile && !d.IsThreadLocal() && !isVariable(d.Type())
	source := cc.NodeSource(n)
	name := regexp.MustCompile(`\b` + regexp.QuoteMeta(d.Name()) + `\b`).FindStringIndex(source)
	if !isPlain || name == nil || l.withLabelNumbers(source) != source {
		return
	}
	t := table{declared: d, names: namesIn(n), Table: splice.Table{Func: l.fn.Declarator.Name(), Name: d.Name(), Before: l.specifierText(in) + " " + source[:name[0]], After: source[name[1]:] + ";"}}
	if n.Initializer == nil {
		l.ownTables = append(l.ownTables, t)
		return
	}
	if hasPointer(d.Type()) {
		var literals bool
		if t.strings, literals = unnamedIn(n.Initializer); literals {
			return
		}
	}
	for _, of := range mentionedIn(n) {
		if l.locals[of] != nil || of == d || of.Name() == d.Name() {
			return // its address tells of the copy that it is of; one of its own name would be another in a copy
		}
		t.mentions = append(t.mentions, of.Name())
	}
	l.ownTables = append(l.ownTables, t)
}

// namesIn are the names of variables, functions and enumerators in n.
func namesIn(n cc.Node) map[string]bool {
	names := map[string]bool{}
	walk(n, func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			names[p.Token.SrcStr()] = true
		}
	})
	return names
}

// mentionedIn are the variables and functions that n names.
func mentionedIn(n cc.Node) (out []*cc.Declarator) {
	walk(n, func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			if d := declaratorOf(p); d != nil {
				out = append(out, d)
			}
		}
	})
	return out
}

// unnamedIn reports whether there are strings, and compound literals, in an initialiser.
func unnamedIn(init *cc.Initializer) (strings, literals bool) {
	walk(init, func(n cc.Node) {
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			strings = strings || n.Case == cc.PrimaryExpressionString || n.Case == cc.PrimaryExpressionLString
		case *cc.PostfixExpression:
			literals = literals || n.Case == cc.PostfixExpressionComplit
		}
	})
	return strings, literals
}

// onlyRead are functions of C's library that only read what their arguments lead to, and give no pointer.
var onlyRead = ctext.WordSet("strcmp strncmp strcasecmp strncasecmp strlen strnlen memcmp strspn strcspn puts atoi atol atoll atof")

// hasPointer reports whether pointers are in values of type t, which no function is.
func hasPointer(t cc.Type) bool {
	switch t := t.Undecay().(type) {
	case *cc.ArrayType:
		return hasPointer(t.Elem())
	case recordType:
		for i := range t.NumFields() {
			if hasPointer(t.FieldByIndex(i).Type()) {
				return true
			}
		}
		return false
	}
	return t.Kind() == cc.Ptr
}

// tablesOf are the static variables and the types of the function tree if all that is kept of it are tables and structs and unions; otherwise none, and obstacle says
// why it can have no copies.
func (l *lowerer) tablesOf(tree *ast.Func) (out []splice.Table, obstacle string) {
	if !l.needsKept() {
		return nil, ""
	}
	if out, obstacle = l.typesToCopy(tree); obstacle != "" {
		return nil, obstacle
	}
	isTable := map[string]bool{}
	for _, t := range l.ownTables {
		reads, returns := ast.ReadsObject(tree, t.Name, t.strings, l.file.Readers(t.strings, false))
		switch {
		case l.keptVariables[t.Name] != t.declared:
			return nil, "has several static variables " + t.Name
		case l.isHidden(t):
			return nil, "has the static table " + t.Name + ", whose declaration has names in it that mean something else in other functions"
		case !reads:
			return nil, "has the static table " + t.Name + ", whose address gets out of it"
		case returns:
			l.givenBack = t.Name
		}
		isTable[t.Name] = true
		out = append(out, t.Table)
	}
	for _, name := range l.staticNames() {
		switch {
		case isTable[name]:
		case isConstDeclared(l.keptVariables[name]):
			return nil, "has the static variable " + name + ", which leads to what is its own"
		default:
			return nil, "has the static variable " + name + ", which may change"
		}
	}
	for _, k := range l.kept {
		if k.n == nil && !slices.ContainsFunc(l.ownTables, k.declares) {
			return nil, ownTypes
		}
	}
	return out, ""
}

// ownTypes is why a function can have no copies that declares what the tree, or C that is kept as it is, may name.
const ownTypes = "declares types of its own"

// declares reports whether it is the declaration of the table.
func (k keptDeclaration) declares(t table) bool { return k.variable == t.declared }

// typesToCopy are the types that the function tree defines: with names that the file has once.
func (l *lowerer) typesToCopy(tree *ast.Func) (out []splice.Table, obstacle string) {
	missing, records := map[string]bool{}, map[string]bool{}
	for name := range l.keptNames {
		missing[name] = true
	}
	for _, name := range l.types.local {
		records[name] = true
	}
	for _, k := range l.kept {
		if k.n == nil {
			continue
		}
		needed := k.needed || l.firstText != nil
		for _, name := range k.defined.all() {
			delete(missing, name)
		}
		again, known := l.definedAgain(k.defined), true
		for w := range ctext.Words([]byte(k.text)) {
			known = known && !missing[w]
		}
		switch {
		case again == "" && known && !l.hidesNamesIn(namesIn(k.n)):
			out = append(out, splice.Table{Func: l.fn.Declarator.Name(), Names: k.defined.all(), Before: k.text})
		case needed && again != "":
			return nil, "defines a type " + again + " like other parts of the file"
		case needed:
			return nil, ownTypes
		default:
			for _, name := range k.defined.all() {
				missing[name] = true
			}
		}
	}
	if len(out) > 0 && !ast.KeepsApart(tree, records, l.types.layouts) {
		return nil, "reaches objects of others by types of its own"
	}
	for _, t := range l.ownTables {
		for w := range ctext.Words([]byte(t.Before + t.After)) {
			if missing[w] && w != t.Name {
				return nil, ownTypes
			}
		}
	}
	return out, ""
}

// definedAgain is one of the names that the file, or one of its headers, has for another thing, too; "" if there is none.
func (l *lowerer) definedAgain(names definedNames) string {
	tags, others := l.file.definitions()
	for _, name := range names.tags {
		if tags[name] > 1 {
			return name
		}
	}
	for _, name := range names.others {
		if others[name] > 1 {
			return name
		}
	}
	return ""
}

// definitions are how often the file, and its headers, define a struct, union or enumeration of each name, in functions too; and declare another thing.
func (f *File) definitions() (tags, others map[string]int) {
	if f.tagCount == nil {
		f.tagCount, f.nameCount = map[string]int{}, map[string]int{}
		f.countDefinitions(f.unit.Scope)
	}
	return f.tagCount, f.nameCount
}

func (f *File) countDefinitions(s *cc.Scope) {
	for name, nodes := range s.Nodes {
		for _, n := range nodes {
			switch n := n.(type) {
			case *cc.StructOrUnionSpecifier:
				if n.Case == cc.StructOrUnionSpecifierDef {
					f.tagCount[name]++
				}
			case *cc.EnumSpecifier:
				if n.Case == cc.EnumSpecifierDef {
					f.tagCount[name]++
				}
			default:
				f.nameCount[name]++
			}
		}
	}
	for _, c := range s.Children {
		f.countDefinitions(c)
	}
}

// mostReaders bounds the functions of the file that are looked into for whether they only read what they are passed.
const mostReaders = 20

// Readers reports which functions only read what an argument leads to, those of the file as their trees say; where inside is set, what pointers in that lead to, too; where
// apart is set they compare the argument with null at most.
func (f *File) Readers(inside, apart bool) func(name string, argument int) bool {
	type parameter struct {
		fn string
		n  int
	}
	asked, trees := map[parameter]bool{}, map[string]*ast.Func{} // one that is asked again is as it is found to be
	var reads func(name string, n int) bool
	reads = func(name string, n int) bool {
		def, own := f.defined[name]
		if !own {
			return onlyRead[strings.TrimPrefix(name, "__builtin_")]
		}
		if asked[parameter{name, n}] {
			return true
		}
		asked[parameter{name, n}] = true
		tree, known := trees[name]
		if !known {
			if len(trees) == mostReaders || f.Interposable(name) {
				return false
			}
			of, lowered := lowerFunction(f, def, "")
			if tree = lowered; len(of.errs) > 0 {
				tree = nil
			}
			trees[name] = tree
		}
		return tree != nil && ast.ReadsArgument(tree, n, inside, apart, reads)
	}
	return reads
}

// mentionedByTables are what the initialisers of tables name that lies outside of the function.
func (l *lowerer) mentionedByTables() (names []string) {
	for _, t := range l.ownTables {
		names = append(names, t.mentions...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isHidden reports whether a parameter of a function, in which the table may be declared again, has a name that its declaration uses.
func (l *lowerer) isHidden(t table) bool { return l.hidesNamesIn(t.names) }

// hidesNamesIn reports whether a parameter of a function has one of the names.
func (l *lowerer) hidesNamesIn(names map[string]bool) bool {
	for _, def := range l.file.defined {
		for _, name := range paramNames(def.FunctionDefinition) {
			if names[name] {
				return true
			}
		}
	}
	return false
}
