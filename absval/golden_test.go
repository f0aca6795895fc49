package absval

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/testing/golden"
	"scf/scfml"
	"scf/scfml/core"
)

// The golden files hold a program's datatypes (section "program") and cases, one a section, with lines
//
//	OPERATION [pattern]
//	: TYPE           the type of the arguments that follow
//	VALUE            an argument
//	= RESULT         a line for each result, which -update rewrites
//
// The arguments of a case share no tags, except that a tuple can be given to an operation as its arguments: "spread" before its name.
func TestGoldens(t *testing.T) {
	golden.Each(t, "testdata/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		var prog *core.Program
		for i, section := range archive.Files {
			if section.Name == "program" {
				var err error
				if prog, _, err = scfml.Load("", scfml.Source{Name: file, Text: string(section.Data)}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			t.Run(section.Name, func(t *testing.T) { archive.Files[i].Data = []byte(runCase(t, prog, string(section.Data))) })
		}
		golden.CompareArchive(t, file, archive)
	})
}

// runCase is the case's text with the results as they are.
func runCase(t *testing.T, prog *core.Program, text string) string {
	d := New(Options{})
	var op string
	var typ core.Type
	var args []*Value
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "=") || line == "":
			continue
		case strings.HasPrefix(line, ":"):
			var err error
			if typ, err = scfml.ParseType(line[1:], prog); err != nil {
				t.Fatal(err)
			}
		case op == "":
			op = line
		default:
			v, err := d.Parse(line, typ, prog)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, v)
		}
		out.WriteString(line + "\n")
	}
	for _, r := range apply(t, d, prog, op, args) {
		if v, ok := r.(*Value); ok {
			if err := d.Verify(v); err != nil {
				t.Error(err)
			}
		}
		fmt.Fprintf(&out, "= %v\n", r)
	}
	return out.String()
}

// apply runs an operation and gives what is to be printed.
func apply(t *testing.T, d *Domain, prog *core.Program, op string, args []*Value) []any {
	name, rest, _ := strings.Cut(op, " ")
	if name == "spread" {
		name, rest, _ = strings.Cut(rest, " ")
		args = d.Components(args[0])
	}
	switch name {
	case "show":
		return []any{args[0]}
	case "join":
		return []any{d.JoinAll(args...)}
	case "leq":
		return []any{d.leq(args[0], args[1])}
	case "disjoint":
		return []any{d.disjoint(args[0], args[1])}
	case "identical":
		return []any{d.Identical(args[0], args[1])}
	case "singleton":
		return []any{args[0].IsSingleton()}
	case "scalar":
		return []any{args[0].IsScalar()}
	case "same":
		return []any{args[0].SameStructure(args[1])}
	case "collapse":
		k, v := d.CollapseMap(args[0])
		return []any{k, v}
	case "livekeys":
		return []any{d.LiveKeys(args[0], args[1])}
	case "mapmap-add":
		return []any{d.MapMap(args[0], func(x *Value) *Value { return d.Prim(core.OpAdd, []*Value{x, args[1]}) })}
	case "unionwith-add":
		return []any{d.UnionWith(args[0], args[1], func(x, y *Value) *Value { return d.Prim(core.OpAdd, []*Value{x, y}) })}
	case "unionwith-sub":
		return []any{d.UnionWith(args[0], args[1], func(x, y *Value) *Value { return d.Prim(core.OpSub, []*Value{x, y}) })}
	case "match":
		return matchGolden(t, d, prog, rest, args[0])
	}
	prim, ok := map[string]core.Op{
		"add": core.OpAdd, "mul": core.OpMul, "neg": core.OpNeg, "div": core.OpDiv, "eq": core.OpEq, "sub": core.OpSub, "lt": core.OpLt,
		"insert": core.OpMapInsert, "find": core.OpMapFind, "remove": core.OpMapRemove, "mapequal": core.OpMapEqual,
		"setadd": core.OpSetAdd, "delete": core.OpSetDelete, "member": core.OpSetMember, "union": core.OpSetUnion, "difference": core.OpSetDifference, "setequal": core.OpSetEqual,
	}[name]
	if !ok {
		t.Fatalf("no operation %s", name)
	}
	return []any{d.Prim(prim, args)}
}

// matchGolden matches against the first pattern of the first case expression of a function of the program.
func matchGolden(t *testing.T, d *Domain, prog *core.Program, function string, v *Value) []any {
	f := prog.Func(function)
	if f == nil {
		t.Fatalf("no function %s", function)
	}
	r := d.Match(f.Body.(*core.CaseExpr).Arms[0].Pat, v)
	out := []any{fmt.Sprintf("possible: %t, certain: %t", r.Possible, r.Certain)}
	var bound []*Value
	for _, b := range r.Bind {
		out = append(out, fmt.Sprintf("%s: %s", b.Var.Name, b.Value))
		bound = append(bound, b.Value)
	}
	if len(bound) > 1 {
		out = append(out, fmt.Sprintf("together: %s", d.Tuple(bound)))
	}
	return append(out, fmt.Sprintf("matched: %s", r.Matched), fmt.Sprintf("rest: %s", r.Rest))
}
