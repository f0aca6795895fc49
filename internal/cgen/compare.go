package cgen

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Pair is two functions that should do the same on the same arguments.
type Pair struct {
	Prog                        // the original
	Candidate  string           // the other one's definition, which needs Header alone
	CandidateF string           // its name, different from the original's
	Fixed      map[string]int64 // parameters with one value in all runs
}

// Compiler is the C compiler to compare with, or "" if the machine has none.
func Compiler() string {
	for _, name := range []string{"gcc", "cc", "clang"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// timeLimit is how long compiling and running may take.
const timeLimit = time.Minute

// Compare runs each pair rounds times on random arguments, made from the seed, and on the same state of Prelude's functions.
// It returns an error that shows the first pair that differs, if the compiler refuses the text, or if it takes too long. All
// pairs are compiled at once; names must be different.
func Compare(pairs []Pair, rounds int, seed uint64) error {
	dir, err := os.MkdirTemp("", "cgen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file, program := filepath.Join(dir, "pairs.c"), filepath.Join(dir, "pairs")
	if err := os.WriteFile(file, []byte(driver(pairs, rounds, seed)), 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, Compiler(), "-std=gnu17", "-fwrapv", "-w", "-O1", "-o", program, file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s refuses the functions: %v\n%s", Compiler(), err, firstLines(out, 20))
	}
	out, err = exec.CommandContext(ctx, program).CombinedOutput()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("no end after %v", timeLimit)
	}
	name, message, _ := strings.Cut(string(out[bytes.LastIndexByte(out, '@')+1:]), "\n")
	return fmt.Errorf("%s: %v: %s\n%s", name, err, message, culprit(pairs, name))
}

func firstLines(text []byte, n int) []byte {
	return bytes.Join(bytes.SplitN(text, []byte("\n"), n+1)[:min(n, bytes.Count(text, []byte("\n"))+1)], []byte("\n"))
}

// culprit is the text of the pair of that name.
func culprit(pairs []Pair, name string) string {
	for _, p := range pairs {
		if p.Func == name {
			return p.Definition + "\n" + p.Candidate
		}
	}
	return ""
}

// driver is a C program that compares the pairs. It writes `@name` before it begins with one.
func driver(pairs []Pair, rounds int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n" + Header + Prelude)
	for _, p := range pairs {
		b.WriteString(p.Definition + p.Candidate)
	}
	b.WriteString("int main(void) {\n")
	for _, p := range pairs {
		fmt.Fprintf(&b, "    puts(\"@%s\"); fflush(stdout);\n", p.Func)
		for range rounds {
			args := arguments(r, p)
			fmt.Fprintf(&b, "    { trace = 1; %s x = %s(%s); unsigned long t = trace;\n", p.Result, p.Func, args)
			fmt.Fprintf(&b, "      trace = 1; %s y = %s(%s);\n", p.Result, p.CandidateF, args)
			fmt.Fprintf(&b, "      if (x != y || t != trace) { printf(\"%s(%s): %%lld, not %%lld; effects %%lx, not %%lx\\n\", "+
				"(long long)y, (long long)x, trace, t); return 1; } }\n", p.Func, args)
		}
	}
	b.WriteString("    return 0;\n}\n")
	return b.String()
}

// arguments are one value for each parameter.
func arguments(r *rand.Rand, p Pair) string {
	var args []string
	for _, q := range p.Params {
		v, fixed := p.Fixed[q.Name]
		if !fixed {
			v = Value(r, q)
		}
		args = append(args, fmt.Sprintf("(%s)0x%xULL", q.CType, uint64(v)))
	}
	return strings.Join(args, ", ")
}

// Value is a random value of a parameter: often small, often at a limit of some type. It is sign- or zero-extended.
func Value(r *rand.Rand, p Param) int64 {
	var v int64
	switch r.IntN(4) {
	case 0:
		v = int64(r.IntN(20)) - 5
	case 1:
		v = int64(1)<<r.IntN(64) + int64(r.IntN(3)) - 1
	default:
		v = int64(r.Uint64())
	}
	if p.Bits == 1 {
		return v & 1
	}
	shift := uint(64 - p.Bits)
	if p.Signed {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}
