package stager

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"

	"scf/ast"
	"scf/internal/diag"
)

// What a function needs to run beside its own tree, and where the commands of optimised trees stand in the C file.

// newUnit is what the function needs to run, made once; what pointers may lead to is part of it.
func newUnit(file *parsed, tree *ast.Func, tables *askedTables) func() (*ast.Unit, error) {
	return sync.OnceValues(func() (u *ast.Unit, err error) {
		defer catch("the lowering of what "+tree.Name+" needs", &err)
		file.Lock()
		defer file.Unlock()
		return file.UnitWith(tables.names, append([]string{tree.Name}, calledThroughPointers(file, tree, tree.Name)...)...)
	})
}

// toDirectory is what the file is called in a staged directory, fromDirectory the other way round.
func (f *Function) toDirectory(file string) string { return relativeTo(f.File, file) }

func (f *Function) fromDirectory(file string) string { return cmp.Or(file, f.File) }

// Unit is what f needs to run: f as the file has it and the functions that it reaches, with their variables. It is made when it is first
// asked for; nobody may change it. A function or variable that the tree cannot hold is in Unit.Refused.
func (f *Function) Unit() (*ast.Unit, error) { return f.unit() }

// Place is where the command of r.Func with that label, or the one that the expression with it is of, stands in the C file; ok is false for
// a node that passes made, and where the label is of no node. Where the composed program has made r the first call runs the passes one after
// the other, whose trees keep the labels of the source.
func (r *Result) Place(label ast.Label) (at diag.Pos, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.places == nil {
		r.places = r.newPlaces()
	}
	at, ok = r.places[label]
	return at, ok
}

func (r *Result) newPlaces() map[ast.Label]diag.Pos {
	out := map[ast.Label]diag.Pos{}
	labelled := r
	if r.apart != nil {
		apart, err := r.apart().runOn(context.Background(), r.late, len(r.apart().Passes))
		if err != nil {
			return out
		}
		labelled = apart
	}
	own, given := nodesOf(r.all()...), nodesOf(labelled.all()...)
	if !sameNodes(own, given) {
		return out
	}
	if !r.function.isProgram() {
		r.function.locateNodes(given)
	}
	for i, n := range given {
		if n.at.IsValid() {
			out[own[i].label] = n.at
		}
	}
	return out
}

// all are the trees that are optimised, the function's first.
func (r *Result) all() []*ast.Func { return append([]*ast.Func{r.Func}, r.Func.Made...) }

// locateNodes gives nodes of trees that passes gave the places that their labels have in the source.
func (f *Function) locateNodes(nodes []node) {
	source := map[int64]diag.Pos{}
	for _, n := range nodesOf(f.trees()...) {
		source[sourceLabel(n.label)] = n.at
	}
	for i, n := range nodes {
		nodes[i].at = source[sourceLabel(n.label)]
	}
}

// asGiven is the function as the last pass gave it, whose labels tell of the nodes of the source.
func (r *Result) asGiven() *ast.Func {
	if r.optimised != nil {
		return r.optimised
	}
	return r.Func
}

// node is a command or expression.
type node struct {
	label    ast.Label
	kind     reflect.Type
	at       diag.Pos // of the command, or of the one that the expression is of
	hasPlace bool     // of its own
}

// nodesOf are the nodes of the functions, those of a command behind it.
func nodesOf(fs ...*ast.Func) []node {
	var out []node
	for _, f := range fs {
		ast.Walk(f.Body, func(c ast.Cmd) {
			at := ast.PlaceOf(c)
			out = append(out, node{ast.LabelOf(c), reflect.TypeOf(c), at, ast.HasPlace(c)})
			stay := func(c ast.Cmd) ast.Cmd { return c }
			ast.RebuildCmd(c, stay, func(e ast.Expr) ast.Expr {
				ast.WalkExpr(e, func(e ast.Expr) { out = append(out, node{ast.LabelOfExpr(e), reflect.TypeOf(e), at, false}) })
				return e
			})
		}, nil, nil)
	}
	return out
}

// sameNodes reports whether trees have the same nodes but for their labels.
func sameNodes(a, b []node) bool {
	return slices.EqualFunc(a, b, func(x, y node) bool { return x.kind == y.kind })
}
