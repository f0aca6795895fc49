package core

import (
	"slices"
	"strings"

	"scf/scfml/syntax"
)

// Names for printing. Every variable keeps its name, unless it would then capture: hide a variable or function that its scope
// uses, or be taken for a constructor. To answer that quickly, the body of a function is first copied into a tree of nodes
// that count the uses of variables and functions from left to right; a scope is an interval of that count.

// node is one occurrence of an expression in the program that is printed.
type node struct {
	e        Expr
	kids     []*node // as Children gives them
	from, to int     // the uses in it
	t        Type    // of a constant that holds maps or sets, if known
}

// uses are the places where each variable and function of a body is used, ascending.
type uses struct {
	count  int
	places map[any][]int
	types  []Type // of the constants, constructor applications and tuples as they come, if known
	maps   mapHolders
}

// add counts a use of a *Var or *Func.
func (u *uses) add(what any) {
	u.places[what] = append(u.places[what], u.count)
	u.count++
}

// in reports whether what is used in n.
func (u *uses) in(what any, n *node) bool {
	places := u.places[what]
	i, _ := slices.BinarySearch(places, n.from)
	return i < len(places) && places[i] < n.to
}

// tree copies e, with constructors and tuples of constants folded to constants, as Load does.
func (u *uses) tree(e Expr) *node {
	n := &node{e: e, from: u.count}
	switch e := e.(type) {
	case *VarExpr:
		u.add(e.Var)
	case *CallExpr:
		u.add(e.Func)
	}
	Children(e, func(x Expr) { n.kids = append(n.kids, u.tree(x)) })
	n.to = u.count
	switch e := e.(type) {
	case *Const:
		n.t = u.nextType()
	case *ConExpr:
		n.t = u.nextType()
		n.fold(MakeCon(e.Con, n.kidExprs()))
	case *TupleExpr:
		n.t = u.nextType()
		n.fold(MakeTuple(n.kidExprs()))
	}
	if k, ok := n.e.(*Const); !ok || !u.maps.in(k.Value) {
		n.t = nil
	}
	return n
}

func (u *uses) nextType() (t Type) {
	if len(u.types) > 0 {
		t, u.types = u.types[0], u.types[1:]
	}
	return t
}

func (n *node) kidExprs() []Expr {
	exprs := make([]Expr, len(n.kids))
	for i, k := range n.kids {
		exprs[i] = k.e
	}
	return exprs
}

// fold makes n a constant, if that is what e is.
func (n *node) fold(e Expr) {
	if _, ok := e.(*Const); ok {
		n.e, n.kids = e, nil
	}
}

// varNames are the names of variables while one function is printed.
type varNames struct {
	*uses
	of      map[*Var]string
	visible map[string][]any  // what a name means here, innermost last: a *Var, or a *Func at the bottom
	taken   func(string) bool // names that no variable can have
}

// bind names variables that are bound together with the given scope. The result undoes it at the scope's end.
func (n *varNames) bind(vars []*Var, scope *node) (undo func()) {
	together := map[string]bool{}
	for _, v := range vars {
		name := n.choose(v, scope, together)
		together[name] = true
		n.of[v] = name
		n.visible[name] = append(n.visible[name], v)
	}
	return func() {
		for name := range together {
			n.visible[name] = n.visible[name][:len(n.visible[name])-1]
		}
	}
}

func (n *varNames) choose(v *Var, scope *node, together map[string]bool) string {
	base := identifier(v.Name)
	for i, name := 1, base; ; i++ {
		if !together[name] && !n.taken(name) && !n.captures(name, scope) {
			return name
		}
		name = variant(base, i)
	}
}

// captures reports whether a variable of that name would hide something that its scope uses.
func (n *varNames) captures(name string, scope *node) bool {
	stack := n.visible[name]
	return len(stack) > 0 && n.in(stack[len(stack)-1], scope)
}

// identifier is a name made fit to be one: invalid characters become underscores, keywords get a prime.
func identifier(name string) string {
	valid := name != "" && syntax.IsLetter(name[0])
	for i := 0; valid && i < len(name); i++ {
		valid = syntax.IsNameChar(name[i])
	}
	if !valid {
		name = strings.Map(func(r rune) rune {
			if r < 128 && syntax.IsNameChar(byte(r)) {
				return r
			}
			return '_'
		}, name)
		if name == "" || !syntax.IsLetter(name[0]) {
			name = "x" + name
		}
	}
	if syntax.Reserved(name) {
		name += "'"
	}
	return name
}
