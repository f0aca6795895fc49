package stager_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestBlocked tells of the functions of testdata/blocked what their constants do not decide. A golden holds in.c, and what is told, in
// files that are named `FUNCTION early NAME=AVAL ...` or `FUNCTION late NAME=V ...`.
func TestBlocked(t *testing.T) {
	tier.Standard(t, "it stages")
	t.Parallel()
	golden.Each(t, "testdata/blocked/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		if strings.Contains(file, "kernels") || strings.Contains(file, "writes") {
			tier.OnlyLong(t, "they take time to stage")
		} else {
			tier.Same(t)
		}
		t.Parallel()
		for i, f := range a.Files[1:] {
			words := strings.SplitN(f.Name, " ", 3)
			fn, err := stager.ParseC(t.Context(), "in.c", a.Files[0].Data, words[0], stager.CConfig{})
			if err != nil {
				t.Fatal(diag.Render(err))
			}
			known := strings.Join(words[2:], " ")
			if words[1] == "early" {
				a.Files[i+1].Data = toldEarly(t, fn, known)
			} else {
				a.Files[i+1].Data = toldLate(t, fn, known)
			}
		}
		golden.CompareArchive(t, file, a)
	})
}

func toldEarly(t *testing.T, f *stager.Function, known string) []byte {
	early, err := f.ParseAbstract(assigned(known))
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	s, err := stager.Stage(t.Context(), f, pipeline(t, stager.DefaultPipeline), early, stager.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return told(s.Warnings(), s.Blocked(), s.Loops)
}

// toldLate is what is told of what the passes make.
func toldLate(t *testing.T, f *stager.Function, known string) []byte {
	late, err := f.ParseLate(assigned(known))
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	p := pipeline(t, stager.DefaultPipeline)
	r, err := stager.RunUnstaged(t.Context(), f, p, late)
	if err != nil {
		t.Fatal(err)
	}
	return toldOf(t, r)
}

func toldOf(t *testing.T, r *stager.Result) []byte {
	warnings, err := r.Warnings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	blocked, err := r.Blocked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	loops, err := r.Loops(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return told(warnings, blocked, loops)
}

func told(warnings, blocked []string, loops []stager.Loop) []byte {
	var b bytes.Buffer
	for _, w := range warnings {
		fmt.Fprintln(&b, "warning:", w)
	}
	for _, line := range blocked {
		fmt.Fprintln(&b, line)
	}
	b.Write(lines(loops))
	return b.Bytes()
}
