package stager

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"sync"

	"scf/ast"
	"scf/cfront"
	"scf/cfront/ctext"
	"scf/cfront/splice"
	"scf/internal/diag"
	"scf/internal/pointsto"
	"scf/internal/stop"
	"scf/internal/suggest"
	"scf/internal/textfile"
	"scf/params"
)

// Function is one function of a C file. It is immutable and safe for concurrent use.
type Function struct {
	Name   string
	File   string  // the name of the file, as given
	Source []byte  // the text of the file
	Params []Param // of the staged function of a Staged behind them the variables that are constant
	// Inlined are the functions that stand in place of their calls (Function.Inline).
	Inlined []string

	flags []string // of C compilers, which the file was read with
	tree  *ast.Func
	plain *ast.Func // as it was read, with what was inlined (parsed.followed); nil for a function from a staged directory
	// reach are the layouts that the function's types reach, statics its own static variables, and mentioned the variables that may be
	// constant; nil for a function from a staged directory.
	reach     ast.Layouts
	statics   []string
	given     bool              // tree is for what is known of where parameters lead (withThreads)
	functions []params.Function // that constant pointers may lead to
	numbers   numbers
	table     func(name string) (params.Table, bool) // that they may lead into
	mentioned func() []Param
	text      *ctext.Text // of the file
	site      *splice.Site
	file      *parsed // nil for a function from a staged directory
	// callees are those functions of the file that passes may look into (callees.go), numbered behind tree.
	callees func() []callee
	// defines reports whether the file defines a function of a name that passes know as one of C's library.
	defines func(name string) bool
	// passed are the variables that are parameters of the function and of its callees, by name (passedon.go); of the staged function of a Staged.
	passed  map[string][]ast.Global
	differs func() differences
	unit    func() (*ast.Unit, error)
}

// IsStatic reports whether the function is declared static: only other functions of its file call it.
func (f *Function) IsStatic() bool { return f.site.Static }

// Place is where the function's name stands in its definition.
func (f *Function) Place() diag.Pos {
	return diag.Pos{File: f.File, Line: f.site.Line, Col: f.site.Col}
}

// Nodes is the size of the function: of the tree that passes get, in commands, expressions and arms of switches.
func (f *Function) Nodes() int { return ast.Nodes(f.tree) }

// Result is the type of what f returns.
func (f *Function) Result() ast.Type { return f.tree.Result }

// parsed is a parsed file. The C parser's trees change while they are read, so that one at a time may.
type parsed struct {
	sync.Mutex
	*cfront.File
	flags       []string // of C compilers
	seen        map[string]*seen
	analysis    *pointsto.Analysis // of the function analysed
	analysed    *ast.Func
	analysedFor *pointedTo // what is given
}

// followed is the tree of a function in which what is called, and where pointers lead, is named where that is known.
func (p *parsed) followed(tree *ast.Func) *ast.Func {
	return ast.FollowPointers(ast.Dispatched(tree, p.functionTable(tree.Name), p.functionsOf(tree.Name)))
}

// prepared is the tree that followed gave, of the function top or of one that it calls, for passes, which see what is in structs and blocks of memory where those are variables and stores. steps
// are functions that stand in place of their calls in it, and reach are the layouts that it reaches with them, beside ls.
func (p *parsed) prepared(tree, top *ast.Func, ls ast.Layouts, given *pointedTo) (out *ast.Func, reach ast.Layouts, steps []string) {
	tree, steps = p.withSteps(tree, top, ls, given)
	ls = p.withLayoutsOf(ls, steps)
	tree = ast.Prototyped(tree, p.parameters)
	tree = ast.SplitArrays(ast.SplitRecords(ast.StoreBlocks(tree, ls, p.HasDefinition), ls), ls)
	return ast.StepsInBodies(ast.NestedChoices(tree)), ls, steps
}

// withLayoutsOf are the layouts ls and those that the functions reach which stand in place of their calls.
func (p *parsed) withLayoutsOf(ls ast.Layouts, inlined []string) ast.Layouts {
	if len(inlined) == 0 {
		return ls
	}
	ls = maps.Clone(ls)
	for _, name := range inlined {
		if front, _, err := p.Callee(name); err == nil {
			maps.Copy(ls, front.Layouts)
		}
	}
	return ls
}

// functionTable finds the constant tables of functions that the function called fn mentions.
func (p *parsed) functionTable(fn string) func(name string) (ast.Functions, bool) {
	known := map[string]ast.Functions{}
	return func(name string) (ast.Functions, bool) {
		table, isKnown := known[name]
		if !isKnown {
			if v := p.constant(fn, name); v != nil {
				table = ast.FunctionsIn(v)
			}
			known[name] = table
		}
		return table, table != nil
	}
}

// constant is the constant variable that is called name in the function called fn; nil if it is none.
func (p *parsed) constant(fn, name string) *ast.Variable {
	for _, scoped := range []string{ast.Scoped(fn, name), name} {
		u, err := p.Constants([]string{scoped})
		if err != nil {
			return nil
		}
		if v := u.Variable(ast.Unscoped(scoped)); v != nil {
			return v
		}
	}
	return nil
}

// functionsOf reports whether a function may be called where the one called fn stands, as one of a type.
func (p *parsed) functionsOf(fn string) func(name string, t *ast.Function) bool {
	known := map[*ast.Function]map[string]bool{}
	return func(name string, t *ast.Function) bool {
		names := known[t]
		if names == nil {
			names = map[string]bool{}
			for _, f := range p.Pointees(fn, []*ast.Function{t}) {
				names[f.Name] = true
			}
			known[t] = names
		}
		return names[name]
	}
}

// parameters are those of the function called name that the file defines.
func (p *parsed) parameters(name string) ([]ast.Param, bool) {
	if !p.HasDefinition(name) {
		return nil, false
	}
	front, _, err := p.Callee(name)
	if err != nil {
		return nil, false
	}
	return front.Tree.Params, true
}

// defines reports whether the file, or one that it includes, defines a function of the name.
func (p *parsed) defines(name string) bool {
	p.Lock()
	defer p.Unlock()
	return p.HasDefinition(name)
}

// The target whose types and sizes C functions have.
const (
	targetOS   = "linux"
	targetArch = "amd64"
	targetABI  = targetOS + "/" + targetArch
)

// ParseC parses a C file and lowers one of its functions to the tree; function may be empty where the file defines one. Errors are
// *diag.Error or diag.List with positions, and ctx's. What cannot be interrupted of the work may go on for a while after ctx is cancelled
// and ParseC has returned.
func ParseC(ctx context.Context, name string, source []byte, function string, c CConfig) (*Function, error) {
	return stop.Abandon(ctx, func() (*Function, error) { return parseC(ctx, name, source, function, c) })
}

func parseC(ctx context.Context, name string, source []byte, function string, c CConfig) (f *Function, err error) {
	defer catch("the parsing of "+name, &err)
	file, err := parseFile(ctx, name, source, c)
	if err != nil {
		return nil, err
	}
	file.File = file.Unfolded(ctx, function)
	front, err := file.Function(function)
	if err != nil {
		return nil, err
	}
	return newParsedFunction(file, front)
}

func parseFile(ctx context.Context, name string, source []byte, c CConfig) (*parsed, error) {
	if limit := c.Limits.sourceBytes(); int64(len(source)) > limit {
		return nil, textfile.TooLarge(name, limit)
	}
	flags, err := c.flags(name)
	if err != nil {
		return nil, err
	}
	file, err := cfront.Parse(ctx, name, source, cfront.Options{OS: targetOS, Arch: targetArch, Flags: flags, FS: c.FS, Limits: c.Limits.parsing()})
	return &parsed{File: file, flags: flags.Args(), seen: map[string]*seen{}}, err
}

// newParsedFunction is the function that was lowered from a file.
func newParsedFunction(file *parsed, front *cfront.Function) (*Function, error) {
	site, err := file.Site(front.Tree.Name)
	if err != nil {
		return nil, err
	}
	plain := file.followed(front.Tree)
	tree, reach, steps := file.prepared(plain, plain, front.Layouts, nil)
	f := newFunction(file.Text, tree, file.withTablesOf(site, steps), reach)
	f.plain = plain
	asked := &askedTables{}
	f.file, f.unit, f.flags = file, newUnit(file, front.Tree, asked), file.flags
	f.reach, f.statics = reach, front.StaticNames
	f.setFunctions(pointees(file, front))
	f.setNumbers(numbersOf(file))
	f.mentioned = sync.OnceValue(func() []Param { return f.variables(nil) })
	f.callees, f.defines = newCallees(file, f.tree, nil), file.defines
	f.differs = sync.OnceValue(func() differences { return newDifferences(f.inPasses()) })
	f.setTables(f.tablesOf(file, asked))
	for i, p := range front.Params {
		f.Params[i].Constant = p.Constant
	}
	return f, nil
}

func newFunction(text *ctext.Text, tree *ast.Func, site *splice.Site, layouts ast.Layouts) *Function {
	f := &Function{Name: tree.Name, File: text.Name(), Source: text.Source(), tree: tree, text: text, site: site, callees: func() []callee { return nil },
		defines: func(string) bool { return false }, differs: func() differences { return differences{} }}
	for _, p := range tree.Params {
		f.Params = append(f.Params, params.New(p.Name, p.Ty, layouts))
	}
	return f
}

// layouts are those that the parameters reach.
func (f *Function) layouts() ast.Layouts {
	out := ast.Layouts{}
	for _, p := range f.Params {
		maps.Copy(out, p.Layouts)
	}
	return out
}

// ReadC is ParseC of the file at path, which must be a regular one.
func ReadC(ctx context.Context, path, function string, c CConfig) (*Function, error) {
	source, err := c.read(path)
	if err != nil {
		return nil, unreadableC(path, err)
	}
	f, err := ParseC(ctx, path, source, function, c)
	if err != nil && filepath.Ext(path) == ".scf-ml" {
		err = fileErrorf(path, "this is SCF-ML, not C").WithHint("`stager check %s` checks it, and -pipeline takes it as a pass", path)
	}
	return f, err
}

// unreadableC is the error for a C file that cannot be read. What looks like one may be a staged directory.
func unreadableC(path string, err error) error {
	var e *diag.Error
	if isStagedDirectory(path) && errors.As(err, &e) {
		e.Msg = "this is a staged directory, not a C file"
		e.Hint = "`stager run " + path + "` runs what was staged"
	}
	return err
}

// Param finds a parameter by its name, or a variable that the function mentions and that lives as long as the program: one of the file, or
// NAME or FUNC.NAME for a static one of the function. The error suggests a name.
func (f *Function) Param(name string) (Param, error) {
	var names, variables []string
	for _, p := range append(f.Params[:f.own():f.own()], f.allVariables()...) {
		if p.Name == name || p.Variable && f.global(p).Name == name {
			return p, nil
		}
		if p.Variable {
			variables = append(variables, p.Name)
		} else {
			names = append(names, p.Name)
		}
	}
	err := fileErrorf(f.File, "%s has no parameter %s", f.Name, name)
	hint := "it has no parameters"
	if len(names) > 0 {
		hint = "its parameters are " + diag.Names(names)
	}
	if len(variables) > 0 {
		err.Msg = fmt.Sprintf("%s has no parameter and mentions no variable %s", f.Name, name)
		hint += "; it mentions the variables " + diag.Names(variables)
	}
	if close := suggest.Hint(name, append(names, variables...)); close != "" {
		hint = close + " " + hint
	}
	return Param{}, err.WithHint("%s", hint)
}

// ParseAbstract reads early knowledge about parameters, by name.
func (f *Function) ParseAbstract(texts map[string]string) (map[string]Abstract, error) {
	return parseParams(f, texts, ParseAbstract)
}

// ParseLate reads late knowledge about parameters, by name.
func (f *Function) ParseLate(texts map[string]string) (map[string]Late, error) {
	return parseParams(f, texts, ParseLate)
}

// Late makes late knowledge about parameters, by name, of Go values:
//
//	late, err := fn.Late(map[string]any{"n": 3, "scale": 0.5, "v2": []int32{0, 1, 7}, "cfg": Config{Size: 8, Assoc: 1}})
//
// Integers and booleans are for integer parameters, numbers for floating ones, slices and arrays for what pointers point to and for
// arrays, strings for characters with a zero behind them, Go structs and maps for C structs (NewLate says how).
func (f *Function) Late(values map[string]any) (map[string]Late, error) {
	out := map[string]Late{}
	for _, name := range sortedKeys(values) {
		p, err := f.Param(name)
		if err != nil {
			return nil, err
		}
		if out[p.Name], err = NewLate(values[name], p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func parseParams[K any](f *Function, texts map[string]string, parse func(string, Param) (K, error)) (map[string]K, error) {
	out := map[string]K{}
	for _, name := range sortedKeys(texts) {
		p, err := f.Param(name)
		if err != nil {
			return nil, err
		}
		if out[p.Name], err = parse(texts[name], p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// declared is early with what the source declares about the parameters that it does not name: that all that is reached is constant.
func (f *Function) declared(early map[string]Abstract) map[string]Abstract {
	out := maps.Clone(early)
	for _, p := range f.Params {
		if _, given := early[p.Name]; !given && p.Declared().IsConstant() {
			if out == nil {
				out = map[string]Abstract{}
			}
			out[p.Name] = p.Declared()
		}
	}
	return out
}

// fitting is what is known of a parameter, early or late.
type fitting interface{ Fits(p Param) bool }

// inOrder lists what known says about f's parameters, in their order; about one that it does not hold nothing is known. A name
// that is no parameter's is an error, and so is what was made for a parameter of another type.
func inOrder[K fitting](f *Function, known map[string]K) ([]K, error) {
	for _, name := range sortedKeys(known) {
		p, err := f.Param(name)
		if err != nil {
			return nil, err
		}
		if !known[name].Fits(p) {
			return nil, fileErrorf(f.File, "%s is a %s, and what is given for it was made for another type", name, params.TypeName(p.Type)).
				WithHint("make it for this parameter, by the function's ParseAbstract, ParseLate or Late")
		}
	}
	out := make([]K, len(f.Params))
	for i, p := range f.Params {
		out[i] = known[p.Name]
	}
	return out, nil
}
