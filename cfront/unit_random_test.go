package cfront

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scf/ast"
	"scf/internal/cprog"
	"scf/internal/testing/tier"
)

var initialisers = tier.Flag("initialisers", 2, 6, 16, "how many random files TestRandomInitialisers makes")

// shape is a type that variables are made of.
type shape struct {
	spec   string // of a scalar, or struct s1
	scalar string // what kind: "int", "float", "pointer"
	union  bool
	fields []member
	elem   *shape // of an array
	n      int
}

type member struct {
	name string
	of   *shape
	bits int
}

// shapes makes types and initialisers.
type shapes struct {
	r    *rand.Rand
	out  strings.Builder
	made int
}

func (g *shapes) oneIn(n int) bool { return g.r.IntN(n) == 0 }

func (g *shapes) scalar() *shape {
	types := []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "_Bool"}
	switch g.r.IntN(8) {
	case 0:
		return &shape{spec: "float", scalar: "float"}
	case 1:
		return &shape{spec: "double", scalar: "float"}
	case 2:
		return &shape{spec: "void *", scalar: "pointer"}
	}
	return &shape{spec: types[g.r.IntN(len(types))], scalar: "int"}
}

func (g *shapes) shape(depth int) *shape {
	switch {
	case depth == 0 || g.oneIn(3):
		return g.scalar()
	case g.oneIn(2):
		return &shape{elem: g.shape(depth - 1), n: 1 + g.r.IntN(4)}
	}
	s := &shape{union: g.oneIn(4)}
	var body strings.Builder
	for i := range 1 + g.r.IntN(5) {
		m := member{name: fmt.Sprintf("f%d", i), of: g.shape(depth - 1)}
		switch {
		case g.oneIn(2):
			m.of, m.bits = g.scalar(), 1
			for m.of.scalar != "int" {
				m.of = g.scalar()
			}
			if m.of.spec != "_Bool" {
				m.bits += g.r.IntN(map[byte]int{'c': 8, 's': 8, 'u': 8, 'i': 32, 'l': 64}[m.of.spec[0]])
			}
			fmt.Fprintf(&body, " %s %s : %d;", m.of.spec, m.name, m.bits)
			if g.oneIn(4) {
				fmt.Fprintf(&body, " int : %d;", g.r.IntN(20))
			}
		default:
			fmt.Fprintf(&body, " %s;", m.of.declare(m.name))
		}
		s.fields = append(s.fields, m)
	}
	g.made++
	s.spec = fmt.Sprintf("%s s%d", map[bool]string{true: "union", false: "struct"}[s.union], g.made)
	before, behind := s.pragmas(g)
	fmt.Fprintf(&g.out, "%s%s {%s };\n%s", before, s.definition(g), body.String(), behind)
	return s
}

// pragmas are lines around the definition of a record without bit-fields, which say how it is packed.
func (s *shape) pragmas(g *shapes) (before, behind string) {
	if slices.ContainsFunc(s.fields, func(m member) bool { return m.bits > 0 }) || g.oneIn(2) {
		return "", ""
	}
	n := 1 << g.r.IntN(4)
	if g.oneIn(2) {
		return fmt.Sprintf("#pragma pack(%d)\n", n), "#pragma pack()\n"
	}
	return fmt.Sprintf("#pragma pack(push, %d)\n", n), "#pragma pack(pop)\n"
}

// definition is the head of the definition of a record. One without bit-fields may be packed.
func (s *shape) definition(g *shapes) string {
	if slices.ContainsFunc(s.fields, func(m member) bool { return m.bits > 0 }) || !g.oneIn(2) {
		return s.spec
	}
	keyword, name, _ := strings.Cut(s.spec, " ")
	attributes := []string{"packed", "__packed__", "packed, aligned(2)", "aligned(4), packed"}
	return fmt.Sprintf("%s __attribute__((%s)) %s", keyword, attributes[g.r.IntN(len(attributes))], name)
}

func (s *shape) declare(name string) string {
	if s.elem != nil {
		return s.elem.declare(fmt.Sprintf("%s[%d]", name, s.n))
	}
	return s.spec + " " + name
}

// value is a value of a scalar.
func (g *shapes) value(s *shape) string {
	switch s.scalar {
	case "float":
		return []string{"1.5", "-2.25f", "3", "1e10", "0.1", "-0.0", "1/3.0"}[g.r.IntN(7)]
	case "pointer":
		return []string{"0", "&anchor[2]", "anchor + 1", "(char *)anchor + 3", "\"text\"", "(void *)16", "&g", "g", "1 + \"ab\""}[g.r.IntN(9)]
	}
	return []string{"1", "-1", "0x123456789abcdef", "'c'", "sizeof(int)", "~0u", "(short)70000", "0.9", "3 < 4", "5 % 3 - 7"}[g.r.IntN(10)]
}

// flat is all that an s begins with, without braces.
func (g *shapes) flat(s *shape) string {
	if s.scalar != "" {
		return g.value(s)
	}
	var parts []string
	for i := range s.count() {
		parts = append(parts, g.flat(s.member(i)))
	}
	return strings.Join(parts, ", ")
}

func (s *shape) count() int {
	switch {
	case s.elem != nil:
		return s.n
	case s.union:
		return 1
	}
	return len(s.fields)
}

func (s *shape) member(i int) *shape {
	if s.elem != nil {
		return s.elem
	}
	return s.fields[i].of
}

// init is an initialiser of an s.
func (g *shapes) init(s *shape, outermost bool) string {
	if s.scalar != "" {
		return g.value(s)
	}
	if s.elem != nil && strings.HasSuffix(s.elem.spec, "char") && g.oneIn(2) {
		return `"` + "abcd"[:g.r.IntN(s.n+1)] + `"`
	}
	var parts []string
	for i := 0; i < s.count() && !g.oneIn(6); i++ {
		switch m := s.member(i); {
		case g.oneIn(4):
			path, to := g.path(s, outermost)
			parts = append(parts, path+" = "+g.init(to, false))
			return "{" + strings.Join(append(parts, g.designated(s, outermost)...), ", ") + "}"
		case g.oneIn(3):
			parts = append(parts, g.flat(m))
		default:
			parts = append(parts, g.init(m, false))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// designated are more values, each with a designator.
func (g *shapes) designated(s *shape, outermost bool) (parts []string) {
	for !g.oneIn(3) {
		path, to := g.path(s, outermost)
		parts = append(parts, path+" = "+g.init(to, false))
	}
	return parts
}

// path is designators, and what they lead to.
func (g *shapes) path(s *shape, outermost bool) (string, *shape) {
	path := ""
	for {
		if s.elem != nil {
			from := g.r.IntN(s.n)
			if path == "" && outermost && from < s.n-1 && g.oneIn(4) { // cc takes no others
				return fmt.Sprintf("[%d ... %d]", from, from+1+g.r.IntN(s.n-from-1)), s.elem
			}
			path += fmt.Sprintf("[%d]", from)
			s = s.elem
		} else {
			m := s.fields[g.r.IntN(len(s.fields))]
			path += "." + m.name
			s = m.of
		}
		if s.scalar != "" || g.oneIn(2) {
			return path, s
		}
	}
}

// initialised is a file of variables with random types and initialisers.
func initialised(seed uint64) string {
	g := &shapes{r: rand.New(rand.NewPCG(seed, 7))}
	g.out.WriteString("int anchor[4]; int g(void) { return 1; }\n")
	for i := range 12 {
		s := g.shape(3)
		init := g.init(s, true)
		fmt.Fprintf(&g.out, "%s = %s;\n", s.declare(fmt.Sprintf("v%d", i)), init)
	}
	return g.out.String()
}

// TestRandomInitialisers: variables of random types, records with bit-fields above all, with random initialisers, as gcc has them.
func TestRandomInitialisers(t *testing.T) {
	for seed := range initialisers.Uint64() {
		if f, err := Parse(t.Context(), "x.c", []byte(initialised(seed)), Options{}); err != nil || len(f.asides) > 0 {
			t.Log(f.asides[0].errs, "seed", seed)
			continue // cc cannot read it
		}
		if u := checkUnit(t, initialised(seed)); t.Failed() || len(u.Refused) > 0 {
			t.Error(u.Refused)
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestRandomUnits: the units of random programs have the variables that gcc has, are in order, and are read from their images as they are.
func TestRandomUnits(t *testing.T) {
	for seed := range uint64(tier.Pick(1, 4, 20)) {
		p := cprog.Generate(seed, cprog.Options{Size: 20})
		checkUnit(t, p.Source)
		unitOf(t, p.Source, p.Func)
	}
}

// FuzzReadUnit: no bytes make ReadUnit fail otherwise than with an error, and what it gives has an image that gives the same.
func FuzzReadUnit(f *testing.F) {
	for _, src := range []string{
		"int a = 3, *p = &a; const char *s[] = {\"x\", \"y\"}; int f(int x) { static int n; switch (x) { case 1: return n++; default: while (x--) n += *p; } return s[0][0]; }\n",
		"struct s { int b : 3; struct s *next; } v = {1, &v}; int g(int n, ...) { return n; } int f(struct s *p) { for (int i = 0; i < 3; i++) { if (p->b) continue; p = p->next; } return g(p->b) + (p ? 1 : 2); }\n",
	} {
		file, err := Parse(f.Context(), "x.c", []byte(src), Options{})
		if err != nil {
			f.Fatal(err)
		}
		u, err := file.Unit()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(u.Image(same))
	}
	f.Fuzz(func(t *testing.T, image []byte) {
		u, err := ast.ReadUnit(image, same)
		if err != nil {
			return
		}
		again := u.Image(same)
		if u, err = ast.ReadUnit(again, same); err != nil || !bytes.Equal(u.Image(same), again) {
			t.Fatalf("%v\n%q", err, again)
		}
	})
}
