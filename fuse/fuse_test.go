package fuse_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scf/fuse"
	"scf/internal/testing/progen"
	"scf/internal/testing/scfmltest"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
)

// commands are what builds and takes apart lists of commands, as residual passes do.
const commands = `
datatype cmd = skip | step of int | seq of cmd * cmd
fun odd n = n mod 2 = 1
fun turn (i : int, n : int) : cmd * int =
  if i < n then
    let val (rest, s) = turn (i + 1, n)
    in (seq (step (if odd i then i * i else i + 40), case rest of skip => step 0 | _ => rest), s + i) end
  else (step 7, 0)
fun passing (i : int, n : int) : cmd * int =
  if i < n then let val (rest, s) = passing (i + 1, n) in (seq (step (i * 3), rest), s) end else (step 7, n * 2)
fun better (c : cmd, k : int) : cmd = case c of step n => if n mod 3 = k then skip else step (n + k + 1) | _ => c
fun walk (c : cmd, k : int) : cmd = case c of seq (a, b) => seq (better (a, k), walk (b, k)) | _ => better (c, k)
fun weigh (c : cmd, w : int) : int = case c of seq (a, b) => weigh (b, weigh (a, w)) | step n => w * 3 + n | skip => w
fun uses (c : cmd, live : int) : cmd * int =
  case c of
    seq (a, b) => let val (b', l) = uses (b, live) val (a', l') = uses (a, l) in (seq (a', b'), l') end
  | step n => if n mod 4 = live mod 4 then (skip, live + n) else (step n, live + 1)
  | skip => (skip, live)
`

// TestRun fuses what builds commands with what takes them apart: the program does the same with less work, and has no function that takes commands
// any more where all are fused.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, main string
		pairs      int
		gone       bool
	}{
		{"a walk", "fun main n = let val (c, s) = turn (0, n) in (walk (c, 1), s) end", 1, true},
		{"an accumulator", "fun main n = let val (c, s) = turn (0, n) in (weigh (c, n), s) end", 1, true},
		{"an accumulator of what the end gives", "fun main n = let val (c, s) = turn (0, n) in weigh (c, s) end", 0, false},
		{"two walks", "fun main n = let val (c, s) = turn (0, n) in weigh (walk (c, 2), 0) end", 4, true},
		{"there and back", "fun main n = let val (c, s) = turn (0, n) val (c', l) = uses (walk (c, 0), 3) in (c', l, s) end", 3, true},
		{"arguments from the end on", "fun main n = let val (c, s) = passing (0, n) val k = s mod 5 in uses (c, k) end", 1, true},
		{"behind a match", "fun main n = let val c = if n < 5 then (case turn (0, n) of (c, _) => c) else step n in walk (c, 1) end", 1, true},
		{"in all branches", "fun main n = let val (c, s) = turn (0, n) in if s > 9 then SOME (walk (c, 2)) else (case walk (c, 2) of x => SOME (seq (x, skip))) end", 1, true},
		{"in one branch", "fun main n = let val (c, s) = turn (0, n) in if s > 9 then SOME (walk (c, 2)) else NONE end", 0, false},
		{"taken twice", "fun main n = let val (c, s) = turn (0, n) in (walk (c, 1), weigh (c, s)) end", 0, false},
		{"kept", "fun main n = let val (c, s) = turn (0, n) in (c, weigh (c, s)) end", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := core.Monomorphic(scfmltest.Load(t, commands+c.main))
			q, report, err := fuse.Run(t.Context(), p, simplify.Options{}, fuse.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			if err := core.Verify(q); err != nil {
				t.Fatalf("%v\n%s", err, q)
			}
			if report.Pairs != c.pairs {
				t.Errorf("%d pairs, not %d:\n%s", report.Pairs, c.pairs, q)
			}
			takes := slices.ContainsFunc(q.Funcs, func(f *core.Func) bool {
				return slices.ContainsFunc(f.ParamTypes, func(t core.Type) bool { return strings.HasSuffix(core.ShowTypes(t)[0], "cmd") })
			})
			if takes == c.gone {
				t.Errorf("there are functions that take commands: %t\n%s", takes, q)
			}
			for n := range 12 {
				with, without := run(t, q, n), run(t, p, n)
				if !core.Equal(with.value, without.value) || with.work > without.work || c.pairs > 0 && n > 1 && with.work == without.work {
					t.Errorf("n = %d: %v in %d operations, without %v in %d\n%s", n, with.value, with.work, without.value, without.work, q)
				}
			}
		})
	}
}

type outcome struct {
	value core.Value
	work  int64
}

func run(t *testing.T, p *core.Program, n int) outcome {
	t.Helper()
	v, c, err := interp.New(p).Run(context.Background(), core.Int(n), interp.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return outcome{v, c.Total()}
}

// TestLimits: where a limit is met the program stays as it is.
func TestLimits(t *testing.T) {
	p := core.Monomorphic(scfmltest.Load(t, commands+"fun main n = let val (c, s) = turn (0, n) in (walk (c, 1), s) end"))
	for name, meet := range map[string]func(*fuse.Limits){
		"tries":    func(l *fuse.Limits) { l.Tries = 0 },
		"rounds":   func(l *fuse.Limits) { l.Rounds = 0 },
		"pairs":    func(l *fuse.Limits) { l.Pairs = 0 },
		"producer": func(l *fuse.Limits) { l.Producer = 5 },
		"late":     func(l *fuse.Limits) { l.Late = 1 },
	} {
		limits := fuse.DefaultLimits()
		meet(&limits)
		if q, report, err := fuse.Run(t.Context(), p, simplify.Options{}, limits); q != p || report.Pairs != 0 || err != nil {
			t.Errorf("%s: %+v, %v\n%s", name, report, err, q)
		}
	}
}

// TestEstimate: a program that is fused is to take fewer operations than the one that it is made of.
func TestEstimate(t *testing.T) {
	p := core.Monomorphic(scfmltest.Load(t, commands+"fun main n = let val (c, s) = turn (0, n) in (walk (c, 1), s) end"))
	q, _, err := fuse.Run(t.Context(), p, simplify.Options{}, fuse.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if with, without := fuse.Estimate(q), fuse.Estimate(p); with >= without {
		t.Errorf("%v operations are expected of the fused program, %v of the other", with, without)
	}
}

var (
	cases = tier.Flag("cases", 15, 60, 3000, "random programs in which functions are fused")
	seed  = flag.Uint64("seed", 1, "seed of the first random program")
)

// TestRandomPrograms: what fusion gives of a random program computes what the program computes, and takes no more operations. Half of the programs build commands and
// take them apart, the others do anything.
func TestRandomPrograms(t *testing.T) {
	fused := 0
	for i := range uint64(cases.Int()) {
		c := progen.Generate(*seed + i)
		if i%2 == 0 {
			c = building(rand.New(rand.NewPCG(*seed+i, 0)))
		}
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "random", Text: c.Source})
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Source)
		}
		p = core.Monomorphic(p)
		before := p.String()
		q, report, err := fuse.Run(t.Context(), p, simplify.Options{}, fuse.DefaultLimits())
		if err == nil {
			err = core.Verify(q)
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\nfused:\n%s", *seed+i, err, p, q)
		}
		if after := p.String(); after != before {
			t.Fatalf("seed %d: the program has changed:\n%s", *seed+i, before)
		}
		if report.Pairs > 0 {
			fused++
		}
		for _, text := range c.Inputs {
			sameRuns(t, *seed+i, p, q, text)
		}
	}
	if t.Logf("%d of %d with functions fused", fused, cases.Int()); fused < cases.Int()/8 {
		t.Error("that are few")
	}
}

func sameRuns(t *testing.T, seed uint64, p, q *core.Program, input string) {
	t.Helper()
	arg, err := core.ParseValue(input, p.Entry.ArgType(), p)
	if err != nil {
		t.Fatal(err)
	}
	want, before, err := interp.New(p).Run(t.Context(), arg, interp.Options{MaxSteps: 1_000_000})
	if err != nil {
		return
	}
	got, after, err := interp.New(q).Run(t.Context(), arg, interp.Options{MaxSteps: 2_000_000})
	if err != nil || !core.Equal(got, want) || after.Total() > before.Total() {
		t.Errorf("seed %d, input %s: %v in %d operations (%v), not %v in %d\n%s\nfused:\n%s", seed, input, got, after.Total(), err, want, before.Total(), p, q)
	}
}

// building is a random program in which a recursive function builds commands, and others take them apart, one after the other.
func building(r *rand.Rand) progen.Case {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	number := func() string { return one("i", "n", "i * 3", "i + n", "7") }
	var b strings.Builder
	b.WriteString("datatype cmd = skip | step of int | seq of cmd * cmd | twice of cmd\n")
	fmt.Fprintf(&b, "fun turn (i : int, n : int) : cmd * int =\n  if i < n then let val (rest, s) = turn (i + %s, n) in (%s, %s) end else (%s, %s)\n", one("1", "2"),
		one("seq (step ("+number()+"), rest)", "seq (rest, step ("+number()+"))", "if i mod 3 = 1 then rest else seq (step ("+number()+"), rest)",
			"seq (step i, case rest of skip => step 0 | _ => rest)", "seq (seq (step i, skip), twice rest)", "case rest of seq (a, _) => seq (a, rest) | _ => seq (step i, rest)"),
		one("s", "s", "s + i", "n"), one("skip", "step 7", "seq (step n, skip)"), number())
	for _, f := range []string{"walk", "clean"} {
		fmt.Fprintf(&b, "fun %s (c : cmd, k : int) : cmd =\n  case c of\n    seq (a, b) => %s\n  | step n => %s\n  | twice a => %s\n  | skip => skip\n", f,
			one("seq ("+f+" (a, k), "+f+" (b, k))", "case "+f+" (b, k) of skip => "+f+" (a, k) | b' => seq ("+f+" (a, k), b')", "seq (a, "+f+" (b, k + 1))"),
			one("step (n + k)", "if n mod 3 = k mod 3 then skip else step n", "c"), one("twice ("+f+" (a, k))", "seq ("+f+" (a, k), "+f+" (a, k + 1))", f+" (a, k)"))
	}
	fmt.Fprintf(&b, "fun uses (c : cmd, live : int) : cmd * int =\n  case c of\n    seq (a, b) => let val (b', l) = uses (b, live) val (a', l') = uses (a, %s) in (%s, l') end\n", one("l", "l", "live"), one("seq (a', b')", "case b' of skip => a' | _ => seq (a', b')"))
	fmt.Fprintf(&b, "  | step n => %s\n  | twice a => %s\n  | skip => (skip, live)\n", one("if n mod 4 = live mod 4 then (skip, live + n) else (c, live + 1)", "(step (n + live), live)"), one("uses (a, live)", "(skip, live)"))
	b.WriteString("fun weigh (c : cmd, w : int) : int = case c of seq (a, b) => weigh (b, weigh (a, w)) | step n => w * 3 + n | twice a => weigh (a, w) | skip => w\n")
	b.WriteString("fun main n = let val (c, s) = turn (0, n)\n")
	for range r.IntN(3) {
		fmt.Fprintf(&b, "  val c = %s\n", one("walk (c, "+one("2", "n", "s")+")", "clean (c, n)", "if n > 3 then walk (c, 1) else clean (c, 1)", "seq (step n, walk (c, 1))"))
	}
	fmt.Fprintf(&b, "  in %s end\n", one("(c, s)", "let val (c', l) = uses (c, "+one("0", "n", "s")+") in (c', l) end", "(c, weigh (c, 0))", "(skip, weigh (c, n))", "if s > 4 then (walk (c, 0), s) else (skip, s)"))
	return progen.Case{Source: b.String(), Entry: "main", Inputs: []string{"0", "1", "2", "3", "5", "9"}}
}
