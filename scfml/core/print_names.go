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
	of       map[*Var]string
	names    map[string]*name
	variants map[string][]*name // of a name: itself, and with primes
	taken    func(string) bool  // names that no variable can have
}

// name is a name that a variable may get.
type name struct {
	text  string
	taken bool
	means []any // here, innermost last: a *Var, or a *Func at the bottom
}

func (n *varNames) name(text string) *name {
	m := n.names[text]
	if m == nil {
		m = &name{text: text, taken: n.taken(text)}
		n.names[text] = m
	}
	return m
}

// bind names variables that are bound together with the given scope. The result undoes it at the scope's end.
func (n *varNames) bind(vars []*Var, scope *node) (undo func()) {
	var together []*name
	for _, v := range vars {
		m := n.choose(v, scope, together)
		together = append(together, m)
		n.of[v] = m.text
		m.means = append(m.means, v)
	}
	return func() {
		for _, m := range together {
			m.means = m.means[:len(m.means)-1]
		}
	}
}

func (n *varNames) choose(v *Var, scope *node, together []*name) *name {
	base := identifier(v.Name)
	for i := 0; ; i++ {
		m := n.variant(base, i)
		if !m.taken && !slices.Contains(together, m) && !n.captures(m, scope) {
			return m
		}
	}
}

// variant is base for 0, and then with primes; those before it have been asked for.
func (n *varNames) variant(base string, i int) *name {
	ms := n.variants[base]
	if i == len(ms) {
		ms = append(ms, n.name(variant(base, i)))
		n.variants[base] = ms
	}
	return ms[i]
}

// captures reports whether a variable of that name would hide something that its scope uses.
func (n *varNames) captures(m *name, scope *node) bool {
	return len(m.means) > 0 && n.in(m.means[len(m.means)-1], scope)
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
