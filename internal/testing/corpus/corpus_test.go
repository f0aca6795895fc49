package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/stager"
)

func TestGeneric(t *testing.T) {
	for message, want := range map[string]string{
		"x.c:3:4: the field trap: volatile is not supported\n  code": "the field …: volatile is not supported",
		"/a/b.c:12:1: the text of f comes from a macro":              "the text of … comes from a macro",
		"/tmp/b.c: the guard of f would compare 300 values":          "b.c: the guard of f would compare 300 values",
		"a goto that leads backward is not supported":                "a goto that leads backward is not supported",
	} {
		if got := generic(message); got != want {
			t.Errorf("%q becomes %q, not %q", message, got, want)
		}
	}
}

// TestWorker: the functions of a file become one optimised file, or one file each; the rest is refused with a reason.
func TestWorker(t *testing.T) {
	tier.Same(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "x.c")
	source := "static int f(int a, int b) { return a * 0 + b; }\nint g(int n) { __label__ out; int inner(int i) { if (i) goto out; return i + n; } return inner(f(n, 1)); out: return 0; }\nint h(int n) { return n + 0; }\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range []bool{false, true} {
		var out bytes.Buffer
		j := job{budget: budget{time: time.Minute, stage: time.Minute}, file: file, out: filepath.Join(dir, "out.c"), how: "guard", each: each, vary: true,
			pipeline: pipeline, results: json.NewEncoder(&out)}
		if each {
			j.out = filepath.Join(dir, "out-%s.c")
		}
		if err := j.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for d := json.NewDecoder(&out); d.More(); {
			var r record
			if err := d.Decode(&r); err != nil {
				t.Fatal(err)
			}
			if r.Outcome != begun {
				got = append(got, strings.Join([]string{r.Func, string(r.Outcome), r.Staged}, " "))
			}
		}
		if s := strings.Join(got, ", "); s != "f optimised ok, g refused , h optimised ok" {
			t.Errorf("the records are %s", s)
		}
	}
	for name, want := range map[string]string{"out.c": "h__spec", "out-h.c": "h__spec"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), want) || strings.Contains(string(text), "f__spec") != (name == "out.c") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}
