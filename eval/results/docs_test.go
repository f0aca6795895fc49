package results

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scf/eval"
	"scf/internal/testing/golden"
)

const docs = "../../docs"

// TestDocs: docs/results.md has the numbers and all the charts of the reports beside it, and no others.
func TestDocs(t *testing.T) {
	file := filepath.Join(docs, "results.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for _, part := range []string{"evaluation", "techniques"} {
		r, err := Read(filepath.Join(docs, "results", part))
		if err != nil {
			t.Fatal(err)
		}
		want = between(t, want, part, shown(t, part, r))
	}
	golden.Compare(t, file, []byte(want))
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(want, -1) {
		if _, err := os.Stat(filepath.Join(docs, m[1])); err != nil {
			t.Error(err)
		}
	}
}

// shown is what the page shows of a report: the machine, means, and the charts.
func shown(t *testing.T, dir string, r *eval.Report) string {
	drawn, err := drawings(r)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "Measured on %s/%s with %d CPUs, %s", m.OS, m.Arch, m.CPUs, m.Go)
	if m.CC != "" {
		b.WriteString(", " + m.CC)
	}
	b.WriteString(".\n\n")
	for _, s := range r.Summaries() {
		if s.IsMean {
			fmt.Fprintf(&b, "- %s: %.1f times fewer operations", s.Name, s.Operations)
			if s.Time > 0 {
				fmt.Fprintf(&b, ", %.1f times less time; the function is %.2f times as fast by the C compiler", s.Time, s.Kernel)
			}
			b.WriteString(".\n")
		}
	}
	for _, d := range drawn {
		fmt.Fprintf(&b, "\n### %s\n\n%s", d.title, d.about)
		if d.figure != "" {
			fmt.Fprintf(&b, " The dissertation shows this in %s.", d.figure)
		}
		fmt.Fprintf(&b, "\n\n![%s](results/%s/%s.svg)\n", d.title, dir, d.name)
	}
	return b.String()
}

// between puts text between the marks of a part.
func between(t *testing.T, page, part, text string) string {
	begin, end := "<!-- "+part+" -->\n", "<!-- end of "+part+" -->\n"
	before, rest, ok := strings.Cut(page, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("docs/results.md has no part %s", part)
	}
	return before + begin + text + end + after
}
