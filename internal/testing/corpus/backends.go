package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"scf/ast"
	"scf/backend/interp"
	"scf/backend/native"
	"scf/backend/program"
	"scf/cfront"
	"scf/internal/testing/judge"
)

// The command backends runs whole programs in back ends, each program in a process of its own, and compares what they print, and how they end, with what
// gcc -O0 makes of them.

// backendsRun is a run of that command.
type backendsRun struct {
	archive
	csmithRun
	suites, run *regexp.Regexp
	every       int
	n, seed     int
	switches    string
	sides       string
	count       string // how the names of functions begin that are counted

	passed, programs, functions, wrong int            // programs
	reasons                            map[string]int // why sides do not take some
}

// ran is what becomes of a program on a side: the last line of each that its process writes.
type ran struct {
	Side      string
	Functions int // of the program, that its main reaches
	Wrong     bool
	Reason    string // what goes wrong, or why it is refused; empty where it does what the compiler's does
}

func runBackends(ctx context.Context, args []string) error {
	b := &backendsRun{reasons: map[string]int{}}
	var suites, run string
	f := flag.NewFlagSet("backends", flag.ExitOnError)
	b.archive.flags(f)
	f.StringVar(&suites, "suites", "^(execute|tcc|torture|dg|common)$", "a regular expression for the names of suites, as of the command suite")
	f.StringVar(&run, "run", "", "a regular expression for the paths of files")
	f.IntVar(&b.every, "every", 1, "take every so manieth file")
	f.IntVar(&b.n, "csmith", 0, "run so many programs by csmith instead of suites")
	f.IntVar(&b.seed, "seed", 1, "the seed of the first one")
	f.StringVar(&b.switches, "switches", "--float --max-funcs 5 --max-block-depth 3", "more switches for csmith")
	f.StringVar(&b.keep, "keep", "", "a directory for programs by csmith that go wrong")
	f.StringVar(&b.sides, "sides", "native,interp,arm64", "the sides that are compared with the compiler")
	if err := f.Parse(args); err != nil {
		return err
	}
	var err [3]error
	b.suites, err[0] = regexp.Compile(suites)
	b.run, err[1] = regexp.Compile(run)
	b.csmithRun.dir, err[2] = os.MkdirTemp("", "backends")
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	defer os.RemoveAll(b.csmithRun.dir)
	if strings.Contains(b.sides, "arm64") {
		if _, err := judge.NewARM64(b.csmithRun.dir); err != nil {
			return err
		}
	}
	all := b.allSuites
	if b.n > 0 {
		all, b.count = b.allCsmith, "func_"
	}
	return errors.Join(all(ctx), b.report())
}

// allSuites runs the programs of suites.
func (b *backendsRun) allSuites(ctx context.Context) error {
	if err := b.archive.begin(); err != nil {
		return err
	}
	for _, s := range suites {
		if !s.run || !b.suites.MatchString(s.name) {
			continue
		}
		folder, err := b.archive.folder(ctx, s.source)
		if err != nil {
			return err
		}
		paths, err := s.subjects(folder)
		if err != nil {
			return err
		}
		for i, path := range paths {
			if i%b.every == 0 && b.run.MatchString(path) {
				if _, err := b.program(ctx, path, strings.ReplaceAll(s.more, "@", folder)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// allCsmith runs programs by csmith.
func (b *backendsRun) allCsmith(ctx context.Context) error {
	for seed := b.seed; seed < b.seed+b.n; seed++ {
		file := filepath.Join(b.csmithRun.dir, fmt.Sprintf("csmith-%d.c", seed))
		if err := b.csmithRun.make(ctx, seed, append(withBitFields(), strings.Fields(b.switches)...), file); err != nil {
			return err
		}
		isWrong, err := b.program(ctx, file, "")
		if err != nil {
			return err
		}
		if isWrong && b.keep != "" {
			if err := os.Rename(file, filepath.Join(b.keep, filepath.Base(file))); err != nil {
				return err
			}
		}
		os.Remove(file)
	}
	return nil
}

// withBitFields are csmith's switches without the one that leaves bit-fields out: back ends take them.
func withBitFields() (out []string) {
	for _, s := range csmithSwitches {
		if s != "--no-bitfields" {
			out = append(out, s)
		}
	}
	return out
}

// program runs one program in a process of its own.
func (b *backendsRun) program(ctx context.Context, path, more string) (isWrong bool, err error) {
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	limited, cancel := context.WithTimeout(ctx, programLimit)
	defer cancel()
	var messages strings.Builder
	cmd := exec.CommandContext(limited, self, "backends-worker", "-sides", b.sides, "-count", b.count, "-dir", b.csmithRun.dir, "-more", more, path)
	cmd.Stderr = &messages
	out, ended := cmd.Output()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	functions, taken, sides := 0, true, 0
	for line := range strings.Lines(string(out)) {
		var r ran
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return false, fmt.Errorf("%s: %w", path, err)
		}
		sides++
		functions = max(functions, r.Functions)
		taken = taken && r.Reason == ""
		if r.Reason != "" && !r.Wrong {
			b.reasons[r.Side+": "+generic(r.Reason)]++
		}
		if r.Wrong {
			isWrong = true
			fmt.Printf("%s: WRONG by %s: %s\n", path, r.Side, r.Reason)
		}
	}
	if ended != nil {
		isWrong = true
		fmt.Printf("%s: WRONG: its process ends: %v\n%s\n", path, ended, clip(messages.String(), 3000))
	}
	switch {
	case isWrong:
		b.wrong++
	case taken && sides > 1: // one for the compiler
		b.programs++
		b.functions += functions
	default:
		b.passed++
	}
	return isWrong, nil
}

func (b *backendsRun) report() error {
	for _, c := range counts(b.reasons) {
		fmt.Printf("%6d  %s\n", c.n, c.what)
	}
	fmt.Printf("%d functions in %d programs compared; %d programs that the compiler, the front end or a side does not take; %d GO WRONG\n",
		b.functions, b.programs, b.passed, b.wrong)
	return nil
}

const (
	// programLimit is how long the process of a program may take.
	programLimit = 3 * time.Minute
	// sideLimit is how long a program may run on a side. Originals that run for longer than originalTime are passed over.
	sideLimit = 40 * time.Second
)

// backendsWorker runs one program.
func backendsWorker(ctx context.Context, args []string) error {
	var s subject
	var sides, count string
	f := flag.NewFlagSet("backends-worker", flag.ContinueOnError)
	f.StringVar(&sides, "sides", "", "the sides")
	f.StringVar(&count, "count", "", "how the names of functions begin that are counted")
	f.StringVar(&s.trial.dir, "dir", "", "where the loader for arm64 is")
	f.Func("more", "flags and objects for the compiler", func(all string) error { s.more = strings.Fields(all); return nil })
	if err := f.Parse(args); err != nil {
		return err
	}
	s.path, s.trial.run = f.Arg(0), true
	to := json.NewEncoder(os.Stdout)
	u, want, why, err := s.compiled(ctx)
	if err != nil {
		return err
	}
	if err := to.Encode(ran{Side: "gcc", Reason: why}); err != nil || why != "" {
		return err
	}
	functions := 0
	for _, f := range u.Funcs {
		if strings.HasPrefix(f.Name, count) {
			functions++
		}
	}
	for name := range strings.SplitSeq(sides, ",") {
		side, err := s.side(name)
		if err != nil {
			return err
		}
		r := compare(ctx, side, u, want)
		r.Functions = functions
		if err := to.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// side is the side with the name.
func (s *subject) side(name string) (judge.Side, error) {
	switch name {
	case "native":
		return judge.In{Backend: native.New()}, nil
	case "interp":
		return judge.In{Backend: interp.New()}, nil
	case "arm64":
		return judge.NewARM64(s.trial.dir)
	}
	return nil, fmt.Errorf("there is no side %s: give native, interp or arm64", name)
}

// compiled is the program for back ends, and what gcc's does. why says why it is not tried.
func (s *subject) compiled(ctx context.Context) (u *ast.Unit, want program.End, why string, err error) {
	if why, err := s.read(ctx); why != "" || err != nil {
		return nil, want, why, err
	}
	if len(s.objects) > 0 {
		return nil, want, "it is linked with other files", nil
	}
	got, err := s.behaviour(ctx, "-O0", s.original, originalTime)
	out, isGood := strings.CutSuffix(got, "\nexit status 0")
	if err != nil || !isGood {
		return nil, want, "it does not compile, or does not end well", nil
	}
	file, err := cfront.Parse(ctx, s.path, s.original, cfront.Options{})
	if err == nil {
		u, err = file.Unit("main")
	}
	if err != nil {
		return nil, want, "the front end: " + message(err), nil
	}
	for _, f := range u.Funcs {
		if f.Name == "main" && len(f.Params) > 0 {
			return nil, want, "its main has parameters", nil
		}
	}
	return u, program.End{Out: out}, "", u.Verify()
}

// compare runs the program on a side.
func compare(ctx context.Context, side judge.Side, u *ast.Unit, want program.End) ran {
	r := ran{Side: side.Name()}
	end, err := judge.Guarded(ctx, side, u, nil, sideLimit)
	end.Out = strings.TrimRight(end.Out, "\n")
	x, y := judge.FirstDifference(end.Out, want.Out)
	switch {
	case err != nil:
		r.Reason, r.Wrong = cmp.Or(clip(err.Error(), 2000), "an error"), judge.GoesWrong(err)
	case end.Status != want.Status:
		r.Reason, r.Wrong = fmt.Sprintf("exit status %d", end.Status), true
	case end.Out != want.Out:
		r.Reason, r.Wrong = fmt.Sprintf("prints\n    %s\nnot\n    %s", x, y), true
	}
	return r
}
