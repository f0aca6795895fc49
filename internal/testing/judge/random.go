package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"scf/backend/program"
	"scf/internal/cprog"
	"scf/internal/diag"
)

// Random holds sides to the compiler on random programs: the compiler and the front end see each program once, for all of them.
type Random struct {
	Sides   []Side
	Size    int
	More    int // functions beside the one that a program of cprog has
	Without cprog.Set
	// Flags are the compiler's; -O0 if none.
	Flags []string

	// Programs counts those that were compared on all sides, Functions their functions of random statements that main reaches; Refused counts those that
	// the front end or a side does not take, Invalid those that the compiler refuses.
	Programs, Functions, Refused, Invalid int
	// Log gets what is no failure.
	Log func(format string, args ...any)
}

func (r *Random) String() string {
	return fmt.Sprintf("%d functions in %d programs compared, %d refused, %d that the compiler refuses", r.Functions, r.Programs, r.Refused, r.Invalid)
}

// Mismatch is a program that does something else on a side.
type Mismatch struct {
	Seed      uint64
	Side      string
	Got, Want string // the first lines that differ, or the error
	Text      []byte
}

func (m Mismatch) Error() string {
	return fmt.Sprintf("seed %d: the program prints by %s\n  %s\nand compiled it prints\n  %s", m.Seed, m.Side, m.Got, m.Want)
}

const (
	// atOnce is how many programs All compiles as one file.
	atOnce = 8
	// logged is after how many programs All tells how far it is.
	logged = 200
)

// All compares the programs of n seeds. The error is as of Batch.
func (r *Random) All(ctx context.Context, first uint64, n int) (all []Mismatch, err error) {
	for at := 0; at < n; at += atOnce {
		found, err := r.Batch(ctx, first+uint64(at), min(atOnce, n-at))
		for _, m := range found {
			r.log("%v", m)
		}
		if all = append(all, found...); err != nil {
			return all, err
		}
		if at%logged == logged-atOnce {
			r.log("up to seed %d: %v; %d differ", first+uint64(at+atOnce-1), r, len(all))
		}
	}
	return all, nil
}

// Batch compares the programs of n seeds, in one file; those of a file that is refused, or that differ, one by one. The error is of the machine, or ctx's.
func (r *Random) Batch(ctx context.Context, first uint64, n int) ([]Mismatch, error) {
	b := r.batch(first, n)
	want, err := compiled(ctx, b.text, r.Flags)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var invalid *invalid
	isInvalid := errors.As(err, &invalid)
	switch {
	case isInvalid && n == 1:
		r.Invalid++
		r.log("seed %d: %v", first, err)
		return nil, nil
	case err != nil && !isInvalid:
		return nil, err
	case !isInvalid:
		results := r.results(ctx, b)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if n == 1 || !slices.ContainsFunc(results, func(x result) bool { return x.err != nil || x.out != want }) {
			return r.judge(b, results, want), nil
		}
	}
	var all []Mismatch
	for seed := first; seed < first+uint64(n); seed++ {
		found, err := r.Batch(ctx, seed, 1)
		if all = append(all, found...); err != nil {
			return all, err
		}
	}
	return all, nil
}

func (r *Random) log(format string, args ...any) {
	if r.Log != nil {
		r.Log(format, args...)
	}
}

// batch is the programs of some seeds in one file.
type batch struct {
	first     uint64
	n         int
	text      []byte
	prefixes  []string
	functions []string // of random statements
	reached   int      // of them, by main
}

func (r *Random) batch(first uint64, n int) *batch {
	b := &batch{first: first, n: n}
	var cases []cprog.Case
	for i := range n {
		prefix := fmt.Sprintf("p%d_", i)
		p := cprog.Generate(first+uint64(i), cprog.Options{Prefix: prefix, Size: r.Size, More: r.More, Without: r.Without.With(cprog.SetOf(cprog.Kept))})
		cases, b.prefixes = append(cases, cprog.Case{Program: p, Variants: []cprog.Variant{{}}}), append(b.prefixes, prefix)
		b.functions = append(append(b.functions, p.Func), p.Helpers...)
		for _, q := range p.More {
			b.functions = append(b.functions, q.Func)
		}
	}
	b.text = []byte(cprog.Text(cases, cprog.Settings{Rounds: 3, Seed: first}))
	return b
}

// leaving is the text with children that return when they end.
func (b *batch) leaving() []byte {
	return append([]byte("void "+program.Leave+"(int);\n"), bytes.ReplaceAll(b.text, []byte("exit(0); }"), []byte(program.Leave+"(0); }"))...)
}

// result is what a side makes of a file.
type result struct {
	side string
	out  string
	err  error
}

// results are what the sides make of the file; if the front end refuses it, that is the only one.
func (r *Random) results(ctx context.Context, b *batch) (all []result) {
	u, err := program.Run{}.Unit(ctx, "random.c", b.leaving(), "main")
	if err != nil {
		return []result{{"the front end", "", err}}
	}
	for _, f := range u.Funcs {
		if slices.Contains(b.functions, f.Name) {
			b.reached++
		}
	}
	for _, s := range r.Sides {
		end, err := Guarded(ctx, s, u, b.prefixes, runTime)
		if err == nil && end.Status != 0 {
			err = &Broken{fmt.Sprintf("exit status %d", end.Status)}
		}
		all = append(all, result{s.Name(), end.Out, err})
	}
	return all
}

// runTime is how long a file may run on a side.
const runTime = time.Minute

// judge counts, and gives the mismatches of one program.
func (r *Random) judge(b *batch, results []result, want string) (all []Mismatch) {
	isRefused := false
	for _, x := range results {
		got, expected := FirstDifference(x.out, want)
		switch {
		case GoesWrong(x.err):
			all = append(all, Mismatch{b.first, x.side, x.err.Error(), expected, b.text})
		case x.err != nil:
			isRefused = true
			r.log("seed %d: refused by %s: %s", b.first, x.side, diag.Render(x.err))
		case x.out != want:
			all = append(all, Mismatch{b.first, x.side, got, expected, b.text})
		}
	}
	if isRefused {
		r.Refused++
	} else {
		r.Programs += b.n
		r.Functions += b.reached
	}
	return all
}
