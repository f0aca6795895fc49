package kernel_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"scf/backend/native"
	"scf/internal/testing/tier"
	"scf/kernel"
	"scf/stager"
)

// TestOpenFS opens staged directories of a file system that is none of the system's: what is all right, and what is not.
func TestOpenFS(t *testing.T) {
	dir := os.DirFS(mulAddDir(t))
	files := fstest.MapFS{"other/x": {}}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	largest := ""
	for _, e := range entries {
		text, err := fs.ReadFile(dir, e.Name())
		if err != nil {
			t.Fatal(err)
		}
		files["a/b/"+e.Name()] = &fstest.MapFile{Data: text}
		damaged := text
		if e.Name() != "stage.json" {
			damaged, largest = append(text[:len(text):len(text)], 'x'), e.Name()
		}
		files["damaged/"+e.Name()] = &fstest.MapFile{Data: damaged}
	}
	k, err := kernel.OpenFS(t.Context(), files, "a/b/", kernel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := kernel.Bind[func(b, c int32) int32](k, kernel.Values{"a": 3})
	if err != nil || f(4, 5) != 17 {
		t.Error(err)
	}
	if largest == "" {
		t.Error("there is only a manifest")
	}
	for _, c := range []struct{ dir, want string }{
		{"nowhere", "no such directory"}, {"other", "no staged directory"}, {"damaged", "not the one that was written"}, {"../a", "invalid"},
	} {
		if _, err := kernel.OpenFS(t.Context(), files, c.dir, kernel.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.dir, err)
		}
	}
}

// TestManyArguments refuses what a call of a Go function cannot take when it is compiled.
func TestManyArguments(t *testing.T) {
	if err := native.New().Available(); err != nil {
		t.Skip(err)
	}
	params := strings.TrimSuffix(strings.Repeat("int, ", 17), ", ")
	args := strings.TrimSuffix(strings.Repeat("a, ", 17), ", ")
	source := "int many(" + params + ");\nint f(int a) { return many(" + args + "); }\n"
	k := newKernel(t, source, kernel.Options{Backend: "native", NoOptimized: true})
	_, err := kernel.Bind[func(a int32) int32](k, nil)
	if err == nil || !strings.Contains(err.Error(), "17 arguments, of which 16 are possible") {
		t.Error(err)
	}
}

// TestSourceInFS: a C file of a file system, with headers in it, is compiled as its project does it.
func TestSourceInFS(t *testing.T) {
	tier.Same(t)
	files := fstest.MapFS{
		"src/f.c":     {Data: []byte("#include <k.h>\nint f(int a, int b) { return a * FACTOR + b + N; }\n")},
		"include/k.h": {Data: []byte("#define FACTOR 3\n")},
	}
	source, err := fs.ReadFile(files, "src/f.c")
	if err != nil {
		t.Fatal(err)
	}
	c := stager.CConfig{FS: files, Flags: []string{"-I", "include", "-DN=100"}}
	k, err := kernel.New(t.Context(), "src/f.c", source, kernel.Options{C: c, Abstract: kernel.Abstract{"b": "CONSTANT"}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := kernel.Bind[func(a int32) int32](k, kernel.Values{"b": 10})
	if err != nil || f(2) != 116 {
		t.Error(err)
	}
	if _, err := stager.ReadC(t.Context(), "src/f.c", "", c); err != nil {
		t.Error(err)
	}
	if _, err := stager.ReadC(t.Context(), "src/none.c", "", c); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}
