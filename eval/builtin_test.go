package eval

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"scf/stager"
)

var (
	allBuiltin = flag.Bool("builtin.all", false, "stage the built-in workloads that take long too, and run the drivers for all variants and late values")
	randomSets = flag.Int("builtin.random", 6, "how many random sets of late values each built-in workload gets")
	randomSeed = flag.Uint64("builtin.seed", 1, "the seed of the first random set of late values")
)

// takesLong are the variants that are staged with -builtin.all only.
var takesLong = regexp.MustCompile(`^main_loop/fetch`)

// TestBuiltin stages each built-in workload once and holds it to everything that is promised of it: the staged pipeline prints the same
// as the passes, for the late values of the workload and for random ones; the driver computes the same with the optimised function;
// what staging took and what is saved is what the golden says; and the configurations of table 3 run in a fifth of the
// operations.
func TestBuiltin(t *testing.T) {
	ws, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	e := newEvaluator(t.Context(), Options{CC: DefaultCompiler()})
	if _, err := e.pipeline(stager.DefaultPipeline); err != nil { // once for all
		t.Fatal(err)
	}
	golden := readWork(t)
	t.Run("variants", func(t *testing.T) {
		for _, c := range Cases(ws, nil) {
			t.Run(c.Title(), func(t *testing.T) {
				if takesLong.MatchString(c.Title()) && !*allBuiltin {
					t.Skip("it takes long: go test ./eval -run Builtin -builtin.all")
				}
				t.Parallel()
				holdTo(t, e, c, golden)
			})
		}
	})
	golden.write(t, Cases(ws, nil))
}

func holdTo(t *testing.T, e *evaluator, c Case, golden *ledger) {
	p, err := e.prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	staging, err := e.stage(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Late
	for i, set := range c.Variant.Late {
		late := Late{Name: set.Name}
		pair, err := runBoth(t.Context(), p, set)
		if err == nil {
			err = e.compare(t.Context(), &pair, &late)
		}
		if err == nil && e.cc != nil && (*allBuiltin || i == 0 && c.Variant.Name == c.Workload.Variants[0].Name) {
			_, err = e.kernel(t.Context(), p, i, pair.text)
		}
		if err != nil {
			t.Fatalf("%s: %v", set.Name, err)
		}
		if c.Variant.Configuration > 0 && late.Ratio.Operations < 5 {
			t.Errorf("%s: the staged pipeline executes 1 of %.1f operations", set.Name, late.Ratio.Operations)
		}
		rows = append(rows, late)
	}
	golden.hold(t, c.Title(), describeWork(staging, rows))
	for seed := *randomSeed; seed < *randomSeed+uint64(*randomSets); seed++ {
		if err := sameForRandom(t.Context(), p, seed); err != nil {
			t.Errorf("%v\nto see it: go test ./eval -run '%s' -builtin.all -builtin.random 1 -builtin.seed %d", err, t.Name(), seed)
		}
	}
}

// sameForRandom runs both pipelines on a random set of late values, and tells where they print something else.
func sameForRandom(ctx context.Context, p *prepared, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	late := map[string]stager.Late{}
	texts := ""
	for i, param := range p.staged.Function.Params {
		if a := p.staged.Abstract[i]; a.String() != "NON_CONSTANT" {
			late[param.Name] = a.Sample(rng)
			texts += fmt.Sprintf(" %s=%s", param.Name, late[param.Name])
		}
	}
	pair, err := runBothOn(ctx, p, late)
	if err == nil {
		err = (&evaluator{}).compare(ctx, &pair, &Late{})
	}
	if err != nil {
		return fmt.Errorf("%s with%s: %w", p.c.Title(), texts, err)
	}
	return nil
}

// ledger is the golden with what each built-in workload takes, early and late: a file of testdata, with a part for each variant.
type ledger struct {
	sync.Mutex
	parts map[string]string
}

const workFile = "testdata/work.txtar"

const workHead = `What staging each built-in workload takes and makes, by pass, and the operations of the passes and of their staged forms for each
set of late values. It is rewritten by: go test ./eval -run Builtin -builtin.all -update

`

func readWork(t *testing.T) *ledger {
	w := &ledger{parts: map[string]string{}}
	data, err := os.ReadFile(workFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(data).Files {
		w.parts[f.Name] = string(f.Data)
	}
	return w
}

// hold compares a part with what there is now, or sets it.
func (w *ledger) hold(t *testing.T, title, now string) {
	w.Lock()
	defer w.Unlock()
	if *update {
		w.parts[title] = now
	} else if diff := cmp.Diff(w.parts[title], now); diff != "" {
		t.Errorf("%s is not up to date (-there +now):\n%s", workFile, diff)
	}
}

// write writes the parts of the cases where goldens are rewritten.
func (w *ledger) write(t *testing.T, cases []Case) {
	if !*update {
		return
	}
	a := &txtar.Archive{Comment: []byte(workHead)}
	for _, c := range cases {
		if text, ok := w.parts[c.Title()]; ok {
			a.Files = append(a.Files, txtar.File{Name: c.Title(), Data: []byte(text)})
		}
	}
	if err := os.WriteFile(workFile, txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}

func describeWork(s *Staging, rows []Late) string {
	var b strings.Builder
	for _, p := range s.Passes {
		w := p.Work
		fmt.Fprintf(&b, "%s: contours %d, evaluations %d, steps %d, widenings %d, functions %d, nodes %d\n",
			p.Name, w.Contours, w.Evaluations, w.Steps, w.Widenings, p.Size.Functions, p.Size.Nodes)
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	for _, l := range rows {
		fmt.Fprintf(&b, "%s: passes %d, staged %d\n", l.Name, l.Unstaged.Operations.Total, l.Staged.Operations.Total)
	}
	return b.String()
}
