package cfront

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/cprog"
	"scf/internal/diag"
	"scf/internal/testing/tier"
)

// readsFiles finds texts that would read files, which fuzzing must not choose.
var readsFiles = regexp.MustCompile(`include|embed`)

// FuzzParse: every text is lowered or refused with a message; what is lowered is a tree that keeps its invariants, and the
// file with the function put back is C again, with the same function in it.
func FuzzParse(f *testing.F) {
	add := tier.Seed(f, 8, 2)
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range archive.Files {
			add(s.Data)
		}
	}
	for seed := range uint64(tier.Pick(1, 3, 6)) {
		add([]byte(cprog.Generate(seed, cprog.Options{Without: cprog.BeyondScalars}).Source))
	}
	for seed := range uint64(tier.Pick(2, 5, 10)) {
		add([]byte(cprog.Generate(seed, cprog.Options{Size: 4}).Source))
	}
	page, err := os.ReadFile("../docs/c.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range codeBlock.FindAllSubmatch(page, -1) {
		add(b[1])
	}
	for src := range inThemselves {
		add([]byte(src + anyFunction))
	}
	for _, src := range hostileSeeds {
		add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 8000 || readsFiles.Match(src) {
			t.Skip()
		}
		watchdog := time.AfterFunc(10*time.Second, func() { panic(fmt.Sprintf("no end with %q", src)) })
		defer watchdog.Stop()
		file, err := Parse(context.Background(), "x.c", src, Options{})
		if err != nil {
			checkMessage(t, err)
			return
		}
		for _, name := range file.Funcs() {
			tree, err := file.Lower(name)
			if err != nil {
				checkMessage(t, err)
				continue
			}
			if err := ast.Verify(tree); err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			checkSplice(t, file, name, tree)
		}
	})
}

// hostileSeeds are small texts of which longer ones were found to be fatal or endless.
var hostileSeeds = []string{
	"#if ((((!!!!1 ? 1 ? 2 : 3 : 4))))\n#elif M(1\n#else\n#endif\nint f(int a) { return a; }\n",
	"#define A B B\n#define B C C\n#define C (\n#define D )\n#if A 1 D D D D\nint f(int a) { return a; }\n#endif\n",
	"#define S(x) #x\n#define T(x) S(x x)\n#define V(a, ...) a ## __VA_ARGS__\nint f(int a) { return sizeof(T(T(T(1)))) + V(1, 2); }\n",
	"#define M(x) x M\nint f(int a) { return M(a)(a)(M(M(a))); }\n#line 3 \"y.c\"\n#if __LINE__ + __COUNTER__\n#endif\n",
	"int f(int ****const *volatile *a, int (*(*g[2])(int))[3]) { return ****a == 0 ? - - ~!+1 : (int)(char)(long)1; }\n",
	"struct s { struct { int a; union { int b; char c; }; } d; int e : 3; } g = { { .a = 1, { [0 ... 3] = 2 } } };\nint f(struct s *p) { return p->d.b; }\n",
	"int f(int a) { switch (a) { case 0: case 1: l: m: default: if (a) if (a) a = 1; else if (a) /* x */ else while (a) do a--; while (a); } return a; }\n",
	"typedef int T0; typedef T0 *T1; typedef T1 T2[3]; int f(T2 a, T0 n) { int x[n][n], y[1 << 30]; return sizeof x + \"a\" \"b\"[n] + y[0]; }\n",
	"int f(int a) { struct a { struct a *n; } *p = 0, *q = (struct a *)p; __typeof__(a + a) b = ({ a; }); return p == q ? b, a : a && b || !a; }\n",
}

// checkMessage: an error about a text is one of ours, and says at least which file it is about.
func checkMessage(t *testing.T, err error) {
	var one *diag.Error
	var list diag.List
	if !errors.As(err, &one) && !errors.As(err, &list) || diag.Render(err) == "" {
		t.Fatalf("%T: %v", err, err)
	}
	if one != nil {
		list = append(list, one)
	}
	for _, e := range list {
		if e.Pos.File == "" {
			t.Fatalf("no file is named in %v", err)
		}
	}
}

// checkSplice: a file with the function put back is C again, which says the same when the function is put back once more. With gotos it may take
// another round: what is printed as a block that a goto leaves is read as one, and may be a loop with a break then.
func checkSplice(t *testing.T, file *File, name string, tree *ast.Func) {
	out, err := file.Splice(name, tree, splice.How{})
	if err != nil {
		checkMessage(t, err)
		return
	}
	rounds := 1
	if bytes.Contains(out, []byte("goto")) {
		rounds = 3
	}
	for range rounds {
		before := out
		if out = putBack(t, file, name, before); bytes.Equal(before, out) {
			return
		}
	}
	t.Fatalf("still differs when it is put back again:\n%s", out)
}

// putBack is the text with the function read from it and put back.
func putBack(t *testing.T, file *File, name string, text []byte) []byte {
	again, err := Parse(context.Background(), "x.c", text, Options{})
	if err != nil {
		t.Fatalf("%s\n%s\nfrom\n%s", diag.Render(err), text, file.Source())
	}
	tree, err := again.Lower(name)
	if err != nil {
		t.Fatalf("%s\n%s\nfrom\n%s", diag.Render(err), text, file.Source())
	}
	out, err := again.Splice(name, tree, splice.How{})
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), text)
	}
	return out
}
