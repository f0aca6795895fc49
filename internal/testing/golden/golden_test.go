package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failures is a testing.TB that only counts them.
type failures struct {
	testing.TB
	count int
}

func (f *failures) Errorf(string, ...any) { f.count++ }

// TestPairs rewrites a golden, finds that it is up to date, and finds a difference.
func TestPairs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(file, []byte("comment\n-- b.c --\nb\n-- a.c --\na\n-- stale.want --\nx\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	upper := func(_ *testing.T, name string, source []byte) string {
		return name + " " + strings.ToUpper(string(source))
	}
	was := *update
	defer func() { *update = was }()
	*update = true
	Pairs(t, file, upper)
	const want = "comment\n-- b.c --\nb\n-- b.want --\nb B\n-- a.c --\na\n-- a.want --\na A\n"
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("rewritten: %s %v", got, err)
	}
	*update = false
	Pairs(t, file, upper)
	f := &failures{TB: t}
	Compare(f, file, []byte(want+"more"))
	Compare(f, file+".missing", nil)
	if f.count != 2 {
		t.Errorf("%d of 2 differences are told", f.count)
	}
}

// TestBetween reads and replaces what stands between marks.
func TestBetween(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(file, []byte("a <x>b</x> c"), 0o666); err != nil {
		t.Fatal(err)
	}
	was := *update
	defer func() { *update = was }()
	*update = false
	if got := Between(t, file, "<x>", "</x>", "new"); got != "b" {
		t.Errorf("there is %q", got)
	}
	*update = true
	Between(t, file, "<x>", "</x>", "new")
	if got, err := os.ReadFile(file); err != nil || string(got) != "a <x>new</x> c" {
		t.Errorf("rewritten: %s %v", got, err)
	}
}
