package simplify

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"scf/dse"
	"scf/internal/testing/progen"
	"scf/internal/testing/tier"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/interp"
)

var (
	cases = tier.Flag("cases", 5, 15, 150, "random programs to simplify")
	seed  = flag.Uint64("seed", 1, "seed of the first random program")
)

// TestRandomPrograms simplifies random programs and compares what they compute, and what that costs, on their inputs. A
// failing case is repeated by -run TestRandomPrograms -cases 1 -seed N.
func TestRandomPrograms(t *testing.T) {
	failed := 0
	for i := range uint64(cases.Int()) {
		if err := checkRandom(*seed + i); err != nil {
			t.Errorf("seed %d: %v", *seed+i, err)
			if failed++; failed == 5 {
				t.FailNow()
			}
		}
	}
}

// optionsOf varies the options: every fourth program is simplified with the default, every fourth with matches left where they are, so that
// the other rules meet more of them, the others with one switch set or with other sizes.
func optionsOf(seed uint64) Options {
	var o Options
	switches := []*bool{
		&o.DisableInline, &o.DisableParams, &o.DisableUnbox, &o.DisableSink, &o.DisableReuse,
		&o.DisableCaseOfCase, &o.DisableThrough, &o.DisableCarry,
		&o.DisableSplit, &o.DisableArms, &o.DisablePrims, &o.DisableMaps, &o.DisableConsts, &o.DisableMerge,
	}
	n := int(seed / 2 % uint64(len(switches)+5))
	switch {
	case seed%4 == 0:
	case seed%4 == 2:
		o.DisableCaseOfCase = true
	case n < len(switches):
		*switches[n] = true
	case n == len(switches):
		o.CaseOfCaseSize = 1000
	case n == len(switches)+1:
		o.InlineSize = 200
		o.MaxGrowth = 20
	case n == len(switches)+2:
		o.CaseOfCaseSize = 1
	case n == len(switches)+3:
		o.MaxWork = 1 + int(seed/40%60)
	default:
		o.MaxRounds = 1
	}
	return o
}

// checkRandom checks the random program of seed, or what dead-store elimination leaves of it, which has dead values.
func checkRandom(seed uint64) error {
	c, o := progen.Generate(seed), optionsOf(seed)
	p, err := load(c)
	if err == nil && seed%3 > 0 {
		p, _, err = dse.Run(context.Background(), p, dse.Options{})
	}
	if err != nil {
		return err
	}
	return checkProgram(p, c.Inputs, o)
}

func checkCase(c progen.Case, o Options) error {
	p, err := load(c)
	if err != nil {
		return err
	}
	return checkProgram(p, c.Inputs, o)
}

func load(c progen.Case) (*core.Program, error) {
	p, _, err := scfml.Load(c.Entry, scfml.Source{Name: "progen", Text: c.Source})
	return p, err
}

func checkProgram(p *core.Program, inputs []string, o Options) error {
	before := p.String()
	q, _, _ := Run(context.Background(), p, o)
	if after := p.String(); after != before {
		return fmt.Errorf("the input has changed:\n%s", before)
	}
	if err := core.Verify(q); err != nil {
		return fmt.Errorf("not well-formed: %v\n%s\nsimplified:\n%s", err, before, q)
	}
	return sameRuns(p, q, inputs)
}

// sameRuns runs p and q on the inputs: the results must be the same and q must cost no more.
func sameRuns(p, q *core.Program, inputs []string) error {
	run, runSimplified := interp.New(p), interp.New(q)
	for _, text := range inputs {
		arg, err := core.ParseValue(text, p.Entry.ArgType(), p)
		if err != nil {
			return err
		}
		want, cost, err := run.Run(context.Background(), arg, interp.Options{})
		if err != nil {
			return err
		}
		got, newCost, err := runSimplified.Run(context.Background(), arg, interp.Options{MaxSteps: 2*cost.Total() + 1000})
		switch {
		case err != nil:
			err = fmt.Errorf("fails: %v", err)
		case !core.Equal(want, got):
			err = errors.New("another result")
		case newCost.Total() > cost.Total():
			err = fmt.Errorf("costs more: %d, not %d\n%s%s", newCost.Total(), cost.Total(), cost, newCost)
		default:
			continue
		}
		return fmt.Errorf("on %s: %v\n%v, %v\n%s\nsimplified:\n%s", text, err, want, got, p, q)
	}
	return nil
}
