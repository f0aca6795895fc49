package format_test

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/progen"
	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml/format"
	"scf/scfml/syntax"
)

// Each archive under testdata holds a program (prog), and how it is laid out (want).
func TestLayout(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := check(t, string(a.Files[0].Data))
			if golden.Update() {
				a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The SCF-ML files of the module are laid out, and so are the examples of the language reference.
func TestRepository(t *testing.T) {
	tier.Same(t)
	for path, text := range texts(t) {
		if len(text) > tier.Pick(5_000, math.MaxInt, math.MaxInt) {
			continue
		}
		if got := check(t, text); got != text {
			t.Errorf("stager fmt would change %s (-has +formatted):\n%s", path, cmp.Diff(strings.Split(text, "\n"), strings.Split(got, "\n")))
		}
	}
}

// Whatever stands between the tokens of a text, it is laid out as a text with the same tokens and comments.
func TestScrambled(t *testing.T) {
	all := texts(t)
	for seed := range uint64(tier.Pick(1, 1, 2)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		for path, text := range all {
			if len(text) < tier.Pick(3_000, 10_000, math.MaxInt) {
				t.Logf("%s, seed %d", path, seed)
				check(t, scrambled(t, rng, text))
			}
		}
	}
}

// Random programs, as they are made, as the printer prints them, and scrambled.
func TestRandom(t *testing.T) {
	for seed := range uint64(tier.Pick(3, 6, 50)) {
		c := progen.Generate(seed)
		check(t, c.Source)
		check(t, scfmltest.LoadEntry(t, c.Entry, c.Source).String())
		check(t, scrambled(t, rand.New(rand.NewPCG(seed, 3)), c.Source))
	}
}

func TestError(t *testing.T) {
	_, err := format.Source(syntax.Source{Name: "f.scf-ml", Text: "fun f x =\n  case x of\n    => 1\n"})
	want := "f.scf-ml:3:5: syntax error at =>: expected a match\n    => 1\n    ^"
	if err == nil || diag.Render(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func FuzzSource(f *testing.F) {
	f.Add("fun f x = (* c *) case x of 1 => ~ 2\n | _ => let val\ty = x in y end;\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := syntax.Parse(syntax.Source{Text: text}); err == nil {
			check(t, text)
		}
	})
}

// check lays out a text and checks that the result means the same and stays as it is.
func check(t *testing.T, text string) string {
	t.Helper()
	once := source(t, text)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if before, after := tokens(t, text), tokens(t, once); !slices.Equal(before, after) {
		t.Fatalf("the tokens are others:\n%s\nof\n%s", cmp.Diff(before, after), text)
	}
	if !same(reflect.ValueOf(tree(t, text)), reflect.ValueOf(tree(t, once))) {
		t.Fatalf("the syntax tree is another, of\n%s", text)
	}
	if twice := source(t, once); twice != once {
		t.Fatalf("laid out again it differs:\n%s\nof\n%s", cmp.Diff(strings.Split(once, "\n"), strings.Split(twice, "\n")), text)
	}
	return once
}

// same reports whether two syntax trees differ in positions only.
func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || same(a.Elem(), b.Elem()))
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type() != reflect.TypeFor[lexer.Position]() && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

func source(t *testing.T, text string) string {
	t.Helper()
	out, err := format.Source(syntax.Source{Name: "prog", Text: text})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return out
}

func tree(t *testing.T, text string) *syntax.File {
	t.Helper()
	f, err := syntax.Parse(syntax.Source{Name: "prog", Text: text})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return f
}

// tokens are the texts of the tokens and comments, comments without the white space that begins and ends their lines.
func tokens(t *testing.T, text string) []string {
	t.Helper()
	all, err := syntax.Tokens(syntax.Source{Name: "prog", Text: text})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var out []string
	for _, tok := range all {
		if syntax.IsComment(tok) {
			lines := strings.Split(tok.Value, "\n")
			for i, l := range lines {
				lines[i] = strings.TrimSpace(l)
			}
			tok.Value = strings.Join(lines, "\n")
		}
		out = append(out, tok.Value)
	}
	return out
}

// scrambled is text with other white space and more comments between its tokens.
func scrambled(t *testing.T, rng *rand.Rand, text string) string {
	t.Helper()
	all, err := syntax.Tokens(syntax.Source{Name: "prog", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tok := range all {
		for range rng.IntN(3) + 1 {
			b.WriteString(whites[rng.IntN(len(whites))])
		}
		b.WriteString(tok.Value)
	}
	return b.String()
}

var whites = []string{" ", " ", " ", " ", " ", "  ", "\n", "\n    ", "\n\n\n", "\t", "\n\t", "\r\n", " \n", "(* α\tb *)", " (* a\n \t b  \n*) ", "\n(* c\n   d *)\n"}

var example = regexp.MustCompile("(?s)```sml\n(.*?)```")

// texts are the SCF-ML files of the module, but for those of staged directories that somebody has made there, and the examples of the language reference.
func texts(t *testing.T) map[string]string {
	root := filepath.Join("..", "..")
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && filepath.Ext(path) == ".staged" {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".scf-ml" {
			return err
		}
		text, err := os.ReadFile(path)
		out[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "language.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range example.FindAllSubmatch(page, -1) {
		if text := string(block[1]); !strings.Contains(text, "(* error:") {
			out["docs/language.md: "+text[:20]] = text
		}
	}
	return out
}
