package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// csmithSwitches make programs within the subset of C that is taken. Arithmetic that C leaves undefined is wrapped by csmith.
var csmithSwitches = []string{"--no-volatiles", "--no-volatile-pointers", "--no-packed-struct", "--no-bitfields", "--no-builtins", "--quiet", "--concise", "--no-argc"}

// includes is where Debian's libcsmith-dev has the header that the programs need.
const includes = "/usr/include/csmith"

// programTime is how long a program may run.
const programTime = 5 * time.Second

// csmithRun is a run of the command csmith.
type csmithRun struct {
	budget
	dir    string
	keep   string // where failing programs are kept
	tally  map[string]int
	record []record
}

func csmith(ctx context.Context, args []string) error {
	var n, seed int
	var file, more string
	c := csmithRun{tally: map[string]int{}}
	f := flag.NewFlagSet("csmith", flag.ExitOnError)
	c.budget.flags(f)
	f.IntVar(&n, "n", 20, "how many programs")
	f.IntVar(&seed, "seed", 1, "the seed of the first one")
	f.StringVar(&c.keep, "keep", "", "a directory for programs that fail")
	f.StringVar(&more, "switches", "--max-funcs 5 --max-block-depth 3", "more switches for csmith")
	f.StringVar(&file, "json", "", "a file for the records of all functions")
	if err := f.Parse(args); err != nil {
		return err
	}
	if _, err := exec.LookPath("csmith"); err != nil {
		return errors.New("csmith is not installed: apt-get install csmith libcsmith-dev")
	}
	var err error
	if c.dir, err = os.MkdirTemp("", "csmith"); err != nil {
		return err
	}
	defer os.RemoveAll(c.dir)
	switches := append(csmithSwitches, strings.Fields(more)...)
	for i := seed; i < seed+n && ctx.Err() == nil; i++ {
		if err := c.program(ctx, i, switches); err != nil {
			return err
		}
	}
	for _, t := range counts(c.tally) {
		fmt.Printf("%s: %d\n", t.what, t.n)
	}
	return report(c.record, file)
}

// program makes one program, optimises its functions with guards, and compares what it prints with what the original prints.
func (c *csmithRun) program(ctx context.Context, seed int, switches []string) error {
	c.tally["programs made"]++
	original, optimised := filepath.Join(c.dir, "original.c"), filepath.Join(c.dir, "optimised.c")
	if err := c.make(ctx, seed, switches, original); err != nil {
		return err
	}
	want, err := c.output(ctx, original)
	if err != nil { // it does not end, as a rule
		c.tally["programs that take too long themselves"]++
		return ctx.Err()
	}
	os.Remove(optimised)
	records, err := optimiseFile(ctx, original, c.budget, "-how", "guard", "-vary", "-prefix", "func_", "-out", optimised)
	if err != nil {
		return err
	}
	c.record = append(c.record, records...)
	if _, err := os.Stat(optimised); err != nil {
		c.tally["programs of which no function is taken"]++
		return nil
	}
	got, err := c.output(ctx, optimised)
	switch {
	case err != nil:
		c.failed(seed, fmt.Sprintf("does not compile or run: %v\n%s", err, got))
	case got != want:
		c.failed(seed, fmt.Sprintf("prints %s, not %s", strings.TrimSpace(got), strings.TrimSpace(want)))
	default:
		c.tally["programs that agree"]++
	}
	return ctx.Err()
}

// make writes the program of a seed, preprocessed: the programs include the system's headers.
func (c *csmithRun) make(ctx context.Context, seed int, switches []string, file string) error {
	raw := filepath.Join(c.dir, "raw.c")
	cmd := exec.CommandContext(ctx, "csmith", append(switches, "--seed", fmt.Sprint(seed), "--output", raw)...)
	cmd.Dir = c.dir // where it writes platform.info
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("csmith: %w\n%s", err, out)
	}
	out, err = exec.CommandContext(ctx, "gcc", "-E", "-P", "-w", "-I", includes, "-o", file, raw).CombinedOutput()
	if err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return nil
}

// output compiles and runs a program.
func (c *csmithRun) output(ctx context.Context, file string) (string, error) {
	program := filepath.Join(c.dir, "program")
	out, err := exec.CommandContext(ctx, "gcc", "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-o", program, file, "-lm").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	ctx, cancel := context.WithTimeout(ctx, programTime)
	defer cancel()
	out, err = exec.CommandContext(ctx, program).CombinedOutput()
	return string(out), err
}

// failed keeps a program that fails.
func (c *csmithRun) failed(seed int, how string) {
	c.tally["FAILURES"]++
	fmt.Printf("seed %d: %s\n", seed, how)
	if c.keep == "" {
		return
	}
	for _, name := range []string{"original", "optimised"} {
		text, err := os.ReadFile(filepath.Join(c.dir, name+".c"))
		if err == nil {
			err = os.WriteFile(filepath.Join(c.keep, fmt.Sprintf("%d-%s.c", seed, name)), text, 0o644)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
}
