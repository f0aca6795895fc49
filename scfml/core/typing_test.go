package core_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
)

// TestTyping: every expression and every variable has its type, also where only its use says what that is.
func TestTyping(t *testing.T) {
	p := scfmltest.Load(t, `datatype t = A | C of int * t
		fun f (x, xs : t list) = case (x, []) of (C (n, y), zs) => (n = 1, y :: xs, zs) | (z, _) => (true, [], [z])
		fun main (x : t) = f (x, [A])`)
	typing := core.NewTyper(p).Function(p.Funcs[0])
	var vars []string
	for x, typ := range typing.Vars {
		vars = append(vars, fmt.Sprintf("%s : %v", x.Name, typ))
	}
	slices.Sort(vars)
	if diff := cmp.Diff([]string{"n : int", "x : t", "xs : t list", "y : t", "z : t", "zs : t list"}, vars); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var check func(e core.Expr)
	check = func(e core.Expr) {
		if typing.Exprs[e] == nil {
			t.Errorf("no type of %s", core.PrintExpr(e))
		}
		core.Children(e, check)
	}
	check(p.Funcs[0].Body)
	if got := typing.Exprs[p.Funcs[0].Body].String(); got != "bool * t list * t list" {
		t.Errorf("the body is of type %s", got)
	}
}
