package lower

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/backend/ir"
	"scf/cfront"
	"scf/internal/diag"
	"scf/internal/testing/golden"
)

// TestGolden compares what functions become. Places are left out but in the archive that is about them.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/lower/*.txtar", func(t *testing.T, file string, _ *txtar.Archive) {
		golden.Pairs(t, file, func(t *testing.T, _ string, source []byte) string {
			text := lowered(t, source, Options{Checked: strings.HasSuffix(file, "checked.txtar")})
			if !strings.HasSuffix(file, "places.txtar") {
				text = places.ReplaceAllString(text, "")
			}
			return text
		})
	})
}

var places = regexp.MustCompile(` @ "x.c":\d+:\d+`)

// lowered is what the functions of a file become.
func lowered(t *testing.T, source []byte, o Options) string {
	t.Helper()
	u := parsed(t, source)
	l := New(NewUnit(u), o)
	var out strings.Builder
	for _, tree := range u.Funcs {
		f, err := l.Lower(tree)
		if err != nil {
			out.WriteString(diag.Render(err) + "\n")
			continue
		}
		if err := ir.Verify(f); err != nil {
			t.Errorf("%v\n%v", err, f)
		}
		out.WriteString(f.String())
	}
	return out.String()
}

// parsed is a file as a unit of all its functions.
func parsed(t testing.TB, source []byte) *ast.Unit {
	t.Helper()
	f, err := cfront.Parse(context.Background(), "x.c", source, cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	u := &ast.Unit{Layouts: ast.Layouts{}}
	for _, o := range f.Functions() {
		if o.Err != nil {
			u.Refused = append(u.Refused, ast.Refused{Name: o.Name, Err: o.Err})
			continue
		}
		u.Funcs = append(u.Funcs, o.Function.Tree)
		for name, l := range o.Function.Layouts {
			u.Layouts[name] = l
		}
	}
	return u
}
