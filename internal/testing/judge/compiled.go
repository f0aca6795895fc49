package judge

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"scf/internal/ccompiler"
)

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
