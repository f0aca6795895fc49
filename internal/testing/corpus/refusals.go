package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"

	"scf/cfront"
	"scf/cfront/splice"
)

// refusalsRun is a run of the command refusals: what the front end makes of every function, without optimising any.
type refusalsRun struct {
	archive
	only, run, show *regexp.Regexp
	every           int
	try             bool // print every function as it was lowered, and compare what the programs do
	keep            string

	rows    map[string]map[string]int
	reasons map[string]int
}

func refusals(ctx context.Context, args []string) error {
	r := &refusalsRun{rows: map[string]map[string]int{}, reasons: map[string]int{}}
	var only, run, show string
	f := flag.NewFlagSet("refusals", flag.ExitOnError)
	r.archive.flags(f)
	f.StringVar(&only, "suites", "", "a regular expression for the names of suites, and of packages")
	f.StringVar(&run, "run", "", "a regular expression for the paths of files")
	f.StringVar(&show, "show", "^$", "a regular expression for messages that are printed with their places")
	f.IntVar(&r.every, "every", 1, "take every so manieth file")
	f.BoolVar(&r.try, "try", false, "put every function back as it was lowered, and compare what the programs do")
	f.StringVar(&r.keep, "keep", "", "a directory for versions that go wrong")
	if err := f.Parse(args); err != nil {
		return err
	}
	if err := r.begin(); err != nil {
		return err
	}
	var err [3]error
	r.only, err[0] = regexp.Compile(only)
	r.run, err[1] = regexp.Compile(run)
	r.show, err[2] = regexp.Compile(show)
	if err := errors.Join(err[:]...); err != nil {
		return err
	}
	for _, t := range suites {
		if err := r.suite(ctx, t); err != nil {
			return err
		}
	}
	for _, s := range sources {
		if err := r.suite(ctx, suite{name: s.name, source: s}); err != nil {
			return err
		}
	}
	return r.report()
}

func (r *refusalsRun) suite(ctx context.Context, t suite) error {
	if !r.only.MatchString(t.name) {
		return nil
	}
	folder, err := r.folder(ctx, t.source)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s is left out: %v\n", t.name, err)
		return nil
	}
	t.more = strings.ReplaceAll(t.more, "@", folder)
	paths, err := t.subjects(folder)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "refusals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for i, path := range paths {
		if i%r.every != 0 || !r.run.MatchString(path) || ctx.Err() != nil {
			continue
		}
		if err := r.file(ctx, t, folder, path, dir); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (r *refusalsRun) add(t suite, column string) {
	for _, row := range []string{t.name, "all"} {
		if r.rows[row] == nil {
			r.rows[row] = map[string]int{}
		}
		r.rows[row][column]++
	}
}

// file counts the functions of a file.
func (r *refusalsRun) file(ctx context.Context, t suite, folder, path, dir string) error {
	input, err := t.input(ctx, folder, path, dir)
	if err != nil {
		return err
	}
	s := &subject{trial: trial{dir: dir, run: t.run, path: input}, more: strings.Fields(t.more)}
	if why, err := s.read(ctx); why != "" || err != nil {
		r.add(t, "passed over")
		return err
	}
	r.add(t, "files")
	f, err := cfront.Parse(ctx, input, s.original, cfront.Options{OS: "linux", Arch: "amd64"})
	if err != nil {
		r.refused(t, path, "the file: "+message(err))
		return nil
	}
	f = f.Unfolded(ctx, "")
	var all []splice.Replacement
	for _, o := range f.Functions() {
		r.add(t, "functions")
		if o.Err != nil {
			r.add(t, "refused")
			r.refused(t, path, message(o.Err))
			continue
		}
		site, err := f.Site(o.Name)
		if err != nil {
			r.add(t, "refused")
			r.refused(t, path, message(err))
			continue
		}
		all = append(all, splice.Replacement{Site: site, Tree: o.Function.Tree})
	}
	if !r.try || len(all) == 0 {
		return nil
	}
	return r.compare(ctx, t, s, f, all)
}

func (r *refusalsRun) refused(t suite, path, why string) {
	r.reasons[generic(why)]++
	if r.show.MatchString(why) {
		fmt.Printf("%s %s: %s\n", t.name, filepath.Base(path), clip(why, 700))
	}
}

// compare puts the functions back into their file, and compares what it then does.
func (r *refusalsRun) compare(ctx context.Context, t suite, s *subject, f *cfront.File, all []splice.Replacement) error {
	if s.begin(ctx, s.original); len(s.want) == 0 {
		r.add(t, "does not run")
		return nil
	}
	text, err := splice.All(f.Text, all)
	if err != nil {
		r.add(t, "not together")
		r.refused(t, s.path, "together: "+message(err))
		return nil
	}
	how, err := s.trial.compare(ctx, s.original, text)
	if err == nil && how == "" {
		r.add(t, "same")
		return nil
	}
	r.add(t, "WRONG")
	fmt.Printf("%s: %s %v\n", s.path, how, err)
	if r.keep == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(r.keep, filepath.Base(s.path)), text, 0o644)
}

func (r *refusalsRun) report() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	columns := []string{"files", "passed over", "functions", "refused", "same", "not together", "does not run", "WRONG"}
	fmt.Fprintf(w, "\nsuite\t%s\n", strings.Join(columns, "\t"))
	names := []string{}
	for _, t := range suites {
		names = append(names, t.name)
	}
	for _, s := range sources {
		names = append(names, s.name)
	}
	for _, name := range append(names, "all") {
		if r.rows[name] == nil {
			continue
		}
		fmt.Fprint(w, name)
		for _, c := range columns {
			fmt.Fprintf(w, "\t%d", r.rows[name][c])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\nwhy not\n")
	for _, c := range counts(r.reasons) {
		fmt.Fprintf(w, "%d\t%s\n", c.n, c.what)
	}
	return w.Flush()
}
