package simplify

import (
	"os"
	"testing"

	"scf/absval"
	"scf/dse"
	"scf/internal/progen"
	"scf/scfml"
)

func TestZZDse(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	bad, dead := 0, 0
	for seed := uint64(5_000_000); seed < 5_003_000; seed++ {
		c := progen.Generate(seed)
		p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
		if err != nil {
			t.Fatal(err)
		}
		q := p
		if seed%2 == 0 {
			q, _ = Run(p, Options{})
		}
		d, _ := dse.Run(q, absval.New(absval.Options{}), dse.Options{})
		r, rep := Run(d, Options{})
		_ = rep
		if err := scfml.Verify(r); err != nil {
			t.Fatal(seed, err)
		}
		if err := sameRuns(q, d, c.Inputs); err != nil {
			t.Errorf("dse seed %d: %.300v", seed, err)
			continue
		}
		if err := sameRuns(d, r, c.Inputs); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			if bad++; bad > 3 {
				t.FailNow()
			}
		}
		s := &session{consts: newConstants(), names: newNames()}
		for _, f := range d.Funcs {
			s.redirect(f.Body, map[*scfml.Func]*scfml.Func{})
		}
		if s.hasDead {
			dead++
		}
	}
	t.Log("with dead values:", dead)
}
