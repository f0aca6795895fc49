package lower

import (
	"errors"
	"flag"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"scf/backend/ir/eval"
	"scf/cfront"
	"scf/internal/cflags"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

var (
	csmithPrograms = tier.Flag("csmith", 0, 1, 2, "how many programs TestCsmith makes")
	csmithSeed     = flag.Int("csmith-seed", 1, "the seed of the first one")
)

// TestCsmith evaluates programs by csmith, lowered, and compares their checksums with those of gcc's code.
func TestCsmith(t *testing.T) {
	toolchain.Compiler(t)
	csmith, err := exec.LookPath("csmith")
	if err != nil {
		t.Skip("csmith is not installed: apt-get install csmith libcsmith-dev")
	}
	counts := map[string]int{}
	for seed := *csmithSeed; seed < *csmithSeed+csmithPrograms.Int(); seed++ {
		cmd := exec.CommandContext(t.Context(), csmith, "--no-volatiles", "--no-volatile-pointers", "--no-packed-struct", "--no-builtins",
			"--quiet", "--concise", "--no-argc", "--float", "--max-funcs", "5", "--max-block-depth", "3", "--seed", strconv.Itoa(seed))
		cmd.Dir = t.TempDir() // it leaves a file behind
		source, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		counts[compareCsmith(t, seed, string(source))]++
	}
	t.Log(counts)
}

// compareCsmith compares one program and says what became of it.
func compareCsmith(t *testing.T, seed int, source string) string {
	t.Helper()
	want, err := run(t, source, "-I/usr/include/csmith")
	if err != nil || want == "" {
		return "does not run"
	}
	f, err := cfront.Parse(t.Context(), "x.c", []byte(source), cfront.Options{Flags: cflags.Flags{Include: []string{"/usr/include/csmith"}}})
	if err != nil {
		return "not read"
	}
	u, err := f.Unit("main")
	if err != nil || len(u.Refused) > 0 {
		return "refused"
	}
	r := newRunner(t, u, Options{FreeAliasing: true}, nil)
	r.steps = 1 << 24
	_, err = r.call("main")
	if errors.Is(err, eval.ErrSteps) {
		return "runs long"
	}
	if got := r.out.String(); err != nil || got != want {
		t.Errorf("seed %d: %v\ngot:  %swant: %s", seed, err, strings.TrimSpace(got)+"\n", want)
		return "differs"
	}
	return "agrees"
}
