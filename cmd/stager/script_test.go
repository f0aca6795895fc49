package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
)

func TestMain(m *testing.M) {
	if os.Getenv(cacheVariable) == "" {
		os.Setenv(cacheVariable, "off") // a user's own is left alone
	}
	testscript.Main(m, map[string]func(){"stager": main})
}

// TestScripts runs the scripts of testdata: every command and every message, as a user meets them. Each script finds the files of
// examples/ in its directory.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:         scripts(t),
		UpdateScripts: golden.Update(),
		Condition:     tiers,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Setup: func(e *testscript.Env) error {
			e.Setenv(cacheVariable, "off")
			return os.CopyFS(e.WorkDir, os.DirFS(examples))
		},
	})
}

// scripts are those of testdata; where the others have just been run, those that do more in the long tier.
func scripts(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	if !tier.Repeats() {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool { return !strings.Contains(read(t, file), "long]") })
}

// status is the script command `status CODE PROGRAM ARG...`: the program must end with that exit code.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("%v: exit code %d, want %d", args[1:], code, want)
	}
}

// tiers are the conditions of scripts beside testscript's own: [long] holds where everything is to be done.
func tiers(condition string) (bool, error) {
	if condition != "long" {
		return false, fmt.Errorf("no such condition: %s", condition)
	}
	return tier.Long, nil
}
