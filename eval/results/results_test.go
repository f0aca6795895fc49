package results

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"scf/eval"
)

// sample is a report that has something of everything.
func sample() *eval.Report {
	times := func(d time.Duration) *eval.Times {
		return &eval.Times{Median: d, Deviation: d / 10, Runs: 3, Parts: []time.Duration{d, d, d}}
	}
	late := eval.Late{
		Name: "a=<1>", Ratio: &eval.Ratio{Operations: 4, Time: 3, Separate: 2}, Nodes: 7,
		Unstaged: &eval.Cost{Operations: eval.Operations{Total: 400}, Time: times(3 * time.Millisecond)},
		Separate: &eval.Cost{Operations: eval.Operations{Total: 200}, Time: times(2 * time.Millisecond)},
		Staged:   &eval.Cost{Operations: eval.Operations{Total: 100}, Time: times(time.Millisecond)},
		Kernel:   &eval.Kernel{Original: times(time.Second), Optimised: times(time.Second / 2), Spread: eval.Spread{Ratio: 2}, Native: &eval.Native{Time: *times(time.Second / 3)}},
		Running: &eval.Running{Calls: 3, General: time.Millisecond, BreakEven: 2, Backends: []eval.Backend{
			{Name: "native", Latency: times(time.Millisecond), Call: time.Microsecond}, {Name: "c", Missing: "no compiler"}}},
	}
	size := eval.Size{Functions: 1, Nodes: 30, Bytes: 100}
	r := &eval.Report{
		Format: eval.ReportFormat, Schema: eval.SchemaVersion, Machine: eval.Machine{OS: "linux", Arch: "amd64", CPUs: 2, Go: "go1"}, Budget: time.Second,
		Disabled: []string{},
		Results: []eval.Result{
			{Workload: "w & x", Variant: "any", Configuration: 1, Ratio: 4, SeparateRatio: 2, Published: eval.Published{Staging: "1.4", Hand: "2"}, Late: []eval.Late{late},
				Staging: &eval.Staging{Original: size, Residual: size, Composed: &eval.Pass{Size: size}, Time: times(time.Second)}},
			{Workload: "broken", Error: "w.c:1:1: it is <wrong>"},
		},
		Family: []eval.Member{{Statements: 10, Time: times(time.Second), TimePerNLogN: 1, NodesPerStatement: 1}, {Statements: 30, Time: times(time.Second), TimePerNLogN: 0.9, NodesPerStatement: 1.1}},
	}
	for _, t := range eval.Techniques {
		r.Ablations = append(r.Ablations, eval.Ablation{Technique: t.Name, Section: t.Section, Cells: []eval.Cell{{Workload: "w & x", Variant: "any", Ratio: 2, Change: -0.5}}})
	}
	return r
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// TestWrite: every chart and table is there, is well formed, and the report can be read again.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	want := sample()
	for range 2 { // the second time it is replaced
		if err := Write(dir, want); err != nil {
			t.Fatal(err)
		}
	}
	var files []string
	for _, c := range charts {
		files = append(files, c.name+".svg")
	}
	got := namesIn(t, dir)
	for _, name := range append(files, pageFile, lateFile, stagingFile, ablationsFile, reportFile) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%v; there are %v", err, got)
			continue
		}
		if err := wellFormed(name, string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(got) != len(files)+5 {
		t.Errorf("there are %v", got)
	}
	for _, path := range []string{dir, filepath.Join(dir, reportFile)} {
		r, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func wellFormed(name, text string) error {
	switch filepath.Ext(name) {
	case ".csv":
		_, err := csv.NewReader(strings.NewReader(text)).ReadAll() // with as many cells in each row
		return err
	case ".svg":
		return tokens(text)
	}
	return nil
}

func tokens(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestPage: nothing that a report says becomes markup, every link of the page leads somewhere, and it needs no other file.
func TestPage(t *testing.T) {
	drawn, err := drawings(sample())
	if err != nil {
		t.Fatal(err)
	}
	page, err := pageOf(sample(), drawn)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	ids, links := map[string]bool{}, []string{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "wrong" || n.Data == "script" || n.Data == "link" || n.Data == "img") {
			t.Errorf("there is a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				ids[a.Val] = true
			case "href":
				links = append(links, a.Val)
			}
		}
	}
	for _, l := range links {
		if !ids[strings.TrimPrefix(l, "#")] || !strings.HasPrefix(l, "#") {
			t.Errorf("nothing is at %s", l)
		}
	}
	if len(links) != len(drawn)+1 {
		t.Errorf("there are %d links for %d charts", len(links), len(drawn))
	}
	if !strings.Contains(string(page), "it is &lt;wrong&gt;") {
		t.Error("it does not say what is wrong")
	}
}

// TestRefused: nothing is replaced but what Write wrote.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, sample()); err == nil || Check(dir) == nil {
		t.Error("a directory with something else was replaced")
	}
	if diff := cmp.Diff([]string{"thesis.txt"}, namesIn(t, dir)); diff != "" {
		t.Error(diff)
	}
	if _, err := Read(filepath.Join(dir, "none.json")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("got %v", err)
	}
}
