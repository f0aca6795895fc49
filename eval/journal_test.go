package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/testing/tier"
)

// addTwice are two small cases.
func addTwice(t *testing.T) []Case {
	t.Helper()
	const text = "Adds.\n\npipeline: cpp,dae\nabstract: a\nlate: a=2\nvariant: one\nvariant: two\nlate: a=3\n-- add.c --\nint add(int x, int a) { return x + a + a; }\n"
	w, err := Parse("add.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Cases([]*Workload{w}, nil)
}

func openJournal(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestJournal: an evaluation that was interrupted goes on where it stopped, whatever became of the last line, and what it gives is what it would have given.
func TestJournal(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	cases, path := addTwice(t), filepath.Join(t.TempDir(), "out.unfinished")
	want := run(t, cases, Options{})

	ctx, cancel := context.WithCancel(t.Context())
	j := openJournal(t, path)
	_, err := Run(ctx, cases, Options{Journal: j, Progress: func(done, _ int, _ string) {
		if done == 1 {
			cancel()
		}
	}})
	if err == nil {
		t.Fatal("it was not interrupted")
	}
	if err := j.Close(false); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(path)
	if err != nil || strings.Count(string(kept), "\n") != 1 {
		t.Fatalf("the journal is %q, %v", kept, err)
	}

	for _, half := range []string{"", `{"key":"half`} {
		if err := os.WriteFile(path, append(kept[:len(kept):len(kept)], half...), 0o666); err != nil {
			t.Fatal(err)
		}
		j := openJournal(t, path)
		got := run(t, cases, Options{Journal: j})
		if diff := cmp.Diff(want, got); diff != "" || j.Taken() != 1 {
			t.Errorf("%d rows taken (-want +got):\n%s", j.Taken(), diff)
		}
		if err := j.Close(false); err != nil {
			t.Fatal(err)
		}
		both, err := os.ReadFile(path)
		if err != nil || strings.Count(string(both), "\n") != 2 || !strings.HasPrefix(string(both), string(kept)) {
			t.Errorf("the journal is %q, %v", both, err)
		}
	}

	j = openJournal(t, path)
	got := run(t, cases, Options{Journal: j, Disabled: []string{"dse"}}) // as if it were switched off
	if j.Taken() != 0 || len(got.Results) != 2 {
		t.Errorf("%d rows of another evaluation were taken", j.Taken())
	}
	if err := j.Close(true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the journal of a finished evaluation is there")
	}
}

// TestNoJournal: a file that is no journal is refused and stays.
func TestNoJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(path, []byte("notes\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), "no journal") {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "notes\n" {
		t.Errorf("it is now %q, %v", text, err)
	}
}
