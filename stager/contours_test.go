package stager

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"scf/internal/testing/tier"
	"scf/simplify"
)

// TestEnds: what became of a function is the strongest of what leads to functions that are left, by moves in their order.
func TestEnds(t *testing.T) {
	var m moves
	for _, x := range []struct {
		how      simplify.Move
		from, to string
	}{
		{simplify.Inlined, "late", "left"}, // before early is inlined into late
		{simplify.Inlined, "early", "late"},
		{simplify.Inlined, "late", "other"},
		{simplify.Merged, "twin", "left"},
		{simplify.Inlined, "twin", "other"},
		{simplify.Specialized, "left", "left_next1"},
		{simplify.Specialized, "gone", "gone_next1"},
		{simplify.Merged, "a", "b"}, // in a ring
		{simplify.Inlined, "b", "a"},
	} {
		m.add(x.how, x.from, x.to)
	}
	place := map[string]int{"left": 0, "left_next1": 1, "other": 2, "gone_next1": 3}
	for name, want := range map[string]string{
		"left": "kept [left left_next1]", "gone": "kept [gone_next1]", "twin": "merged [left left_next1]", "early": "inlined [other]", "late": "inlined [left other]",
		"a": "removed []", "nobody": "removed []",
	} {
		end, functions := m.end(name, place)
		if got := fmt.Sprintf("%s %v", end, functions); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// TestContours: each function of a residual program is a contour, alone or with others, and what contours are said to be is there.
func TestContours(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	f, err := ParseC(t.Context(), "f.c", []byte("int f(int *p, int n, int x)\n{\n    int i, s = 0;\n    for (i = 0; i < n; i++)\n        s += x * p[i];\n    return s;\n}\n"), "", CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	early, err := f.ParseAbstract(map[string]string{"n": "CONSTANT", "x": "CONSTANT"})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := ParsePipeline("cnp,cpp,dae")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Stage(context.Background(), f, pipeline, early, Options{Record: true})
	if err != nil {
		t.Fatal(err)
	}
	ends := map[End]int{}
	for _, p := range s.Passes {
		program, err := p.Program()
		if err != nil {
			t.Fatal(err)
		}
		is := map[string]bool{}
		for _, f := range program.Funcs {
			is[f.Name] = false
		}
		for _, c := range p.Record.Contours {
			ends[c.End]++
			if (c.End == EndDecided) != (c.Residual == nil) || (len(c.Functions) == 0) != (c.End == EndDecided || c.End == EndRemoved) {
				t.Errorf("%s: the contour %+v", p.Name, c)
			}
			for _, name := range c.Functions {
				if _, there := is[name]; !there {
					t.Errorf("%s: a contour of %s is %s, which is not there", p.Name, c.Func.Name, name)
				}
				is[name] = is[name] || c.End == EndKept
			}
		}
		for name, found := range is {
			if !found {
				t.Errorf("%s: no contour is %s", p.Name, name)
			}
		}
		if !slices.Contains(p.Record.Contours[0].Functions, program.Entry.Name) {
			t.Errorf("%s: the first contour is %v", p.Name, p.Record.Contours[0].Functions)
		}
	}
	if ends[EndKept] == 0 || ends[EndInlined] == 0 || ends[EndDecided] == 0 || ends[EndRemoved] == 0 {
		t.Errorf("the ends: %v", ends)
	}
	t.Log(ends)
}
