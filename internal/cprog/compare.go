package cprog

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"scf/internal/ccompiler"
)

// Case is a program with versions of its function, each to do what the original does.
type Case struct {
	*Program
	Variants []Variant
}

// Settings say how to compare.
type Settings struct {
	Rounds int    // calls of each function
	Seed   uint64 // of the arguments
	// Sanitize watches for what C leaves undefined.
	Sanitize bool
	// Strict refuses variables that may be read before they have a value, as those of a reduced program, and more that only may
	// be undefined.
	Strict bool
	// Flags are more flags of the compiler, -O1 if none.
	Flags []string
	// TimeLimit is how long compiling and running may take; a minute if zero.
	TimeLimit time.Duration
}

// Failure is a version that differs from the original, or a case that does not compile or run.
type Failure struct {
	Case, Variant int // Variant is -1 where the case as a whole fails
	Message       string
	File          string // the C file that shows it

	// Of a version that differs:
	Version Variant
	Call    []string  // the first call with another result, in C, behind what it gets pointers to
	Results [2]string // what differs first in what the original and the version give or leave behind
}

// Text is the whole C file that runs the cases. It takes no arguments and prints the results of every function, under a line
// with its number: for each variant of each case the original and the version, and then the further functions of all cases.
func Text(cases []Case, s Settings) string {
	var out strings.Builder
	out.WriteString(preamble)
	var runs, more []string
	for i, c := range cases {
		d := &driver{p: c.Program, r: rand.New(rand.NewPCG(s.Seed, uint64(i))), out: &out}
		out.WriteString(c.Source)
		d.support()
		for _, p := range c.More {
			d := &driver{p: p, r: d.r, out: &out, args: d.args}
			d.calls(p.Func+"_calls", Variant{}, s.Rounds)
			d.printf("static void %s_run(void) { %[1]s_calls(%[1]s); }\n", p.Func)
			more = append(more, p.Func+"_run")
		}
		for _, v := range c.Variants {
			out.WriteString(v.Definition)
		}
		for j, v := range c.Variants {
			name := fmt.Sprintf("%scalls_%d", c.prefix, j)
			d.calls(name, v, s.Rounds)
			version := v.Func
			if version == "" {
				version = c.Func
			}
			for k, fn := range []string{c.Func, version} {
				run := fmt.Sprintf("%srun_%d_%d", c.prefix, j, k)
				d.printf("static void %s(void) { %s(%s); }\n", run, name, fn)
				runs = append(runs, run)
			}
		}
	}
	fmt.Fprintf(&out, "static void (*const runs[])(void) = {%s};\n", strings.Join(append(runs, more...), ", "))
	out.WriteString(`int main(void) {
    for (int i = 0, status; i < sizeof runs / sizeof *runs; i++) {
        printf("== %d\n", i);
        fflush(0);
        if (!fork()) { alarm(5); runs[i](); fflush(0); exit(0); }
        wait(&status);
        if (status) printf("status %d\n", status);
    }
    return 0;
}
`)
	return out.String()
}

// Compare compiles the cases, all at once, runs them, and tells what failed. The error is of the machine: no compiler, no disk.
// Prefixes of the programs must be different.
func Compare(ctx context.Context, cases []Case, s Settings) ([]Failure, error) {
	out, err := run(ctx, Text(cases, s), s)
	refused, isRefused := err.(*refusal)
	switch {
	case isRefused && len(cases) == 1:
		return []Failure{{Variant: -1, Message: refused.Error(), File: Text(cases, s)}}, nil
	case isRefused:
		return separately(ctx, cases, s)
	case err != nil:
		return nil, err
	}
	return differences(cases, s, out), nil
}

// separately compares one case after the other.
func separately(ctx context.Context, cases []Case, s Settings) ([]Failure, error) {
	var all []Failure
	for i := range cases {
		found, err := Compare(ctx, cases[i:i+1], s)
		if err != nil {
			return all, err
		}
		for _, f := range found {
			f.Case = i
			all = append(all, f)
		}
	}
	return all, nil
}

// differences compares the outputs of the original and the version, for each variant.
func differences(cases []Case, s Settings, out string) []Failure {
	sections := strings.Split(out, "== ")[1:]
	var all []Failure
	at := 0
	for i, c := range cases {
		for j := range c.Variants {
			original, version := section(sections, at), section(sections, at+1)
			at += 2
			f := Failure{Case: i, Variant: j, Version: c.Variants[j]}
			switch {
			case strings.Contains(original, "\nstatus") || strings.Contains(original, "runtime error"):
				f.Message = "the original fails: " + complaint(original)
			case original != version:
				f.differs(original, version, Text(cases, s))
			default:
				continue
			}
			f.File = Text([]Case{{c.Program, c.Variants[j : j+1]}}, s)
			all = append(all, f)
		}
	}
	return all
}

// section is what one function printed, without the line with its number.
func section(sections []string, i int) string {
	if i >= len(sections) {
		return "nothing was printed"
	}
	_, text, _ := strings.Cut(sections[i], "\n")
	return "\n" + text
}

// complaint is the line of a sanitizer's report that says what is wrong, or the end of the text.
func complaint(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "runtime error") || strings.Contains(line, "ERROR:") {
			return line
		}
	}
	return tail(text)
}

func tail(text string) string { return text[max(0, len(text)-2000):] }

// differs says where what the version printed differs first from what the original did. text is the file that printed it.
func (f *Failure) differs(original, version, text string) {
	var call string
	call, f.Results = firstDifference(original, version)
	f.Call = append(memoryOf(call, text), call)
	f.Message = fmt.Sprintf("the results differ:\n  %s\n  original: %s\n  version:  %s", strings.Join(f.Call, "\n  "), f.Results[0], f.Results[1])
}

// firstDifference is where two outputs differ first: the lines, and the call before them.
func firstDifference(a, b string) (call string, lines [2]string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		lines = [2]string{"nothing more", "nothing more"}
		if i < len(as) {
			lines[0] = as[i]
		}
		if i < len(bs) {
			lines[1] = bs[i]
		}
		if lines[0] != lines[1] {
			break
		}
		if c, ok := strings.CutPrefix(lines[0], callMark); ok {
			call = c
		}
	}
	return call, lines
}

// callMark begins the line that is printed before a call.
const callMark = "call "

// memoryOf are the lines of a text that define what a call names.
func memoryOf(call, text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		head, _, isDefinition := strings.Cut(line, " = ")
		if !isDefinition || !strings.HasPrefix(line, "static ") {
			continue
		}
		if m := declared.FindStringSubmatch(head); m != nil && regexp.MustCompile(`\b`+m[1]+`\b`).MatchString(call) {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// declared finds the name that a declaration without its initialiser is of.
var declared = regexp.MustCompile(`(\w+)(\[\d+\])*$`)

// refusal says that the compiler does not accept the text, or that the text's program takes too long.
type refusal struct{ message string }

func (r *refusal) Error() string { return r.message }

// sanitizers stop a program that does what C leaves undefined. Overflow is defined here.
var sanitizers = []string{
	"-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all", "-fno-sanitize=shift-base", "-g1",
}

// run compiles and runs a text, and returns what it prints.
func run(ctx context.Context, text string, s Settings) (string, error) {
	dir, err := os.MkdirTemp("", "cprog")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file, program := filepath.Join(dir, "case.c"), filepath.Join(dir, "case")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", err
	}
	limit := s.TimeLimit
	if limit == 0 {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	// Without -frounding-math gcc 12 takes 0.0f - (float)n to be -(float)n, which has another sign where n is 0.
	flags := []string{"-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-frounding-math"}
	if s.Strict {
		flags = append(flags, "-Werror=uninitialized", "-Werror=maybe-uninitialized", "-Werror=return-type", "-Werror=sequence-point")
	} else {
		flags = append(flags, "-w")
	}
	if len(s.Flags) == 0 {
		flags = append(flags, "-O1")
	}
	flags = append(flags, s.Flags...)
	if s.Sanitize {
		flags = append(flags, sanitizers...)
	}
	if out, err := exec.CommandContext(ctx, ccompiler.Find(), append(flags, "-o", program, file)...).CombinedOutput(); err != nil {
		return "", &refusal{fmt.Sprintf("the compiler refuses the file: %v\n%s", err, firstLines(out, 20))}
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", &refusal{fmt.Sprintf("the program does not end well: %v\n%s", err, tail(string(out)))}
	}
	return string(out), nil
}

func firstLines(text []byte, n int) []byte {
	return bytes.Join(bytes.SplitN(text, []byte("\n"), n+1)[:min(n, bytes.Count(text, []byte("\n"))+1)], []byte("\n"))
}
