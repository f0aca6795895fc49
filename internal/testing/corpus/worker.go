package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"time"

	"scf/ast"
	"scf/internal/diag"
	"scf/stager"
)

// The worker optimises the functions of one file, one after the other, and writes a record for each to standard output: first one
// that says that it has begun. It ends itself where it takes too much memory; whoever started it watches the time and starts
// another one behind the function that took too long.

// job is what a worker does.
type job struct {
	budget
	file   string
	out    string // where the optimised file is written; a %s stands for the function in each
	each   bool   // every function by itself, and not all in one file
	how    string // guard, or plain: the new function replaces the old one
	vary   bool   // make a parameter constant
	first  int    // functions to skip
	prefix string // of the names of those to optimise
	syntax string // flags to check what is optimised with the compiler; empty for no check

	pipeline stager.Pipeline
	results  *json.Encoder
	done     []stager.Replacement // for the one file that all go into
}

// exitMemory is the worker's exit code where it takes too much memory.
const exitMemory = 9

func worker(ctx context.Context, args []string) error {
	j := job{results: json.NewEncoder(os.Stdout)}
	f := flag.NewFlagSet("worker", flag.ContinueOnError)
	j.budget.flags(f)
	f.StringVar(&j.out, "out", "", "the optimised file")
	f.BoolVar(&j.each, "each", false, "optimise each function by itself")
	f.StringVar(&j.how, "how", "plain", "guard or plain")
	f.BoolVar(&j.vary, "vary", false, "make a parameter constant")
	f.IntVar(&j.first, "first", 0, "how many functions to skip")
	f.StringVar(&j.prefix, "prefix", "", "how the names of the functions begin")
	f.StringVar(&j.syntax, "syntax", "", "flags for the compiler's check")
	if err := f.Parse(args); err != nil {
		return err
	}
	j.file = f.Arg(0)
	go j.watchMemory()
	var err error
	if j.pipeline, err = stager.ParsePipeline(stager.DefaultPipeline); err != nil {
		return err
	}
	return j.run(ctx)
}

// watchMemory ends the process where it takes too much memory.
func (j *job) watchMemory() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(sample)
		if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > uint64(j.memory)<<20 {
			os.Exit(exitMemory)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// run goes through the functions. Where all go into one file, that is written after each.
func (j *job) run(ctx context.Context) error {
	names, functions, err := j.parse(ctx)
	if err != nil {
		return j.results.Encode(record{File: j.file, Outcome: refused, Reason: "the file: " + message(err)})
	}
	for i, name := range names {
		if i < j.first {
			continue
		}
		r := record{File: j.file, Func: name, Outcome: begun}
		if err := j.results.Encode(r); err != nil {
			return err
		}
		text := j.function(ctx, &r, functions[name])
		if err := j.results.Encode(r); err != nil {
			return err
		}
		if text == nil {
			continue
		}
		out := j.out
		if j.each {
			out = fmt.Sprintf(j.out, name)
		}
		if err := os.WriteFile(out, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// parse gives the names of the functions to optimise, and the functions: those of the file, or where another worker has begun
// with it those of what that one has written.
func (j *job) parse(ctx context.Context) ([]string, map[string]stager.Outcome, error) {
	all, err := parseFile(ctx, j.file, j.file)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, f := range all {
		if f.Name != "main" && strings.HasPrefix(f.Name, j.prefix) {
			names = append(names, f.Name)
		}
	}
	if _, err := os.Stat(j.out); err == nil && j.first > 0 && !j.each {
		if all, err = parseFile(ctx, j.file, j.out); err != nil {
			return nil, nil, err
		}
	}
	functions := map[string]stager.Outcome{}
	for _, f := range all {
		functions[f.Name] = f
	}
	return names, functions, nil
}

// parseFile parses what is in the file at path under the name of another, beside which its headers are.
func parseFile(ctx context.Context, name, path string) ([]stager.Outcome, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return stager.ParseFunctions(ctx, name, source, stager.CConfig{})
}

func message(err error) string {
	var internal *stager.InternalError
	if errors.As(err, &internal) {
		return fmt.Sprintf("%v\n%s", err, internal.Stack)
	}
	return diag.Render(err)
}

// function optimises one function, says in r what became of it, and gives the file's text with it, and with those before it where
// all go into one file; or nil.
func (j *job) function(ctx context.Context, r *record, o stager.Outcome) []byte {
	if o.Err != nil {
		r.fail(o.Err, refused)
		return nil
	}
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, j.time)
	defer cancel()
	texts := j.constant(o.Function)
	for p, v := range texts {
		r.Constant = p + "=" + v
	}
	defer func() { r.Millis = time.Since(start).Milliseconds() }()
	result, err := j.optimise(ctx, o.Function, texts)
	if err != nil {
		r.fail(err, failed)
		return nil
	}
	text, err := stager.ReplaceAll(append(j.done[:len(j.done):len(j.done)], stager.Replacement{Result: result, Output: j.output(texts)}))
	if err != nil {
		r.fail(err, refused)
		return nil
	}
	if !j.each {
		j.done = append(j.done, stager.Replacement{Result: result, Output: j.output(texts)})
	}
	r.Outcome, r.Changed = optimised, !bytes.Equal(text, o.Function.Source)
	j.check(r, text)
	if j.stage > 0 && (r.Compiles == nil || *r.Compiles) {
		j.staged(r, o.Function, texts, result)
	}
	return text
}

// fail records an error; of a limit that was reached, or of the given kind.
func (r *record) fail(err error, kind outcome) {
	var internal *stager.InternalError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		kind = timeout
	case errors.As(err, &internal):
		kind = failed
	}
	r.Outcome, r.Reason = kind, message(err)
}

// constant is an arbitrary value for an arbitrary integer parameter: the same ones for a function always.
func (j *job) constant(f *stager.Function) map[string]string {
	var fit []string
	for _, p := range f.Params {
		if ast.IsInteger(p.Type) {
			fit = append(fit, p.Name)
		}
	}
	if len(fit) == 0 || !j.vary {
		return nil
	}
	h := fnv.New32()
	h.Write([]byte(f.Name))
	n := int(h.Sum32() >> 1)
	return map[string]string{fit[n%len(fit)]: fmt.Sprint(n / 16 % 2)}
}

func (j *job) optimise(ctx context.Context, f *stager.Function, texts map[string]string) (*stager.Result, error) {
	late, err := f.ParseLate(texts)
	if err != nil {
		return nil, err
	}
	return stager.RunUnstaged(ctx, f, j.pipeline, late)
}

// output is how the new function stands in the file: without a constant there is nothing to guard.
func (j *job) output(texts map[string]string) stager.Output {
	return stager.Output{Guard: j.how == "guard" && len(texts) > 0}
}

// check lets the compiler look at a text that stands in for the file.
func (j *job) check(r *record, text []byte) {
	if j.syntax == "" {
		return
	}
	args := append(strings.Fields(j.syntax), "-fsyntax-only", "-w", "-I", filepath.Dir(j.file), "-x", "c", "-")
	cmd := exec.Command("gcc", args...)
	cmd.Stdin = bytes.NewReader(text)
	out, err := cmd.CombinedOutput()
	ok := err == nil
	r.Compiles = &ok
	if !ok {
		r.Reason = string(out)
	}
}

// staged stages the pipeline for the function, with the parameter constant, and compares what that prints.
func (j *job) staged(r *record, f *stager.Function, texts map[string]string, want *stager.Result) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), j.stage)
	defer cancel()
	results, err := j.stageAndRun(ctx, f, texts)
	r.StageMs = time.Since(start).Milliseconds()
	same := true
	for _, result := range results {
		if err == nil && same {
			same, err = j.same(result, want)
		}
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.Staged = "time"
	case err != nil:
		r.Staged = message(err)
	case !same:
		r.Staged = "prints something else than the original pipeline"
	default:
		r.Staged = "ok"
	}
}

// same reports whether two results print the same.
func (j *job) same(a, b *stager.Result) (bool, error) {
	x, err := a.C(stager.Output{})
	if err != nil {
		return false, err
	}
	y, err := b.C(stager.Output{})
	return bytes.Equal(x, y), err
}

// stageAndRun gives what the staged pipeline does, composed and one pass after the other.
func (j *job) stageAndRun(ctx context.Context, f *stager.Function, texts map[string]string) ([]*stager.Result, error) {
	early := map[string]string{}
	for p := range texts {
		early[p] = "CONSTANT"
	}
	abstract, err := f.ParseAbstract(early)
	if err != nil {
		return nil, err
	}
	staged, err := stager.Stage(ctx, f, j.pipeline, abstract, stager.Options{})
	if err != nil {
		return nil, err
	}
	late, err := f.ParseLate(texts)
	if err != nil {
		return nil, err
	}
	composed, err := staged.Run(ctx, late)
	if err != nil {
		return nil, err
	}
	separate, err := staged.Separate().Run(ctx, late)
	return []*stager.Result{composed, separate}, err
}
