package reasons

import (
	"strings"
	"testing"

	"scf/simplify"
)

// TestAdvice: what is kept by something has advice, and nothing else.
func TestAdvice(t *testing.T) {
	for k := Kind(0); k <= Unknown; k++ {
		kept := strings.HasPrefix(k.Text(simplify.Options{}), "kept: ")
		if has := k.Advice() != ""; has != kept {
			t.Errorf("%s: advice %q", k.Text(simplify.Options{}), k.Advice())
		}
	}
}
