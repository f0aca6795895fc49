package stager_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/stager"
)

// intType is a type of integers of C.
type intType struct {
	name   string
	width  uint
	signed bool
}

var intTypes = []intType{
	{"signed char", 8, true}, {"unsigned char", 8, false}, {"short", 16, true}, {"unsigned short", 16, false},
	{"int", 32, true}, {"unsigned", 32, false}, {"long", 64, true}, {"unsigned long", 64, false},
}

// wrap is n as a number of the type, by its bits.
func (t intType) wrap(n int64) int64 {
	shift := 64 - t.width
	if t.signed {
		return n << shift >> shift
	}
	return int64(uint64(n) << shift >> shift)
}

// common is the type in which C compares numbers of the types t and u.
func (t intType) common(u intType) intType {
	integer := intTypes[4]
	if t.width < integer.width {
		t = integer
	}
	if u.width < integer.width {
		u = integer
	}
	if u.width > t.width || u.width == t.width && !u.signed {
		return u
	}
	return t
}

// counting is a loop with a counter: for (i = from; i rel to; i += by).
type counting struct {
	kind         string // for, while or do
	t, u         intType
	from, to, by int64
	rel          string
	reads        bool // the body reads the counter
}

func (c counting) source() string {
	step, body := fmt.Sprintf("i += %d", c.by), "s += 3;"
	if c.by < 0 {
		step = fmt.Sprintf("i -= %d", -c.by)
	}
	if c.reads {
		body = "s += (int)i;"
	}
	test := fmt.Sprintf("i %s to", c.rel)
	head := fmt.Sprintf("int f(%s i, %s to)\n{\n    int s = 0;\n    ", c.t.name, c.u.name)
	switch c.kind {
	case "for":
		return fmt.Sprintf("%sfor (; %s; %s)\n        %s\n    return s;\n}\n", head, test, step, body)
	case "while":
		return fmt.Sprintf("%swhile (%s) {\n        %s\n        %s;\n    }\n    return s;\n}\n", head, test, body, step)
	}
	return fmt.Sprintf("%sdo {\n        %s\n        %s;\n    } while (%s);\n    return s;\n}\n", head, body, step, test)
}

func (c counting) holds(i int64) bool {
	t := c.t.common(c.u)
	a, b := t.wrap(i), t.wrap(c.to)
	less, greater := a < b, a > b
	if !t.signed {
		less, greater = uint64(a) < uint64(b), uint64(a) > uint64(b)
	}
	switch c.rel {
	case "<":
		return less
	case "<=":
		return !greater
	case ">":
		return greater
	case ">=":
		return !less
	}
	return a != b
}

// run is how many iterations there are, at most so many; and whether the counter wraps around on their way.
func (c counting) run(most int) (n int, wraps bool) {
	i := c.from
	for n < most {
		if (n > 0 || c.kind != "do") && !c.holds(i) {
			break
		}
		next := c.t.wrap(i + c.by)
		if c.t.signed || c.t.width < 64 {
			wraps = wraps || next != i+c.by || (next < i) != (c.by < 0)
		} else {
			wraps = wraps || (uint64(next) < uint64(i)) != (c.by < 0)
		}
		i = next
		n++
	}
	return n, wraps
}

// TestCounts holds what becomes of loops with counters, of all types and near the ends of these, to how many iterations they have: one that has
// no more than may be copied is copied so often, unless its counter wraps around, and one that has more is kept.
func TestCounts(t *testing.T) {
	t.Parallel()
	const most = 128
	p := pipeline(t, "cnp")
	for seed := range tier.Pick(10, 50, 400) {
		c := randomCounting(rand.New(rand.NewPCG(uint64(seed), 1)))
		f, err := stager.ParseC(t.Context(), "f.c", []byte(c.source()), "", stager.CConfig{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		late, err := f.ParseLate(map[string]string{"i": c.t.text(c.from), "to": c.u.text(c.to)})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		r, err := stager.RunUnstaged(t.Context(), f, p, late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		loops, err := r.Loops(t.Context())
		if err != nil || len(loops) != 1 {
			t.Fatal(err, loops)
		}
		n, wraps := c.run(10 * most)
		l := loops[0]
		if l.Unrolled && (n > most || l.Iterations != n) || !l.Unrolled && n <= most && !wraps {
			t.Errorf("%sfor i = %s, to = %s, which has %d iterations (or more), wraps %v: %s", c.source(), c.t.text(c.from), c.u.text(c.to), n, wraps, l)
		}
	}
}

// TestCountsAreComputed: what has too many iterations, a loop or a nest, is found out in as many operations however many they are, few of them.
func TestCountsAreComputed(t *testing.T) {
	t.Parallel()
	p := pipeline(t, "cnp")
	for _, source := range []string{
		"int f(int n, int x)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++)\n        s += x * i;\n    return s;\n}\n",
		"int f(int n, int x)\n{\n    int s = 0;\n    for (int i = 0; i < 3; i++)\n        for (int j = 0; j < n; j++)\n            s += x * i + j;\n    return s;\n}\n",
	} {
		f, err := stager.ParseC(t.Context(), "f.c", []byte(source), "", stager.CConfig{})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		var operations []uint64
		for _, n := range []string{"5", "129", "1000000"} {
			late, err := f.ParseLate(map[string]string{"n": n})
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			r, err := stager.RunUnstaged(t.Context(), f, p, late)
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			operations = append(operations, uint64(r.Total.Total()))
		}
		if operations[1] != operations[2] || operations[1] > operations[0] {
			t.Errorf("%swith 5, 129 and 1000000 iterations takes %d operations", source, operations)
		}
	}
}

func (t intType) text(n int64) string {
	if t.signed {
		return fmt.Sprint(n)
	}
	return fmt.Sprint(uint64(n))
}

func randomCounting(r *rand.Rand) counting {
	c := counting{
		kind: []string{"for", "while", "do"}[r.IntN(3)], t: intTypes[r.IntN(len(intTypes))], rel: []string{"<", "<=", ">", ">=", "!="}[r.IntN(5)],
		by: 1 + int64(r.IntN(r.IntN(40)+1)), reads: r.IntN(2) == 0,
	}
	if c.u = c.t; r.IntN(3) == 0 {
		c.u = intTypes[r.IntN(len(intTypes))]
	}
	if c.rel[0] == '>' || c.rel == "!=" && r.IntN(2) == 0 {
		c.by = -c.by
	}
	anchors := []int64{0, 0, 100, 1 << (c.t.width - 1), -1, -1 << (c.t.width - 1), 1<<(c.t.width-1) - 1}
	c.from = anchors[r.IntN(len(anchors))] + int64(r.IntN(40)) - 20
	c.to = c.from + c.by*int64(r.IntN(160)-5)
	if r.IntN(3) == 0 {
		c.to += int64(r.IntN(9))
	}
	if r.IntN(8) == 0 {
		c.to = r.Int64()
	}
	c.from, c.to = c.t.wrap(c.from), c.u.wrap(c.to)
	return c
}
