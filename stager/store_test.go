package stager_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/tier"
	"scf/stager"
)

type object = map[string]any

// writeChanged writes the manifest that text is to path, with a change.
func writeChanged(t *testing.T, path string, text []byte, change func(object)) {
	t.Helper()
	m := object{}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	change(m)
	delete(m, "seal")
	changed, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, stager.Seal(append(changed, '\n')), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestOpenDamaged changes one thing of a manifest at a time; Open must refuse it, or what it gives must fail with an error.
func TestOpenDamaged(t *testing.T) {
	tier.Same(t)
	s := stage(t, parseC(t, mulAdd), map[string]string{"a": "CONSTANT"}, stager.Options{})
	dir := filepath.Join(t.TempDir(), "staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "stage.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(object)
		want   string
	}{
		"abi":             {func(m object) { m["abi"] = "linux/riscv64" }, "the target linux/riscv64"},
		"no passes":       {func(m object) { m["passes"] = []any{} }, "no passes or no function"},
		"no site":         {func(m object) { delete(m["function"].(object), "site") }, "no passes or no function"},
		"site":            {func(m object) { m["function"].(object)["site"].(object)["end"] = int64(1) << 40 }, "does not stand where it was"},
		"tree":            {func(m object) { m["function"].(object)["tree"] = "func(3)" }, "damaged"},
		"parameter":       {func(m object) { m["parameters"].([]any)[0].(object)["name"] = "z" }, "its parameters are not those"},
		"parameter count": {func(m object) { m["parameters"] = m["parameters"].([]any)[1:] }, "its parameters are not those"},
		"abstract":        {func(m object) { m["parameters"].([]any)[2].(object)["abstract"] = "CONSTANT(" }, "damaged"},
		"source":          {func(m object) { m["source"].(object)["file"] = "../x.c" }, "none of its files"},
		"files":           {func(m object) { m["files"] = []any{} }, "none of its files"},
		"name":            {rename("../x.c"), `no file in its directory: "../x.c"`},
		"absolute name":   {rename("/etc/passwd"), `no file in its directory: "/etc/passwd"`},
		"name with \\":    {rename(`..\x.c`), "no file in its directory"},
		"no name":         {rename(""), "no file in its directory"},
		"same name":       {rename("1-cnp.staged.image"), `names "1-cnp.staged.image" twice`},
		"other case":      {rename("1-CNP.staged.image"), "twice"},
		"manifest":        {rename("Stage.json"), "twice"},
		"composed path":   {func(m object) { m["composed"].(object)["file"] = "../x" }, "none of its files"},
		"entry":           {func(m object) { m["composed"].(object)["entry"] = "nothing" }, "its entry is optimize, not nothing"},
		"pass entry": {func(m object) {
			delete(m, "composed")
			m["passes"].([]any)[0].(object)["entry"] = "nothing"
		}, "its entry is optimize, not nothing"},
		"image": {func(m object) {
			delete(m, "composed")
			m["passes"].([]any)[0].(object)["image"] = m["source"].(object)["file"]
		}, "test.c: the staged directory is damaged: this is no image"},
		"image path": {func(m object) { m["composed"].(object)["image"] = "../x" }, "none of its files"},
		"hash":       {func(m object) { m["files"].([]any)[2].(object)["sha256"] = "" }, "not the one that was written"},
		"type":       {func(m object) { m["passes"] = 3 }, "damaged: passes has a number where an array belongs"},
		"types":      {func(m object) { m["source"].(object)["file"] = []any{} }, "damaged: file has an array where a string belongs"},
		"numbers": {func(m object) {
			m["passes"].([]any)[0].(object)["report"].(object)["contours"] = 1.5
		}, "damaged: contours has a number where a whole number belongs"},
		"places": {func(m object) { m["function"].(object)["places"] = []any{true} }, "damaged: places has true or false where an object belongs"},
		"place": {func(m object) {
			m["function"].(object)["places"] = []any{map[string]any{"file": "f.c", "at": "3:1 4"}}
		}, "damaged: its places are not those of the function"},
		"schema":  {func(m object) { m["schema"] = "1" }, "damaged: schema has a string where a whole number belongs"},
		"options": {func(m object) { m["options"] = "" }, "damaged: options has a string where an object belongs"},
	} {
		writeChanged(t, path, text, c.change)
		if err := openAndRun(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// rename gives the first file of a manifest another name.
func rename(to string) func(object) {
	return func(m object) { m["files"].([]any)[0].(object)["name"] = to }
}

// TestSameBytesEverywhere: the same file staged from two working directories gives the same directory, and one that was opened is saved as it is.
func TestSameBytesEverywhere(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	work := t.TempDir()
	for name, text := range map[string]string{
		"src/f.c":          "#include \"h/g.h\"\nstatic int g(int n)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++)\n        s += STEP;\n    return s;\n}\nint f(int n, int k)\n{\n    int s = 0;\n    for (int i = 0; i < k; i++)\n        s += g(n);\n    return s;\n}\n",
		"src/h/g.h":        "#define STEP i\n",
		"src/mine.scf-ml":  "structure Mine = struct\n  open AST\n  fun optimize (f : func) : func = f\nend\n",
		"elsewhere/unused": "",
	} {
		path := filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stageAt := func(cwd, file, pass, out string) {
		t.Helper()
		t.Chdir(filepath.Join(work, cwd))
		f, err := stager.ReadC(t.Context(), file, "f", stager.CConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if f, err = f.Inline(stager.Inlining{Names: []string{"g"}}); err != nil {
			t.Fatal(err)
		}
		early, err := f.ParseAbstract(map[string]string{"k": "3"})
		if err != nil {
			t.Fatal(err)
		}
		s, err := stager.Stage(t.Context(), f, pipeline(t, "cnp,"+pass), early, stager.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Save(filepath.Join(work, out)); err != nil {
			t.Fatal(err)
		}
	}
	stageAt("src", "f.c", "./mine.scf-ml", "1")
	stageAt("elsewhere", "../src/f.c", "../src/mine.scf-ml", "2")
	stageAt("elsewhere", filepath.Join(work, "src", "f.c"), filepath.Join(work, "src", "mine.scf-ml"), "3")
	opened, err := stager.Open(t.Context(), filepath.Join(work, "1"), stager.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Save(filepath.Join(work, "4")); err != nil {
		t.Fatal(err)
	}
	want := readFiles(t, filepath.Join(work, "1"))
	for _, name := range []string{"2", "3", "4"} {
		if diff := cmp.Diff(want, readFiles(t, filepath.Join(work, name))); diff != "" {
			t.Errorf("directory %s (-1 +%s):\n%s", name, name, diff)
		}
	}
	if strings.Contains(string(want["stage.json"]), work) {
		t.Error("a path of the machine is in the manifest")
	}
}

// openAndRun opens a directory and does what can be done with it.
func openAndRun(dir string) error {
	s, err := stager.Open(context.Background(), dir, stager.Limits{})
	if err != nil {
		return err
	}
	late, err := s.Function.ParseLate(map[string]string{"a": "1"})
	if err != nil {
		return err
	}
	_, err = text(s.Run(context.Background(), late))
	return err
}
