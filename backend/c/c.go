package c

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/internal/ccompiler"
)

// Name is the name of the back end.
const Name = "c"

// New is the back end.
func New() backend.Backend { return compiler{} }

type compiler struct{}

func (compiler) Name() string { return Name }

func (compiler) Available() error {
	if err := canLoad(); err != nil {
		return err
	}
	if ccompiler.Find() == "" {
		return errors.New("this machine has no C compiler: install gcc or clang")
	}
	return nil
}

// Compile takes all functions whose parameters and result are words. Of o it follows Restrict.
func (b compiler) Compile(ctx context.Context, m *backend.Module, f *ast.Func, o backend.Options) (backend.Code, error) {
	if err := b.Available(); err != nil {
		return nil, err
	}
	if o.Checked {
		return nil, errors.New("what a C compiler makes does not check accesses: use native or interp")
	}
	if o.Steps > 0 {
		return nil, errors.New("what a C compiler makes does not count steps: use native or interp")
	}
	if err := checkSignature(f); err != nil {
		return nil, err
	}
	t, text, err := translate(m, f, o)
	if err != nil {
		return nil, err
	}
	object, err := build(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	c := &code{signature: backend.SignatureOf(f), module: m, entry: object.entry, hosts: t.hosts, places: t.places, placeOf: o.PlaceOf}
	runtime.AddCleanup(c, (*sharedObject).close, object)
	return c, nil
}

func checkSignature(f *ast.Func) error {
	types := []ast.Type{f.Result}
	for _, p := range f.Params {
		types = append(types, p.Ty)
	}
	for _, t := range types {
		if t, ok := t.(ast.Floating); ok && t.Width > 64 {
			return fmt.Errorf("%s: %s cannot be passed from Go", f.Name, ast.TypeName(t))
		}
	}
	return nil
}

// flags are what the compiler is told beside what to write. The results are those of -O0 -fwrapv: no contraction of floating operations, no assumptions about signs of zeros,
// order or types; errno and floating exceptions, which functions cannot see, are left out.
var flags = strings.Fields("-O3 -march=native -fwrapv -fno-strict-aliasing -ffp-contract=off -fno-math-errno -fno-trapping-math -fsigned-char -fms-extensions -std=gnu17 -w -shared -fPIC")

// build compiles text and loads what comes out. Nothing is left in the file system.
func build(ctx context.Context, text string) (*sharedObject, error) {
	dir, err := os.MkdirTemp("", "scf-c-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, object := filepath.Join(dir, "x.c"), filepath.Join(dir, "x.so")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, ccompiler.Find(), append(flags[:len(flags):len(flags)], "-o", object, source, "-lm")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("the C compiler does not take the function: %w\n%s", err, firstLines(string(out), 5))
	}
	return load(object)
}

func firstLines(s string, n int) string {
	lines := strings.SplitAfterN(s, "\n", n+1)
	return strings.TrimRight(strings.Join(lines[:min(n, len(lines))], ""), "\n")
}
