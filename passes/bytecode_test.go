package passes_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

var (
	byteCodes     = tier.Flag("passes.byte-codes", 1, 3, 20, "how many random programs TestByteCode has each interpreter run")
	firstByteCode = flag.Uint64("passes.first-byte-code", 0, "the first seed of TestByteCode")
)

// TestByteCode optimizes the interpreters of testdata/interpreters, as projects write them, for random byte code: nothing of the
// interpreter is left, and the code does what the interpreter does.
func TestByteCode(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	eachInterpreter(t, func(t *testing.T, src []byte, calls bool) {
		fn, pipeline := interpreter(t, src)
		var out strings.Builder
		out.Write(src)
		out.WriteString("#include <stdio.h>\n")
		var tests strings.Builder
		for seed := *firstByteCode; seed < *firstByteCode+byteCodes.Uint64(); seed++ {
			code := byteCode(seed, calls)
			late, err := fn.ParseLate(map[string]string{"code": listed(code)})
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			r, err := stager.RunUnstaged(t.Context(), fn, pipeline, late)
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			text, err := r.C(stager.Output{As: fmt.Sprintf("run_%d", seed), Only: true})
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			if bytes.Contains(text, []byte("switch")) || bytes.Contains(text, []byte("pc")) {
				t.Errorf("seed %d: code = %v: left is\n%s", seed, code, text)
			}
			fmt.Fprintf(&out, "static const char code_%d[] = {%s};\n%s\n", seed, strings.Trim(listed(code), "[]"), text)
			fmt.Fprintf(&tests, "    for (i = 0; i < 40; i++) if (run((const void *)code_%[1]d, i * i - 9, i & 7) != "+
				"run_%[1]d((const void *)code_%[1]d, i * i - 9, i & 7)) { printf(\"seed %[1]d, i = %%d\\n\", i); break; }\n", seed)
		}
		fmt.Fprintf(&out, "int main(void)\n{\n    int i;\n%s    return 0;\n}\n", tests.String())
		if wrong := toolchain.Output(t, []byte(out.String())); wrong != "" {
			t.Errorf("other results:\n%s", wrong)
		}
	})
}

// TestStagedByteCode stages them for random byte code of which one number is late.
func TestStagedByteCode(t *testing.T) {
	tier.OnlyLong(t, "interpreters are large")
	eachInterpreter(t, func(t *testing.T, src []byte, calls bool) {
		fn, pipeline := interpreter(t, src)
		for seed := *firstByteCode; seed < *firstByteCode+(byteCodes.Uint64()+99)/100; seed++ {
			code := listed(byteCode(seed, calls, 1, 5, 8))
			sameStaged(t, fn, pipeline, strings.Replace(code, "[1,5,", "[1,Int,", 1), code)
		}
	})
}

func sameStaged(t *testing.T, fn *stager.Function, pipeline stager.Pipeline, early, code string) {
	t.Helper()
	abstract, err := fn.ParseAbstract(map[string]string{"code": early})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	staged, err := stager.Stage(t.Context(), fn, pipeline, abstract, stager.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	late, err := fn.ParseLate(map[string]string{"code": code})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	r, err := staged.Run(t.Context(), late)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	u, err := stager.RunUnstaged(t.Context(), fn, pipeline, late)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	got, err := r.C(stager.Output{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	want, err := u.C(stager.Output{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: staged\n%s\nunstaged\n%s", code, got, want)
	}
}

// eachInterpreter runs f on each of the interpreters; calls says whether it has instructions that call and return.
func eachInterpreter(t *testing.T, f func(t *testing.T, src []byte, calls bool)) {
	t.Helper()
	files, err := filepath.Glob("testdata/interpreters/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no interpreters", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f(t, src, bytes.Contains(src, []byte("case 13:")))
		})
	}
}

func interpreter(t *testing.T, src []byte) (*stager.Function, stager.Pipeline) {
	t.Helper()
	fn, err := stager.ParseC(t.Context(), "run.c", src, "run", stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	return fn, pipeline
}

func listed(code []int) string {
	return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(code), " ", ","), "[]") + "]"
}

// byteCode is the random program of the seed, for any of the interpreters: it ends, leaves one value on the stack, and has every
// place reached with one depth of the stack. It begins as given. A program with calls has two words behind its end.
func byteCode(seed uint64, calls bool, begins ...int) []int {
	g := &coder{r: rand.New(rand.NewPCG(seed, 7)), code: begins}
	g.emit(2)
	g.commands(1+g.r.IntN(5), 1, true, calls)
	g.emit(0)
	for n := 0; calls && n < len(g.words); n++ {
		g.words[n] = len(g.code)
		g.commands(1+g.r.IntN(3), 1, false, false)
		g.emit(13)
	}
	for i, n := range g.code {
		if n >= firstWord {
			g.code[i] = g.words[n-firstWord]
		}
	}
	return g.code
}

// coder makes byte code, in which the place of a word stands as firstWord + its number until that is known.
type coder struct {
	r     *rand.Rand
	code  []int
	words [2]int
}

const firstWord = 1000

func (g *coder) emit(ns ...int) { g.code = append(g.code, ns...) }

// operand pushes a value.
func (g *coder) operand() {
	switch g.r.IntN(4) {
	case 0:
		g.emit(2)
	case 1:
		g.emit(3)
	default:
		g.emit(1, g.r.IntN(4))
	}
}

// commands are n commands behind which the stack is as deep as before them; depth says how many branches are around.
func (g *coder) commands(n, depth int, loops, calls bool) {
	for range n {
		switch k := g.r.IntN(8); {
		case k < 3:
			g.operand()
			g.emit(4 + g.r.IntN(3))
		case k == 3:
			g.emit(7, 8) // dup, pop into x
		case k == 4:
			g.emit(7)
			g.operand()
			g.emit(5+g.r.IntN(2), 8)
		case k == 5 && loops:
			top := len(g.code)
			g.commands(1+g.r.IntN(3), depth, false, calls)
			g.emit(11, 3, 9, top)
		case k == 6 && calls:
			g.emit(12, firstWord+g.r.IntN(2))
		case depth < 3:
			g.branch(depth, calls)
		}
	}
}

// branch is a command that is done, or another one that is not.
func (g *coder) branch(depth int, calls bool) {
	g.operand()
	at := len(g.code)
	g.emit(9, 0)
	g.commands(g.r.IntN(2), depth+1, false, calls)
	end := len(g.code)
	g.emit(10, 0)
	g.code[at+1] = len(g.code)
	g.commands(1, depth+1, false, calls)
	g.code[end+1] = len(g.code)
}
