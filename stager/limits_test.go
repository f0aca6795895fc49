package stager_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/stager"
)

const constantSum = "int f(int a, int b) { return a + b; }\n"

// TestSourceLimit parses a file that is larger than the limit, from memory and from disk.
func TestSourceLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(path, []byte(constantSum), 0o600); err != nil {
		t.Fatal(err)
	}
	small := stager.Limits{SourceBytes: int64(len(constantSum)) - 1}
	_, parseErr := stager.ParseC(t.Context(), path, []byte(constantSum), "", stager.CConfig{Limits: small})
	_, readErr := stager.ReadC(t.Context(), path, "", stager.CConfig{Limits: small})
	for _, err := range []error{parseErr, readErr} {
		wantInputError(t, err, path, "the file is larger than 37 bytes")
	}
	if _, err := stager.ReadC(t.Context(), path, "", stager.CConfig{Limits: stager.Limits{SourceBytes: int64(len(constantSum))}}); err != nil {
		t.Error(err)
	}
}

// TestReadingIsCancelled calls what reads input with a context that has been cancelled.
func TestReadingIsCancelled(t *testing.T) {
	tier.Same(t)
	dir := savedSum(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, parseErr := stager.ParseC(ctx, "f.c", []byte(constantSum), "", stager.CConfig{})
	_, allErr := stager.ParseFunctions(ctx, "f.c", []byte(constantSum), stager.CConfig{})
	_, openErr := stager.Open(ctx, dir, stager.Limits{})
	_, separateErr := stager.OpenSeparate(ctx, dir, stager.Limits{})
	for i, err := range []error{parseErr, allErr, openErr, separateErr} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

// TestParsingEndsWhenCancelled cancels the parsing of a function that takes long.
func TestParsingEndsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	source := "int f(int a) {" + strings.Repeat("a = (a && a) ? (a || a) : (a, a);", 1000) + "return a; }" // what is left of the work goes on behind the test
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := stager.ParseC(ctx, "f.c", []byte(source), "", stager.CConfig{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestParsingLimits gives each limit of parsing a value that the file goes beyond.
func TestParsingLimits(t *testing.T) {
	source := "#define A 1 + 1 + 1\nstruct s { int x, y; };\nint f(int a) { return ((a + A)); }\n" + strings.Repeat("int g;\n", 1000)
	for want, l := range map[string]stager.Limits{
		"more than 1000 tokens":   {Tokens: 1000},
		"nested more than 2 deep": {Brackets: 2},
		"more than 1 fields":      {Fields: 1},
	} {
		_, err := stager.ParseC(t.Context(), "f.c", []byte(source), "", stager.CConfig{Limits: l})
		wantInputError(t, err, "f.c", want)
	}
	many := strings.Repeat("int g(int a) { return a * 3 + 4; }\n", 3000) // what the parser has begun ends behind the test
	_, err := stager.ParseC(t.Context(), "f.c", []byte(many), "", stager.CConfig{Limits: stager.Limits{Time: time.Millisecond}})
	wantInputError(t, err, "f.c", "does not come to an end within 1ms")
	if _, err := stager.ParseC(t.Context(), "f.c", []byte(source), "", stager.CConfig{Limits: stager.Limits{Tokens: 100_000, Brackets: 3, Fields: 3}}); err != nil {
		t.Error(err)
	}
}

// TestStagedLimit opens a staged directory that is larger than the limit.
func TestStagedLimit(t *testing.T) {
	tier.Same(t)
	dir := savedSum(t)
	total := int64(0)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if _, err := stager.Open(t.Context(), dir, stager.Limits{StagedBytes: total}); err != nil {
		t.Error(err)
	}
	_, err = stager.Open(t.Context(), dir, stager.Limits{StagedBytes: total - 1})
	wantInputError(t, err, dir, "the files of the staged directory are larger than")
}

// TestStagedPipes opens a staged directory in which each file in turn is a pipe.
func TestStagedPipes(t *testing.T) {
	tier.Same(t)
	dir := savedSum(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if err := os.Rename(path, path+".aside"); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := stager.Open(t.Context(), dir, stager.Limits{})
		wantInputError(t, err, path, "this is a pipe, not a regular file")
		if err := os.Rename(path+".aside", path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPassFromPipe loads a pass from a pipe.
func TestPassFromPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.scf-ml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	_, passErr := stager.LoadPass(path)
	_, _, programErr := stager.ReadProgram(path, "")
	for _, err := range []error{passErr, programErr} {
		wantInputError(t, err, path, "this is a pipe, not a regular file")
	}
}

// savedSum is a staged directory.
func savedSum(t *testing.T) string {
	f, err := stager.ParseC(t.Context(), "f.c", []byte(constantSum), "", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := stager.ParsePipeline("cnp")
	if err != nil {
		t.Fatal(err)
	}
	s, err := stager.Stage(t.Context(), f, pipeline, nil, stager.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "f.staged")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// wantInputError checks that err is a message about the file that says what is wrong and what to do.
func wantInputError(t *testing.T, err error, file, msg string) {
	t.Helper()
	var e *diag.Error
	if !errors.As(err, &e) || e.Pos.File != file || !strings.Contains(e.Msg, msg) || e.Hint == "" {
		t.Errorf("%v, which is not about %s, or does not say %q, or not what to do", err, file, msg)
	}
}
