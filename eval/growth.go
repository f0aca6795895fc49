package eval

import (
	"context"
	"fmt"
	"math"

	"scf/internal/diag"
	"scf/stager"
)

// How staging time and residual size grow over the generated family: both are given relative to the smallest member, time as a
// multiple of n·log n.

// Grow stages the members of the family of these sizes and adds them to the report.
func (r *Report) Grow(ctx context.Context, sizes []int, o Options) error {
	e := newEvaluator(ctx, o)
	for i, n := range sizes {
		e.progress(i, len(sizes), memberTitle(n))
		m, err := e.member(ctx, n)
		if err != nil {
			return err
		}
		r.Family = append(r.Family, m)
	}
	relate(r.Family)
	e.progress(len(sizes), len(sizes), "")
	return nil
}

func memberTitle(n int) string { return fmt.Sprintf("%s of %d statements", FamilyFunction, n) }

// member stages the member of n statements. The error is the context's.
func (e *evaluator) member(ctx context.Context, n int) (Member, error) {
	c := FamilyCase(n)
	p, err := e.prepare(ctx, c)
	if err != nil {
		return Member{Statements: n, Error: diag.Render(err)}, ctx.Err()
	}
	failed := func(m *Member) bool { return m.Error != "" }
	return journaled(e.Journal, append(e.identity(c, p), "family"), failed, func() (Member, error) { return e.measuredMember(ctx, n, p) })
}

// measuredMember is member, of the function that was prepared.
func (e *evaluator) measuredMember(ctx context.Context, n int, p *prepared) (Member, error) {
	m := Member{Statements: n}
	s, err := e.stage(ctx, p)
	switch {
	case ctx.Err() != nil:
		return m, ctx.Err()
	case err != nil:
		m.Error = diag.Render(err)
		return m, nil
	}
	m.Time, m.Residual, m.Passes = s.Time, s.Residual, s.Passes
	for _, pass := range s.Passes {
		m.Contours += pass.Work.Contours
	}
	return m, nil
}

// FamilyCase is the member of n statements as a case: its parameter a is a constant.
func FamilyCase(n int) Case {
	v := Variant{Pipeline: stager.DefaultPipeline, Abstract: map[string]string{FamilyParameter: "CONSTANT"}}
	for _, a := range []string{"0", "1", "5"} {
		v.Late = append(v.Late, LateSet{FamilyParameter + "=" + a, map[string]string{FamilyParameter: a}})
	}
	name := fmt.Sprintf("%s-%d", FamilyFunction, n)
	return Case{&Workload{Name: name, Function: FamilyFunction, File: name + ".c", Text: Family(n), Variants: []Variant{v}}, v}
}

// relate sets what is relative to the smallest member.
func relate(ms []Member) {
	if len(ms) == 0 || ms[0].Error != "" {
		return
	}
	nLogN := func(m Member) float64 { return float64(m.Statements) * math.Log(float64(m.Statements)) }
	first := ms[0]
	for i, m := range ms {
		if m.Error != "" {
			continue
		}
		ms[i].NodesPerStatement = per(float64(m.Residual.Nodes)/float64(m.Statements), float64(first.Residual.Nodes)/float64(first.Statements))
		if m.Time != nil && first.Time != nil {
			ms[i].TimePerNLogN = per(float64(m.Time.Median)/nLogN(m), float64(first.Time.Median)/nLogN(first))
		}
	}
}
