package stager

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"scf/ast"
	"scf/cfront"
	"scf/cfront/splice"
	"scf/inl"
	"scf/internal/diag"
	"scf/internal/suggest"
)

// Inlining says which functions of the same file are put in place of their calls, in a function and in what is inlined there: static
// ones that are named, and static ones of at most Size commands. A function that calls itself, or that has static variables that are no tables or types
// that cannot be copied, is not inlined: named ones are refused.
type Inlining struct {
	Names []string
	Size  int
}

// isNone reports whether nothing is asked for.
func (i Inlining) isNone() bool { return len(i.Names) == 0 && i.Size <= 0 }

// Inline is f with functions of its file inlined (package inl says how). It is an error to ask for one that cannot be inlined or
// is not called. Of a function from a staged directory it was decided when it was staged.
func (f *Function) Inline(i Inlining) (out *Function, err error) {
	defer catch("the inlining into "+f.Name, &err)
	if i.isNone() {
		return f, nil
	}
	if f.file == nil {
		return nil, &UsageError{Msg: "functions were inlined into " + f.Name + " when it was staged", Hint: "parse the C file"}
	}
	f.file.Lock()
	defer f.file.Unlock()
	front, err := f.file.Function(f.Name)
	if err != nil {
		return nil, err
	}
	source := inl.Source{Lookup: candidates(f.file.File, f.Name), Avoid: f.file.Style().Avoid, Kept: front.KeptNames}
	tree, inlined, err := inl.Inline(f.plain, source, inl.Choice{Names: i.Names, Size: i.Size})
	if err != nil {
		return nil, f.inlineError(err)
	}
	if len(inlined) > 0 {
		ast.Number(tree)
	}
	g := f.remade(tree, inlined, nil)
	g.Inlined = inlined
	return g, nil
}

// remade is f with that tree, in which functions stand in place of their calls, prepared for passes with what is given. The lock of the file is held.
func (f *Function) remade(plain *ast.Func, inlined []string, given *pointedTo) *Function {
	g := *f
	tree, reach, steps := f.file.prepared(plain, plain, f.file.withLayoutsOf(f.reach, inlined), given)
	g.plain, g.tree, g.reach = plain, tree, reach
	g.site = f.file.withTablesOf(f.site, slices.Concat(inlined, steps))
	g.mentioned = sync.OnceValue(func() []Param { return g.variables(nil) })
	g.callees = newCallees(f.file, tree, given)
	g.differs = sync.OnceValue(func() differences { return newDifferences(g.inPasses()) })
	return &g
}

// withTablesOf is where a function stands, with the static tables of functions that stand in place of their calls.
func (p *parsed) withTablesOf(at *splice.Site, inlined []string) *splice.Site {
	site := *at
	site.Tables = slices.Clip(site.Tables)
	for _, name := range inlined {
		if _, of, err := p.Callee(name); err == nil && of != nil {
			site.Tables = append(site.Tables, of.Tables...)
		}
	}
	return &site
}

// inlineError is the message about a function that cannot be inlined.
func (f *Function) inlineError(err error) error {
	var e *inl.Error
	if !errors.As(err, &e) {
		return err
	}
	hint := e.Hint
	if close := suggest.Hint(e.Func, f.file.Funcs()); close != "" && !slices.Contains(f.file.Funcs(), e.Func) {
		hint = close + " " + hint
	}
	return fileErrorf(f.File, "%s", e.Error()).WithHint("%s", hint)
}

// candidates looks functions of the file up, to be inlined into root; each is lowered once.
func candidates(file *cfront.File, root string) func(string) (inl.Candidate, bool) {
	known := map[string]inl.Candidate{}
	return func(name string) (inl.Candidate, bool) {
		if !file.HasDefinition(name) {
			return inl.Candidate{}, false
		}
		c, ok := known[name]
		if !ok {
			c = candidate(file, name, root)
			known[name] = c
		}
		return c, true
	}
}

// What keeps a function from being inlined, but not from being looked into.
const (
	notStatic = "is not static, so that another file may replace it"
	hasTexts  = "has C in it that is kept as it is, which stands in its own function only"
	givesBack = "gives back addresses of its static table, which would be another one in a copy"
)

func candidate(file *cfront.File, name, root string) inl.Candidate {
	front, _, err := file.Callee(name)
	if err != nil {
		return inl.Candidate{Obstacle: "holds what cannot be staged: " + firstMessage(err)}
	}
	return lowered(file, front, root)
}

// lowered is candidate of a function that is lowered already.
func lowered(file *cfront.File, front *cfront.Function, root string) inl.Candidate {
	switch {
	case front.Obstacle != "":
		return inl.Candidate{Func: front.Tree, Obstacle: front.Obstacle}
	case front.Statics && front.Tree.Name == root:
		return inl.Candidate{Func: front.Tree, Obstacle: "has static variables, and would be copied into itself"}
	case front.Variadic:
		return inl.Candidate{Func: front.Tree, Obstacle: "takes a variable number of arguments"}
	}
	if reason, ok := file.Visible(front.Tree.Name, root); !ok {
		return inl.Candidate{Func: front.Tree, Obstacle: reason}
	}
	c := inl.Candidate{Func: withTables(front)}
	switch {
	case front.Texts:
		c.Obstacle = hasTexts
	case front.GivenBack != "":
		c.Obstacle = givesBack
	case !front.Static:
		c.Obstacle = notStatic
	}
	return c
}

// withTables is the function's tree with its static tables under names that mean them in other functions.
func withTables(front *cfront.Function) *ast.Func {
	if len(front.Tables) == 0 {
		return front.Tree
	}
	names := map[string]string{}
	for _, t := range front.Tables {
		if !t.IsType() {
			names[t.Name] = t.InTree()
		}
	}
	return ast.WithNames(front.Tree, names)
}

// firstMessage is the first line about err.
func firstMessage(err error) string {
	var list diag.List
	if errors.As(err, &list) && len(list) > 0 {
		err = list[0]
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}
