package core_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/testing/progen"
	"scf/internal/testing/scfmltest"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/scfml/syntax"
)

// linked is a program whose entry gives the results of the entries of ps, each on its own arguments.
func linked(ps ...*core.Program) *core.Program {
	l := core.NewLinker("Whole", "all")
	all := &core.Func{Name: "all"}
	results := &core.TupleExpr{}
	types := &core.TupleType{}
	for _, p := range ps {
		f := l.Add(p)
		call := &core.CallExpr{Func: f}
		for i, x := range f.Params {
			y := &core.Var{Name: x.Name}
			all.Params = append(all.Params, y)
			all.ParamTypes = append(all.ParamTypes, f.ParamTypes[i])
			call.Args = append(call.Args, &core.VarExpr{Var: y})
		}
		results.Elems = append(results.Elems, call)
		types.Elems = append(types.Elems, f.Result)
	}
	all.Result, all.Body = types, results
	return l.Program(all)
}

// argsOf are the arguments of p's entry that a value is.
func argsOf(p *core.Program, v core.Value) []core.Value {
	if len(p.Entry.Params) == 1 {
		return []core.Value{v}
	}
	return v.(*core.Tuple).Elems
}

// checkLinked checks that the whole is well formed, that it prints as a program that is the same, and that its functions do on the inputs,
// one for each program, what they do in their programs, at the cost of a call each and the tuple around.
func checkLinked(t rapid.TB, ps []*core.Program, inputs []string) *core.Program {
	t.Helper()
	whole := linked(ps...)
	if err := core.Verify(whole); err != nil {
		t.Fatalf("not well formed: %v\n%s", err, whole)
	}
	printed, _, err := scfml.Load("all", syntax.Source{Name: "printed", Text: whole.String()})
	if err != nil {
		t.Fatalf("what was printed does not load: %v\n%s", err, whole)
	}
	if diff := cmp.Diff(whole.String(), printed.String()); diff != "" {
		t.Fatalf("printed again it differs (-first +second):\n%s", diff)
	}
	want := &core.Tuple{}
	cost := interp.Counts{Calls: int64(len(ps)), Allocs: 1}
	var args []core.Value
	limits := interp.Options{MaxSteps: 100_000}
	for i, p := range ps {
		v, err := core.ParseValue(inputs[i], p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, argsOf(p, v)...)
		r, c, err := interp.New(p).Run(context.Background(), v, limits)
		if err != nil {
			return whole // what fails may fail in another way in the whole
		}
		want.Elems = append(want.Elems, r)
		cost = cost.Add(c)
	}
	for _, p := range []*core.Program{whole, printed} {
		arg, typ := core.Value(&core.Tuple{Elems: args}), core.Type(&core.TupleType{Elems: p.Entry.ParamTypes})
		if len(args) == 1 {
			arg, typ = args[0], p.Entry.ParamTypes[0]
		}
		got, c, err := interp.New(p).Run(context.Background(), transferred(arg, typ), interp.Options{})
		if err != nil {
			t.Fatalf("%v: %v\n%s", inputs, err, p)
		}
		if !core.Equal(got, transferred(want, p.Entry.Result)) {
			t.Fatalf("%v: the whole gives %v, the programs %v\n%s", inputs, got, want, p)
		}
		if c != cost {
			t.Fatalf("%v: the whole takes\n%v, the programs with the calls\n%v", inputs, c, cost)
		}
	}
	return whole
}

// transferred is v as a value of type t, which is declared as v's is, if by other names.
func transferred(v core.Value, t core.Type) core.Value {
	switch v := v.(type) {
	case *core.Tuple:
		out := &core.Tuple{}
		for i, x := range v.Elems {
			out.Elems = append(out.Elems, transferred(x, t.(*core.TupleType).Elems[i]))
		}
		return out
	case *core.ConValue:
		d := t.(*core.DataType)
		out := &core.ConValue{Con: d.Data.Cons[v.Con.Index]}
		for i, at := range out.Con.ArgTypes(d) {
			out.Args = append(out.Args, transferred(v.Args[i], at))
		}
		return out
	case *core.MapValue:
		out := core.EmptyMap
		for k, x := range v.All() {
			m := t.(*core.MapType)
			out = out.Insert(transferred(k, m.Key), transferred(x, m.Value))
		}
		return out
	case *core.SetValue:
		out := core.EmptySet
		for x := range v.All() {
			out = out.Insert(transferred(x, t.(*core.SetType).Elem))
		}
		return out
	}
	return v
}

// declarations are the names of the whole: datatypes with their constructors, modules, functions.
func declarations(p *core.Program) string {
	var b strings.Builder
	for _, d := range p.Datatypes {
		fmt.Fprintf(&b, "%s =", d.Name)
		for _, c := range d.Cons {
			fmt.Fprintf(&b, " %s", c.Name)
		}
		b.WriteString("; ")
	}
	for _, m := range p.Modules {
		fmt.Fprintf(&b, "%s: %v; ", m.Name, m.Type())
	}
	for _, f := range p.Funcs {
		fmt.Fprintf(&b, "%s ", f.Name)
	}
	return strings.TrimSpace(b.String())
}

// TestLink: what is declared alike is one, what is not has another name.
func TestLink(t *testing.T) {
	const (
		tree  = "datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree\n"
		count = tree + "fun size Leaf = 0 | size (Node (l, _, r)) = size l + 1 + size r\n"
		env   = "structure Env = MapFn(type key = string type value = int)\n"
	)
	for name, c := range map[string]struct {
		sources, inputs []string
		want            string
	}{
		"the same datatype": {
			[]string{"datatype t = A | B of int\nfun f A = B 1 | f x = x", "datatype t = A | B of int\nfun f (B n) = n | f A = 0"},
			[]string{"A", "B 3"}, "t = A B; f f' all"},
		"other constructors": {
			[]string{"datatype t = A | B of int\nfun f A = B 1 | f x = x", "datatype t = A | B of bool\nfun f (B true) = A | f x = x"},
			[]string{"A", "B true"}, "t = A B; t' = A' B'; f f' all"},
		"another order of constructors": {
			[]string{"datatype t = A | B\nfun f A = B | f B = A", "datatype t = B | A\nfun f A = B | f B = A"},
			[]string{"A", "A"}, "t = A B; t' = B' A'; f f' all"},
		"a function called as a constructor, as the entry, and a constructor called as a function": {
			[]string{"datatype t = a | g of int\nfun all a = g 1 | all x = x", "datatype u = f | h\nfun a f = h | a h = f", "fun g n = n + 1"},
			[]string{"a", "f", "3"}, "t = a g; u = f h; all' a' g' all"},
		"datatypes that refer to others": {
			[]string{"datatype t = A\ndatatype u = U of t\nfun f (U x) = x", "datatype t = B\ndatatype u = U of t\nfun f (U x) = x", "datatype t = A\ndatatype u = U of t\nfun f x = U x"},
			[]string{"U A", "U B", "A"}, "t = A; u = U; t' = B; u' = U'; f f' f'' all"},
		"datatypes declared together": {
			[]string{
				"datatype t = A of u and u = B | C of t\nfun f (A x) = x",
				"datatype t = A of u and u = B | C of t\nfun f B = A B | f (C x) = x",
				"datatype t = A of u and u = B | C of u\nfun f B = A B | f (C x) = A x",
				"datatype t = A\nfun f A = A",
			},
			[]string{"A(C(A(B)))", "C(A(B))", "C(B)", "A"}, "t = A; u = B C; t' = A'; u' = B' C'; t'' = A''; f f' f'' f'3 all"},
		"polymorphic datatypes": {
			[]string{count + "fun f (x : int tree) = size x", count + "fun f (x : string tree) = (size x, x)", "datatype 'b tree = Leaf | Node of 'b tree * 'b * 'b tree\nfun f x = Node (Leaf, x, Leaf) fun g (n : int) = f n",
				"datatype ('a, 'b) tree = Leaf | Node of 'b * 'a\nfun f (x : (int, bool) tree) = case x of Node (b, n) => (n, b) | Leaf => (0, false)"},
			[]string{"Node(Leaf, 1, Leaf)", `Node(Leaf, "x", Leaf)`, "4", "Node(true, 4)"},
			"tree = Leaf Node; tree' = Leaf' Node'; size f size' f' f'' g f'3 all"},
		"maps and sets": {
			[]string{
				env + "fun f x = Env.insert (Env.empty, x, 1)",
				"structure Facts = MapFn(type key = string type value = int)\nstructure Names = SetFn(type value = string)\nfun f m = (Facts.find (m, \"x\"), Names.add (Names.empty, \"y\"))",
				"structure Env = MapFn(type key = int type value = int)\nfun f m = Env.map (fn n => n + 1) m",
			},
			[]string{`"x"`, `map{"x" -> 1}`, "map{1 -> 2}"},
			"Env: (string, int) map; Names: (string) set; Env': (int, int) map; f f' f'' all"},
		"keys of a datatype of its own": {
			[]string{
				"datatype k = A | B\nstructure M = MapFn(type key = k type value = k)\nfun f x = M.insert (M.insert (M.empty, A, B), x, x)",
				"datatype k = B | A\nstructure M = MapFn(type key = k type value = k)\nfun f x = M.insert (M.insert (M.empty, A, B), x, x)",
			},
			[]string{"B", "B"}, "k = A B; k' = B' A'; M: (k, k) map; M': (k', k') map; f f' all"},
	} {
		t.Run(name, func(t *testing.T) {
			var ps []*core.Program
			for _, text := range c.sources {
				ps = append(ps, scfmltest.LoadEntry(t, "", text))
			}
			if diff := cmp.Diff(c.want, declarations(checkLinked(t, ps, c.inputs))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestLinkConstants: constants of the whole share what they share in their program, and keep the order of keys.
func TestLinkConstants(t *testing.T) {
	p := scfmltest.LoadEntry(t, "", "datatype k = A | B\nfun f x = x")
	a, b := &core.ConValue{Con: p.Con("A")}, &core.ConValue{Con: p.Con("B")}
	deep := core.Value(a)
	for range 100 {
		deep = &core.Tuple{Elems: []core.Value{deep, deep}} // 2^100 nodes, were they not shared
	}
	maps := core.EmptyMap.Insert(&core.Tuple{Elems: []core.Value{b, a}}, a).Insert(&core.Tuple{Elems: []core.Value{a, b}}, b)
	p.Entry.Body = &core.TupleExpr{Elems: []core.Expr{&core.Const{Value: deep}, &core.Const{Value: maps}, &core.Const{Value: deep.(*core.Tuple).Elems[0]}}}
	other := scfmltest.LoadEntry(t, "", "datatype k = B | A\nfun f x = x")
	l := core.NewLinker("Whole")
	l.Add(other)
	elems := l.Add(p).Body.(*core.TupleExpr).Elems
	value := func(i int) core.Value { return elems[i].(*core.Const).Value }
	if value(0).(*core.Tuple).Elems[0] != value(2) {
		t.Error("what is shared is there twice")
	}
	if got, want := core.FormatValue(value(1)), "map{(A', B') -> B', (B', A') -> A'}"; got != want {
		t.Errorf("the map is %s, not %s", got, want)
	}
}

// TestLinkRandom links random programs.
func TestLinkRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var ps []*core.Program
		var inputs []string
		for range rapid.IntRange(2, 3).Draw(r, "programs") {
			c := progen.Generate(rapid.Uint64().Draw(r, "seed"))
			p, _, err := scfml.Load(c.Entry, syntax.Source{Name: "prog", Text: c.Source})
			if err != nil {
				r.Fatal(err)
			}
			ps = append(ps, p)
			inputs = append(inputs, rapid.SampledFrom(c.Inputs).Draw(r, "input"))
		}
		checkLinked(r, ps, inputs)
	})
}

// TestTrimmedRandom: what is trimmed is well formed, prints as a program, and does the same.
func TestTrimmedRandom(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := progen.Generate(rapid.Uint64().Draw(r, "seed"))
		p, _, err := scfml.Load(c.Entry, syntax.Source{Name: "prog", Text: c.Source})
		if err != nil {
			r.Fatal(err)
		}
		q := scfmltest.CheckRoundTrip(r, core.Trimmed(p))
		for _, input := range c.Inputs {
			v, err := core.ParseValue(input, p.Entry.ArgType(), p)
			if err != nil {
				r.Fatal(err)
			}
			want, cost, err := interp.New(p).Run(context.Background(), v, interp.Options{MaxSteps: 100_000})
			if err != nil {
				continue
			}
			got, again, err := interp.New(q).Run(context.Background(), transferred(v, q.Entry.ArgType()), interp.Options{})
			if err != nil || again != cost || !core.Equal(got, transferred(want, q.Entry.Result)) {
				r.Fatalf("%s: %v, %v, and trimmed %v, %v, %v\n%s", input, want, cost, got, again, err, q)
			}
		}
	})
}

// TestTrimmed: what nothing mentions is gone.
func TestTrimmed(t *testing.T) {
	p := scfmltest.LoadEntry(t, "f", `datatype gone = Gone
		datatype key = K datatype pair = P of together and together = T | U of pair datatype box = Box of key list
		structure Gone = SetFn(type value = gone)
		structure M = MapFn(type key = key type value = int)
		structure S = SetFn(type value = string)
		fun g () = (Gone, Gone.empty)
		fun h T = 1 | h (U (P x)) = h x
		fun f (m : M.map) = (Box [], S.member (S.empty, "x"), h T)`)
	const want = "key = K; pair = P; together = T U; box = Box; M: (key, int) map; S: (string) set; h f"
	if diff := cmp.Diff(want, declarations(core.Trimmed(p))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
