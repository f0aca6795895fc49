package stager

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/scfml/core"
)

// This file lists the commands in an abstract value of the tree, as passes are told of them (passes/library/reports.scf-ml).

// trace is a command: its kind, by the constructor of the datatype kind, its label, and the loops around it.
type trace struct {
	kind   string
	label  copied
	around string // their nodes, the innermost first, separated by spaces
}

// kinds are the kinds of commands by their constructors; the others are isOther.
var kinds = map[string]string{"while_do": isLoop, "do_while": isLoop, "for_loop": isLoop, "graph": isLoop, "seq": "isSeq", "skip": "isSkip"}

const isLoop = "isLoop"

// tracesIn are the commands in the trees of v, each once; unknown reports whether there may be others.
func tracesIn(d *absval.Domain, v *absval.Value) (traces []trace, unknown bool) {
	s := &survey{labelReader: labelReader{d: d}, seen: map[visited]bool{}, noted: map[trace]bool{}}
	s.visit(v, "")
	return s.traces, s.lost
}

// survey collects the commands of an abstract tree.
type survey struct {
	labelReader
	traces []trace
	noted  map[trace]bool // those collected
	seen   map[visited]bool
}

// visited is a set of trees inside loops.
type visited struct {
	structure int
	around    string
}

// visit looks at the commands of the set v, which stands in the loops around.
func (s *survey) visit(v *absval.Value, around string) {
	if v.IsTop() {
		s.lost = true
		return
	}
	key := visited{v.StructureID(), around}
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	for _, alt := range s.d.Alternatives(s.d.Untagged(v)) {
		if alt.IsTuple() {
			s.parts(s.d.Components(alt), around)
		} else if con := alt.Con(); con != nil {
			s.node(con, s.d.Components(alt), around)
		}
	}
}

func (s *survey) parts(parts []*absval.Value, around string) {
	for _, part := range parts {
		s.visit(part, around)
	}
}

// node looks at the node that con makes of parts; its label is the last of them.
func (s *survey) node(con *core.Con, parts []*absval.Value, around string) {
	switch data := con.Data.Name; {
	case data == "list", data == "func", data == "graph_node":
		s.parts(parts, around)
	case (data == "cmd" || data == "case_arm") && len(parts) > 0:
		last := len(parts) - 1
		labels := s.labels(parts[last])
		kind, ok := kinds[con.Name]
		if !ok {
			kind = "isOther"
		}
		for _, l := range labels {
			s.note(trace{kind, l, around})
		}
		if kind == isLoop {
			for _, l := range labels {
				around = inside(l.base, around)
			}
		}
		s.parts(parts[:last], around)
	}
}

// inside is around with the loop of that node; a tree that is part of itself may have it there before.
func inside(node int64, around string) string {
	word := fmt.Sprint(node, " ")
	if strings.HasPrefix(around, word) || strings.Contains(around, " "+word) {
		return around
	}
	return word + around
}

func (s *survey) note(t trace) {
	if !s.noted[t] {
		s.noted[t] = true
		s.traces = append(s.traces, t)
	}
}

// encode is t as a value of p.
func (t trace) encode(p *core.Program) (core.Value, error) {
	e := traceEncoder{program: p}
	copies := e.con("copies", "uncopied")
	switch {
	case t.label.isAny:
		copies = e.con("copies", "anyNumber")
	case t.label.isCopy:
		copies = e.con("copies", "number", core.Int(t.label.last))
	}
	var around core.Value = &core.ConValue{Con: core.Nil}
	for _, text := range slices.Backward(strings.Fields(t.around)) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, err
		}
		around = &core.ConValue{Con: core.Cons, Args: []core.Value{e.node(n), around}}
	}
	v := e.con("trace", "trace", e.con("kind", t.kind), e.node(t.label.base), copies, around)
	return v, e.err
}

// traceEncoder makes values of the datatypes of the library's Reports.
type traceEncoder struct {
	program *core.Program
	err     error
}

func (e *traceEncoder) node(n int64) core.Value { return e.con("label", "L", core.Int(n)) }

func (e *traceEncoder) con(datatype, name string, args ...core.Value) core.Value {
	if d := ast.FindDatatype(e.program, datatype); d != nil {
		for _, c := range d.Cons {
			if c.Name == name && len(c.Args) == len(args) {
				return &core.ConValue{Con: c, Args: args}
			}
		}
	}
	e.err = fmt.Errorf("it does not have the datatype %s of the library's structure Reports", datatype)
	return nil
}
