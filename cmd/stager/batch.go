package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/urfave/cli/v3"
	"golang.org/x/sync/errgroup"

	"scf/internal/cflags"
	"scf/internal/diag"
	"scf/internal/textfile"
	"scf/stager"
)

// `stager -j N -batch LIST` stages what each line of LIST says. A line has the words of the command for one staging; what stands beside -batch goes
// for all lines. All lines are read before anything is staged.

// maxListBytes bounds lists.
const maxListBytes = 16 << 20

// batchLine is one line of a list.
type batchLine struct {
	app         *app // with buffers for what it prints
	out, err    *bytes.Buffer
	text        string
	pos         diag.Pos // of its first word
	args        []string
	stageTarget          // once it has been read
	row         []string // of the table, once it has been staged
	failure     error
}

// batch stages the lines of the list that -batch names.
func (a *app) batch(ctx context.Context, c *cli.Command) error {
	list := c.String("batch")
	switch {
	case !c.IsSet("batch"):
		return &stager.UsageError{Msg: "-j is for -batch", Hint: "stager -j 4 -batch LIST stages what each line of LIST says"}
	case c.IsSet("j") && c.Int("j") < 1:
		return &stager.UsageError{Msg: "-j is not positive", Hint: "give how many stagings may run at the same time"}
	case c.Args().Present():
		return &stager.UsageError{Msg: "C files stand in the list: " + c.Args().First(), Hint: "usage: stager [-j N] -batch LIST"}
	}
	var text []byte
	var err error
	if list == "-" {
		list = stdinName
		text, err = textfile.ReadFrom(os.Stdin, list, maxListBytes)
	} else {
		text, err = textfile.Read(list, maxListBytes)
	}
	if err != nil {
		return err
	}
	lines, err := a.batchLines(list, string(text))
	if err != nil {
		return err
	}
	var reads errgroup.Group
	reads.SetLimit(cmp.Or(c.Int("j"), runtime.GOMAXPROCS(0)))
	for _, l := range lines {
		reads.Go(func() error { l.failure = l.read(ctx); return nil })
	}
	_ = reads.Wait() // each line has its error
	refuseTwice(lines)
	if slices.ContainsFunc(lines, (*batchLine).hasFailed) {
		return a.tellBatch(ctx, lines, "nothing was staged")
	}
	a.stageBatch(ctx, lines, c.Int("j"))
	return a.tellBatch(ctx, lines, "the others were staged")
}

// batchLines takes the list apart.
func (a *app) batchLines(list, text string) ([]*batchLine, error) {
	common := withoutBatch(unglued(a.root(), a.args))
	var lines []*batchLine
	for number, line := range wholeLines(text) {
		begin := len(line) - len(strings.TrimLeft(line, " \t"))
		l := &batchLine{text: line, pos: diag.Pos{File: list, Line: number, Col: 1 + begin}, out: &bytes.Buffer{}, err: &bytes.Buffer{}}
		words, ok := cflags.Split(line)
		if !ok {
			return nil, l.at(diag.Errorf(l.pos, "a quote is not closed").WithHint("a line has the words of one command, quoted as for a shell"))
		}
		l.app = &app{stdout: l.out, screen: l.out, stderr: l.err, options: a.options}
		l.args = slices.Concat(common, words)
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return nil, diag.Errorf(diag.Pos{File: list}, "there is nothing to stage").WithHint("write a line for each staging, as in: -func f -o f.staged f.c --abstract n=CONSTANT")
	}
	return lines, nil
}

// wholeLines are the lines of text with their numbers; a line that ends in a backslash goes on in the next. Blank ones are left out, and those that begin
// with #.
func wholeLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		begun, from := "", 1
		for i, l := range strings.Split(text, "\n") {
			l = strings.TrimSuffix(l, "\r")
			if begun == "" {
				from = i + 1
			}
			isComment := begun == "" && strings.HasPrefix(strings.TrimSpace(l), "#")
			before, goesOn := strings.CutSuffix(l, `\`)
			switch whole := begun + l; {
			case isComment:
			case goesOn:
				begun += before
			case strings.TrimSpace(whole) != "" && !yield(from, whole):
				return
			default:
				begun = ""
			}
		}
		if strings.TrimSpace(begun) != "" {
			yield(from, begun)
		}
	}
}

// withoutBatch is the command line without the flags that say that it is one for many.
func withoutBatch(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[i], "-"), "-"), "=")
		switch {
		case !strings.HasPrefix(args[i], "-") || name != "batch" && name != "j":
			out = append(out, args[i])
		case !hasValue:
			i++
		}
	}
	return out
}

// read does for the line what comes before the staging.
func (l *batchLine) read(ctx context.Context) error {
	root := l.app.root()
	root.HideHelp, root.HideVersion, root.EnableShellCompletion = true, true, false
	for _, c := range root.Commands {
		c.HideHelp, c.Action = true, noStaging
	}
	root.Action = func(ctx context.Context, c *cli.Command) (err error) {
		if c.IsSet("batch") || c.IsSet("j") {
			return &stager.UsageError{Msg: "a list in a list", Hint: "-batch and -j are for the command line"}
		}
		l.app.quiet = c.Bool("q")
		l.stageTarget, err = l.app.target(ctx, c)
		return err
	}
	return l.app.safely(func() error { return root.Run(apart{ctx}, append([]string{"stager"}, unglued(root, l.args)...)) })
}

// noStaging is what the other commands do in a list.
func noStaging(_ context.Context, c *cli.Command) error {
	return &stager.UsageError{Msg: c.Name + " stages nothing", Hint: "a line has the words of `stager FILE.c`, without stager"}
}

// apart is a context without its values: those of package cli would make the command of a line one below that of the list.
type apart struct{ context.Context }

func (apart) Value(any) any { return nil }

// refuseTwice fails lines that write what one before them writes.
func refuseTwice(lines []*batchLine) {
	writes := map[string]*batchLine{}
	for _, l := range lines {
		if l.failure != nil {
			continue
		}
		path, err := filepath.Abs(l.dir)
		if err != nil {
			path = filepath.Clean(l.dir)
		}
		if first := writes[path]; first != nil {
			l.failure = &stager.UsageError{Msg: fmt.Sprintf("%s is what line %d writes", l.dir, first.pos.Line), Hint: "give each staging a directory of its own with -o"}
			continue
		}
		writes[path] = l
	}
}

// stageBatch stages the lines, n at a time.
func (a *app) stageBatch(ctx context.Context, lines []*batchLine, n int) {
	jobs := make([]stager.Job, len(lines))
	for i, l := range lines {
		jobs[i] = l.job
	}
	var lock sync.Mutex
	show, ended := a.progress(), 0
	stager.StageAll(ctx, jobs, n, func(i int, s *stager.Staged, err error) {
		l := lines[i]
		if l.failure = err; err == nil {
			l.failure = l.app.safely(func() error { return l.app.finish(s, l.stageTarget) })
		}
		if l.failure == nil && l.command.Bool("forms") {
			fmt.Fprintf(l.out, "%s:\n\n", l.dir)
			l.failure = l.app.printStaged(s, true)
			fmt.Fprintln(l.out)
		}
		if l.failure == nil {
			l.row = rowOf(s, l.dir)
		}
		lock.Lock()
		defer lock.Unlock()
		if ended++; show != nil {
			show(ended, len(lines), l.dir)
		}
	})
}

// rowOf is the row of a staging in the table.
func rowOf(s *stager.Staged, dir string) []string {
	contours, size := 0, 0
	for _, p := range s.Passes {
		contours += p.Report.Contours
		size += p.Report.CodeSize
	}
	if s.Composed != nil {
		size = s.Composed.Report.CodeSize
	}
	return []string{dir, s.Function.Name, strconv.Itoa(contours), strconv.Itoa(size)}
}

// tellBatch prints, in the order of the list, what the lines have to say, and the table of those that were staged. What could not be is the error, and rest
// says what became of the others.
func (a *app) tellBatch(ctx context.Context, lines []*batchLine, rest string) error {
	t := tabwriter.NewWriter(a.stdout, 0, 8, 2, ' ', 0)
	rows := 0
	failed := failedLines{rest: rest}
	var left []int // the lines of those that were not done
	for _, l := range lines {
		if l.failure != nil {
			if err := ctx.Err(); err != nil && errors.Is(l.failure, err) {
				left = append(left, l.pos.Line)
				continue
			}
			failed.add(l)
			fmt.Fprintln(a.stderr, l.message())
			continue
		}
		if l.err.Len() > 0 {
			fmt.Fprintf(a.stderr, "%s: %s:\n%s", l.place(), l.dir, l.err)
		}
		if _, err := l.out.WriteTo(a.stdout); err != nil {
			return err
		}
		if l.row != nil {
			if rows++; rows == 1 {
				fmt.Fprintln(t, "directory\tfunction\tcontours\tcode size")
			}
			fmt.Fprintln(t, strings.Join(l.row, "\t"))
		}
	}
	if !a.quiet {
		if err := t.Flush(); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		a.note(fmt.Sprintf("stager: %d of %d stagings are not done, of these lines: %s", len(left), len(lines), ranges(left)))
		return ctx.Err()
	case len(failed.lines) > 0:
		failed.total = len(lines)
		return failed
	}
	return nil
}

// ranges are numbers in their order, those that follow each other as one range.
func ranges(ns []int) string {
	var out []string
	for len(ns) > 0 {
		n := 1
		for n < len(ns) && ns[n] == ns[0]+n {
			n++
		}
		text := strconv.Itoa(ns[0])
		if n > 1 {
			text += " to " + strconv.Itoa(ns[n-1])
		}
		out, ns = append(out, text), ns[n:]
	}
	return strings.Join(out, ", ")
}

func (l *batchLine) hasFailed() bool { return l.failure != nil }

func (l *batchLine) place() string { return fmt.Sprintf("%s:%d", l.pos.File, l.pos.Line) }

// at is err with the line that it is about.
func (l *batchLine) at(err *diag.Error) error {
	return diag.AttachSource(err, l.pos.File, strings.Repeat("\n", l.pos.Line-1)+l.text)
}

// message is what is printed about the line's failure: the line itself, where that is what is wrong, else what else it is about.
func (l *batchLine) message() string {
	var usage *stager.UsageError
	if errors.As(l.failure, &usage) {
		err := diag.Errorf(l.pos, "%s", usage.Msg)
		if usage.Hint != "" {
			err = err.WithHint("%s", usage.Hint)
		}
		return diag.Render(l.at(err))
	}
	l.app.locate(l.failure)
	return fmt.Sprintf("%s: this is not staged:\n%s", l.place(), message(l.failure, l.args, l.app.options.Debug.Stack))
}

// failedLines is the error of a list of which some lines failed. What they have to say has been said.
type failedLines struct {
	lines    []string // their numbers
	total    int
	rest     string
	internal *stager.InternalError // one of their errors
}

func (f *failedLines) add(l *batchLine) {
	f.lines = append(f.lines, strconv.Itoa(l.pos.Line))
	errors.As(l.failure, &f.internal)
}

func (f failedLines) Error() string {
	word := "line"
	if len(f.lines) > 1 {
		word = "lines"
	}
	text := fmt.Sprintf("%d of %d stagings failed, %s %s", len(f.lines), f.total, word, strings.Join(f.lines, ", "))
	if len(f.lines) < f.total {
		text += "; " + f.rest
	}
	return text
}

// Unwrap is what the exit code is made of.
func (f failedLines) Unwrap() error {
	if f.internal == nil {
		return nil
	}
	return f.internal
}
