//go:build linux

package stager_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

var allCrashes = flag.Bool("crash.all", false, "kill at every system call that touches files, and fail them in more ways")

// crashes is a directory with the staged directories old and new, and one, target, that is old before a process replaces it by new.
type crashes struct {
	*testing.T
	dir      string
	old, new []byte // the manifests
	staged   *stager.Staged
}

func newCrashes(t *testing.T) *crashes {
	path, err := exec.LookPath("strace")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no strace")
		}
		t.Skip("no strace")
	}
	if err := exec.Command(path, "-o", os.DevNull, "true").Run(); err != nil && os.Getenv("CI") != "true" {
		t.Skip("strace may not trace: ", err)
	}
	c := &crashes{T: t, dir: t.TempDir()}
	f := parseC(t, mulAdd)
	c.staged = stage(t, f, map[string]string{"a": "1"}, stager.Options{})
	for name, s := range map[string]*stager.Staged{"old": c.staged, "new": stage(t, f, map[string]string{"a": "2"}, stager.Options{})} {
		if err := s.Save(c.at(name)); err != nil {
			t.Fatal(err)
		}
	}
	c.old, c.new = c.manifest("old"), c.manifest("new")
	return c
}

func (c *crashes) at(name string) string { return filepath.Join(c.dir, name) }

func (c *crashes) manifest(name string) []byte {
	text, err := os.ReadFile(filepath.Join(c.at(name), "stage.json"))
	if err != nil {
		c.Fatal(err)
	}
	return text
}

// replace runs a process that replaces target, with what strace injects, and gives its exit code; -1 where it was killed.
func (c *crashes) replace(inject ...string) int {
	args := []string{"-qq", "-o", os.DevNull}
	for _, i := range inject {
		args = append(args, "-e", "inject="+i)
	}
	cmd := exec.Command("strace", append(args, os.Args[0])...)
	cmd.Env = append(os.Environ(), fromVariable+"="+c.at("new"), toVariable+"="+c.at("target"))
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode()
}

// opened tells which version target opens as.
func (c *crashes) opened(what string) string {
	c.Helper()
	s, err := stager.Open(context.Background(), c.at("target"), stager.Limits{})
	if err != nil {
		c.Fatalf("%s: the directory does not open: %v", what, err)
	}
	again := c.at("again")
	if err := s.Save(again); err != nil {
		c.Fatal(err)
	}
	switch text := c.manifest("again"); {
	case bytes.Equal(text, c.old):
		return "old"
	case bytes.Equal(text, c.new):
		return "new"
	}
	c.Fatalf("%s: the directory is neither the old nor the new one", what)
	return ""
}

// reset makes target the old one again, as the next staging does, and checks that nothing is left beside it.
func (c *crashes) reset(what string) {
	c.Helper()
	if err := c.staged.Save(c.at("target")); err != nil {
		c.Fatalf("%s: the next staging: %v", what, err)
	}
	left, err := filepath.Glob(c.at(".*"))
	if err != nil || len(left) > 0 {
		c.Fatalf("%s: the next staging leaves %q, %v", what, left, err)
	}
}

// steps has a system that cannot exchange directories.
const steps = "renameat2:error=ENOSYS"

// calls are the system calls that change files, or all that touch them.
func calls() []string {
	out := []string{"mkdirat", "write", "fsync", "renameat", "unlinkat"}
	if *allCrashes {
		out = append(out, "openat", "close", "flock", "getdents64", "newfstatat", "fstat", "read", "fcntl", "faccessat2", "fchmodat", "readlinkat")
	}
	return out
}

// TestKilledAnywhere kills a replacement at its every system call, one after the other, until it is not met any more: the directory opens, as
// the old one or the new one, and the next staging replaces it and leaves nothing.
func TestKilledAnywhere(t *testing.T) {
	tier.OnlyLong(t, "a process is killed at many system calls")
	t.Parallel()
	c := newCrashes(t)
	kills := 0
	for _, how := range [][]string{{"renameat2"}, {steps}} {
		for _, call := range append(calls(), how...) {
			if call == steps || how[0] == steps && !*allCrashes && (call == "write" || call == "fsync") {
				continue // what is written is written alike
			}
			for n := 1; ; n++ {
				c.reset("before")
				inject := []string{fmt.Sprintf("%s:signal=KILL:when=%d", call, n)}
				if how[0] == steps {
					inject = append(inject, steps)
				}
				what := strings.Join(inject, " ")
				code := c.replace(inject...)
				if version := c.opened(what); code == 0 && version != "new" {
					t.Fatalf("%s: the replacement ends well, and the directory is the %s one", what, version)
				}
				if code == 0 {
					break
				}
				kills++
			}
		}
	}
	t.Logf("%d kills", kills)
}

// TestFailingWrites fails the system calls of a replacement: where it ends with an error, the directory is the old one, and nothing is left.
func TestFailingWrites(t *testing.T) {
	tier.OnlyLong(t, "many system calls fail")
	t.Parallel()
	c := newCrashes(t)
	failures := map[string][]string{
		"mkdirat": {"ENOSPC"}, "write": {"ENOSPC"}, "fsync": {"EIO"}, "renameat": {"ENOSPC"}, "renameat2": {"EIO"},
	}
	if *allCrashes {
		failures = map[string][]string{
			"mkdirat": {"ENOSPC", "EIO", "EROFS", "EACCES"}, "write": {"ENOSPC", "EIO", "EDQUOT"}, "fsync": {"EIO", "ENOSPC"},
			"renameat": {"ENOSPC", "EIO"}, "renameat2": {"EIO", "EBUSY", "EXDEV", "EACCES"}, "unlinkat": {"EIO", "EACCES"}, "close": {"EIO"},
		}
	}
	met := 0
	for call, codes := range failures {
		for _, code := range codes {
			for n := 1; n < 100; n++ {
				c.reset("before")
				what := fmt.Sprintf("%s:error=%s:when=%d", call, code, n)
				exit := c.replace(what)
				version := c.opened(what)
				if exit != 0 && version != "old" {
					t.Errorf("%s: the replacement fails, and the directory is the %s one", what, version)
				}
				if exit == 0 && version != "new" {
					t.Errorf("%s: the replacement ends well, and the directory is the %s one", what, version)
				}
				if exit == 0 && n > 12 {
					break
				}
				met++
			}
		}
	}
	t.Logf("%d failures", met)
}
