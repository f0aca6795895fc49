package eval

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/golden"
)

// What §8.3 of the dissertation concludes, held to the table of worth_test.go: docs/techniques.md says which conclusions are confirmed, and why the
// others are not.

// conclusion is one of them. Whether it holds is asked of the table; what is not measured is left out.
type conclusion struct {
	section, text string
	holds         func(m worthOf) bool
	// why says where that comes from, mostly of what is refuted.
	why string
}

// worthOf is the table for one family.
type worthOf struct {
	worthTable
	family  string
	missing *bool // set when something is asked of which nothing was measured
}

// Workloads by what happens to their loops.
var (
	straight = []string{"mul_add/any", "mul_add/0|1", "mul_add/1|3"}      // there are none
	thrice   = []string{"dotproduct/3"}                                   // copied so many times, which is known early
	copied   = []string{"dotproduct/any", "doconvol/any", "doconvol_1d"}  // copied as many times as late values say
	keptOnes = []string{"doconvol/any", "doconvol_1d", "main_loop/calls"} // kept, some of them
)

// lefts are the fractions that are left without the technique, of the workloads for which that was measured.
func (m worthOf) lefts(technique string, by func(worth) float64, groups ...[]string) []float64 {
	var out []float64
	for _, ws := range groups {
		for _, w := range ws {
			if left := m.left(worthCell{m.family, w, technique}, by); !math.IsNaN(left) {
				out = append(out, left)
			}
		}
	}
	if len(out) == 0 {
		*m.missing = true
	}
	return out
}

func atMost(xs []float64, limit float64) bool {
	for _, x := range xs {
		if x > limit {
			return false
		}
	}
	return true
}

func atLeast(xs []float64, limit float64) bool {
	for _, x := range xs {
		if x < limit {
			return false
		}
	}
	return true
}

// most reports whether most of what is lost without the technique is lost without its part already, wherever both were measured.
func (m worthOf) most(part, technique string, by func(worth) float64, ws []string) bool {
	for _, w := range ws {
		p, t := m.left(worthCell{m.family, w, part}, by), m.left(worthCell{m.family, w, technique}, by)
		if 1-p < (1-t)/2 {
			return false
		}
	}
	return true
}

var conclusions = []conclusion{
	{"8.3.1.1", "without tuples, alternatives and recursive values nothing is left",
		func(m worthOf) bool { return atMost(m.lefts("tuple", ofAll, worthOn), 0.1) },
		"The input is one tuple. What is specialised then is the pass for any function."},
	{"8.3.1.1", "without alternatives and recursive values next to nothing is left of `mul_add`, and of a loop that is copied three times",
		func(m worthOf) bool { return atMost(m.lefts("alt", ofAll, straight, thrice), 0.25) },
		"Only what a late constant decides becomes unknown; the tree around it is a tuple, and stays known, and so do its labels and all that is looked up by them."},
	{"8.3.1.1", "then it makes no difference whether a is 0 or 1, or 1 or 3",
		func(m worthOf) bool {
			a, b := m.worthTable[worthCell{m.family, "mul_add/0|1", "alt"}], m.worthTable[worthCell{m.family, "mul_add/1|3", "alt"}]
			return math.Abs(a.all-b.all) < 0.1*a.all
		},
		"The two differ in nothing else."},
	{"8.3.1.1", "recursive values matter where loops are copied as often as late values say, and nowhere else",
		func(m worthOf) bool {
			return atLeast(m.lefts("fix", ofAll, straight, thrice), 0.98) && atMost(m.lefts("fix", ofAll, copied), 0.9)
		},
		"They are what such a loop becomes, for the passes behind constant propagation."},
	{"8.3.1.1", "where they matter, next to nothing is left without them",
		func(m worthOf) bool { return atMost(m.lefts("fix", ofAll, copied), 0.25) },
		"Constant propagation itself needs none: the tree that it is given is known. It is the passes behind it that are given an unknown tree, for as much of the function as the loop was."},
	{"8.3.1.2", "without tags, functions with kept loops lose a good part, others hardly anything",
		func(m worthOf) bool {
			return atMost(m.lefts("tags", ofAll, keptOnes), 0.85) && atLeast(m.lefts("tags", ofAll, straight, thrice), 0.85)
		},
		"Tags tell that what is known at a loop's head is what it was. Where that stays open it is asked late, which costs the pass itself one comparison of maps; it is the passes behind it that know less, and the classic ones little less. On maps it shows in main_loop/calls."},
	{"8.3.1.3", "maps with one entry for all keys leave nothing, anywhere",
		func(m worthOf) bool { return atMost(m.lefts("must-may", ofAll, worthOn), 0.1) },
		"A good part of the speedup goes, and most of that on maps. But recursion along the tree and the tests of what a node is need no map, and they are most of what passes do by this count."},
	{"8.3.2.1", "without specialization on finite arguments nothing is left",
		func(m worthOf) bool { return atMost(m.lefts("finite-args", ofAll, worthOn), 0.2) },
		"What is left in the smallest functions is due to chains of calls, which tell their few nodes apart."},
	{"8.3.2.1", "helpers that are not specialised by their callers cost functions with branches and loops a good part, others nothing",
		func(m worthOf) bool {
			return atLeast(m.lefts("helpers", ofAll, straight), 0.98) && atMost(m.lefts("helpers", ofAll, keptOnes), 0.8)
		},
		"Where paths meet, one helper joins the maps, for all of them."},
	{"8.3.2.2", "expression specialization makes no great difference",
		func(m worthOf) bool { return atLeast(m.lefts("expressions", ofAll, worthOn), 0.85) },
		"Here, too, it pays only where several branches give trees that the next pass tells apart, and it may cost more tests than it saves."},
	{"8.3.2.3", "careful widening is what loops need that are copied as often as late values say, and nothing else does",
		func(m worthOf) bool {
			return atLeast(m.lefts("widening", ofAll, straight, thrice), 0.98) && atMost(m.lefts("widening", ofAll, copied), 0.6)
		},
		"About half of the speedup goes there: without it the map that goes around such a loop is unknown from then on, and so is the tree; the larger functions then take longer than they may."},
	{"8.3.2.4", "rematerialization has a modest effect",
		func(m worthOf) bool { return atLeast(m.lefts("remat", ofAll, worthOn), 0.7) },
		"It is modest on maps, which take most of the time that the dissertation measures. In operations, to construct what is known, and the calls that do it, is as dear as anything else."},
	{"8.3.2.4", "to build constants where they are used is worse than not to rematerialize",
		func(m worthOf) bool {
			for _, w := range worthOn {
				h, r := m.left(worthCell{m.family, w, "hoist"}, ofAll), m.left(worthCell{m.family, w, "remat"}, ofAll)
				if h > r+0.02 {
					return false
				}
			}
			return true
		},
		"Only what is used is built here, and a tree that is there already is taken from where it is."},
	{"8.3.3", "without dead-store elimination a good part is lost, but not all",
		func(m worthOf) bool {
			left := m.lefts("dse", ofAll, worthOn)
			return atMost(left, 0.9) && atLeast(left, 0.3)
		},
		"It is less than half. What is known early the partial evaluator has replaced by its value already; the calls of specialised functions, which are a third of what is done late without simplification, stay either way."},
	{"8.3.3", "to keep dead insertions is almost as bad as that",
		func(m worthOf) bool { return m.most("dead-inserts", "dse", ofAll, worthOn) },
		"An insertion counts as one operation, as a load does. Most of what dead-store elimination saves by that count is loads, tuples and calls."},
	{"8.3.3", "of what is saved on maps, where loops are kept, at least half is due to dead-store elimination",
		func(m worthOf) bool { return atMost(m.lefts("dse", onMaps, keptOnes), 0.5) },
		"So it is where facts are kept by label. The standard passes have no such maps: what they insert, they look up."},
	{"8.3.3", "and most of that to the keys that insertions are known to have",
		func(m worthOf) bool {
			return m.most("dead-inserts", "dse", onMaps, keptOnes)
		},
		"The same: insertions for nodes whose facts the transformation need not look up."},
}

// TestConclusions holds the documentation to what the table says of them.
func TestConclusions(t *testing.T) {
	table := readWorth(t)
	var b strings.Builder
	b.WriteString("| section | what it concludes | standard | classic | why |\n|---|---|---|---|---|\n")
	for _, c := range conclusions {
		cells := []string{c.section, c.text}
		for _, f := range families {
			verdict, missing := "refuted", false
			switch holds := c.holds(worthOf{table, f.name, &missing}); {
			case missing:
				verdict = "not measured"
			case holds:
				verdict = "confirmed"
			}
			cells = append(cells, verdict)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(append(cells, c.why), " | "))
	}
	holdDoc(t, "conclusions", b.String())
}

// holdDoc holds what stands between two marks in the documentation.
func holdDoc(t *testing.T, what, text string) {
	t.Helper()
	old := golden.Between(t, worthDoc, "<!-- "+what+" -->\n", "<!-- end of "+what+" -->\n", text)
	if diff := cmp.Diff(strings.Split(old, "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s is not up to date (-there +now):\n%s", worthDoc, diff)
	}
}

// TestWorthDocumented holds the tables in the documentation.
func TestWorthDocumented(t *testing.T) {
	table := readWorth(t)
	for _, f := range families {
		holdDoc(t, "worth of "+f.name, worthOf{worthTable: table, family: f.name}.text())
	}
}

// text is the table of a family: what is left of the speedup, and behind a slash what is left of that on maps.
func (m worthOf) text() string {
	var b strings.Builder
	row := func(first string, cell func(workload string) string) {
		cells := []string{first}
		for _, w := range worthOn {
			cells = append(cells, cell(w))
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	row("without", func(w string) string { return strings.ReplaceAll(w, "|", `\|`) })
	fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(worthOn)+1))
	row("nothing: the ratios", func(w string) string {
		r, ok := m.worthTable[worthCell{m.family, w, ""}]
		switch {
		case !ok:
			return ""
		case r.bound > 0:
			return fmt.Sprintf("> %v", r.bound)
		}
		return fmt.Sprintf("%.1f / %.1f", r.all, r.maps)
	})
	for _, tech := range Techniques {
		if tech.Section == "" {
			continue
		}
		row("`"+tech.Name+"`", func(w string) string {
			c := worthCell{m.family, w, tech.Name}
			r, ok := m.worthTable[c]
			switch {
			case !ok:
				return ""
			case r.bound > 0:
				return fmt.Sprintf("> %v", r.bound)
			case m.worthTable[worthCell{m.family, w, ""}].bound > 0:
				return "" // of what is not known
			}
			return fmt.Sprintf("%.2f / %.2f", m.left(c, ofAll), m.left(c, onMaps))
		})
	}
	return b.String()
}

// TestFamiliesDocumented holds the table of both families with everything on.
func TestFamiliesDocumented(t *testing.T) {
	table := readWorth(t)
	var b strings.Builder
	b.WriteString("| no. | workload |")
	for _, f := range families {
		fmt.Fprintf(&b, " %s |", f.name)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(families)) + "\n")
	for i, w := range worthOn {
		fmt.Fprintf(&b, "| %d | %s |", i+1, strings.ReplaceAll(w, "|", `\|`))
		for _, f := range families {
			switch r, ok := table[worthCell{f.name, w, everything}]; {
			case !ok:
				b.WriteString(" |")
			case r.bound > 0:
				fmt.Fprintf(&b, " > %v |", r.bound)
			default:
				fmt.Fprintf(&b, " %.1f |", r.all)
			}
		}
		b.WriteString("\n")
	}
	holdDoc(t, "families", b.String())
}
