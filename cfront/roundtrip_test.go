package cfront

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"scf/ast"
	"scf/internal/diag"
)

// exprTypes are types with all representations; the first six have literals and operators of their own.
var exprTypes = []ast.Type{ast.Int, ast.Uint, ast.Integer{Name: "long", Width: 64, Signed: true},
	ast.Integer{Name: "unsigned long", Width: 64}, ast.Integer{Name: "long long", Width: 64, Signed: true},
	ast.Integer{Name: "unsigned long long", Width: 64},
	ast.Integer{Name: "char", Width: 8, Signed: true}, ast.Integer{Name: "unsigned char", Width: 8},
	ast.Integer{Name: "short", Width: 16, Signed: true}, ast.Integer{Name: "unsigned short", Width: 16}, ast.Boolean{}}

const wideTypes = 6

// exprGen makes expressions as the front end makes them: no conversion that changes nothing or stands on a constant, no
// operation on a narrow type.
type exprGen struct{ r *rapid.T }

func (g exprGen) wide() ast.Type { return exprTypes[rapid.IntRange(0, wideTypes-1).Draw(g.r, "wide")] }
func (g exprGen) any() ast.Type {
	return exprTypes[rapid.IntRange(0, len(exprTypes)-1).Draw(g.r, "type")]
}

// of is an expression of type t.
func (g exprGen) of(t ast.Type, depth int) ast.Expr {
	if depth == 0 {
		return g.leaf(t)
	}
	if ast.IsNarrow(t) {
		return ast.ConvertTo(t, g.of(g.any(), depth-1))
	}
	switch rapid.IntRange(0, 9).Draw(g.r, "kind") {
	case 0, 1, 2:
		op := ast.Binop(rapid.IntRange(int(ast.Add), int(ast.BitXor)).Draw(g.r, "op"))
		if op == ast.Shl || op == ast.Shr {
			return &ast.Binary{Op: op, Ty: t, X: g.of(t, depth-1), Y: g.of(g.wide(), depth-1)}
		}
		return &ast.Binary{Op: op, Ty: t, X: g.of(t, depth-1), Y: g.of(t, depth-1)}
	case 3:
		op := ast.Binop(rapid.IntRange(int(ast.Lt), int(ast.Ne)).Draw(g.r, "op"))
		s := g.wide()
		return ast.ConvertTo(t, &ast.Binary{Op: op, Ty: s, X: g.of(s, depth-1), Y: g.of(s, depth-1)})
	case 4:
		return &ast.Unary{Op: ast.BitNot, Ty: t, X: g.of(t, depth-1)}
	case 5:
		return negate(g.of(t, depth-1))
	case 6:
		x := g.truth(depth - 1)
		return ast.ConvertTo(t, &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(x), X: x})
	case 7:
		return ast.ConvertTo(t, &ast.LogAnd{X: g.truth(depth - 1), Y: g.truth(depth - 1)})
	case 8:
		test := g.truth(depth - 1)
		if _, decided := test.(*ast.Const); decided { // what is never evaluated is not in the tree
			test = &ast.Unary{Op: ast.LogNot, Ty: ast.TypeOf(test), X: test}
		}
		return &ast.Cond{Test: test, Then: g.of(t, depth-1), Else: g.of(t, depth-1), Ty: t}
	}
	return ast.ConvertTo(t, g.of(g.any(), depth-1))
}

// truth is an expression to test: constants of narrow types, which print as they do in other places, left out.
func (g exprGen) truth(depth int) ast.Expr {
	e := g.of(g.any(), depth)
	if c, ok := e.(*ast.Const); ok && ast.IsNarrow(c.Ty) {
		return intConst(int64(c.Value.(ast.IntConst)), ast.Int)
	}
	return e
}

func (g exprGen) leaf(t ast.Type) ast.Expr {
	i := rapid.IntRange(0, 2*len(exprTypes)).Draw(g.r, "leaf")
	if i < len(exprTypes) {
		return ast.ConvertTo(t, &ast.Var{Name: string(rune('a' + i)), Ty: exprTypes[i]})
	}
	return intConst(rapid.Int64().Draw(g.r, "const"), t)
}

// TestExpressionsComeBack: a random expression, printed and lowered again, is the same tree.
func TestExpressionsComeBack(t *testing.T) {
	sameTypes := cmp.Comparer(func(a, b ast.Type) bool { return ast.Same(a, b) })
	noLabels := cmpopts.IgnoreTypes(ast.L(0), diag.Pos{}) // and no places
	rapid.Check(t, func(r *rapid.T) {
		f := &ast.Func{Name: "f", Result: exprTypes[rapid.IntRange(0, len(exprTypes)-1).Draw(r, "result")]}
		for i, ty := range exprTypes {
			f.Params = append(f.Params, ast.Param{Name: string(rune('a' + i)), Ty: ty})
		}
		f.Body = &ast.Return{X: exprGen{r}.of(f.Result, 4)}
		text := ast.PrintFunc(f, ast.DefaultStyle())
		file, err := Parse(context.Background(), "x.c", []byte(text), Options{})
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		back, err := file.Lower("")
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		ast.Number(f)
		if err := ast.Verify(f); err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(f, back, sameTypes, noLabels); diff != "" {
			r.Fatalf("%s\n%s", text, diff)
		}
	})
}
