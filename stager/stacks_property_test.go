package stager_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// stackGenerator writes functions that go from state to state and keep on stacks where to go on: automata, and interpreters of programs.
type stackGenerator struct {
	r        *rand.Rand
	places   int  // how many states, or instructions of the program
	program  bool // interpret one
	pointers bool // to its instructions, rather than their numbers
	again    bool // do it all more than once
	stacks   []genStack
}

// genStack is a stack of a generated function: its declaration, and, by subscript, an element and what is kept beside it, if anything is.
type genStack struct{ declaration, element, beside string }

func (g *stackGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

func (g *stackGenerator) stack(i int) genStack {
	ty := g.pick("int", "short", "unsigned char", "long")
	if g.pointers {
		ty = "const struct instruction *"
	}
	name := fmt.Sprintf("s%d", i)
	switch g.r.IntN(4) {
	case 0:
		return genStack{fmt.Sprintf("struct { int other; %s at; } %s[8]%s;", ty, name, g.pick("", " = { { 0 } }")), name + "[%s].at", name + "[%s].other"}
	case 1:
		return genStack{fmt.Sprintf("struct { int other[8]; %s at[8]; } %s%s;", ty, name, g.pick("", " = { { 0 } }")), name + ".at[%s]", name + ".other[%s]"}
	}
	first := "0"
	if g.again {
		first = g.numbered("j")
	}
	return genStack{fmt.Sprintf("%s %s[8]%s;", ty, name, g.pick("", " = { 0 }", " = { "+first+" }")), name + "[%s]", ""}
}

// place is where to go on, a constant for most places that it is asked at.
func (g *stackGenerator) place() string {
	switch g.r.IntN(24) {
	case 0:
		return g.numbered(fmt.Sprintf("(sum & 7) %% %d", g.places))
	case 1, 2, 3, 4, 5, 6, 7:
		return g.numbered(fmt.Sprintf("(%s + %d) %% %d", g.number("at"), 1+g.r.IntN(3), g.places))
	}
	if g.program {
		return g.numbered("arg")
	}
	return fmt.Sprint(g.r.IntN(g.places))
}

// numbered is the place with that number.
func (g *stackGenerator) numbered(n string) string {
	if g.pointers {
		return "code + " + n
	}
	return n
}

// number is that of a place.
func (g *stackGenerator) number(place string) string {
	if g.pointers {
		return "(int)(" + place + " - code)"
	}
	return place
}

// popping goes on with the element.
func (g *stackGenerator) popping(element string) string {
	ty, null, last := "int ", "", g.numbered(fmt.Sprint(g.places-1))
	if g.pointers {
		ty, null = "const struct instruction *", "if (!at) return sum + 5; "
	}
	next := fmt.Sprintf("at = %s; ", g.numbered(fmt.Sprintf("(%s + 1) %% %d", g.number("at"), g.places)))
	switch g.r.IntN(9) {
	case 0:
		return fmt.Sprintf("{ %st = %s; at = t; } %s", ty, element, null)
	case 1:
		return fmt.Sprintf("if (x[0] & 1) { at = %s; %s}", element, null)
	case 2:
		return fmt.Sprintf("at = x[1] > 3 ? %s : %s; %s", element, g.numbered("1"), null)
	case 3:
		return fmt.Sprintf("at = %s; %ssum += %s; ", element, null, g.number("at"))
	case 4:
		return fmt.Sprintf("at = %s; %s%s", element, null, next)
	case 5:
		return fmt.Sprintf("{ %st = %s; at = t; %sif (sum > 99) { %s} }", ty, element, null, next)
	case 6:
		if !g.pointers { // no null pointer is moved
			return fmt.Sprintf(g.pick("at = %s + 1; if (at > %s) at = 0; ", "at = %s - 1; if (at < 0) at = %s; ", "at = %s * 2; if (at > %s) at = 1; ", "at = (int)(%s ^ 1); if (at > %s) at = 2; "), element, last)
		}
	}
	return fmt.Sprintf("at = %s; %s", element, null)
}

// step is one thing that is done in a state, or by an instruction.
func (g *stackGenerator) step() string {
	i := g.r.IntN(len(g.stacks))
	s := g.stacks[i]
	n := fmt.Sprintf("n%d", i)
	element, beside := fmt.Sprintf(s.element, n), ""
	if s.beside != "" {
		beside = fmt.Sprintf(s.beside, n)
	}
	kinds := 11
	if g.pointers {
		kinds = 10
	}
	switch g.r.IntN(kinds) {
	case 10: // an automaton in a state
		push := fmt.Sprintf("%s = in; ", element)
		if beside != "" {
			push += beside + " = sum; "
		}
		return fmt.Sprintf("for (int j = 0, in = %d; j < (x[%d] & 3); j++) switch (in) { case 0: sum += 7; if (%s == 0) return sum; %[3]s--; in = %s; break; ", g.r.IntN(3), g.r.IntN(3), n, element) +
			fmt.Sprintf("case 1: sum ^= 9; if (%s < 8) { %s%[1]s++; } in = 2; break; default: sum += 2; in = %[3]d; }", n, push, g.r.IntN(3))
	case 0, 1, 2:
		text := fmt.Sprintf("if (%s > 7) return sum; %s = %s; ", n, element, g.place())
		if beside != "" {
			text += beside + " = sum; "
		}
		return text + n + "++;"
	case 3, 4, 5:
		text := fmt.Sprintf("if (%s == 0) return sum + %d; %[1]s--; ", n, g.r.IntN(9))
		if beside != "" {
			text += fmt.Sprintf("sum ^= %s; ", beside)
		}
		return text + g.popping(element)
	case 6:
		return fmt.Sprintf("at = %s;", g.place())
	case 7:
		return fmt.Sprintf("if (sum & %d) at = %s; else at = %s;", 1<<g.r.IntN(3), g.place(), g.place())
	case 8:
		return g.pick("for (int j = 0; j < (x[2] & 3); j++) sum = sum * 5 + j;", "sum = sum * 7 + "+g.number("at")+";",
			fmt.Sprintf("if (sum %% 5 == 0) %s = 0;", fmt.Sprintf(s.element, "sum & 7")), fmt.Sprintf("if (sum %% 5 == 0) memset(&s%d, 0, sizeof s%[1]d);", i))
	}
	return fmt.Sprintf("sum = sum * 3 + x[%d] - %d;", g.r.IntN(3), g.r.IntN(50))
}

// loop is the beginning and the end of a loop that is gone through a number of times that is known late.
func (g *stackGenerator) loop() (string, string) {
	switch g.r.IntN(4) {
	case 0:
		return "int fuel = 20 + x[1];\n    while (fuel-- > 0) {", "}"
	case 1:
		return "int i = x[1];\n    do {", "} while (i++ < 20);"
	case 2:
		return "int fuel = 20 + x[1];\n    for (;;) {\n        if (fuel-- < 0) break;", "}"
	}
	return "for (int i = 0; i < 20 + x[1]; i++) {", "}"
}

// function is a function start, of random states.
func (g *stackGenerator) function() string {
	g.places, g.program = 3+g.r.IntN(5), g.r.IntN(3) > 0
	g.pointers = g.program && g.r.IntN(2) == 0
	g.again = g.r.IntN(4) == 0
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n")
	switched, before, cases := "at", "", g.places
	if g.program {
		cases = 2 + g.r.IntN(4)
		b.WriteString("static const struct instruction { int op, arg; } code[] = {")
		for range g.places {
			fmt.Fprintf(&b, " { %d, %d },", g.r.IntN(cases), g.r.IntN(g.places))
		}
		b.WriteString(" };\n")
		switched, before = "op", fmt.Sprintf("int op = code[at].op, arg = code[at].arg; at = (at + 1) %% %d; ", g.places)
	}
	start, end := "int at = 0, sum = x[0];", ""
	if g.pointers {
		before = fmt.Sprintf("int op = at->op, arg = at->arg; at++; if (at == code + %d) at = code; ", g.places)
		start = "const struct instruction *at = code; int sum = x[0];"
	}
	if g.again {
		start, end = start+" for (int j = 0; j < 3; j++) {", "}"
	}
	fmt.Fprintf(&b, "int start(const int *x)\n{\n    %s\n", start)
	for i := range 1 + g.r.IntN(2) {
		g.stacks = append(g.stacks, g.stack(i))
		fmt.Fprintf(&b, "    %s int n%d = 0;\n", g.stacks[i].declaration, i)
		if g.r.IntN(2) == 0 {
			fmt.Fprintf(&b, "    %s = %s; n%d++;\n", fmt.Sprintf(g.stacks[i].element, "0"), g.numbered(fmt.Sprint(g.r.IntN(g.places))), i)
			if beside := g.stacks[i].beside; beside != "" {
				fmt.Fprintf(&b, "    %s = x[1];\n", fmt.Sprintf(beside, "0"))
			}
		}
	}
	loop, behind := g.loop()
	fmt.Fprintf(&b, "    %s\n        %sswitch (%s) {\n", loop, before, switched)
	for i := range cases {
		fmt.Fprintf(&b, "        case %d: ", i)
		for range 1 + g.r.IntN(3) {
			b.WriteString(g.step() + " ")
		}
		b.WriteString(g.pick("break;", "break;", "break;", "continue;") + "\n")
	}
	b.WriteString("        }\n")
	fmt.Fprintf(&b, "    %s%s\n", behind, end)
	fmt.Fprintf(&b, "    return sum ^ %s;\n}\n", g.number("at"))
	return b.String()
}

// TestStackPrograms: functions that keep on stacks where to go on give what they gave, and most are copied for where that is.
func TestStackPrograms(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	t.Parallel()
	n, left := tier.Pick(3, 10, 40), 0
	for seed := range uint64(n) {
		g := &stackGenerator{r: rand.New(rand.NewPCG(seed, 33))}
		src := g.function()
		passes := stager.DefaultPipeline
		if seed%3 == 0 {
			passes = "cnp,cpp,cnp,dae"
		}
		optimised := sameOptimised(t, src, "start", overThree, passes, nil)
		if _, body, _ := strings.Cut(optimised, "int start("); strings.Contains(body, "switch (op)") {
			t.Logf("seed %d: %s\n%s", seed, src, body)
			left++
		}
	}
	if left > n/4 { // some push what is not constant
		t.Errorf("%d of %d programs are interpreted still", left, n)
	}
}

// machine is an interpreter of byte code whose calls return to what a stack says.
const machine = `#include <stdio.h>
struct instruction { int op, arg; };
int start(const struct instruction *code, int n, int x)
{
    int st[16], sp = 0, rs[8], rp = 0, pc = 0, fuel = 300;
    while (fuel-- > 0) {
        if (pc < 0 || pc >= n) return -1;
        switch (code[pc].op) {
        case 0: if (sp > 15) return -2; st[sp++] = code[pc].arg; pc++; break;
        case 1: if (sp > 15) return -2; st[sp++] = x; pc++; break;
        case 2: if (sp < 2) return -3; sp--; st[sp - 1] = (st[sp - 1] + st[sp]) & 255; pc++; break;
        case 3: if (sp < 1 || sp > 15) return -4; st[sp] = st[sp - 1]; sp++; pc++; break;
        case 4: if (sp < 1) return -5; if (!(st[--sp] & 3)) pc = code[pc].arg; else pc++; break;
        case 5: if (rp > 7) return -6; rs[rp++] = pc + 1; pc = code[pc].arg; break;
        case 6: if (rp < 1) return -7; pc = rs[--rp]; break;
        default: return sp > 0 ? st[sp - 1] : -8;
        }
    }
    return -9;
}
`

// pointed is the machine with pointers to instructions.
const pointed = `#include <stdio.h>
struct instruction { int op, arg; };
int start(const struct instruction *code, int n, int x)
{
    struct { const struct instruction *ip; int depth; } frames[8] = { { 0 } };
    int st[16], sp = 0, fp = 0, fuel = 300;
    for (const struct instruction *ip = code; fuel-- > 0; ip++) {
        if (ip < code || ip >= code + n) return -1;
        switch (ip->op) {
        case 0: if (sp > 15) return -2; st[sp++] = ip->arg; break;
        case 1: if (sp > 15) return -2; st[sp++] = x; break;
        case 2: if (sp < 2) return -3; sp--; st[sp - 1] = (st[sp - 1] + st[sp]) & 255; break;
        case 3: if (sp < 1 || sp > 15) return -4; st[sp] = st[sp - 1]; sp++; break;
        case 4: if (sp < 1) return -5; if (!(st[--sp] & 3)) { ip = code + ip->arg; ip--; } break;
        case 5: if (fp > 7) return -6; frames[fp].ip = ip; frames[fp++].depth = sp; ip = code + ip->arg; ip--; break;
        case 6: if (fp < 1) return -7; ip = frames[--fp].ip; if (!ip) return -10; if (frames[fp].depth > sp) return -11; break;
        default: return sp > 0 ? st[sp - 1] : -8;
        }
    }
    return -9;
}
`

// procedures is a program of machine with a procedure that is called, and mostly calls itself, as its numbers say.
func procedures(r *rand.Rand) []string {
	some := func(n, places int) (ops [][2]int) {
		for range n {
			ops = append(ops, [2]int{[]int{0, 1, 2, 2, 3, 4, 5}[r.IntN(7)], r.IntN(places)})
		}
		return ops
	}
	before, between := 1+r.IntN(2), r.IntN(3)
	procedure := before + between + 3
	inside, behind := 1+r.IntN(4), r.IntN(2)
	places := procedure + inside + behind + 6
	var ops [][2]int
	for range before {
		ops = append(ops, [2]int{1, 0})
	}
	ops = append(ops, [2]int{5, procedure})
	ops = append(append(ops, some(between, places)...), [2]int{5, procedure}, [2]int{7, 0})
	ops = append(ops, [2]int{3, 0}, [2]int{4, places - 1}, [2]int{0, 255}, [2]int{2, 0}) // unless what is on top is a multiple of 4, one less of it
	ops = append(append(ops, some(inside, places)...), [2]int{5, procedure})
	ops = append(append(ops, some(behind, places)...), [2]int{6, 0})
	var code []string
	for _, op := range ops {
		code = append(code, fmt.Sprintf("{op:%d, arg:%d}", op[0], op[1]))
	}
	return code
}

// TestStackMachine: programs of an interpreter that are known late give the same staged and unstaged, and what the interpreter gives for them.
func TestStackMachine(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	for _, m := range []struct{ name, text, told string }{{"numbers", machine, "switch (pc)"}, {"pointers", pointed, "switch (ip - code)"}} {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			f, err := stager.ParseC(t.Context(), "machine.c", []byte(m.text), "start", stager.CConfig{})
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			s := stage(t, f, map[string]string{"code": "[{op:0|1|2|3|4|5|6|7, arg:Int}*]", "n": "Int"}, stager.Options{})
			n, back := tier.Pick(2, 3, 7), 0
			for seed := range uint64(n) {
				if told := agreesOn(t, f, s, m.text, procedures(rand.New(rand.NewPCG(seed, 34)))); strings.Contains(told, m.told) {
					back++
				}
			}
			if n > 5 && back < n/4 {
				t.Errorf("%d of %d programs return to one of several places", back, n)
			}
		})
	}
}

// agreesOn checks a machine for a program, and gives what it has become.
func agreesOn(t *testing.T, f *stager.Function, s *stager.Staged, machine string, code []string) string {
	t.Helper()
	values := map[string]string{"code": "[" + strings.Join(code, ",") + "]", "n": fmt.Sprint(len(code))}
	late, err := f.ParseLate(values)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, s, pipeline(t, stager.DefaultPipeline), late)
	constants := strings.NewReplacer("op:", ".op=", "arg:", ".arg=").Replace(strings.Join(code, ","))
	return sameOptimised(t, machine, "start", fmt.Sprintf("int main(void)\n{\n    static const struct instruction code[] = {%s};\n"+
		"    for (int x = 0; x < 64; x++)\n        printf(\"%%d\\n\", start(code, %d, x));\n}\n", constants, len(code)), stager.DefaultPipeline, values)
}
