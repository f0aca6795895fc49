package eval

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"scf/ast"
	"scf/backend"
	"scf/backend/native"
	"slices"
	"strings"
	"sync"
	"time"

	"scf/internal/ccompiler"
	"scf/stager"
)

// Drivers: the C compiler, what the optimised function computes on real data, and how long that takes.

// compiler is a C compiler on this machine.
type compiler struct {
	path    string
	version string   // the first line that it says about itself
	flags   []string // how it compiles
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

// findCompiler is the compiler at path, with flags separated by white space; nil for none.
func findCompiler(ctx context.Context, path, optimisation string) *compiler {
	if path == "" {
		return nil
	}
	if full, err := exec.LookPath(path); err == nil {
		path = full
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full // it is run in other directories
	}
	out, _ := exec.CommandContext(ctx, path, "--version").Output()
	first, _, _ := strings.Cut(string(out), "\n")
	return &compiler{path, first, slices.Concat(strings.Fields(cmp.Or(optimisation, DefaultFlags)), flags)}
}

// flags are those of every compilation, beside those that the options ask for: the arithmetic and the aliasing are those of the passes.
var flags = []string{"-fwrapv", "-fno-strict-aliasing", "-w"}

// DefaultFlags ask the C compiler for what it does by default in releases.
const DefaultFlags = "-O2"

// driverLimit bounds one run of a driver.
const driverLimit = time.Minute

// drivers compiles the driver with the original and the optimised C file, into dir, and runs them once. It is an error if they print something else.
func (e *evaluator) drivers(ctx context.Context, dir string, p *prepared, set int, r *results) ([]driven, error) {
	t := p.trial(set, r.text)
	t.Native = e.native(ctx, p, r.staged.Func)
	return e.cc.programs(ctx, dir, t)
}

// native is the optimised function as text for an assembler; empty where it cannot be made.
func (e *evaluator) native(ctx context.Context, p *prepared, f *ast.Func) string {
	if p.fn.IsStatic() { // no other object takes its place
		return ""
	}
	u, err := p.fn.Unit()
	if err != nil {
		return ""
	}
	m, err := backend.NewModule(u, nil)
	if err != nil {
		return ""
	}
	text, err := nativeBackend().ForC(ctx, m, f)
	if err != nil {
		return ""
	}
	return text
}

var nativeBackend = sync.OnceValue(native.New)

// trial is the case as a trial of the optimised text.
func (p *prepared) trial(set int, optimised []byte) Trial {
	w := p.c.Workload
	return Trial{
		Function: p.fn.Name, Static: p.fn.IsStatic(), File: w.File, Flags: p.fn.CompilerFlags(), Original: []byte(w.Text), Optimised: optimised, Driver: w.Driver, DriverFile: w.DriverFile,
		Late: p.known(p.c.Variant.Late[set]), Set: set,
	}
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
// well, for the declarations in it, but there the function is a weak symbol: one that the compiler takes nothing from and the
// linker replaces.
func (c *compiler) build(ctx context.Context, dir string, t Trial, v version) (program string, err error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", err
	}
	c = &compiler{c.path, c.version, slices.Concat(t.Flags, c.flags)}
	name := filepath.Base(t.File)
	files := map[string][]byte{name: t.Original, driverFile: []byte(t.Driver), "late.h": []byte(t.header())}
	files[filepath.Base(v.file)] = v.text
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return "", err
		}
	}
	folders, err := t.folders()
	if err != nil {
		return "", err
	}
	if err := c.compile(ctx, dir, slices.Concat(folders, asText(v.file), []string{"-c", filepath.Base(v.file), "-o", "function.o"})...); err != nil {
		return "", err
	}
	objects := []string{"function.o"}
	if filepath.Base(v.file) != name { // what else there is in the C file comes from the original
		if err := c.compile(ctx, dir, slices.Concat(folders, asText(name), []string{"-include", "late.h", "-c", name, "-o", "file.o"})...); err != nil {
			return "", err
		}
		objects = append(objects, "file.o")
	}
	program = filepath.Join(dir, "driver")
	link := slices.Concat(folders, []string{"-include", "late.h"}, objects, []string{driverFile, "-o", program, "-lm"})
	if runtime.GOOS == "linux" {
		// Of what else the C file defines there may be two; the function is the one that was compiled by itself.
		link = append(link, "-Wl,--allow-multiple-definition")
	}
	return program, c.compile(ctx, dir, link...)
}

// asText asks the compiler to compile a file whose name it would take for that of a header.
func asText(file string) []string {
	if filepath.Ext(file) == ".h" {
		return []string{"-x", "c"}
	}
	return nil
}

// calls is an error if the driver calls a static function of its own in place of the C file's.
func (t Trial) calls() error {
	name := filepath.Base(t.File)
	if !t.Static || !regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]*/)?`+regexp.QuoteMeta(name)+`"`).MatchString(t.Driver) {
		return nil
	}
	return fmt.Errorf("%s cannot call %s, which is static in %s: have it call a function of %[3]s that calls %[2]s and is not static, and declare that in place of including %[3]s",
		cmp.Or(t.DriverFile, driverFile), t.Function, name)
}

// compile runs the compiler in a directory.
func (c *compiler) compile(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, c.path, slices.Concat(c.flags, args)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", c.path, err, bytes.TrimSpace(out))
	}
	return nil
}

// runDriver runs a driver and gives what it prints and the processor time that it took.
func runDriver(ctx context.Context, program string, args ...string) (printed string, took time.Duration, err error) {
	inner, cancel := context.WithTimeout(ctx, driverLimit)
	defer cancel()
	cmd := exec.CommandContext(inner, program, args...)
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
		fmt.Fprintf(&b, "#define LATE_%s %s\n", strings.ReplaceAll(name, ".", "_"), initialiser(late[name]))
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
	return strings.NewReplacer("[", "{", "]", "}", "\n", " ").Replace(text)
}
