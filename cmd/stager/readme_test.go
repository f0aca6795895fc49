package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"scf/internal/golden"
)

// readme is the README, seen from this package.
var readme = filepath.Join("..", "..", "README.md")

var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestReadme runs the commands in the README's console blocks, in order and in one directory, and compares what they print.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(readme)
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
		t.Errorf("the README's test cannot run %q", command)
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

// TestReadmeAPI checks that the Go code in the README is that of the package's example.
func TestReadmeAPI(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(filepath.Join("..", "..", "stager", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		rest := string(example)
		for _, line := range strings.Split(block[1], "\n") {
			_, after, ok := strings.Cut(rest, strings.TrimSpace(line))
			if !ok {
				t.Errorf("the package's example does not have, or not here, the README's line %q", line)
				break
			}
			rest = after
		}
	}
}
