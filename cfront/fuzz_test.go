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
	"scf/internal/cprog"
	"scf/internal/diag"
)

// readsFiles finds texts that would read files, which fuzzing must not choose.
var readsFiles = regexp.MustCompile(`include|embed`)

// FuzzParse: every text is lowered or refused with a message; what is lowered is a tree that keeps its invariants, and the
// file with the function put back is C again, with the same function in it.
func FuzzParse(f *testing.F) {
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
			f.Add(s.Data)
		}
	}
	for seed := range uint64(10) {
		f.Add([]byte(cprog.Generate(seed, cprog.Options{Without: cprog.BeyondScalars}).Source))
	}
	for seed := range uint64(20) {
		f.Add([]byte(cprog.Generate(seed, cprog.Options{Size: 4}).Source))
	}
	page, err := os.ReadFile("../docs/c.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range codeBlock.FindAllSubmatch(page, -1) {
		f.Add(b[1])
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 8000 || readsFiles.Match(src) {
			t.Skip()
		}
		watchdog := time.AfterFunc(20*time.Second, func() { panic(fmt.Sprintf("no end with %q", src)) })
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

// checkMessage: an error about a text is one of ours.
func checkMessage(t *testing.T, err error) {
	var one *diag.Error
	var list diag.List
	if !errors.As(err, &one) && !errors.As(err, &list) || diag.Render(err) == "" {
		t.Fatalf("%T: %v", err, err)
	}
}

func checkSplice(t *testing.T, file *File, name string, tree *ast.Func) {
	out, err := file.Splice(name, tree, How{})
	if err != nil {
		checkMessage(t, err)
		return
	}
	again, err := Parse(context.Background(), "x.c", out, Options{})
	if err != nil {
		t.Fatalf("%s\n%s\nfrom\n%s", diag.Render(err), out, file.Source())
	}
	back, err := again.Lower(name)
	if err != nil {
		t.Fatalf("%s\n%s\nfrom\n%s", diag.Render(err), out, file.Source())
	}
	twice, err := again.Splice(name, back, How{})
	if err != nil || !bytes.Equal(out, twice) {
		t.Fatalf("%v\n%s\nand again\n%s", err, out, twice)
	}
}
