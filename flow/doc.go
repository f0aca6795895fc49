// Package flow tells where the values of a program come from and where they go: an interprocedural data-flow analysis of programs in core
// form. It has two parts. Of makes the flow graph of a program, once for all questions; a Solver answers one question about it, which
// is given as a lattice of facts and what edges do to them.
//
// # The graph
//
// A slot is a place that holds values: a variable, the result of a function, what an expression gives, a component of a constructor. An edge
// leads from slot to slot, and says how what is in the one gets into the other: as an argument, as a component, as an operand. In
//
//	fun f (x, y) = case x of SOME z => z + y | NONE => f (SOME y, 0)
//
// these are the edges, where ⟨e⟩ is the slot of the expression e:
//
//	x ─Test→ nowhere            SOME.0 ─Part→ z
//	z ─Operand→ ⟨z + y⟩         y ─Operand→ ⟨z + y⟩
//	⟨z + y⟩ ─Arm→ ⟨case⟩        result f ─Return→ ⟨f (…)⟩ ─Arm→ ⟨case⟩ ─Bind→ result f
//	y ─Component→ SOME.0        ⟨SOME y⟩ ─Argument→ x
//	⟨0⟩ ─Argument→ y
//
// The graph is context-insensitive: a function has one slot for each of its parameters, for all of its calls. There are two ways to treat the
// components of constructors (Components): field-based, as above, there is a slot for each component of each constructor, whatever
// value it is a component of; field-insensitive, components are in the slot of the value that they are put into, and taken out of.
// The first tells components apart, the second values. Those of tuples, and the entries of maps, are in the slots of the tuples and the maps
// in both.
//
// Of gives the graph of all that a program does; Calls the part of it that is about parameters, from what is kept of each function.
//
// # Solving
//
// The solution is the least one: for each slot the join of what was said of it at first (Add) and of what comes along its edges. Facts
// go forwards, with the values, to tell of where these come from; backwards to tell of where they go to; and both ways where slots that
// values go between share one fact. To find the parameters that nothing uses, other than calls that hand them on to such parameters:
//
//	needed := flow.NewSolver(g, flow.Backwards, flow.Reaches(func(e *flow.Edge) bool { return e.Kind == flow.Argument }))
//	for i := range g.Edges {
//		if e := &g.Edges[i]; e.Kind != flow.Argument {
//			needed.Add(e.From, true)
//		}
//	}
//	needed.Solve()
//	unused := !needed.At(g.Var(x))
//
// A worklist holds the slots of which more is known than has gone along their edges. A slot enters it as often as its fact grows, so that a
// solution takes no more steps than edges times the height of the lattice, in whatever order: the lattices that are used here have a height of
// one or two, or that of the set of a program's types.
//
// # What it does not say
//
// The graph is of data, not of control: that a value is used on some path and a call made on another it cannot tell. What constants contain, and
// what the entry is given, is in no edge: it is for the client to start from (Graph.Exprs has the constants).
package flow
