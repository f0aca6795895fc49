package interp

import (
	"fmt"
	"strings"
)

// The cost model: what running a program costs, in operations counted by kind. It measures the work that staging removes,
// and simplification may rely on it. costTable is the one place that states it; docs/language.md shows the same table.

// Counts is how many operations of each kind a run has done.
type Counts struct {
	Calls  int64
	Tests  int64
	Loads  int64
	Allocs int64
	Prims  int64
	MapOps int64
}

// costKind is a row of the cost model: a kind of operation, and what counts as one.
type costKind struct {
	name  string
	rule  string
	count func(*Counts) *int64
}

var costTable = []costKind{
	{"calls", "A call of a function of the program. (Running the entry function is none.)",
		func(c *Counts) *int64 { return &c.Calls }},
	{"tests", "A comparison with one constructor or literal, while the arms of a case are tried in order; in the last arm of a case " +
		"tests cost nothing, since a program whose matches do not fail needs none there. Tuples need no test.",
		func(c *Counts) *int64 { return &c.Tests }},
	{"loads", "A component of a constructor or tuple that a case fetches: to bind it in the arm that is taken, or to look into it " +
		"for a test that costs or for a component that is bound. Once per case, however many arms look at it. The " +
		"matched value itself costs nothing, nor do the components of a tuple expression that is matched at once.",
		func(c *Counts) *int64 { return &c.Loads }},
	{"allocs", "A constructor application with arguments, or a tuple expression, unless that stands as the scrutinee of a case " +
		"all of whose patterns are tuples or wildcards: then it is never built. Constants cost nothing.",
		func(c *Counts) *int64 { return &c.Allocs }},
	{"prims", "A primitive operation that is not on maps or sets.",
		func(c *Counts) *int64 { return &c.Prims }},
	{"mapops", "An operation on maps or sets. `map` and `unionWith` cost one more for each entry of their arguments, and what their " +
		"functions cost.",
		func(c *Counts) *int64 { return &c.MapOps }},
}

// Total is the number of operations of all kinds.
func (c Counts) Total() int64 {
	return c.Calls + c.Tests + c.Loads + c.Allocs + c.Prims + c.MapOps
}

// Add is the sum of c and d, kind by kind.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.Calls + d.Calls, c.Tests + d.Tests, c.Loads + d.Loads, c.Allocs + d.Allocs, c.Prims + d.Prims, c.MapOps + d.MapOps}
}

// minus is what c is more than d, kind by kind.
func (c Counts) minus(d Counts) Counts {
	for _, k := range costTable {
		*k.count(&c) -= *k.count(&d)
	}
	return c
}

// String is a line `name: number` for each kind and for the total.
func (c Counts) String() string {
	var b strings.Builder
	for _, k := range costTable {
		fmt.Fprintf(&b, "%s: %d\n", k.name, *k.count(&c))
	}
	fmt.Fprintf(&b, "total: %d\n", c.Total())
	return b.String()
}

// CostTable is the cost model as a table in Markdown.
func CostTable() string {
	var b strings.Builder
	b.WriteString("| kind | what counts as one |\n|---|---|\n")
	for _, k := range costTable {
		fmt.Fprintf(&b, "| %s | %s |\n", k.name, k.rule)
	}
	return b.String()
}
