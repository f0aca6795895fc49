package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"scf/backend"
	"scf/backend/mem"
	"scf/internal/ccompiler"
	"scf/internal/cprog"
	"scf/internal/diag"
)

// Random holds a back end to the compiler on random programs.
type Random struct {
	Backend backend.Backend
	Options backend.Options
	Size    int
	Without cprog.Set
	// Flags are the compiler's; -O0 if none.
	Flags []string

	// Programs counts those that were compared, Refused those that the front end or the back end does not take, Invalid those that the compiler refuses.
	Programs, Refused, Invalid int
	// Log gets what is no failure.
	Log func(format string, args ...any)
}

// Mismatch is a program that does something else in the back end.
type Mismatch struct {
	Seed      uint64
	Got, Want string // the first lines that differ, or the error
	Text      []byte
}

func (m Mismatch) Error() string {
	return fmt.Sprintf("seed %d: the program prints\n  %s\nand compiled it prints\n  %s", m.Seed, m.Got, m.Want)
}

// atOnce is how many programs All compiles as one file.
const atOnce = 8

// All compares the programs of n seeds. The error is as of Batch.
func (r *Random) All(ctx context.Context, first uint64, n int) (all []Mismatch, err error) {
	for at := 0; at < n; at += atOnce {
		found, err := r.Batch(ctx, first+uint64(at), min(atOnce, n-at))
		if all = append(all, found...); err != nil {
			return all, err
		}
	}
	return all, nil
}

// Batch compares the programs of n seeds, in one file; those of a file that is refused one by one. The error is of the machine, or ctx's.
func (r *Random) Batch(ctx context.Context, first uint64, n int) ([]Mismatch, error) {
	text, prefixes := r.text(first, n)
	want, err := compiled(ctx, text, r.Flags)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var invalid *invalid
	isInvalid := errors.As(err, &invalid)
	switch {
	case isInvalid && n == 1:
		r.Invalid++
		r.log("seed %d: %v", first, err)
		return nil, nil
	case err != nil && !isInvalid:
		return nil, err
	case !isInvalid:
		got, why := r.run(ctx, text, prefixes)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if n == 1 || why == nil && got == want {
			return r.judge(first, n, got, want, why, text), nil
		}
	}
	var all []Mismatch
	for seed := first; seed < first+uint64(n); seed++ {
		found, err := r.Batch(ctx, seed, 1)
		if all = append(all, found...); err != nil {
			return all, err
		}
	}
	return all, nil
}

func (r *Random) log(format string, args ...any) {
	if r.Log != nil {
		r.Log(format, args...)
	}
}

// judge counts, and gives the mismatch of one program.
func (r *Random) judge(seed uint64, n int, got, want string, why error, text []byte) []Mismatch {
	var fault *backend.Fault
	switch {
	case why != nil && (!errors.As(why, &fault) || fault.Kind == backend.NoFunction):
		r.Refused++
		r.log("seed %d: refused: %s", seed, diag.Render(why))
		return nil
	case why != nil:
		return []Mismatch{{seed, why.Error(), "something", text}}
	}
	r.Programs += n
	if got == want {
		return nil
	}
	x, y := FirstDifference(got, want)
	return []Mismatch{{seed, x, y, text}}
}

// text is the file with the programs of n seeds.
func (r *Random) text(first uint64, n int) (text []byte, prefixes []string) {
	var cases []cprog.Case
	for seed := first; seed < first+uint64(n); seed++ {
		prefix := fmt.Sprintf("p%d_", seed-first)
		p := cprog.Generate(seed, cprog.Options{Prefix: prefix, Size: r.Size, Without: r.Without})
		cases, prefixes = append(cases, cprog.Case{Program: p, Variants: []cprog.Variant{{}}}), append(prefixes, prefix)
	}
	return []byte(cprog.Text(cases, cprog.Settings{Rounds: 3, Seed: first})), prefixes
}

// run is what the back end makes of the file.
func (r *Random) run(ctx context.Context, text []byte, prefixes []string) (string, error) {
	var m *backend.Module
	hosts := backend.Hosts{}
	for _, prefix := range prefixes {
		hosts[prefix+"sum"] = sum(prefix, func() *backend.Module { return m })
	}
	run := Run{Backend: r.Backend, Options: r.Options, Hosts: hosts, Made: func(made *backend.Module) { m = made }}
	return run.Output(ctx, "random.c", leaving(text))
}

// leaving is the text of random programs with children that return when they end.
func leaving(text []byte) []byte {
	return append([]byte("void "+leave+"(int);\n"), bytes.ReplaceAll(text, []byte("exit(0); }"), []byte(leave+"(0); }"))...)
}

// sum is the function of random programs that the tree cannot hold: one with a variable number of arguments.
func sum(prefix string, m func() *backend.Module) backend.HostFunc {
	return func(_ context.Context, args []uint64) (uint64, error) {
		s := int32(args[0])
		for _, a := range args[1 : 1+int32(args[0])] {
			s = s*3 + int32(a)
		}
		if at, ok := m().Address("", prefix+"trace"); ok {
			mem.Store64(at, mem.Load64(at)*41+uint64(uint32(s)))
		}
		return uint64(int64(s)), nil
	}
}

// invalid says that the compiler does not take a text.
type invalid struct{ message string }

func (e *invalid) Error() string { return e.message }

// compiled is what the text prints that the compiler makes a program of.
func compiled(ctx context.Context, text []byte, flags []string) (string, error) {
	dir, err := os.MkdirTemp("", "judge")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file, program := filepath.Join(dir, "x.c"), filepath.Join(dir, "x")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return "", err
	}
	if len(flags) == 0 {
		flags = []string{"-O0"}
	}
	args := append([]string{"-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-frounding-math", "-w"}, flags...)
	if out, err := exec.CommandContext(ctx, ccompiler.Find(), append(args, "-o", program, file, "-lm")...).CombinedOutput(); err != nil {
		line, _, _ := strings.Cut(string(out), "error: ")
		return "", &invalid{fmt.Sprintf("the compiler refuses the file: %s%.100s", line, out[len(line):])}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, program).CombinedOutput()
	if err != nil {
		return "", &invalid{fmt.Sprintf("the program does not end well: %v", err)}
	}
	return string(out), nil
}

// FirstDifference is the first line in which two outputs differ, of both.
func FirstDifference(a, b string) (x, y string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		x, y = "nothing more", "nothing more"
		if i < len(as) {
			x = as[i]
		}
		if i < len(bs) {
			y = bs[i]
		}
		if x != y {
			return x, y
		}
	}
	return "", ""
}
