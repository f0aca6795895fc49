package stager_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// TestReferences: what is known of objects is followed through calls for which their addresses are passed, and no further than C allows. The program prints what
// it printed, with each of its functions f optimised for the constant that it is called with.
func TestReferences(t *testing.T) {
	tier.Standard(t, "a program is compiled")
	toolchain.Compiler(t)
	t.Parallel()
	src, err := os.ReadFile("testdata/references.c")
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := stager.ParseFunctions(t.Context(), "references.c", src, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var rs []stager.Replacement
	for _, o := range outcomes {
		if o.Err != nil {
			t.Fatal(diag.Render(o.Err))
		}
		if !strings.HasPrefix(o.Name, "f") {
			continue
		}
		late, err := o.Function.ParseLate(map[string]string{"k": "3"})
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		r, err := stager.RunUnstaged(t.Context(), o.Function, pipeline(t, stager.DefaultPipeline), late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		rs = append(rs, stager.Replacement{Result: r})
	}
	optimised, err := stager.ReplaceAll(rs)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if diff := cmp.Diff(toolchain.Output(t, src), toolchain.Output(t, optimised)); diff != "" {
		t.Errorf("%s\n%s", diff, optimised)
	}
	if text := string(optimised); !strings.Contains(text, "return 890 + x;") {
		t.Errorf("f14 was not computed:\n%s", text)
	}
}
