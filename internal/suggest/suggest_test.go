package suggest_test

import (
	"testing"

	"scf/internal/suggest"
)

func TestClosest(t *testing.T) {
	names := []string{"cnp", "cpp", "dae", "mul_add", "a"}
	for name, want := range map[string]string{
		"cnp": "cnp", "cnpp": "cnp", "dea": "dae", "muladd": "mul_add", "mul_sub": "", "b": "", "zzz": "", "": "", "aa": "a",
	} {
		if got := suggest.Closest(name, names); got != want {
			t.Errorf("Closest(%q) = %q, want %q", name, got, want)
		}
	}
	if got := suggest.Hint("dea", names); got != "did you mean dae?" {
		t.Errorf("Hint: %q", got)
	}
}
