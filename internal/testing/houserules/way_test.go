package houserules

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"scf/internal/testing/golden"
)

// declared is a reference to a declaration in HACKING.md: its name, its file, and the line.
var declared = regexp.MustCompile("\\[`(\\w+)`\\]\\((\\S+\\.go)#L(\\d+)\\)")

// TestWayThroughTheCode holds the lines that HACKING.md names to the declarations that it says stand there; -update rewrites them.
func TestWayThroughTheCode(t *testing.T) {
	file := filepath.Join("..", "..", "..", "HACKING.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, file, declared.ReplaceAllFunc(text, func(ref []byte) []byte {
		m := declared.FindSubmatch(ref)
		name, in := string(m[1]), string(m[2])
		return []byte("[`" + name + "`](" + in + "#L" + strconv.Itoa(lineOf(t, name, in)) + ")")
	}))
}

// lineOf is where a file declares a name at its top level.
func lineOf(t *testing.T, name, file string) int {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", file))
	if err != nil {
		t.Fatal(err)
	}
	declares := regexp.MustCompile(`^(func (\([^)]*\) )?|type |var |const )` + name + `\b`)
	for i, line := range strings.Split(string(text), "\n") {
		if declares.MatchString(line) {
			return i + 1
		}
	}
	t.Errorf("%s declares no %s: HACKING.md says so", file, name)
	return 0
}
