package flow_test

import (
	"context"
	"flag"
	"maps"
	"testing"

	"scf/flow"
	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
	"scf/simplify/valuegraph"
)

var (
	cases = tier.Flag("cases", 5, 15, 80, "random programs")
	seed  = flag.Uint64("seed", 1, "seed of the first random program")
)

// each calls f for random programs, every other one simplified, with their inputs. A failing case is repeated by -cases 1 -seed N.
func each(t *testing.T, f func(t *testing.T, p *core.Program, inputs []core.Value)) {
	for i := range uint64(cases.Int()) {
		c := progen.Generate(*seed + i)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 {
			p, _, err = simplify.Run(context.Background(), p, simplify.Options{InlineSize: 4, InlineCopies: 10, Options: valuegraph.Options{CaseOfCaseSize: 10}, MaxRounds: 2})
			if err != nil {
				t.Fatal(err)
			}
		}
		p = core.Monomorphic(p)
		var inputs []core.Value
		for _, text := range c.Inputs {
			v, err := core.ParseValue(text, p.Entry.ArgType(), p)
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, v)
		}
		if f(t, p, inputs); t.Failed() {
			t.Fatalf("seed %d:\n%s", *seed+i, p)
		}
	}
}

// head is what shows of a value at its top: its constructor, or a scalar itself; nil for other values.
type head any

func headOf(v core.Value) head {
	switch v := v.(type) {
	case *core.ConValue:
		return v.Con
	case core.Int, core.Bool, core.Char, core.Str:
		return v
	}
	return nil
}

// TestForwards: where all values that go into a slot are found to have one head, those that a run puts there have it; and where none is found to
// go there, none does.
func TestForwards(t *testing.T) {
	known := 0
	each(t, func(t *testing.T, p *core.Program, inputs []core.Value) {
		for _, components := range []flow.Components{flow.FieldBased, flow.FieldInsensitive} {
			g := flow.Of(t.Context(), p, components)
			heads := heads(g, p, components)
			r := &run{g: g, put: func(s flow.Slot, v core.Value) core.Value {
				fact := heads.At(s)
				one, ok := fact.One()
				switch {
				case fact == flow.Flat[head]{}:
					t.Errorf("%v goes into slot %d, where nothing does", v, s)
				case ok && one != headOf(v):
					t.Errorf("%v goes into slot %d, where all is %v", v, s, one)
				case ok:
					known++
				}
				return v
			}}
			for _, v := range inputs {
				r.program(p, v)
			}
		}
	})
	if known == 0 {
		t.Error("no value was known")
	}
}

// heads are the heads of the values in slots. What goes another way than one that keeps values may be any value, and so may be the components of
// constants, of what the entry is given and of what operations make.
func heads(g *flow.Graph, p *core.Program, components flow.Components) *flow.Solver[flow.Flat[head]] {
	keeps := func(e *flow.Edge) bool {
		switch e.Kind {
		case flow.Bind, flow.Arm, flow.Argument, flow.Return:
			return true
		case flow.Component, flow.Part:
			return components == flow.FieldBased && e.Con != nil
		}
		return false
	}
	top := flow.Any[head]()
	v := flow.NewSolver(g, flow.Forwards, flow.Constants[head](func(e *flow.Edge, x flow.Flat[head]) (flow.Flat[head], bool) { return x, keeps(e) }))
	for _, x := range p.Entry.Params {
		v.Add(g.Var(x), top)
	}
	given := dataIn(p.Entry.ArgType(), core.OptionOf(core.IntType))
	for s, e := range g.Exprs {
		switch e := e.(type) {
		case *core.Const:
			v.Add(flow.Slot(s), flow.One(headOf(e.Value)))
			maps.Copy(given, dataIn(typesOf(e.Value)...))
		case *core.ConExpr:
			v.Add(flow.Slot(s), flow.One(head(e.Con)))
		case *core.TupleExpr, *core.PrimExpr, *core.IterExpr:
			v.Add(flow.Slot(s), top)
		}
	}
	for f, s := range g.Fields {
		if given[f.Con.Data] {
			v.Add(s, top)
		}
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; !keeps(e) && g.Exprs[e.To] == nil {
			v.Add(e.To, top)
		}
	}
	v.Solve()
	return v
}

// TestBackwards: what a slot holds makes no difference to the result where nothing is found to use it.
func TestBackwards(t *testing.T) {
	unused := 0
	each(t, func(t *testing.T, p *core.Program, inputs []core.Value) {
		for _, components := range []flow.Components{flow.FieldBased, flow.FieldInsensitive} {
			g := flow.Of(t.Context(), p, components)
			used := uses(g, p)
			r := &run{g: g, put: func(s flow.Slot, v core.Value) core.Value {
				if used.At(s) {
					return v
				}
				unused++
				return core.Dead{}
			}}
			for _, v := range inputs {
				want, _, err := interp.New(p).Run(context.Background(), v, interp.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.program(p, v); !core.Equal(want, got) {
					t.Errorf("on %v the result is %v, and %v without what nothing uses", v, want, got)
				}
			}
		}
	})
	if unused == 0 {
		t.Error("every value was used")
	}
}

// TestCalls: parameters that calls show to be not used may have any value, and those that they show to be always the same have that one.
func TestCalls(t *testing.T) {
	unused, same := 0, 0
	each(t, func(t *testing.T, p *core.Program, inputs []core.Value) {
		g := flow.Calls(p.Funcs, func(f *core.Func) (calls []*core.CallExpr, uses []flow.Kinds) { return callsIn(f.Body), flow.Uses(f) })
		used, constants := usedParams(g, p), constantParams(g, p)
		r := &run{g: g, put: func(s flow.Slot, v core.Value) core.Value {
			if s != flow.Nowhere && !used.At(s) {
				unused++
				return core.Dead{}
			}
			if c, ok := constants.At(s).One(); ok {
				same++
				if core.FormatValue(v) != c {
					t.Errorf("%v is an argument for a parameter that is always %s", v, c)
				}
			}
			return v
		}}
		for _, v := range inputs {
			want, _, err := interp.New(p).Run(context.Background(), v, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.program(p, v); !core.Equal(want, got) {
				t.Errorf("on %v the result is %v, and %v without what nothing uses", v, want, got)
			}
		}
	})
	if unused == 0 || same == 0 {
		t.Errorf("%d arguments were not used, %d always the same", unused, same)
	}
}

// callsIn are the calls in e.
func callsIn(e core.Expr) []*core.CallExpr {
	var calls []*core.CallExpr
	var visit func(core.Expr)
	visit = func(e core.Expr) {
		if c, ok := e.(*core.CallExpr); ok {
			calls = append(calls, c)
		}
		core.Children(e, visit)
	}
	visit(e)
	return calls
}

func isArgument(e *flow.Edge) bool { return e.Kind == flow.Argument }

// usedParams are the parameters that are used otherwise than as arguments for those that are not.
func usedParams(g *flow.Graph, p *core.Program) *flow.Solver[bool] {
	used := flow.NewSolver(g, flow.Backwards, flow.Reaches(isArgument))
	for _, x := range p.Entry.Params {
		used.Add(g.Var(x), true)
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; !isArgument(e) {
			used.Add(e.From, true)
		}
	}
	used.Solve()
	return used
}

// constantParams are the texts of the constants that parameters always are.
func constantParams(g *flow.Graph, p *core.Program) *flow.Solver[flow.Flat[string]] {
	v := flow.NewSolver(g, flow.Forwards, flow.Constants[string](func(e *flow.Edge, x flow.Flat[string]) (flow.Flat[string], bool) { return x, isArgument(e) }))
	for _, x := range p.Entry.Params {
		v.Add(g.Var(x), flow.Any[string]())
	}
	for s, e := range g.Exprs {
		if c, ok := e.(*core.Const); ok {
			v.Add(flow.Slot(s), flow.One(core.FormatValue(c.Value)))
		} else if e != nil {
			v.Add(flow.Slot(s), flow.Any[string]())
		}
	}
	v.Solve()
	return v
}

// uses are the slots that the result may depend on. Who gets it looks at all of it, and operations compare values as a whole.
func uses(g *flow.Graph, p *core.Program) *flow.Solver[bool] {
	v := flow.NewSolver(g, flow.Backwards, flow.Reaches(func(*flow.Edge) bool { return true }))
	v.Add(g.Result(p.Entry), true)
	whole := dataIn(append(core.Compared(p), p.Entry.Result)...)
	for f, s := range g.Fields {
		v.Add(s, whole[f.Con.Data])
	}
	for i := range g.Edges {
		switch e := &g.Edges[i]; e.Kind {
		case flow.Test, flow.Open, flow.Entry, flow.Collect, flow.Operand, flow.Change, flow.Lookup, flow.Key:
			v.Add(e.From, true)
		}
	}
	v.Solve()
	return v
}

// dataIn are the datatypes that values of the types may have parts of.
func dataIn(types ...core.Type) map[*core.Datatype]bool {
	seen := map[*core.Datatype]bool{}
	var visit func(ts []core.Type)
	visit = func(ts []core.Type) {
		for _, t := range ts {
			if d, ok := t.(*core.DataType); ok {
				visit(d.Args)
				if seen[d.Data] {
					continue
				}
				seen[d.Data] = true
			}
			visit(core.Parts(t))
		}
	}
	visit(types)
	return seen
}

// typesOf are the datatypes, without their arguments, of what v has components of.
func typesOf(v core.Value) []core.Type {
	var types []core.Type
	var visit func(core.Value)
	visit = func(v core.Value) {
		switch v := v.(type) {
		case *core.ConValue:
			types = append(types, &core.DataType{Data: v.Con.Data})
			for _, a := range v.Args {
				visit(a)
			}
		case *core.Tuple:
			for _, e := range v.Elems {
				visit(e)
			}
		case *core.MapValue:
			for k, x := range v.All() {
				visit(k)
				visit(x)
			}
		case *core.SetValue:
			for x := range v.All() {
				visit(x)
			}
		}
	}
	visit(v)
	return types
}
