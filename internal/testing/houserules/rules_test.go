package houserules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// A rule is cited in brackets; in the comment of a package a line that begins with it defines it, or several.
	citedRule   = regexp.MustCompile(`\[([A-Z]{2,5}(?:-[A-Z]+)+)\]`)
	definedRule = regexp.MustCompile(`(?m)^//[ \t](?:\[[A-Z]+(?:-[A-Z]+)+\],? )*\[[A-Z]+(?:-[A-Z]+)+\]\s+\S`)
)

// TestCitedRulesAreDefined checks that each rule that code, tests and documents cite, as [NF-OR], is defined in the comment of one
// package.
func TestCitedRulesAreDefined(t *testing.T) {
	defined, cited := map[string]string{}, map[string]string{}
	err := fs.WalkDir(os.DirFS(filepath.Join("..", "..", "..")), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != "." && strings.HasPrefix(name, ".") {
			return fs.SkipDir
		}
		if ext := filepath.Ext(name); d.IsDir() || ext != ".go" && ext != ".md" && ext != ".scf-ml" {
			return nil
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "..", path))
		if err != nil {
			return err
		}
		comment, _, _ := strings.Cut(string(text), "\npackage ")
		for _, line := range definedRule.FindAllString(comment, -1) {
			for _, m := range citedRule.FindAllStringSubmatch(line, -1) {
				if other := defined[m[1]]; other != "" {
					t.Errorf("[%s] is defined in %s and %s", m[1], other, path)
				}
				defined[m[1]] = path
			}
		}
		for _, m := range citedRule.FindAllStringSubmatch(string(text), -1) {
			cited[m[1]] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for rule, path := range cited {
		if defined[rule] == "" {
			t.Errorf("%s cites [%s], which the comment of no package defines", path, rule)
		}
	}
}
