package eval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"scf/internal/ccompiler"
	"scf/stager"
)

// Drivers: the C compiler, what the optimised function computes on real data, and how long that takes.

// compiler is a C compiler on this machine.
type compiler struct {
	path    string
	version string // the first line that it says about itself
}

// DefaultCompiler is the path of a C compiler on this machine; empty where there is none.
func DefaultCompiler() string { return ccompiler.Find() }

// CheckCompiler tells what is wrong with the C compiler at path; an empty path is none.
func CheckCompiler(path string) error {
	if path == "" {
		return nil
	}
	if _, err := exec.LookPath(path); err != nil {
		return &stager.UsageError{Msg: "no such C compiler: " + path, Hint: "name one, as in -cc gcc, or leave it out"}
	}
	return nil
}

// findCompiler is the compiler at path; nil for none.
func findCompiler(ctx context.Context, path string) *compiler {
	if path == "" {
		return nil
	}
	out, _ := exec.CommandContext(ctx, path, "--version").Output()
	first, _, _ := strings.Cut(string(out), "\n")
	return &compiler{path, first}
}

// flags are those of every compilation: the arithmetic is the one that the passes fold with.
var flags = []string{"-O2", "-fwrapv", "-w"}

// driverLimit bounds one run of a driver.
const driverLimit = time.Minute

// kernel compiles and runs the driver with the original and the optimised C file. It is an error if they print something else. Without
// a budget there are no times.
func (e *evaluator) kernel(ctx context.Context, p *prepared, set int, optimised []byte) (*Kernel, error) {
	dir, err := os.MkdirTemp("", "scf-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	programs, err := e.drivers(ctx, dir, p, set, optimised)
	if err != nil || e.Budget == 0 {
		return &Kernel{}, err
	}
	times, err := e.meter.interleave(ctx, e.Budget, runs(ctx, programs[0]), runs(ctx, programs[1]))
	if err != nil {
		return nil, err
	}
	return &Kernel{&times[0], &times[1], per(float64(times[0].Median), float64(times[1].Median))}, nil
}

// drivers are the driver with the original and with the optimised C file, compiled into dir, run once, and found to print the same.
func (e *evaluator) drivers(ctx context.Context, dir string, p *prepared, set int, optimised []byte) (programs [2]string, err error) {
	w := p.c.Workload
	header := fmt.Sprintf("#pragma weak %s\n", p.fn.Name) + defines(set, p.known(p.c.Variant.Late[set]))
	var outputs [2]string
	for i, text := range [][]byte{[]byte(w.Text), optimised} {
		what := []string{"original", "optimised"}[i]
		if programs[i], err = e.cc.build(ctx, filepath.Join(dir, what), w, text, header); err == nil {
			outputs[i], _, err = runDriver(ctx, programs[i])
		}
		if err != nil {
			return programs, fmt.Errorf("the driver with the %s function: %w", what, err)
		}
	}
	if d := firstDifference(outputs[0], outputs[1]); d != "" {
		return programs, fmt.Errorf("the optimised function computes something else: what the driver prints, %s", d)
	}
	return programs, nil
}

// runs is the work of running a driver, measured in processor time.
func runs(ctx context.Context, program string) work {
	return func(n int) (sum time.Duration, err error) {
		for range n {
			_, d, err := runDriver(ctx, program)
			if err != nil {
				return 0, err
			}
			sum += d
		}
		return sum, nil
	}
}

// build compiles the driver with the given C text, in a directory of its own. The C file is compiled by itself. A driver may include it as
// well, for the declarations in it, but there header makes the function a weak symbol: one that the compiler takes nothing from and the
// linker replaces.
func (c *compiler) build(ctx context.Context, dir string, w *Workload, text []byte, header string) (program string, err error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	for name, content := range map[string][]byte{filepath.Base(w.File): text, driverFile: []byte(w.Driver), "late.h": []byte(header)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return "", err
		}
	}
	if err := c.compile(ctx, dir, "-c", filepath.Base(w.File), "-o", "function.o"); err != nil {
		return "", err
	}
	program = filepath.Join(dir, "driver")
	return program, c.compile(ctx, dir, "-include", "late.h", driverFile, "function.o", "-o", program, "-lm")
}

// compile runs the compiler in a directory.
func (c *compiler) compile(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, c.path, slices.Concat(flags, args)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", c.path, err, bytes.TrimSpace(out))
	}
	return nil
}

// runDriver runs a driver and gives what it prints and the processor time that it took.
func runDriver(ctx context.Context, program string) (printed string, took time.Duration, err error) {
	inner, cancel := context.WithTimeout(ctx, driverLimit)
	defer cancel()
	cmd := exec.CommandContext(inner, program)
	out, err := cmd.Output()
	switch {
	case inner.Err() != nil && ctx.Err() == nil:
		return "", 0, fmt.Errorf("it runs for more than %v", driverLimit)
	case err != nil:
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", 0, fmt.Errorf("it ends with %v\n%s", err, bytes.TrimSpace(exit.Stderr))
		}
		return "", 0, err
	case len(bytes.TrimSpace(out)) == 0:
		return "", 0, errors.New("it prints nothing that could be compared")
	}
	return string(out), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// defines is the header with the late values as C initialisers.
func defines(set int, late map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define LATE_SET %d\n", set)
	for _, name := range sortedKeys(late) {
		fmt.Fprintf(&b, "#define LATE_%s %s\n", name, initialiser(late[name]))
	}
	return b.String()
}

var (
	constantOf = regexp.MustCompile(`\bCONSTANT\(([^()]*)\)`)
	payload    = regexp.MustCompile(`\bnan\((\w+)\)`)
	word       = regexp.MustCompile(`\b[A-Za-z_]\w*\b(\s*:)?`)
)

// initialiser is a late value as a C initialiser: brackets are braces, fields are designated, what is not constant is 0.
func initialiser(text string) string {
	parts := strings.Split(text, `"`)
	for i := 0; i < len(parts); i += 2 { // what stands in quotes stays
		parts[i] = unquotedInitialiser(parts[i])
	}
	return strings.Join(parts, `"`)
}

func unquotedInitialiser(text string) string {
	text = constantOf.ReplaceAllString(text, "$1")
	text = payload.ReplaceAllString(text, `__builtin_nan("$1")`)
	text = word.ReplaceAllStringFunc(text, func(w string) string {
		name, isField := strings.CutSuffix(w, ":")
		switch {
		case isField:
			return "." + strings.TrimSpace(name) + " ="
		case w == "NON_CONSTANT":
			return "0"
		case w == "inf":
			return "__builtin_inf()"
		case w == "nan":
			return `__builtin_nan("")`
		}
		return w
	})
	return strings.NewReplacer("[", "{", "]", "}").Replace(text)
}
