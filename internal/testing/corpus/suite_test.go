package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// TestDirectives: what tests ask for in their comments becomes flags, or a reason to leave them out.
func TestDirectives(t *testing.T) {
	for text, want := range map[string]string{
		"/* { dg-do run } */\n/* { dg-options \"-O2 -fno-inline -DN=3\" } */": "-fno-inline -DN=3",
		"/* { dg-additional-options \"-std=c99 -Wall\" { target *-*-* } } */": "-std=c99",
		"/* { dg-options \"-DARM\" { target arm*-*-* } } */":                  "",
		"/* { dg-options { -fwrapv } } */":                                    "-fwrapv",
		"/* { dg-options \"-ftrapv\" } */":                                    "not taken",
		"/* { dg-additional-sources \"other.c\" } */":                         "not taken",
	} {
		flags, ok := directives(text)
		got := strings.Join(flags, " ")
		if !ok {
			got = "not taken"
		}
		if got != want {
			t.Errorf("%s gives %q, not %q", text, got, want)
		}
	}
}

const subjectText = `
int printf(const char *, ...);
static double scale(double x, unsigned char by, int unused) { return x * by; }
static int sum(int n, int step) { int s = 0; for (int i = 0; i < n; i++) s += step; return s; }
int any(int n, ...) { return n; }
int main(void) {
    printf("%g %d %d\n", scale(1.5, 255, 1) + scale(-2, 255, -7), sum(4, 3) + sum(4, -3), any(1, 2));
    return 3;
}
`

func newSubject(t *testing.T, text string, out *bytes.Buffer) *subject {
	toolchain.Compiler(t)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	s := &subject{job: job{budget: budget{time: time.Minute}, pipeline: pipeline, results: json.NewEncoder(out)}, rounds: 3}
	s.path, s.trial.dir, s.trial.run = filepath.Join(t.TempDir(), "x.c"), t.TempDir(), true
	if err := os.WriteFile(s.path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSubject: the functions of a file are tried with the values that they are called with.
func TestSubject(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	var out bytes.Buffer
	s := newSubject(t, subjectText, &out)
	if err := s.try(context.Background()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for d := json.NewDecoder(&out); d.More(); {
		var r record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Outcome != begun {
			got = append(got, r.key()+": "+string(r.Outcome))
		}
	}
	want := []string{
		"any plain: optimised", "any guard n=1: optimised", "any vouched n=1: optimised", "scale plain: optimised", "sum plain: optimised", "main plain: optimised",
		"scale guard x=0x1.8p+00 by=255 unused=1: optimised", "sum guard n=4 step=3: optimised",
		"sum vouched n=4: optimised", "scale vouched by=255: optimised",
		"scale guard x=0x1.8p+00: optimised", "sum guard n=4: optimised",
		"scale guard by=255: optimised", "sum guard step=3: optimised",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the records are\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestUndeclared: constants are passed to functions that no declaration mentions as the values that they stand for were.
func TestUndeclared(t *testing.T) {
	tier.OnlyLong(t, "programs are compiled")
	var out bytes.Buffer
	s := newSubject(t, `/* { dg-options "-std=gnu89" } */
int count(long a, int b) { char *p = malloc(9); p[strlen(strcpy(p, "four"))] = 0; return sum(a, (long)b, 1.5, 6L, 7L, 8L, 9L) + abs(-4); }
int sum(long a, long b, double c, long d, long e, long f, long g) { return (a + 2 * b) * c + d + 3 * e + 5 * f + 7 * g; }
int main() { if (count(3L, 4) + count(-3L, 4) != 291) abort(); exit(0); }
`, &out)
	s.rounds = 2
	if err := s.try(context.Background()); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for d := json.NewDecoder(&out); d.More(); {
		var r record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Outcome == optimised:
			tried++
		case r.Outcome != begun:
			t.Errorf("%s: %s %s", r.key(), r.Outcome, r.Reason)
		}
	}
	if tried != 10 || s.want["-O0"] != "\nexit status 0" {
		t.Errorf("%d attempts; the original gives %q", tried, s.want)
	}
}

// TestTrial: versions that do something else, or do not compile, are found.
func TestTrial(t *testing.T) {
	tier.Standard(t, "programs are compiled")
	s := newSubject(t, subjectText, &bytes.Buffer{})
	original := []byte(subjectText)
	s.begin(context.Background(), original)
	if want := "-127.5 0 1\nexit status 3"; s.want["-O0"] != want || s.want["-O2"] != want {
		t.Fatalf("the original gives %q", s.want)
	}
	for change, want := range map[string]string{
		"x * by; by * x":             "",
		"x * by; x + by":             "509.5 0 1",
		"return 3; __builtin_trap()": "signal: ",
		"int step; int steps":        "does not compile",
	} {
		from, to, _ := strings.Cut(change, "; ")
		version := bytes.ReplaceAll(original, []byte(from), []byte(to))
		got, err := s.compare(context.Background(), original, version)
		if errors.Is(err, errBroken) {
			got = err.Error()
		} else if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: it differs so: %q", change, got)
		}
	}
}

// TestResume: a run goes on behind the files that have results, and tries those again that went wrong.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "suite.json")
	var text bytes.Buffer
	for _, r := range []record{
		{Package: "p", File: "good.c", Outcome: optimised}, {Package: "p", File: "good.c", Outcome: done},
		{Package: "p", File: "bad.c", Outcome: differs}, {Package: "p", File: "bad.c", Outcome: done},
		{Package: "p", File: "half.c", Outcome: optimised},
	} {
		if err := json.NewEncoder(&text).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, again := range []bool{false, true} {
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		s := &suiteRun{again: again, run: regexp.MustCompile("")}
		known, err := s.resume(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := known["p bad.c"]; len(known["p good.c"]) != 2 || len(known["p half.c"]) != 0 || ok == again {
			t.Errorf("again %v: what is known is %v", again, known)
		}
	}
}
