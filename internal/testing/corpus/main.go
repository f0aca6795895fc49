// Corpus optimises C that nobody wrote for the stager, and counts what becomes of it.
//
//	go run ./internal/testing/corpus refusals -dir /tmp/corpus
//	go run ./internal/testing/corpus csmith -n 100
//	go run ./internal/testing/corpus real -dir /tmp/corpus
//	go run ./internal/testing/corpus kernels -dir /tmp/corpus
//	go run ./internal/testing/corpus suite -dir /tmp/corpus
//	go run ./internal/testing/corpus backends -dir /tmp/corpus
//
// refusals counts what the front end refuses of the packages and programs of the others, without optimising any. csmith makes random programs with the generator of that name (Debian packages csmith and libcsmith-dev), puts guarded versions of
// their functions into them, and compares what the programs print. real fetches source packages from Debian, optimises every
// function with a parameter constant, compiles each, and runs the tests of packages with their functions optimised. suite takes the
// programs that compilers are tested with from such packages, and compares what they do with every function optimised in turn. kernels stages
// functions of packages that are natural to specialise, by one command each, and measures them on drivers. backends runs such programs, and
// csmith's, in back ends.
//
//	main.go      the commands
//	worker.go    optimising functions, in a process of its own
//	pool.go      running that process within a budget of time and memory
//	record.go    what became of functions, tables
//	csmith.go    programs by csmith
//	archive.go   fetching packages
//	packages.go  the table of packages
//	real.go      functions of packages
//	tests.go     tests of packages
//	suites.go    the table of compilers' tests, and what they ask for
//	suite.go     running through them
//	subject.go   one of their files, in a process of its own
//	trial.go     versions of a file, compiled and run
//	kernels.go   functions of packages that are natural to specialise; kernels/ has their drivers
//	seen.go      the values that parameters have while a program runs
//	refusals.go  what the front end refuses
//	backends.go  whole programs in back ends
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// commands are what the first argument names.
var commands = map[string]func(ctx context.Context, args []string) error{
	"csmith":          csmith,
	"refusals":        refusals,
	"real":            real,
	"kernels":         kernels,
	"suite":           runSuites,
	"backends":        runBackends,
	"worker":          worker,
	"suite-worker":    suiteWorker,
	"backends-worker": backendsWorker,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: corpus refusals|csmith|real|kernels|suite|backends [flags]; corpus csmith -h says which")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](ctx, os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// budget is what one function may take.
type budget struct {
	time   time.Duration // of optimising it
	stage  time.Duration // of staging for it; 0 for no staging
	memory int64         // in MiB
}

func (b *budget) flags(f *flag.FlagSet) {
	f.DurationVar(&b.time, "time", 20*time.Second, "how long optimising one function may take")
	f.DurationVar(&b.stage, "stage", 0, "how long staging one function may take; 0 for none")
	f.Int64Var(&b.memory, "memory", 4000, "how much memory one function may take, in MiB")
}

func (b budget) args() []string {
	return []string{"-time", b.time.String(), "-stage", b.stage.String(), "-memory", fmt.Sprint(b.memory)}
}
