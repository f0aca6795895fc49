package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// readme is the README, seen from this package.
var readme = filepath.Join("..", "..", "README.md")

var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestReadme runs the commands in the console blocks of the README, in order and in one directory, and compares what they print.
func TestReadme(t *testing.T) {
	tier.Standard(t, "it runs what a page shows")
	tier.Same(t)
	runPage(t, readme)
}

// TestStagingPage does the same with the page that shows staging step by step.
func TestStagingPage(t *testing.T) {
	tier.Standard(t, "it runs what a page shows")
	tier.Same(t)
	runPage(t, filepath.Join("..", "..", "docs", "staging.md"))
}

// TestPassesPage does the same with the page about passes of one's own.
func TestPassesPage(t *testing.T) {
	tier.OnlyLong(t, "it stages what a page shows")
	toolchain.Compiler(t)
	runPage(t, filepath.Join("..", "..", "docs", "passes.md"))
}

// runPage runs the commands in the console blocks of a page.
func runPage(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	got := consoleBlock.ReplaceAllStringFunc(string(text), func(block string) string { return session(t, block) })
	golden.Compare(t, path, []byte(got))
}

// session is a console block with the output of its commands put in anew.
func session(t *testing.T, block string) string {
	out := "```console\n"
	for _, line := range strings.Split(block, "\n") {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out += line + "\n" + shell(t, command)
	}
	return out + "```"
}

// shell executes a command of the README and gives what it prints.
func shell(t *testing.T, command string) string {
	args := words(command)
	switch {
	case strings.HasPrefix(command, "go run ./cmd/stager "):
		args = args[3:]
	case args[0] == "stager":
		args = args[1:]
	case args[0] == "ls":
		return list(t, args[1])
	case args[0] == "cat":
		return read(t, args[1])
	case args[0] == "tail" && args[1] == "-n":
		return lastLines(t, args[2], read(t, args[3]))
	default:
		t.Errorf("the test of console blocks cannot run %q", command)
	}
	var out bytes.Buffer
	run(context.Background(), args, &out, &out)
	return out.String()
}

func read(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// lastLines are the last lines of a text, as many as count says.
func lastLines(t *testing.T, count, text string) string {
	n, err := strconv.Atoi(count)
	if err != nil {
		t.Error(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "") + "\n"
}

func list(t *testing.T, dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Error(err)
	}
	out := ""
	for _, e := range entries {
		out += e.Name() + "\n"
	}
	return out
}

// words splits a command as a shell does, single quotes respected.
func words(command string) []string {
	var out []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// TestReadmeProgram runs the Go program in the README, as a module of its own in a workspace with this one.
func TestReadmeProgram(t *testing.T) {
	tier.Standard(t, "it stages what a page shows")
	tier.Same(t)
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(text)
	root, err := filepath.Abs(filepath.Dir(readme))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(root, filepath.Join(dir, "scf")); err != nil {
		t.Skip("the program stands beside a symbolic link to this module, which cannot be made here: ", err)
	}
	mine := filepath.Join(dir, "mine")
	if err := os.Mkdir(mine, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"main.go": string(program[1]),
		"go.mod":  "module example.com/mine\n\ngo 1.26\n",
		"go.work": "go 1.26.0\n\nuse (\n\t.\n\t" + root + "\n)\n",
	} {
		if err := os.WriteFile(filepath.Join(mine, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = mine
	cmd.Env = append(os.Environ(), "PWD="+mine, "GOWORK=", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "return y;") {
		t.Errorf("%v\n%s", err, out)
	}
}
