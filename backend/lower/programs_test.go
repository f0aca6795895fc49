package lower

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// TestPrograms evaluates the programs that the front end is tested with, and those of this package: they print what gcc's code prints. There is no long double here.
func TestPrograms(t *testing.T) {
	toolchain.Compiler(t)
	files, err := filepath.Glob("../../cfront/testdata/programs/*.c")
	own, _ := filepath.Glob("testdata/programs/*.c")
	files = append(files, own...)
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tier.Case(t, i, 6, 2)
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := regexp.MustCompile(`\b([0-9.]+)L\b`).ReplaceAllString(strings.NewReplacer("long double", "double", ".9Lg", ".9g").Replace(string(source)), "$1")
			compareMain(t, text, compiled(t, text), nil)
		})
	}
}

// compareMain evaluates main, with another version of one function if that is given.
func compareMain(t *testing.T, source, want string, optimised *ast.Func) {
	t.Helper()
	u, err := parse(t, source).Unit("main")
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	for _, o := range []Options{{}, {FreeAliasing: true}, {Checked: true}} {
		r := newRunner(t, u, o, nil)
		if optimised != nil {
			for _, made := range optimised.Made {
				r.add(made)
			}
			r.add(optimised)
		}
		if _, err = r.call("main"); err != nil || r.out.String() != want {
			t.Errorf("%+v: %v\n%s", o, err, cmp.Diff(want, r.out.String()))
		}
	}
}

// shorter makes the workloads' programs run for a short time.
var shorter = strings.NewReplacer("round < 240", "round < 1", "round < 600", "round < 1", "round < 20000", "round < 3", "1000000 : 100000", "20 : 5",
	"round < 60000", "round < 10", "round < 1500", "round < 1", "#define ORDER 40", "#define ORDER 6", "#define NODES 3000", "#define NODES 40",
	"round < 20", "round < 1", "#define HEIGHT 240", "#define HEIGHT 30", "#define HEIGHT 160", "#define HEIGHT 10", "40000000", "1000", "PIXELS 10000", "PIXELS 500", "ROWS 500", "ROWS 20",
	"WIDTH 320", "WIDTH 50", "WIDTH 640", "WIDTH 50", "COUNT 2000", "COUNT 100")

var (
	lateLine = regexp.MustCompile(`(?m)^late [^:\n]*: *((?:.*\n(?: .*\n)*))`)
	included = regexp.MustCompile(`#include "[\w.]+"`)
	funcLine = regexp.MustCompile(`(?m)^func: *(\w+)`)
	member   = regexp.MustCompile(`(\w+):`)
	setting  = regexp.MustCompile(`(\w+)=(\S+)`)
	spaces   = regexp.MustCompile(`,\s+`)
)

// TestWorkloads evaluates the workloads' programs, as they are and with the function that the pipeline makes for the first late values.
func TestWorkloads(t *testing.T) {
	tier.OnlyLong(t, "the passes run on all workloads")
	toolchain.Compiler(t)
	golden.Each(t, "../../eval/workloads/*.txtar", func(t *testing.T, file string, a *txtar.Archive) {
		var kernel, driver string
		for _, f := range a.Files {
			if f.Name == "driver.c" {
				driver = string(f.Data)
			} else {
				kernel = string(f.Data)
			}
		}
		late := map[string]string{}
		for _, m := range setting.FindAllStringSubmatch(spaces.ReplaceAllString(firstLate(string(a.Comment)), ","), -1) {
			late[m[1]] = m[2]
		}
		var defines strings.Builder
		defines.WriteString("#define LATE_SET 0\n")
		for name, value := range late {
			value = strings.NewReplacer("[", "{", "]", "}").Replace(value)
			defines.WriteString("#define LATE_" + name + " " + member.ReplaceAllString(value, ".$1 =") + "\n")
		}
		driver = shorter.Replace(driver)
		if !included.MatchString(driver) {
			driver = kernel + driver
		}
		source := defines.String() + included.ReplaceAllLiteralString(driver, kernel)
		want := compiled(t, source)
		compareMain(t, source, want, nil)
		name := ""
		if m := funcLine.FindStringSubmatch(string(a.Comment)); m != nil {
			name = m[1]
		}
		compareMain(t, source, want, optimised(t, kernel, name, late))
	})
}

// firstLate is the first set of late values of a workload.
func firstLate(comment string) string {
	if m := lateLine.FindStringSubmatch(comment); m != nil {
		return m[1]
	}
	return regexp.MustCompile(`(?m)^late: *(.*)$`).FindStringSubmatch(comment)[1]
}

// defaultPipeline is loaded once.
var defaultPipeline = sync.OnceValues(func() (stager.Pipeline, error) { return stager.ParsePipeline(stager.DefaultPipeline) })

// optimised is what the pipeline makes of a function.
func optimised(t *testing.T, source, function string, late map[string]string) *ast.Func {
	t.Helper()
	f, err := stager.ParseC(t.Context(), "kernel.c", []byte(source), function, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	known := maps.Clone(late)
	maps.DeleteFunc(known, func(name, _ string) bool { return !strings.Contains(source, name) })
	values, err := f.ParseLate(known)
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := defaultPipeline()
	if err != nil {
		t.Fatal(err)
	}
	result, err := stager.RunUnstaged(t.Context(), f, pipeline, values)
	if err != nil {
		t.Fatal(err)
	}
	return result.Func
}
