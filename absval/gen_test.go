package absval

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/absval/tree"
	"scf/internal/valtext"
	"scf/scfml/core"
)

// Random types, abstract values (as texts, so that the reader is tested too) and patterns.

// world is a small program's datatypes, and a domain.
type world struct {
	*Domain
	prog  *core.Program
	tree  *core.DataType // a recursive datatype, without labels
	cmd   *core.DataType // one with labels
	label *core.DataType
	types []core.Type
}

func newWorld(o Options) *world {
	label := &core.Datatype{Name: "label"}
	labelT := &core.DataType{Data: label}
	label.Cons = []*core.Con{
		{Name: "L", Data: label, Args: []core.Type{core.IntType}},
		{Name: "U", Data: label, Index: 1, Args: []core.Type{labelT, core.IntType}},
	}
	tree := &core.Datatype{Name: "tree"}
	treeT := &core.DataType{Data: tree}
	tree.Cons = []*core.Con{
		{Name: "leaf", Data: tree},
		{Name: "num", Data: tree, Index: 1, Args: []core.Type{core.IntType}},
		{Name: "node", Data: tree, Index: 2, Args: []core.Type{treeT, treeT}},
		{Name: "tag", Data: tree, Index: 3, Args: []core.Type{&core.TupleType{Elems: []core.Type{core.IntType, core.BoolType}}}},
		{Name: "many", Data: tree, Index: 4, Args: []core.Type{core.ListOf(treeT)}},
	}
	cmd := &core.Datatype{Name: "cmd"}
	cmdT := &core.DataType{Data: cmd}
	cmd.Cons = []*core.Con{
		{Name: "skip", Data: cmd, Args: []core.Type{labelT}},
		{Name: "seq", Data: cmd, Index: 1, Args: []core.Type{cmdT, cmdT, labelT}},
		{Name: "assign", Data: cmd, Index: 2, Args: []core.Type{core.StringType, core.IntType, labelT}},
	}
	env := &core.Datatype{Name: "env"}
	envT := &core.DataType{Data: env}
	env.Cons = []*core.Con{
		{Name: "none", Data: env},
		{Name: "scope", Data: env, Index: 1, Args: []core.Type{&core.MapType{Key: core.IntType, Value: envT}, core.BoolType}},
	}
	o.Trees.Label = func(c *core.Con) int {
		if c.Data.Name != "cmd" {
			return -1
		}
		return len(c.Args) - 1
	}
	w := &world{Domain: New(o), tree: treeT, cmd: cmdT, label: labelT}
	w.prog = &core.Program{Datatypes: []*core.Datatype{label, tree, cmd, env}}
	w.types = []core.Type{
		core.IntType, core.BoolType, core.StringType, core.CharType, treeT, core.ListOf(core.IntType), core.OptionOf(core.IntType),
		&core.TupleType{Elems: []core.Type{core.IntType, core.BoolType}},
		&core.TupleType{Elems: []core.Type{treeT, core.IntType, core.IntType}},
		&core.MapType{Key: core.IntType, Value: core.IntType},
		&core.MapType{Key: core.OptionOf(core.IntType), Value: treeT},
		&core.SetType{Elem: core.IntType},
		&core.SetType{Elem: &core.TupleType{Elems: []core.Type{core.IntType, core.BoolType}}},
		cmdT, core.ListOf(core.ListOf(core.BoolType)), envT,
	}
	return w
}

func (w *world) con(name string) *core.Con {
	for _, dt := range append([]*core.Datatype{core.OptionData, core.ListData}, w.prog.Datatypes...) {
		if c := core.LookupCon(dt, name); c != nil {
			return c
		}
	}
	panic("no constructor " + name)
}

func (w *world) parse(t rapid.TB, text string, ty core.Type) *Value {
	t.Helper()
	v, err := w.Parse(text, ty, w.prog)
	if err != nil {
		t.Fatalf("%s : %s: %v", text, ty, err)
	}
	return v
}

// source draws random choices. All values that it draws share their tags.
type source struct {
	t    *rapid.T
	w    *world
	tags map[int]ID
}

func newSource(t *rapid.T, o Options) *source { return &source{t, newWorld(o), map[int]ID{}} }

func (s *source) n(n int) int     { return rapid.IntRange(0, n-1).Draw(s.t, "n") }
func (s *source) p(of int) bool   { return s.n(of) == 0 }
func (s *source) rng() *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(s.t, "seed"), 1)) }
func (s *source) typ() core.Type  { return s.w.types[s.n(len(s.w.types))] }

// value draws an abstract value of type t.
func (s *source) value(t core.Type) *Value {
	text := s.text(t, 3, nil)
	n, err := valtext.Parse("drawn", text)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &reader{d: s.w.Domain, p: s.w.prog, g: s.w.trees.Graph(), tags: s.tags}
	v := r.read(n, t)
	if r.err != nil {
		s.t.Fatalf("%s: %v", text, r.err)
	}
	return s.w.Tagged(v)
}

type boundVar struct {
	name string
	t    string
}

// text draws the text of an abstract value.
func (s *source) text(t core.Type, depth int, vars []boundVar) string {
	for i := len(vars) - 1; i >= 0; i-- {
		if vars[i].t == t.String() && s.p(3) {
			return vars[i].name
		}
	}
	switch {
	case depth > 0 && s.p(8):
		return "Any"
	case depth > 0 && s.p(4):
		var alts []string
		for range 2 + s.n(2) {
			alts = append(alts, s.plain(t, depth-1, vars))
		}
		return s.tagged("("+strings.Join(alts, " | ")+")", t, vars)
	case isData(t) && depth > 0 && s.p(4):
		name := fmt.Sprintf("V%d", len(vars))
		inner := append(vars[:len(vars):len(vars)], boundVar{name, t.String()})
		alts := []string{s.text(t, 0, nil)}
		for range 1 + s.n(2) {
			alts = append(alts, s.plain(t, depth-1, inner))
		}
		return s.tagged("(fix "+name+". "+strings.Join(alts, " | ")+")", t, vars)
	}
	return s.plain(t, depth, vars)
}

func isData(t core.Type) bool {
	_, ok := t.(*core.DataType)
	return ok
}

// tagged gives a value a tag now and then; the tags of one type are few.
func (s *source) tagged(text string, t core.Type, vars []boundVar) string {
	if len(vars) > 0 || !s.p(2) {
		return text
	}
	for i, u := range s.w.types {
		if u.String() == t.String() {
			return fmt.Sprintf("%s#%d", text, 1+2*i+s.n(2))
		}
	}
	return text
}

func (s *source) plain(t core.Type, depth int, vars []boundVar) string {
	return s.tagged("("+s.bare(t, depth, vars)+")", t, vars)
}

func (s *source) bare(t core.Type, depth int, vars []boundVar) string {
	switch t := t.(type) {
	case core.Base:
		return s.scalar(t)
	case *core.TupleType:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = s.text(e, depth-1, vars)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *core.MapType:
		return s.mapping("map", t.Key, t.Value, depth, vars)
	case *core.SetType:
		return s.mapping("map", t.Elem, core.BoolType, depth, vars)
	}
	return s.app(t.(*core.DataType), depth, vars)
}

func (s *source) app(t *core.DataType, depth int, vars []boundVar) string {
	c := t.Data.Cons[s.n(len(t.Data.Cons))]
	if depth <= 0 {
		c = lowest(t.Data, map[*core.Datatype]int{})
	}
	types := c.ArgTypes(t)
	parts := make([]string, len(types))
	for i, a := range types {
		parts[i] = s.text(a, depth-1, vars)
	}
	switch {
	case c == core.Cons:
		return "(" + parts[0] + ") :: (" + parts[1] + ")"
	case len(parts) == 0:
		return c.Name
	}
	return c.Name + "(" + strings.Join(parts, ", ") + ")"
}

func (s *source) scalar(t core.Base) string {
	switch t {
	case core.IntType:
		return []string{"0", "1", "2", "~1", "'Int", "7"}[s.n(6)]
	case core.BoolType:
		return []string{"true", "false", "'Bool"}[s.n(3)]
	case core.CharType:
		return []string{`#"a"`, `#"b"`, "'Char"}[s.n(3)]
	}
	return []string{`""`, `"a"`, `"x"`, "'String"}[s.n(4)]
}

// mapping draws the entries of a map; the must keys are distinct constants.
func (s *source) mapping(word string, key, val core.Type, depth int, vars []boundVar) string {
	var must, may []string
	seen := map[string]bool{}
	for range s.n(4) {
		k := s.w.parse(s.t, s.text(key, 0, nil), key)
		if k.node.Singleton && !seen[k.String()] {
			seen[k.String()] = true
			must = append(must, k.String()+" -> "+s.text(val, depth-1, vars))
		}
	}
	for range s.n(3) {
		may = append(may, s.text(key, 1, nil)+" -> "+s.text(val, depth-1, vars))
	}
	return fmt.Sprintf("%s{must [%s], may [%s]}", word, strings.Join(must, ", "), strings.Join(may, ", "))
}

// pattern draws a pattern for type t with variables of its own.
func (s *source) pattern(t core.Type, depth int) core.Pat {
	switch s.n(6) {
	case 0:
		return &core.WildPat{}
	case 1:
		return &core.VarPat{Var: &core.Var{Name: "v"}}
	case 2:
		if depth > 0 {
			return &core.AsPat{Var: &core.Var{Name: "w"}, Pat: s.pattern(t, depth-1)}
		}
	}
	switch t := t.(type) {
	case core.Base:
		v, _ := s.w.Sample(s.w.plain(s.w.trees.Bases[t]), t, s.rng(), 1)
		return &core.LitPat{Value: v}
	case *core.TupleType:
		return &core.TuplePat{Elems: s.patterns(t.Elems, depth-1)}
	case *core.DataType:
		if depth > 0 {
			c := t.Data.Cons[s.n(len(t.Data.Cons))]
			return &core.ConPat{Con: c, Args: s.patterns(c.ArgTypes(t), depth-1)}
		}
	}
	return &core.VarPat{Var: &core.Var{Name: "x"}}
}

func (s *source) patterns(ts []core.Type, depth int) []core.Pat {
	ps := make([]core.Pat, len(ts))
	for i, t := range ts {
		ps[i] = s.pattern(t, depth)
	}
	return ps
}

// verified checks normal form and tags of values.
func (s *source) verified(vs ...*Value) {
	s.t.Helper()
	for _, v := range vs {
		if err := s.w.Verify(v); err != nil {
			s.t.Fatal(err)
		}
	}
}

// check runs a property in a world of its own each time, now and then one with limits that are reached soon.
func check(t *testing.T, property func(s *source)) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		var o Options
		if rapid.IntRange(0, 3).Draw(rt, "limits") == 0 {
			o = Options{Trees: tree.Options{MaxConsts: 3, MaxAlts: 2, MaxMapKeys: 2, MaxStates: 3}, MaxProduct: 4, MaxRecorded: 1, MaxRestCases: 1}
		}
		property(newSource(rt, o))
	})
}
