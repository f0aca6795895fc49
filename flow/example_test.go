package flow_test

import (
	"context"
	"fmt"

	"scf/flow"
	"scf/scfml"
)

// The parameters that nothing uses, other than calls that hand them on to such parameters.
func ExampleSolver() {
	p, _, err := scfml.Load("", scfml.Source{Name: "example", Text: `
fun loop (n, unused, sum) = if n = 0 then sum else loop (n - 1, unused, sum + n)
fun main (n, x) = loop (n, x, 0)`})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := flow.Of(context.Background(), p, flow.FieldBased)
	needed := flow.NewSolver(g, flow.Backwards, flow.Reaches(func(e *flow.Edge) bool { return e.Kind == flow.Argument }))
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Kind != flow.Argument {
			needed.Add(e.From, true)
		}
	}
	needed.Solve()
	for _, f := range p.Funcs {
		for _, x := range f.Params {
			if !needed.At(g.Var(x)) {
				fmt.Println(f.Name, x.Name)
			}
		}
	}
	// Output:
	// loop unused
	// main x
}
