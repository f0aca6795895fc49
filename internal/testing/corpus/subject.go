package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"scf/ast"
	"scf/stager"
)

// The worker of the command suite optimises the functions of files in several ways and tries each: as they are, with parameters
// constant behind guards, and with those constant without guards that have no other value while the program runs. Functions are
// tried together, and by themselves where that goes wrong.

// subject is a file whose functions are tried.
type subject struct {
	job
	trial
	original  []byte
	functions []*stager.Function
	seen      []values // of each function
	rounds    int
	more      []string        // flags and objects for the compiler
	teller    string          // the object file that tells the values of parameters, once it is needed
	keep      string          // a directory for versions that go wrong; empty for none
	skip      map[string]bool // attempts that ended another worker
}

// attempt is a function optimised in one way.
type attempt struct {
	record
	function *stager.Function
	texts    map[string]string // of constants
	guard    bool
	result   *stager.Result
}

func suiteWorker(ctx context.Context, args []string) error {
	s := subject{job: job{results: json.NewEncoder(os.Stdout)}, skip: map[string]bool{}}
	f := flag.NewFlagSet("suite-worker", flag.ContinueOnError)
	s.budget.flags(f)
	f.BoolVar(&s.trial.run, "run", false, "run the programs")
	f.IntVar(&s.rounds, "rounds", 8, "how many ways with constants are tried, of each kind")
	f.StringVar(&s.keep, "keep", "", "a directory for versions that go wrong")
	f.Func("more", "flags and objects for the compiler", func(all string) error { s.more = strings.Fields(all); return nil })
	f.Func("skip", "an attempt at the first file to leave out", func(key string) error { s.skip[key] = true; return nil })
	if err := f.Parse(args); err != nil {
		return err
	}
	go s.watchMemory()
	var err error
	if s.pipeline, err = stager.ParsePipeline(stager.DefaultPipeline); err != nil {
		return err
	}
	if s.trial.dir, err = os.MkdirTemp("", "subject"); err != nil {
		return err
	}
	defer os.RemoveAll(s.trial.dir)
	for _, path := range f.Args() {
		s.path, s.functions, s.seen = path, nil, nil
		if err := errors.Join(s.try(ctx), s.emit(record{Outcome: done})); err != nil {
			return err
		}
		s.skip = nil
	}
	return nil
}

// try goes through the ways. A file that is not tried has one record, without a function.
func (s *subject) try(ctx context.Context) error {
	if why, err := s.read(ctx); why != "" || err != nil {
		return errors.Join(err, s.emit(record{Outcome: passedOver, Reason: why}))
	}
	if s.begin(ctx, s.original); len(s.want) == 0 {
		return s.emit(record{Outcome: passedOver, Reason: "it does not compile, or does not end"})
	}
	if err := s.parse(ctx); err != nil {
		return s.emit(record{Outcome: refused, Reason: "the file: " + message(err)})
	}
	taken, err := s.round(ctx, s.plain())
	if err != nil {
		return err
	}
	if err := s.findValues(ctx, taken); err != nil {
		return err
	}
	for n := range s.rounds {
		for _, attempts := range [][]*attempt{s.guarded(taken, n), s.vouched(taken, n)} {
			if _, err := s.round(ctx, attempts); err != nil {
				return err
			}
		}
	}
	return nil
}

// read gets the text of the file, preprocessed where it needs flags. why says why it is not tried.
func (s *subject) read(ctx context.Context) (why string, err error) {
	if s.original, err = os.ReadFile(s.path); err != nil {
		return "", err
	}
	flags, ok := directives(string(s.original))
	if !ok {
		return "it asks for another C, or for other files", nil
	}
	s.flags, s.objects = flags, nil
	for _, word := range s.more {
		if strings.HasPrefix(word, "-") {
			s.flags = append(s.flags, word)
		} else {
			s.objects = append(s.objects, word)
		}
	}
	if !slices.ContainsFunc(s.flags, preprocessing.MatchString) {
		return "", nil
	}
	cmd := exec.CommandContext(ctx, "gcc", slices.Concat([]string{"-E", "-P", "-w"}, s.flags, []string{s.path})...)
	if s.original, err = cmd.Output(); err != nil {
		return "it cannot be preprocessed", nil
	}
	return "", nil
}

// parse gets the functions of the file, and records those that are refused.
func (s *subject) parse(ctx context.Context) error {
	if err := s.results.Encode(record{Outcome: begun, How: "parsing"}); err != nil {
		return err
	}
	all, err := stager.ParseFunctions(ctx, s.path, s.original, stager.CConfig{})
	if err != nil {
		return err
	}
	for _, o := range all {
		if o.Err == nil {
			s.functions = append(s.functions, o.Function)
			s.seen = append(s.seen, values{})
			continue
		}
		r := record{Func: o.Name, How: "plain"}
		r.fail(o.Err, refused)
		if err := s.emit(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *subject) emit(r record) error {
	r.File = s.path
	return s.results.Encode(r)
}

func (s *subject) attempt(f *stager.Function, how string, texts map[string]string) *attempt {
	a := &attempt{function: f, texts: texts, guard: how == "guard"}
	var constants []string
	for _, p := range f.Params {
		if v, ok := texts[p.Name]; ok {
			constants = append(constants, p.Name+"="+v)
		}
	}
	a.record = record{File: s.path, Func: f.Name, How: how, Constant: strings.Join(constants, " ")}
	return a
}

// round makes attempts, tries them together, and gives the functions of those that do the same as the original.
func (s *subject) round(ctx context.Context, attempts []*attempt) ([]*attempt, error) {
	var made []*attempt
	for _, a := range attempts {
		if s.skip[a.key()] {
			continue
		}
		a.Outcome = begun
		if err := s.emit(a.record); err != nil {
			return nil, err
		}
		if s.make(ctx, a); a.Outcome == optimised {
			made = append(made, a)
		}
	}
	if err := s.together(ctx, made); err != nil {
		return nil, err
	}
	for _, a := range attempts {
		if a.Outcome == begun {
			continue // it was skipped
		}
		if err := s.emit(a.record); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(made, func(a *attempt) bool { return a.Outcome != optimised }), ctx.Err()
}

// make optimises the function.
func (s *subject) make(ctx context.Context, a *attempt) {
	ctx, cancel := context.WithTimeout(ctx, s.time)
	defer cancel()
	var err error
	if a.result, err = s.optimise(ctx, a.function, a.texts); err != nil {
		a.fail(err, failed)
		return
	}
	a.Outcome = optimised
}

// together tries attempts in one version of the file, and the halves of them where that goes wrong.
func (s *subject) together(ctx context.Context, attempts []*attempt) error {
	if len(attempts) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	outcome, reason, text := s.version(ctx, attempts)
	if outcome == optimised {
		for _, a := range attempts {
			a.Changed = true
		}
		return ctx.Err()
	}
	if half := len(attempts) / 2; half > 0 {
		if err := s.together(ctx, attempts[:half]); err != nil {
			return err
		}
		if err := s.together(ctx, attempts[half:]); err != nil {
			return err
		}
		if slices.ContainsFunc(attempts, func(a *attempt) bool { return a.Outcome != optimised }) {
			return nil
		}
		reason = "together with others: " + reason
	}
	a := attempts[0]
	a.Outcome, a.Reason = outcome, reason
	return s.keepVersion(a, text)
}

// version makes the version of the file with all attempts in it, and tells how it does.
func (s *subject) version(ctx context.Context, attempts []*attempt) (outcome, string, []byte) {
	text, err := s.replace(attempts)
	if err != nil {
		var r record
		r.fail(err, refused)
		return r.Outcome, r.Reason, nil
	}
	if err := s.results.Encode(record{File: s.path, Outcome: begun, Func: attempts[0].Func, How: "trial"}); err != nil {
		return failed, err.Error(), text
	}
	how, err := s.compare(ctx, s.original, text)
	switch {
	case errors.Is(err, errBroken):
		return broken, err.Error(), text
	case err != nil:
		return differs, err.Error(), text
	case how != "":
		return differs, how, text
	}
	return optimised, "", text
}

func (s *subject) replace(attempts []*attempt) ([]byte, error) {
	var all []stager.Replacement
	for _, a := range attempts {
		all = append(all, stager.Replacement{Result: a.result, Output: stager.Output{Guard: a.guard}})
	}
	return stager.ReplaceAll(all)
}

// keepVersion keeps what went wrong.
func (s *subject) keepVersion(a *attempt, text []byte) error {
	if s.keep == "" || text == nil || (a.Outcome != differs && a.Outcome != broken) {
		return nil
	}
	name := strings.NewReplacer("/", "_", " ", "_").Replace(strings.TrimSuffix(filepath.Base(s.path), ".c") + "." + a.key() + ".c")
	a.Version = filepath.Join(s.keep, name)
	return os.WriteFile(a.Version, text, 0o644)
}

// plain are the functions without constants.
func (s *subject) plain() []*attempt {
	var out []*attempt
	for _, f := range s.functions {
		out = append(out, s.attempt(f, "plain", nil))
	}
	return out
}

// findValues runs the program with functions that tell the values of their parameters.
func (s *subject) findValues(ctx context.Context, taken []*attempt) error {
	if !s.trial.run || len(taken) == 0 {
		return nil
	}
	tellers, err := s.tellers(ctx, taken)
	if err != nil {
		return err
	}
	text, err := s.replace(tellers)
	if err != nil {
		return fmt.Errorf("%s: functions that tell the values of their parameters: %w", s.path, err)
	}
	if s.teller == "" {
		if s.teller, err = compileTeller(ctx, s.trial.dir); err != nil {
			return err
		}
	}
	for _, level := range levels {
		if _, ok := s.want[level]; !ok || s.compile(ctx, level, text, s.teller) != nil {
			continue
		}
		if _, err := s.execute(ctx, trialTime); err != nil {
			continue
		}
		if err := readSeen(filepath.Join(s.trial.dir, "seen"), s.functions, s.seen); err != nil {
			return err
		}
	}
	return nil
}

// tellers are the functions with their parameters told, and calls as they are: where these are made calls of other functions, the
// parameters are not seen.
func (s *subject) tellers(ctx context.Context, taken []*attempt) ([]*attempt, error) {
	pipeline, err := stager.ParsePipeline("dae")
	if err != nil {
		return nil, err
	}
	var out []*attempt
	for _, a := range taken {
		result, err := stager.RunUnstaged(ctx, a.function, pipeline, nil)
		if err != nil {
			return nil, err
		}
		tellParameters(result.Func, slices.Index(s.functions, a.function))
		teller := *a
		teller.result = result
		out = append(out, &teller)
	}
	return out, nil
}

// guarded are the functions with parameters constant behind a guard, in one of many ways: all parameters first, then one after
// another, with the values that they were seen with, or without any with small ones.
func (s *subject) guarded(taken []*attempt, n int) []*attempt {
	return s.constants(taken, "guard", n, func(f int, p stager.Param, i int) []string {
		if seen := s.seen[f][i]; len(seen) > 0 {
			return seen
		}
		if i, ok := p.Type.(ast.Integer); ok && i.Signed {
			return []string{"0", "1", "-1"}
		}
		return []string{"0", "1"}
	})
}

// vouched are the functions with parameters constant that never have another value.
func (s *subject) vouched(taken []*attempt, n int) []*attempt {
	return s.constants(taken, "vouched", n, func(f int, p stager.Param, i int) []string {
		if v, ok := s.seen[f].only(i); ok {
			return []string{v}
		}
		return nil
	})
}

// constants are attempts with parameters constant in way number n: 0 for all of them with their first values.
func (s *subject) constants(taken []*attempt, how string, n int, of func(f int, p stager.Param, i int) []string) []*attempt {
	var out []*attempt
	for _, a := range taken {
		f := slices.Index(s.functions, a.function)
		if texts := way(a.function, n, func(p stager.Param, i int) []string { return of(f, p, i) }); texts != nil {
			out = append(out, s.attempt(a.function, how, texts))
		}
	}
	return out
}

// way is a choice of constants: first all, then the first values of each parameter, then the second ones; nil behind the last.
func way(f *stager.Function, n int, of func(p stager.Param, i int) []string) map[string]string {
	all, single := map[string]string{}, []map[string]string{}
	for rank := range mostSeen {
		for i, p := range f.Params {
			if !ast.IsInteger(p.Type) && !isDouble(p.Type) {
				continue
			}
			vs := of(p, i)
			if len(vs) <= rank {
				continue
			}
			if rank == 0 {
				all[p.Name] = vs[0]
			}
			single = append(single, map[string]string{p.Name: vs[rank]})
		}
	}
	switch {
	case n == 0 && len(all) > 1:
		return all
	case len(all) > 1:
		n--
	}
	if n < len(single) {
		return single[n]
	}
	return nil
}
