package simplify_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"scf/scfml"
	"scf/simplify"
	"scf/stager"
)

func TestZZPipeline(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	ctx := context.Background()
	files := []struct {
		file  string
		early map[string]string
		late  []map[string]string
	}{
		{"mul_add", map[string]string{"a": "CONSTANT"}, []map[string]string{{"a": "0"}, {"a": "1"}, {"a": "3"}}},
		{"mul_add", map[string]string{"a": "1|3"}, []map[string]string{{"a": "1"}, {"a": "3"}}},
		{"power", map[string]string{"n": "CONSTANT"}, []map[string]string{{"n": "0"}, {"n": "3"}}},
		{"blend", map[string]string{"mode": "0|1|2", "k": "CONSTANT"}, []map[string]string{{"mode": "0", "k": "0"}, {"mode": "1", "k": "5"}}},
		{"clamp", map[string]string{"lo": "CONSTANT", "s": "CONSTANT"}, []map[string]string{{"lo": "0", "s": "1"}, {"lo": "4", "s": "5"}}},
		{"poly", map[string]string{"a": "CONSTANT", "b": "CONSTANT"}, []map[string]string{{"a": "0", "b": "1"}, {"a": "4", "b": "5"}}},
	}
	configs := []struct {
		name string
		o    simplify.Options
		no   bool
	}{
		{"none", simplify.Options{}, true},
		{"default", simplify.Options{}, false},
		{"coc120", simplify.Options{CaseOfCaseSize: 120}, false},
		{"coc300", simplify.Options{CaseOfCaseSize: 300}, false},
		{"coc1000", simplify.Options{CaseOfCaseSize: 1000}, false},
		{"inl60", simplify.Options{InlineSize: 60}, false},
		{"inl150", simplify.Options{InlineSize: 150}, false},
		{"both", simplify.Options{InlineSize: 150, CaseOfCaseSize: 300}, false},
	}
	for _, f := range files {
		fn, err := stager.ReadC("/tmp/p/c/"+f.file+".c", "")
		if err != nil {
			t.Fatal(err)
		}
		pl, _ := stager.ParsePipeline("cnp,cpp,dae")
		early, err := fn.ParseAbstract(f.early)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range f.late {
			late, err := fn.ParseLate(l)
			if err != nil {
				t.Fatal(err)
			}
			r, err := stager.RunUnstaged(ctx, fn, pl, late)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Print(f.file, l, " unstaged ", r.Total.Total(), ";")
		}
		fmt.Println()
		for _, c := range configs {
			start := time.Now()
			st, err := stager.Stage(ctx, fn, pl, early, stager.Options{Simplify: c.o, NoSimplify: c.no})
			if err != nil {
				t.Fatal(err)
			}
			el := time.Since(start)
			size := 0
			for _, p := range st.Passes {
				for _, fu := range p.Program.Funcs {
					size += scfml.Size(fu.Body)
				}
			}
			fmt.Printf("   %-8s size %5d %6v", c.name, size, el.Round(time.Millisecond))
			for _, l := range f.late {
				late, _ := fn.ParseLate(l)
				r, err := st.Run(ctx, late)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Print("  ", r.Total.Total())
				for _, p := range r.Passes {
					fmt.Print(" ", p.Counts.Total())
				}
			}
			fmt.Println()
		}
	}
}
