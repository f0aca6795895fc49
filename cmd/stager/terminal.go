package main

import (
	"os"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"scf/stager"
)

// What depends on the terminal: how wide tables are, and how far the work is: a line on standard error where that is a terminal, cleared at the end. Nothing is written elsewhere, or with -q.

// patience is how long work takes that nobody has to be told of.
const patience = time.Second

// terminal is standard error as a terminal to show progress on; nil where it is none, or where nobody wants to see it.
func (a *app) terminal() *os.File {
	f, ok := a.stderr.(*os.File)
	if a.quiet || !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// width is how many characters a line of a table may have; 0, which is any number, where it goes to a file or another program.
func (a *app) width() int {
	if f, ok := a.screen.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 0
}

// watch shows what a staging tells, from patience on until stop is called; tell is nil where nothing is shown.
func (a *app) watch() (tell func(stager.Progress), stop func()) {
	f := a.terminal()
	if f == nil {
		return nil, func() {}
	}
	return watchOn(f, patience)
}

func watchOn(f *os.File, patience time.Duration) (tell func(stager.Progress), stop func()) {
	var last atomic.Pointer[stager.Progress]
	done, cleared := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(cleared)
		select {
		case <-done:
		case <-time.After(patience):
			spin(f, patience, &last, done)
		}
	}()
	tell = func(p stager.Progress) { last.Store(&p) }
	stop = func() {
		close(done)
		<-cleared
	}
	return tell, stop
}

// spin draws a line with what was told last and the seconds since the work began, which was so long ago, until done is closed.
func spin(f *os.File, ago time.Duration, last *atomic.Pointer[stager.Progress], done <-chan struct{}) {
	start := time.Now().Add(-ago)
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionThrottle(0))
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		if p := last.Load(); p != nil {
			bar.Describe(p.String() + ", " + time.Since(start).Round(time.Second).String())
		}
		_ = bar.Add(1) // a line that cannot be drawn is no reason to stop
		select {
		case <-done:
			_ = bar.Finish()
			return
		case <-tick.C:
		}
	}
}

// progress shows how far the evaluation is, where somebody looks on.
func (a *app) progress() func(done, total int, next string) {
	f := a.terminal()
	if f == nil {
		return nil
	}
	var bar *progressbar.ProgressBar
	return func(done, total int, next string) {
		if bar == nil || bar.GetMax() != total {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(),
				progressbar.OptionShowCount(), progressbar.OptionFullWidth())
		}
		bar.Describe(next)
		_ = bar.Set(done) // a bar that cannot be drawn is no reason to stop
	}
}
