package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// suiteRun is a run of the command suite. What becomes of each file goes to a file of results, from which a later run goes on.
type suiteRun struct {
	budget
	archive
	only    *regexp.Regexp // names of suites
	run     *regexp.Regexp // paths of files
	every   int            // every so manieth file
	again   bool           // try those once more that went wrong
	workers int
	rounds  int
	keep    string

	mu      sync.Mutex
	records []record
	results io.Writer
}

func runSuites(ctx context.Context, args []string) error {
	s := &suiteRun{}
	var only, run, results string
	f := flag.NewFlagSet("suite", flag.ExitOnError)
	s.budget.flags(f)
	s.archive.flags(f)
	f.StringVar(&only, "suites", "", "a regular expression for the names of suites: execute, torture, dg, common, compile, dg-compile of gcc; tcc; sdcc")
	f.StringVar(&run, "run", "", "a regular expression for the paths of files")
	f.IntVar(&s.every, "every", 1, "take every so manieth file")
	f.BoolVar(&s.again, "again", false, "try those files once more that went wrong")
	f.IntVar(&s.workers, "workers", 1, "how many files are tried at a time")
	f.IntVar(&s.rounds, "rounds", 8, "how many ways with constants are tried, of each kind")
	f.StringVar(&results, "results", "", "the file of results, which a later run goes on from; DIR/suite.json if empty")
	f.StringVar(&s.keep, "keep", "", "a directory for versions that go wrong")
	if err := f.Parse(args); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	var err [2]error
	s.only, err[0] = regexp.Compile(only)
	s.run, err[1] = regexp.Compile(run)
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	return s.all(ctx, cmp.Or(results, filepath.Join(s.dir, "suite.json")))
}

// all goes through the suites and reports on what the file of results then has of them.
func (s *suiteRun) all(ctx context.Context, results string) error {
	known, err := s.resume(results)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(results), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	s.results = file
	for _, t := range suites {
		if !s.only.MatchString(t.name) {
			continue
		}
		folder, err := s.folder(ctx, t.source)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s is left out: %v\n", t.name, err)
			continue
		}
		t.more = strings.ReplaceAll(t.more, "@", folder)
		if err := s.files(ctx, t, folder, known); err != nil {
			return errors.Join(err, s.report())
		}
	}
	return s.report()
}

// resume reads the results that there are and tells which files need not be tried. The file is written anew without the others.
func (s *suiteRun) resume(path string) (known map[string][]record, err error) {
	known = map[string][]record{}
	text, err := os.ReadFile(path)
	if err != nil {
		return known, nil // the first run
	}
	pending := map[string][]record{}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		key := r.Package + " " + r.File
		pending[key] = append(pending[key], r)
		if r.Outcome != done {
			continue
		}
		all := pending[key]
		delete(pending, key)
		if s.again && s.run.MatchString(r.File) && slices.ContainsFunc(all, record.wrong) {
			continue
		}
		known[key] = all
		for _, r := range all {
			if err := json.NewEncoder(&kept).Encode(r); err != nil {
				return nil, err
			}
		}
	}
	return known, os.WriteFile(path, []byte(kept.String()), 0o644)
}

// wrong reports whether the record is of something to mend.
func (r record) wrong() bool {
	return slices.Contains([]outcome{differs, broken, timeout, memory, failed}, r.Outcome)
}

// files tries the files of a suite, some at a time.
func (s *suiteRun) files(ctx context.Context, t suite, folder string, known map[string][]record) error {
	paths, err := t.subjects(folder)
	if err != nil {
		return err
	}
	var todo []string
	for i, path := range paths {
		if i%s.every != 0 || !s.run.MatchString(path) {
			continue
		}
		if all, ok := known[t.name+" "+path]; ok {
			s.records = append(s.records, all...)
			continue
		}
		todo = append(todo, path)
	}
	batches := make(chan []string)
	var workers sync.WaitGroup
	for range s.workers {
		workers.Go(func() {
			for paths := range batches {
				if err := s.tryBatch(ctx, t, paths); err != nil && ctx.Err() == nil {
					fmt.Fprintf(os.Stderr, "%s: %v\n", strings.Join(paths, " "), err)
				}
			}
		})
	}
	for at := 0; at < len(todo) && ctx.Err() == nil; at += batch {
		next := todo[at:min(at+batch, len(todo))]
		fmt.Fprintf(os.Stderr, "%s %d of %d: %s …\n", t.name, at+1, len(todo), filepath.Base(next[0]))
		batches <- next
	}
	close(batches)
	workers.Wait()
	return ctx.Err()
}

// batch is how many files a process tries, as a rule.
const batch = 10

// tryBatch tries files, in as many processes as it takes: each time that one ends, without what it was at.
func (s *suiteRun) tryBatch(ctx context.Context, t suite, paths []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"suite-worker", "-run=" + fmt.Sprint(t.run), "-rounds", fmt.Sprint(s.rounds), "-keep", s.keep, "-more", t.more},
		s.budget.args()...)
	var skip []string
	var ended []record // what a process was at when it ended, of the first file
	for len(paths) > 0 {
		cmd := exec.Command(self, slices.Concat(args, skip, paths)...)
		var messages strings.Builder
		cmd.Stderr = &messages
		patient := s.budget
		patient.stage += compileTime + 4*trialTime
		records, _, err := watch(ctx, cmd, patient)
		for len(paths) > 0 {
			end := slices.IndexFunc(records, func(r record) bool { return r.Outcome == done })
			if end < 0 {
				break
			}
			if err := s.record(t, paths[0], append(ended, records[:end+1]...)); err != nil {
				return err
			}
			paths, records, skip, ended = paths[1:], records[end+1:], nil, nil
		}
		var stopped *stoppedError
		switch {
		case len(paths) == 0: // all are done
		case errors.As(err, &stopped):
			during := record{Outcome: stopped.kind, Reason: "the worker ended between two attempts"}
			if stopped.during != nil {
				during = *stopped.during
			}
			during.Reason += "\n" + clip(messages.String(), 2000)
			ended = append(ended, during)
			skip = append(skip, "-skip", during.key())
			if during.Func != "" && during.How != "trial" {
				continue
			}
			if err := s.record(t, paths[0], append(ended, record{Outcome: done})); err != nil {
				return err
			}
			paths, skip, ended = paths[1:], nil, nil
		case err != nil:
			return fmt.Errorf("%w\n%s", err, clip(messages.String(), 2000))
		}
	}
	return nil
}

// key names an attempt at a file.
func (r record) key() string { return strings.TrimSpace(r.Func + " " + r.How + " " + r.Constant) }

// record adds the records of a file to the results, and prints those of what went wrong.
func (s *suiteRun) record(t suite, path string, all []record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := bufio.NewWriter(s.results)
	to := json.NewEncoder(w)
	for i := range all {
		all[i].Package, all[i].File = t.name, path
		if all[i].wrong() {
			fmt.Println(all[i].complaint())
		}
		if err := to.Encode(all[i]); err != nil {
			return err
		}
	}
	s.records = append(s.records, all...)
	return w.Flush()
}

// complaint says what went wrong, and how to see it.
func (r record) complaint() string {
	text := fmt.Sprintf("%s: %s %s %s\n    %s", r.File, strings.ToUpper(string(r.Outcome)), r.Func, r.How, strings.ReplaceAll(strings.TrimSpace(r.Reason), "\n", "\n    "))
	if r.Func == "" {
		return text
	}
	command := fmt.Sprintf("stager run -func %[2]s %[1]s", r.File, r.Func)
	for _, c := range strings.Fields(r.Constant) {
		command += " --value " + c
	}
	if r.How == "guard" {
		command += " -guard"
	}
	return text + "\n    " + command
}

// report prints a table of the suites, and reasons.
func (s *suiteRun) report() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	columns := []string{"files", "passed over", "functions", "taken", "guards", "vouched", "differs", "does not compile", "time", "memory", "failed"}
	rows, reasons := map[string]map[string]int{}, map[string]int{}
	for _, r := range s.records {
		for _, name := range []string{r.Package, "all"} {
			if rows[name] == nil {
				rows[name] = map[string]int{}
			}
			for _, column := range r.columns() {
				rows[name][column]++
			}
		}
		if r.Outcome != optimised && r.Outcome != done {
			reasons[string(r.Outcome)+": "+generic(r.Reason)]++
		}
	}
	fmt.Fprintf(w, "\nsuite\t%s\n", strings.Join(columns, "\t"))
	for _, t := range append(suites, suite{name: "all"}) {
		if rows[t.name] == nil {
			continue
		}
		fmt.Fprint(w, t.name)
		for _, c := range columns {
			fmt.Fprintf(w, "\t%d", rows[t.name][c])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\nwhy not\n")
	for _, c := range counts(reasons) {
		fmt.Fprintf(w, "%d\t%s\n", c.n, c.what)
	}
	return w.Flush()
}

// columns are those of the table that count the record.
func (r record) columns() []string {
	switch {
	case r.Outcome == done:
		return []string{"files"}
	case r.Outcome == passedOver:
		return []string{"passed over"}
	}
	var out []string
	if r.How == "plain" {
		out = append(out, "functions")
	}
	switch {
	case r.Outcome == optimised && r.How == "plain":
		out = append(out, "taken")
	case r.Outcome == optimised && r.How == "guard":
		out = append(out, "guards")
	case r.Outcome == optimised:
		out = append(out, r.How)
	case r.Outcome != refused:
		out = append(out, string(r.Outcome))
	}
	return out
}
