package native_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/backend/native"
	"scf/backend/program"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/judge"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	programs = tier.Flag("programs", 2, 4, 8, "how many random programs TestRandom makes")
	first    = flag.Uint64("first", 1, "the seed of the first")
	size     = flag.Int("size", 14, "their size")
	without  = flag.String("without", "longdoubles,typeof", "constructs that they do without")
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

// begin is the back end, if this machine has it.
func begin(t *testing.T) *native.Backend {
	b := native.New()
	if err := b.Available(); err != nil {
		t.Skip(err)
	}
	return b
}

// TestRandom runs random programs. To see a failure alone: -run TestRandom -first SEED -programs 1.
func TestRandom(t *testing.T) {
	toolchain.Compiler(t)
	out, unknown := cprog.ParseSet(*without)
	if len(unknown) > 0 {
		t.Fatal(unknown)
	}
	r := judge.Random{Sides: []judge.Side{judge.In{Backend: begin(t)}}, Size: *size, Without: out}
	r.Check(t, *first, programs.Int())
}

// TestPrograms runs the programs that the front end is tested with.
func TestPrograms(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	toolchain.Compiler(t)
	files, _ := filepath.Glob("../../cfront/testdata/programs/*.c")
	own, _ := filepath.Glob("../interp/testdata/*.c")
	if len(files) == 0 || len(own) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range append(files, own...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 0, 2)
			testProgram(t, file)
		})
	}
}

func testProgram(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	run := program.Run{Backend: begin(t), Refused: func(name string, err error) { t.Logf("refused: %s", diag.Render(err)) }}
	got, err := run.Output(t.Context(), file, text)
	if err != nil && strings.Contains(err.Error(), "long double") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if want := toolchain.Output(t, text); got != want {
		x, y := judge.FirstDifference(got, want)
		t.Errorf("the program prints\n  %s\nand compiled it prints\n  %s", x, y)
	}
}

// TestVariadicByAddress: a function of the program with a variable number of arguments is not called by its address, where nothing says how it gets them.
func TestVariadicByAddress(t *testing.T) {
	run := program.Run{Backend: begin(t)}
	_, err := run.Output(t.Context(), "x.c", []byte(`int sprintf(char *, const char *, ...);
char buf[20];
int f(int (*fp)(char *, const char *, ...)) { return fp(buf, "%.0f", 5.0); }
int main(void) { return f(&sprintf); }
`))
	if err == nil || !strings.Contains(err.Error(), "x.c:3:47: f: a call by its address of a function with a variable number of arguments cannot be compiled") {
		t.Error(err)
	}
}
