package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/textfile"
	"scf/stager"
)

// Trials: a function as it was and as it was optimised, run by a driver.

// Trial is a function to be run as it was and as it was optimised, by the same driver.
type Trial struct {
	Function            string
	Static              bool              // only other functions of the C file call it; the driver calls them
	File                string            // the path of its C file: what that includes in quotes is looked for beside it
	Original, Optimised []byte            // texts of the C file
	Flags               []string          // that a C compiler needs to compile it
	Driver              string            // the driver's text
	DriverFile          string            // its path, where it has one: what it includes is looked for beside it
	Late                map[string]string // the values that are constant, by the names of their parameters
	Set                 int               // the position of these values among several sets
	// Native is the optimised function as machine code of this module: text for an assembler; empty for none.
	Native string
}

// Spread is a ratio and its noise.
type Spread struct {
	Ratio float64 `json:"ratio"` // the median of the ratios of all rounds
	// Low and High are the bounds between which the median of very many rounds lies, with a confidence of 95 %; of fewer than six rounds
	// the least ratio and the greatest.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// spreadOf is the spread of a's samples as multiples of b's, which were taken in the same rounds.
func spreadOf(a, b []time.Duration) Spread {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = per(float64(a[i]), float64(b[i]))
	}
	slices.Sort(ratios)
	n := len(ratios)
	rank := max(0, int(math.Floor(float64(n)/2-0.98*math.Sqrt(float64(n))))) // of the sign test
	return Spread{(ratios[(n-1)/2] + ratios[n/2]) / 2, ratios[rank], ratios[n-1-rank]}
}

// Faster reports whether the optimised function is faster, beyond the noise; Slower whether the original is.
func (s Spread) Faster() bool { return s.Low > 1 }
func (s Spread) Slower() bool { return s.High < 1 && s.High > 0 }

func (s Spread) String() string { return fmt.Sprintf("%.2f (%.2f to %.2f)", s.Ratio, s.Low, s.High) }

// String says what the times of the driver are.
func (k *Kernel) String() string {
	return fmt.Sprintf("original %s, optimised %s, %v times as fast", k.Original.cell(), k.Optimised.cell(), k.Spread)
}

// Measure runs the driver with both functions in turn, as long as the budget of the options lasts. It is an error if they do not print the
// same, or if there is no C compiler.
func (t Trial) Measure(ctx context.Context, o Options) (*Kernel, error) {
	if o.CC == "" {
		return nil, &stager.UsageError{Msg: "there is no C compiler to measure with", Hint: "install gcc, or name one: -cc PROGRAM"}
	}
	return newEvaluator(ctx, o).measure(ctx, t)
}

// measure is Measure.
func (e *evaluator) measure(ctx context.Context, t Trial) (*Kernel, error) {
	dir, err := os.MkdirTemp("", "scf-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	programs, err := e.cc.programs(ctx, dir, t)
	if err != nil {
		return nil, err
	}
	return e.times(ctx, programs)
}

// driven is a driver with one version of the function, and what its first run took.
type driven struct {
	path string
	took time.Duration
}

// times measures the programs, which have been run once. Without a budget there are no times.
func (e *evaluator) times(ctx context.Context, programs []driven) (*Kernel, error) {
	if e.Budget == 0 {
		return &Kernel{}, nil
	}
	var works []work
	var repeat []int
	for _, p := range programs {
		works, repeat = append(works, runs(ctx, p.path)), append(repeat, repetitions(p.took))
	}
	samples, err := e.meter.rounds(ctx, e.Budget, works, repeat)
	if err != nil {
		return nil, err
	}
	times := make([]Times, len(samples))
	for i := range samples {
		times[i] = summarize(samples[i], len(samples[i])*repeat[i])
	}
	k := &Kernel{Original: &times[0], Optimised: &times[1], Spread: spreadOf(samples[0], samples[1])}
	if len(programs) > 2 {
		k.Native = &Native{times[2], spreadOf(samples[1], samples[2])}
	}
	return k, nil
}

// programs are the driver with the original and with the optimised C file, and with the native code if there is any, compiled into dir, run once,
// and found to print the same.
func (c *compiler) programs(ctx context.Context, dir string, t Trial) (programs []driven, err error) {
	versions := []version{t.original(), {"optimised", t.File, t.Optimised}}
	if t.Native != "" {
		versions = append(versions, version{"native", "function.s", []byte(t.Native)})
	}
	if err := t.calls(); err != nil {
		return nil, err
	}
	var expected string
	for i, v := range versions {
		program, err := c.build(ctx, filepath.Join(dir, v.what), t, v)
		var output string
		var took time.Duration
		if err == nil {
			output, took, err = runDriver(ctx, program)
		}
		if err != nil {
			return nil, fmt.Errorf("the driver with the %s function: %w", v.what, err)
		}
		if i == 0 {
			expected = output
		}
		if d := firstDifference(expected, output); d != "" {
			return nil, fmt.Errorf("the %s function computes something else: what the driver prints, %s", v.what, d)
		}
		programs = append(programs, driven{program, took})
	}
	return programs, nil
}

// original is the C file as it is.
func (t Trial) original() version { return version{"original", t.File, t.Original} }

// version is a text that the function of a trial is compiled from.
type version struct {
	what string
	file string // its name says the language
	text []byte
}

// header is what stands before the driver: the function's name is weak there, and the constants are macros.
func (t Trial) header() string {
	return fmt.Sprintf("#pragma weak %s\n", t.Function) + defines(t.Set, t.Late)
}

// folders are where the C compiler looks for what the C file and the driver include in quotes.
func (t Trial) folders() (flags []string, err error) {
	for _, file := range []string{t.File, t.DriverFile} {
		if file == "" {
			continue
		}
		dir, err := filepath.Abs(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		flags = append(flags, "-iquote", dir)
	}
	return flags, nil
}

// ReadDriver is the text of the driver at path, for the function named; one that does not mention the function is refused.
func ReadDriver(path string, fn *stager.Function) (string, error) {
	text, err := textfile.Read(path, maxBytes)
	if err == nil && !strings.Contains(string(text), fn.Name) {
		err = diag.Errorf(diag.Pos{File: path}, "this driver does not call %s", fn.Name)
	}
	var wrong *diag.Error
	if errors.As(err, &wrong) {
		err = wrong.WithHint("a driver for %s begins so:\n%s", fn.Name, Sketch(fn))
	}
	return string(text), err
}

// Sketch is the beginning of a driver for a function: what its author fills in is the data.
func Sketch(fn *stager.Function) string {
	var params []string
	for _, p := range fn.Params {
		if p.Variable {
			continue
		}
		params = append(params, p.Name)
	}
	file := cmp.Or(filepath.Base(fn.File), fn.Name+".c")
	call := fmt.Sprintf("%s(%s);", fn.Name, strings.Join(params, ", "))
	if ast.IsVoid(fn.Result()) {
		call = " {\n            " + call + "\n            /* hash = hash * 31 + what it leaves in memory */\n        }"
	} else {
		call = "\n            hash = hash * 31 + " + call
	}
	return fmt.Sprintf(`    #include <stdio.h>
    #include "%s"

    int main(void)
    {
        unsigned hash = 0;
        /* data for the parameters; LATE_NAME is the constant NAME as an initialiser */
        for (int round = 0; round < 100000; round++)%s
        printf("%%u\n", hash); /* what was computed: it must not depend on which function ran */
    }
`, file, call)
}
