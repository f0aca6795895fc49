// Package inl inlines functions: it puts the bodies of functions of the same file in place of their calls in a tree of package ast,
// before any pass sees it, so that passes that look at one function see through its helpers.
//
// The result means what the original means, evaluated from left to right:
//
//   - A parameter becomes a local variable that is declared with the argument; one that is never assigned to, and whose argument
//     is a variable or a constant, becomes the argument.
//   - A return becomes an assignment of the result and an exit from a block around the body. Where nothing follows a return there
//     is no exit; where it ends the arm of an if, what follows becomes the other arm.
//   - A call inside an expression is done before the expression. What stands to its left, and what it might change, is kept in
//     variables; && and || and ?: with a call in an operand that is not always evaluated become if; so do the tests of loops.
//   - New names derive from the names of the function and of its variable, find_i, and are no other name of the file.
//   - Labels are numbered afresh.
//
// Files:
//
//	inl.go       what is inlined
//	expand.go    one call: the copy of the body
//	returns.go   returns
//	commands.go  calls in commands
//	loops.go     calls in the heads of loops and switches
//	exprs.go     calls in expressions
//	names.go     new names
package inl

import (
	"fmt"
	"slices"
	"strings"

	"scf/ast"
)

// Source is what inlining may use of a file.
type Source struct {
	// Lookup finds a function of the file by name. A function that cannot be inlined has an Obstacle; ok is false where the file
	// defines no function of that name.
	Lookup func(name string) (c Candidate, ok bool)
	// Avoid tells which names new variables must not have: all that the file uses. It may be nil.
	Avoid func(name string) bool
	// Kept are names that the function has beside those in its tree: of static variables and types of its own.
	Kept []string
}

// Candidate is a function that may be inlined.
type Candidate struct {
	Func     *ast.Func
	Obstacle string // why it cannot be inlined: "is not static"; empty where it can
}

// Choice says which functions are inlined: those that are named, and those that are of at most a size.
type Choice struct {
	Names []string
	Size  int // in commands, as Size counts them
}

// Error says that a function cannot be inlined.
type Error struct {
	Func   string // the one that was to be inlined
	Reason string // "calls itself: fact, fact"
	Hint   string
}

func (e *Error) Error() string { return e.Func + " cannot be inlined: it " + e.Reason }

// maxNodes bounds the size of a function after inlining.
const maxNodes = 200_000

// Inline is f with the chosen functions inlined, in itself and in what was inlined, and their names in the order of the first call.
// A chosen function that cannot be inlined, calls itself, or is never called is an *Error if it was named, and stays a call if it was
// chosen for its size. Where something was inlined the nodes of out have no labels of their own yet (ast.Number).
func Inline(f *ast.Func, s Source, c Choice) (out *ast.Func, inlined []string, err error) {
	p := &planner{source: s, choice: c, root: f, chosen: map[string]*ast.Func{}}
	if err := p.plan(); err != nil {
		return nil, nil, err
	}
	if len(p.order) == 0 {
		return f, nil, nil
	}
	in := newInliner(f, p)
	if in.err != nil {
		return nil, nil, in.err
	}
	tree := in.function(f)
	if in.err != nil {
		return nil, nil, in.err
	}
	return tree, p.order, nil
}

// Size is the number of commands in f; those that only hold others together do not count.
func Size(f *ast.Func) int {
	n := 0
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c.(type) {
		case *ast.Skip, *ast.Seq, *ast.Scope, *ast.Block, *ast.Advised:
		default:
			n++
		}
	}, nil, nil)
	return n
}

// planner finds what to inline.
type planner struct {
	source Source
	choice Choice
	root   *ast.Func
	chosen map[string]*ast.Func
	order  []string // of chosen, by the first call
	path   []string // from the root
}

func (p *planner) plan() error {
	for _, name := range p.choice.Names {
		if err := p.checkNamed(name); err != nil {
			return err
		}
	}
	if err := p.visit(p.root); err != nil {
		return err
	}
	for _, name := range p.choice.Names {
		if p.chosen[name] == nil {
			return &Error{name, "is not called by " + p.root.Name, "name a function that it calls"}
		}
	}
	return nil
}

func (p *planner) checkNamed(name string) error {
	c, ok := p.source.Lookup(name)
	switch {
	case !ok:
		return &Error{name, "is not defined in the file", "name a static function of the file or of one that it includes"}
	case name == p.root.Name:
		return &Error{name, "is the function that others are inlined into", "name a static function that it calls"}
	case c.Obstacle != "":
		return &Error{name, c.Obstacle, "leave it out"}
	}
	return nil
}

// visit chooses among what f calls, and what that calls.
func (p *planner) visit(f *ast.Func) error {
	p.path = append(p.path, f.Name)
	defer func() { p.path = p.path[:len(p.path)-1] }()
	for _, name := range Calls(f) {
		if !p.wants(name) {
			continue
		}
		if i := slices.Index(p.path, name); i >= 0 {
			return &Error{name, "calls itself: " + strings.Join(append(p.path[i:len(p.path):len(p.path)], name), ", "), "leave it out"}
		}
		if p.chosen[name] != nil {
			continue
		}
		c, _ := p.source.Lookup(name)
		p.chosen[name] = c.Func
		p.order = append(p.order, name)
		if err := p.visit(c.Func); err != nil {
			return err
		}
	}
	return nil
}

// wants reports whether the function is to be inlined.
func (p *planner) wants(name string) bool {
	if slices.Contains(p.choice.Names, name) {
		return true
	}
	if p.choice.Size <= 0 || name == p.root.Name {
		return false
	}
	c, ok := p.source.Lookup(name)
	return ok && c.Obstacle == "" && Size(c.Func) <= p.choice.Size && !p.recursive(name)
}

// recursive reports whether the function reaches itself by calls of functions of the file.
func (p *planner) recursive(name string) bool {
	seen := map[string]bool{}
	var reaches func(from string) bool
	reaches = func(from string) bool {
		c, ok := p.source.Lookup(from)
		if !ok || c.Func == nil || seen[from] {
			return false
		}
		seen[from] = true
		return slices.ContainsFunc(Calls(c.Func), func(to string) bool { return to == name || reaches(to) })
	}
	return reaches(name)
}

// Calls are the names of the functions that f calls by name, in the order of the calls.
func Calls(f *ast.Func) []string {
	var names []string
	ast.Walk(f.Body, nil, func(e ast.Expr) {
		if name, ok := Called(e); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}, nil)
	return names
}

// Called is the function that e calls by name. A variable of the name hides no function: it would have another name in the tree.
func Called(e ast.Expr) (string, bool) {
	call, ok := e.(*ast.Call)
	if !ok {
		return "", false
	}
	o, ok := call.Fn.(*ast.Object)
	if !ok {
		return "", false
	}
	_, fn := o.Ty.(*ast.Function)
	return o.Name, fn
}

// inliner rewrites one function.
type inliner struct {
	root   *ast.Func
	chosen map[string]*ast.Func
	names  *names
	// objects are the names that stand for memory in the function and in what was inlined so far
	objects map[string]bool
	labels  int64
	nodes   int
	err     error // the first
}

func newInliner(f *ast.Func, p *planner) *inliner {
	in := &inliner{root: f, chosen: p.chosen, objects: map[string]bool{}, labels: firstLabel}
	in.names, in.err = newNames(f, p)
	return in
}

// newLabels gives each label a new one.
func (in *inliner) newLabels() func(ast.Label) ast.Label {
	labels := map[ast.Label]ast.Label{}
	return func(l ast.Label) ast.Label {
		if labels[l] == nil {
			labels[l] = in.newLabel()
		}
		return labels[l]
	}
}

// firstLabel is above all labels of functions that are numbered.
const firstLabel = 1 << 40

func (in *inliner) newLabel() ast.Label {
	in.labels++
	return ast.L(in.labels)
}

func (in *inliner) function(f *ast.Func) *ast.Func {
	out := *f
	body := rename(f.Body, in.names.renamed, in.newLabels())
	in.noteObjects(body)
	out.Body = in.cmd(body)
	return &out
}

// grow counts nodes that are copied.
func (in *inliner) grow(f *ast.Func) bool {
	ast.Walk(f.Body, func(ast.Cmd) { in.nodes++ }, func(ast.Expr) { in.nodes++ }, nil)
	if in.nodes > maxNodes && in.err == nil {
		in.err = &Error{f.Name, fmt.Sprintf("would make %s larger than %d nodes", in.root.Name, maxNodes), "inline fewer functions"}
	}
	return in.err == nil
}

// inlines reports whether e calls what is inlined.
func (in *inliner) inlines(e ast.Expr) bool {
	found := false
	ast.WalkExpr(e, func(x ast.Expr) { found = found || in.isInlined(x) })
	return found
}

// isInlined reports whether e itself is a call that is inlined.
func (in *inliner) isInlined(e ast.Expr) bool {
	name, ok := Called(e)
	return ok && in.chosen[name] != nil
}
