package inl

import (
	"fmt"
	"slices"
	"strings"

	"scf/ast"
)

// names gives new variables names that clash with nothing: not with a variable of the function, not with what inlined bodies call
// by name, not with any word of the file. Two variables with different names in the tree may have one name in C; the tree's
// printer tells them apart by scope (x#2 is the second x).
type names struct {
	taken   map[string]bool // of the tree
	count   map[string]int  // how many further variables have a name in C
	outside map[string]bool // names that inlined bodies use of the file: globals, functions, types
	avoid   func(string) bool
	renamed map[string]string // variables of the function that hid such a name
}

func newNames(f *ast.Func, p *planner) (*names, error) {
	n := &names{taken: map[string]bool{}, count: map[string]int{}, outside: map[string]bool{}, avoid: p.source.Avoid, renamed: map[string]string{}}
	if n.avoid == nil {
		n.avoid = func(string) bool { return false }
	}
	for _, name := range p.order {
		n.usesOf(p.chosen[name])
	}
	if err := n.checkFixed(f, p); err != nil {
		return nil, err
	}
	for _, name := range n.locals(f) {
		if n.outside[sourceName(name)] {
			n.renamed[name] = n.fresh(sourceName(name) + "_local")
		}
	}
	return n, nil
}

// checkFixed refuses what a name of f that stays would hide.
func (n *names) checkFixed(f *ast.Func, p *planner) error {
	fixed := slices.Clone(p.source.Kept)
	for _, param := range f.Params {
		n.taken[param.Name] = true
		fixed = append(fixed, param.Name)
	}
	for _, name := range fixed {
		if n.outside[name] {
			reason := fmt.Sprintf("or what it calls uses the name %s of the file, which %s has for something else", name, f.Name)
			return &Error{p.order[0], reason, "choose another name for it in " + f.Name}
		}
	}
	return nil
}

// locals are the variables that f declares, and notes all its names.
func (n *names) locals(f *ast.Func) []string {
	var out []string
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok && !n.taken[d.Name] {
			n.taken[d.Name] = true
			out = append(out, d.Name)
		}
	}, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok {
			n.taken[o.Name] = true
		}
	}, nil)
	return out
}

// usesOf notes the names of the file that f uses.
func (n *names) usesOf(f *ast.Func) {
	own := localsOf(f)
	types := func(t ast.Type) {
		for _, word := range typeWords(t) {
			n.outside[word] = true
		}
	}
	types(f.Result)
	for _, p := range f.Params {
		types(p.Ty)
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			types(d.Ty)
		}
	}, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Object:
			if !own[e.Name] {
				n.outside[e.Name] = true
			}
		case *ast.Convert:
			types(e.Ty)
		}
	}, nil)
}

// typeWords are the names in t that a variable of the name would hide; it hides no tag.
func typeWords(t ast.Type) []string {
	var out []string
	tag := false
	for _, word := range strings.FieldsFunc(ast.TypeName(t), func(r rune) bool { return !isWord(r) }) {
		if !tag {
			out = append(out, word)
		}
		tag = word == "struct" || word == "union" || word == "enum"
	}
	return out
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// localsOf are the parameters of f and what it declares.
func localsOf(f *ast.Func) map[string]bool {
	own := map[string]bool{}
	for _, p := range f.Params {
		own[p.Name] = true
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			own[d.Name] = true
		}
	}, nil, nil)
	return own
}

// sourceName is the name in C of the tree's variable.
func sourceName(name string) string {
	name, _, _ = strings.Cut(name, "#")
	return name
}

// fresh is a new name of the tree, the wanted one or one like it, whose name in C the file does not use.
func (n *names) fresh(want string) string {
	base := want
	for i := 2; n.avoid(base) || n.outside[base]; i++ {
		base = fmt.Sprintf("%s_%d", want, i)
	}
	name := base
	for n.taken[name] {
		n.count[base]++
		name = fmt.Sprintf("%s#%d", base, n.count[base]+1)
	}
	n.taken[name] = true
	return name
}

// rename is a copy of c with variables renamed and the labels of blocks and nodes replaced by those that label gives; other labels do not matter,
// since the result is numbered.
func rename(c ast.Cmd, to map[string]string, label func(ast.Label) ast.Label) ast.Cmd {
	return renamer{to: to, label: label}.cmd(c)
}

type renamer struct {
	to    map[string]string
	label func(ast.Label) ast.Label
	args  map[string]ast.Expr // what stands in place of variables
}

func (r renamer) name(name string) string {
	if to, ok := r.to[name]; ok {
		return to
	}
	return name
}

func (r renamer) cmd(c ast.Cmd) ast.Cmd {
	c = ast.RebuildCmd(c, r.cmd, r.expr)
	switch c := c.(type) {
	case *ast.Declare:
		c.Name = r.name(c.Name)
	case *ast.Assign:
		c.Name = r.name(c.Name)
	case *ast.Block:
		c.Label = r.label(c.Label)
	case *ast.Exit:
		c.To = r.label(c.To)
	case *ast.Graph:
		for _, n := range c.Nodes {
			n.Label = r.label(n.Label)
		}
	case *ast.Jump:
		c.To = r.label(c.To)
	}
	return c
}

func (r renamer) expr(e ast.Expr) ast.Expr {
	e = ast.RebuildExpr(e, r.expr)
	switch e := e.(type) {
	case *ast.Var:
		if arg := r.args[e.Name]; arg != nil {
			return ast.CopyExpr(arg)
		}
		e.Name = r.name(e.Name)
	case *ast.Object:
		e.Name = r.name(e.Name)
	}
	return e
}
