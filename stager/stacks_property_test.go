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
	r       *rand.Rand
	places  int  // how many states, or instructions of the program
	program bool // interpret one
	stacks  []genStack
}

// genStack is a stack of a generated function: its declaration, and, by subscript, an element and what is kept beside it, if anything is.
type genStack struct{ declaration, element, beside string }

func (g *stackGenerator) pick(texts ...string) string { return texts[g.r.IntN(len(texts))] }

func (g *stackGenerator) stack(i int) genStack {
	ty := g.pick("int", "short", "unsigned char", "long")
	name := fmt.Sprintf("s%d", i)
	switch g.r.IntN(4) {
	case 0:
		return genStack{fmt.Sprintf("struct { int other; %s at; } %s[8]%s;", ty, name, g.pick("", " = { { 0 } }")), name + "[%s].at", name + "[%s].other"}
	case 1:
		return genStack{fmt.Sprintf("struct { int other[8]; %s at[8]; } %s%s;", ty, name, g.pick("", " = { { 0 } }")), name + ".at[%s]", name + ".other[%s]"}
	}
	return genStack{fmt.Sprintf("%s %s[8]%s;", ty, name, g.pick("", " = { 0 }")), name + "[%s]", ""}
}

// place is where to go on, a constant for most places that it is asked at.
func (g *stackGenerator) place() string {
	switch g.r.IntN(24) {
	case 0:
		return fmt.Sprintf("(sum & 7) %% %d", g.places)
	case 1, 2, 3, 4, 5, 6, 7:
		return fmt.Sprintf("(at + %d) %% %d", 1+g.r.IntN(3), g.places)
	}
	if g.program {
		return "arg"
	}
	return fmt.Sprint(g.r.IntN(g.places))
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
	switch g.r.IntN(11) {
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
		return text + fmt.Sprintf(g.pick("at = %s;", "{ int t = %s; at = t; }", "if (x[0] & 1) at = %s;", "at = x[1] > 3 ? (int)%s : 1;"), element)
	case 6:
		return fmt.Sprintf("at = %s;", g.place())
	case 7:
		return fmt.Sprintf("if (sum & %d) at = %s; else at = %s;", 1<<g.r.IntN(3), g.place(), g.place())
	case 8:
		return g.pick("for (int j = 0; j < (x[2] & 3); j++) sum = sum * 5 + j;", "sum = sum * 7 + at;",
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
	g.places, g.program = 3+g.r.IntN(5), g.r.IntN(2) == 0
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n")
	switched, before, cases := "at", "", g.places
	if g.program {
		cases = 2 + g.r.IntN(4)
		b.WriteString("static const struct { int op, arg; } code[] = {")
		for range g.places {
			fmt.Fprintf(&b, " { %d, %d },", g.r.IntN(cases), g.r.IntN(g.places))
		}
		b.WriteString(" };\n")
		switched, before = "op", fmt.Sprintf("int op = code[at].op, arg = code[at].arg; at = (at + 1) %% %d; ", g.places)
	}
	b.WriteString("int start(const int *x)\n{\n    int at = 0, sum = x[0];\n")
	for i := range 1 + g.r.IntN(2) {
		g.stacks = append(g.stacks, g.stack(i))
		fmt.Fprintf(&b, "    %s int n%d = 0;\n", g.stacks[i].declaration, i)
		if g.r.IntN(2) == 0 {
			fmt.Fprintf(&b, "    %s = %d; n%d++;\n", fmt.Sprintf(g.stacks[i].element, "0"), g.r.IntN(g.places), i)
			if beside := g.stacks[i].beside; beside != "" {
				fmt.Fprintf(&b, "    %s = x[1];\n", fmt.Sprintf(beside, "0"))
			}
		}
	}
	loop, end := g.loop()
	fmt.Fprintf(&b, "    %s\n        %sswitch (%s) {\n", loop, before, switched)
	for i := range cases {
		fmt.Fprintf(&b, "        case %d: ", i)
		for range 1 + g.r.IntN(3) {
			b.WriteString(g.step() + " ")
		}
		b.WriteString(g.pick("break;", "break;", "break;", "continue;") + "\n")
	}
	b.WriteString("        }\n")
	b.WriteString("    " + end + "\n")
	b.WriteString("    return sum ^ at;\n}\n")
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
		optimised := sameOptimised(t, src, "start", overThree, nil)
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
	t.Parallel()
	f, err := stager.ParseC(t.Context(), "machine.c", []byte(machine), "start", stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	s := stage(t, f, map[string]string{"code": "[{op:0|1|2|3|4|5|6|7, arg:Int}*]", "n": "Int"}, stager.Options{})
	n, back := tier.Pick(2, 6, 20), 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 34))
		code := procedures(r)
		values := map[string]string{"code": "[" + strings.Join(code, ",") + "]", "n": fmt.Sprint(len(code))}
		late, err := f.ParseLate(values)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, s, pipeline(t, stager.DefaultPipeline), late)
		constants := strings.NewReplacer("op:", ".op=", "arg:", ".arg=").Replace(strings.Join(code, ","))
		optimised := sameOptimised(t, machine, "start", fmt.Sprintf("int main(void)\n{\n    static const struct instruction code[] = {%s};\n"+
			"    for (int x = 0; x < 64; x++)\n        printf(\"%%d\\n\", start(code, %d, x));\n}\n", constants, len(code)), values)
		if strings.Contains(optimised, "switch (pc)") {
			back++
		}
	}
	if n > 5 && back < n/4 {
		t.Errorf("%d of %d programs return to one of several places", back, n)
	}
}
