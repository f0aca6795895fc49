package stager

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"scf/absval"
	"scf/ast"
	"scf/cfront/splice"
	"scf/inl"
	"scf/scfml/core"
)

// The functions of its file, and of files that this one includes, that a function calls, by name or maybe through pointers, and those call in turn, as far as
// passes may look into them: those that can be inlined (inline.go), static or not, and those with C in them that is kept as it is. Another definition may not stand in for them.

// callee is one of them.
type callee struct {
	tree  *ast.Func
	gives bool // its result may lead to a table of its own
	site  *splice.Site
	reach ast.Layouts // that its types reach; none where the function is from a staged directory
}

// Bounds of what passes look into: functions that are nearer to the one that is optimised come first.
const (
	maxCallees     = 50
	maxCalleeNodes = 10_000
)

// newCallees finds the callees of a function of the file, once. Their labels follow those of the function.
func newCallees(file *parsed, root *ast.Func, given *pointedTo) func() []callee {
	return sync.OnceValue(func() []callee {
		file.Lock()
		defer file.Unlock()
		for opaque := map[string]bool{}; ; {
			out := findCallees(file, root, given, opaque)
			bad := seenElsewhere(file, root, out)
			if bad == "" {
				return out
			}
			opaque[bad] = true
		}
	})
}

// findCallees are those of root, but for opaque ones and what these call alone.
func findCallees(file *parsed, root *ast.Func, given *pointedTo, opaque map[string]bool) []callee {
	var out []callee
	last, nodes := ast.L(ast.Nodes(root)), 0
	seen := map[string]bool{}
	for waiting := called(file, root, root.Name); len(waiting) > 0; waiting = waiting[1:] {
		name := waiting[0]
		if seen[name] || opaque[name] {
			continue
		}
		seen[name] = true
		c, _, ok := findCallee(file, name, root, given)
		if !ok {
			continue
		}
		if nodes += ast.Nodes(c.tree); nodes > maxCalleeNodes || len(out) == maxCallees {
			break
		}
		last = ast.NumberBehind(last, c.tree)
		out = append(out, c)
		waiting = append(waiting, called(file, c.tree, root.Name)...)
	}
	return out
}

// called are the functions that f calls, those to which calls through pointers may lead that root may name, and those whose addresses f compares with each other.
func called(file *parsed, f *ast.Func, root string) []string {
	return slices.Concat(inl.Calls(f), calledThroughPointers(file, f, root), compared(f))
}

// compared are the functions whose addresses f gives to variables, or chooses, if it compares such pointers with them: that the file defines them tells them apart.
func compared(f *ast.Func) (names []string) {
	compares := false
	add := func(e ast.Expr) {
		ast.WalkExpr(e, func(e ast.Expr) {
			if a, ok := e.(*ast.AddressOf); ok && isFunctionAddress(a) {
				names = append(names, a.X.(*ast.Object).Name)
			}
		})
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		switch c := c.(type) {
		case *ast.Declare:
			if i, ok := c.Init.(*ast.InitExpr); ok {
				add(i.X)
			}
		case *ast.Assign:
			add(c.X)
		case *ast.Store:
			add(c.X)
		}
	}, func(e ast.Expr) {
		if b, ok := e.(*ast.Binary); ok && b.Op.IsComparison() {
			if isFunctionAddress(b.Y) {
				compares = true
				add(b.X)
			}
		}
	}, nil)
	if !compares {
		return nil
	}
	return names
}

// findCallee is the function as a callee, if it may be one; obstacle says why one that is defined may not.
func findCallee(file *parsed, name string, root *ast.Func, given *pointedTo) (c callee, obstacle string, ok bool) {
	if !file.HasDefinition(name) {
		return callee{}, "", false
	}
	if file.Interposable(name) {
		return callee{}, "may be replaced by another definition", false
	}
	front, site, err := file.Callee(name)
	if err != nil {
		return callee{}, "holds what cannot be staged: " + firstMessage(err), false
	}
	candidate := lowered(file.File, front, root.Name)
	switch {
	case !slices.Contains([]string{"", notStatic, hasTexts, givesBack}, candidate.Obstacle):
		return callee{}, candidate.Obstacle, false
	case site == nil || !site.CanBeCopied(file.Source()):
		return callee{}, "has a head that cannot be copied", false
	}
	tree, reach, steps := file.prepared(file.followed(candidate.Func), root, front.Layouts, given)
	return callee{tree, front.GivenBack != "", file.withTablesOf(site, steps), reach}, "", true
}

// seenElsewhere is one of the callees whose results lead to a table of its own of which root, or one of them, shows more than what is in it; "" if there is none. Copies of the
// callee have tables of their own, with other addresses.
func seenElsewhere(file *parsed, root *ast.Func, callees []callee) string {
	trees := []*ast.Func{root}
	for _, c := range callees {
		trees = append(trees, c.tree)
	}
	for _, c := range callees {
		if c.gives && !areRead(file, trees, c.tree.Name) {
			return c.tree.Name
		}
	}
	return ""
}

// areRead reports whether the functions, of which the first is the one that is optimised, only read what the results of the one called giver lead to.
func areRead(file *parsed, trees []*ast.Func, giver string) bool {
	givers := map[string]bool{giver: true}
	for again := true; again; {
		again = false
		for i, f := range trees {
			reads, returns := ast.ReadsResults(f, givers, file.Readers(true, true))
			switch {
			case !reads || i == 0 && returns, slices.Contains(calledThroughPointers(file, f, trees[0].Name), giver):
				return false
			case returns && !givers[f.Name]:
				givers[f.Name], again = true, true
			}
		}
	}
	return true
}

// obstacles are why the functions that f calls, and that its file defines, are not looked into, a line each, in the order of the calls; of one from a staged
// directory nothing is known.
func (f *Function) obstacles() (lines []string) {
	if f.file == nil {
		return nil
	}
	known := map[string]bool{f.Name: true}
	for _, c := range f.callees() {
		known[c.tree.Name] = true
	}
	f.file.Lock()
	defer f.file.Unlock()
	for _, name := range inl.Calls(f.tree) {
		if known[name] {
			continue
		}
		known[name] = true
		c, obstacle, ok := findCallee(f.file, name, f.tree, nil)
		if ok && c.gives {
			obstacle = givesBack
		} else if ok {
			obstacle = fmt.Sprintf("comes behind those that are looked into, at most %d of %d nodes", maxCallees, maxCalleeNodes)
		}
		if obstacle != "" {
			lines = append(lines, f.File+": calls of "+name+" are left as they are: it "+obstacle)
		}
	}
	return lines
}

// isProgram reports whether passes are given f with others, as a prog.
func (f *Function) isProgram() bool { return len(f.callees()) > 0 }

// others are the trees of its callees, by their names.
func (f *Function) others() map[string]*ast.Func {
	out := map[string]*ast.Func{}
	for _, c := range f.callees() {
		out[c.tree.Name] = c.tree
	}
	return out
}

// trees are the trees of f and of its callees.
func (f *Function) trees() []*ast.Func {
	out := []*ast.Func{f.tree}
	for _, c := range f.callees() {
		out = append(out, c.tree)
	}
	return out
}

// inPasses are the trees of f and of its callees as passes get them: functions of the file have names of their own, references stand for pointers, and loads for copies of bytes.
func (f *Function) inPasses() []*ast.Func {
	trees := f.trees()
	for i, tree := range trees {
		trees[i] = ast.WithLoads(ast.WithOwnFunctions(tree, f.defines), f.defines)
	}
	if areMiscalled(trees) || len(f.withoutPassed()) > 0 {
		return trees
	}
	return ast.WithReferences(trees, f.allLayouts(), f.defines)
}

// differences are what passes get otherwise than f has it, which what they give needs to have taken back.
type differences struct {
	own    map[string]bool // names of functions of the file that are others there
	refers bool            // references stand for pointers
	loads  bool            // loads stand for copies of bytes
	// dispatches tells that switches stand for calls through tables of functions.
	dispatches bool
}

// newDifferences are those in trees that passes get.
func newDifferences(trees []*ast.Func) differences {
	d := differences{own: map[string]bool{}, refers: ast.Refers(trees)}
	for _, tree := range trees {
		d.loads = d.loads || ast.Loads(tree)
		d.dispatches = d.dispatches || ast.Dispatches(tree)
		for _, name := range ast.OwnFunctions(tree) {
			d.own[name] = true
		}
	}
	return d
}

// undispatched is g, which passes gave, with calls through tables in place of the switches for them that call what the file has.
func (d differences) undispatched(g *ast.Func) *ast.Func {
	if !d.dispatches {
		return g
	}
	return ast.Undispatched(g)
}

// undo is g, which a pass gave, without them, but for switches: what these call is known at last.
func (d differences) undo(g *ast.Func) *ast.Func {
	if len(d.own) > 0 {
		g = ast.WithoutOwnFunctions(g)
	}
	if d.refers {
		g = ast.WithoutReferences(g)
	}
	if d.loads {
		g = ast.WithoutLoads(g)
	}
	return g
}

// encode is f as the first pass, whose program is p, is given it.
func (f *Function) encode(p *core.Program) (core.Value, error) {
	trees := f.inPasses()
	if !f.isProgram() {
		return ast.ToValue(trees[0], p)
	}
	return ast.ProgramToValue(&ast.Program{Func: trees[0], File: trees[1:]}, p)
}

// decodeTree is the function that text stands for as encode gives it for p, and those behind it.
func decodeTree(text string, p *core.Program) (fs []*ast.Func, err error) {
	s, err := shapeOf(p)
	if err != nil {
		return nil, err
	}
	whole := &ast.Program{}
	if s.isProgram {
		whole, err = parseTree(text, "prog", p, ast.ProgramFromValue)
	} else {
		whole.Func, err = parseTree(text, "func", p, ast.FromValue)
	}
	if err != nil {
		return nil, err
	}
	return append([]*ast.Func{whole.Func}, whole.File...), nil
}

func parseTree[T any](text, datatype string, p *core.Program, from func(core.Value) (T, error)) (T, error) {
	v, err := core.ParseValue(text, treeType(p, datatype), p)
	if err != nil {
		return *new(T), err
	}
	return from(v)
}

// optimisedIn is the function that is optimised in a value of func or prog.
func optimisedIn(v core.Value) core.Value {
	if c, ok := v.(*core.ConValue); ok && c.Con.Name == "prog" && len(c.Args) == 3 {
		return c.Args[0]
	}
	return v
}

// optimised is optimisedIn of the values of the set v.
func optimised(d *absval.Domain, v *absval.Value) *absval.Value {
	if con := v.Con(); con != nil && con.Name == "prog" {
		return d.Components(v)[0]
	}
	return v
}

// baseName is what the function is called in the file that a pass has made the one called name of: f of f#2.
func baseName(name string) string {
	base, _, _ := strings.Cut(name, "#")
	return base
}

// calleeSites are where the callees of f stand.
func (f *Function) calleeSites() []*splice.Site {
	var out []*splice.Site
	for _, c := range f.callees() {
		out = append(out, c.site)
	}
	return out
}

// allTables are the constant static variables of functions that stand, or may stand, in place of their calls.
func (f *Function) allTables() []splice.Table {
	out := slices.Clip(f.site.Tables)
	for _, site := range f.calleeSites() {
		out = append(out, site.Tables...)
	}
	return out
}

// siteOf is where the callee of that name stands.
func (f *Function) siteOf(name string) *splice.Site {
	for _, c := range f.callees() {
		if c.site.Func == name {
			return c.site
		}
	}
	return nil
}
