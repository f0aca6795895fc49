package stager_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

// TestUnrolling stages the functions of testdata/unroll, whose loops are unrolled or not: the abstract results of the passes, what is
// said about the loops early and late, and the function optimised for late values, by both pipelines. A golden holds in.c, what is known
// early, and lines of late values.
func TestUnrolling(t *testing.T) {
	tier.Standard(t, "it stages")
	t.Parallel()
	golden.Each(t, "testdata/unroll/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		tier.Large(t, large.MatchString(file) || slow.MatchString(file), "it takes time to stage")
		t.Parallel()
		a.Files = append(a.Files[:3:3], unrolling(t, a.Files[:3])...)
		golden.CompareArchive(t, file, a)
	})
}

// large are the goldens that take seconds each, and slow are others that take half a second, or more.
var (
	large = regexp.MustCompile("interpreter|switch|packet_filter|leave_nested|search_found")
	slow  = regexp.MustCompile("goto_too_long|goto_states|walked_to_end|binary_search|break_continue|while_effect|moving|/nested|for_unknown|stack_machine")
)

// unrolling is what a golden with this input wants.
func unrolling(t *testing.T, in []txtar.File) []txtar.File {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(diag.Render(err))
		}
	}
	ctx := context.Background()
	f, err := stager.ParseC(context.Background(), "in.c", in[0].Data, "", stager.CConfig{})
	must(err)
	early, err := f.ParseAbstract(assigned(string(in[1].Data)))
	must(err)
	p := pipeline(t, stager.DefaultPipeline)
	staged, err := stager.Stage(ctx, f, p, early, stager.Options{})
	must(err)
	var out []txtar.File
	for i, form := range staged.Forms[1:] {
		if len(form) > 16_000 {
			form = fmt.Sprintf("(%d lines)", strings.Count(form, "\n"))
		}
		out = append(out, txtar.File{Name: fmt.Sprintf("F%d", i+2), Data: []byte(form + "\n")})
	}
	out = append(out, txtar.File{Name: "loops", Data: lines(staged.Loops)})
	for line := range strings.Lines(string(in[2].Data)) {
		late, err := f.ParseLate(assigned(line))
		must(err)
		r, err := staged.Run(ctx, late)
		must(err)
		all, err := staged.Complete(late)
		must(err)
		u, err := stager.RunUnstaged(ctx, f, p, all)
		must(err)
		must(ast.Verify(r.Func))
		got, err := r.C(stager.Output{})
		must(err)
		want, err := u.C(stager.Output{})
		must(err)
		if !bytes.Equal(got, want) {
			t.Errorf("late %s: staged\n%s\nunstaged\n%s", line, got, want)
		}
		loops, err := r.Loops(ctx)
		must(err)
		text := fmt.Sprintf("%s%s%d operations, %d staged\n", got, lines(loops), u.Total.Total(), r.Total.Total())
		out = append(out, txtar.File{Name: "late " + strings.TrimSpace(line), Data: []byte(text)})
	}
	return out
}

func lines(loops []stager.Loop) []byte {
	var b bytes.Buffer
	for _, l := range loops {
		fmt.Fprintln(&b, l)
	}
	return b.Bytes()
}

// assigned reads NAME=TEXT fields; a field without = is none.
func assigned(text string) map[string]string {
	out := map[string]string{}
	for _, field := range strings.Fields(text) {
		if name, value, ok := strings.Cut(field, "="); ok {
			out[name] = value
		}
	}
	return out
}
