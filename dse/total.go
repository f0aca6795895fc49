package dse

import (
	"scf/scfml/core"
)

// Totality: which expressions give a value whatever the values of their variables. It is what allows an iterator to run on
// entries that the unpruned program's map does not hold (walker.iterate) [DSE-TOTAL]. A recursive function counts as partial.

// total reports whether e cannot fail and ends. The functions that it calls must have been looked at. In the body of an iterator
// a last arm that binds nothing matches everything (freeLastArm); this is free.
func (s *solver) total(e core.Expr, inIterator bool) bool {
	switch e := e.(type) {
	case *core.PrimExpr:
		if isPartial(e) {
			return false
		}
	case *core.CallExpr:
		if !s.summaries[e.Func].total {
			return false
		}
	case *core.CaseExpr:
		free := inIterator && len(core.PatVars(e.Arms[len(e.Arms)-1].Pat)) == 0
		if !free && !s.isExhaustive(e.Arms) {
			return false
		}
	case *core.DeadExpr:
		return false // something may read it
	}
	all := true
	core.Children(e, func(x core.Expr) { all = all && s.total(x, inIterator) })
	return all
}

// iteratorTotal reports whether the body of e cannot fail and ends.
func (s *solver) iteratorTotal(e *core.IterExpr) bool {
	t, ok := s.iterators[e]
	if !ok {
		t = s.total(e.Body, true)
		s.iterators[e] = t
	}
	return t
}

// isPartial reports whether a primitive can fail on values of its types.
func isPartial(e *core.PrimExpr) bool {
	switch e.Op {
	case core.OpDiv, core.OpMod, core.OpQuot, core.OpRem, core.OpDivu, core.OpModu:
		n, ok := constantInt(e.Args[1])
		return !ok || n == 0
	case core.OpSext, core.OpZext:
		n, ok := constantInt(e.Args[0])
		return !ok || n < 1 || n > 64
	case core.OpStrSub, core.OpChr:
		return true
	}
	return false
}

func constantInt(e core.Expr) (core.Int, bool) {
	if c, ok := e.(*core.Const); ok {
		n, ok := c.Value.(core.Int)
		return n, ok
	}
	return 0, false
}

// isExhaustive reports whether some arm matches, whatever the value. It gives up (false) on matches that would take long.
func (s *solver) isExhaustive(arms []core.Arm) bool {
	rows := make([][]core.Pat, len(arms))
	for i, a := range arms {
		rows[i] = []core.Pat{a.Pat}
	}
	c := &coverage{steps: s.options.CoverageSteps}
	return c.covers(rows)
}

// coverage checks matrices of patterns column by column, as compilers of ML do.
type coverage struct{ steps int }

// covers reports whether some row matches every vector of values; all rows have the same length.
func (c *coverage) covers(rows [][]core.Pat) bool {
	c.steps--
	if c.steps < 0 || len(rows) == 0 {
		return false
	}
	if len(rows[0]) == 0 {
		return true
	}
	for _, r := range rows {
		switch p := withoutAs(r[0]).(type) {
		case *core.TuplePat:
			return c.covers(specialize(rows, len(p.Elems), func(q core.Pat) ([]core.Pat, bool) {
				t, ok := q.(*core.TuplePat)
				if !ok {
					return nil, false
				}
				return t.Elems, true
			}))
		case *core.ConPat:
			return c.coversData(rows, p.Con.Data)
		case *core.LitPat:
			if _, ok := p.Value.(core.Bool); ok {
				return c.coversLiteral(rows, core.Bool(true)) && c.coversLiteral(rows, core.Bool(false))
			}
		}
	}
	// Variables, and literals of types with more values than a program lists.
	return c.covers(specialize(rows, 0, func(core.Pat) ([]core.Pat, bool) { return nil, false }))
}

// coversData looks at each constructor of a column's datatype.
func (c *coverage) coversData(rows [][]core.Pat, d *core.Datatype) bool {
	for _, con := range d.Cons {
		of := specialize(rows, len(con.Args), func(q core.Pat) ([]core.Pat, bool) {
			p, ok := q.(*core.ConPat)
			if !ok || p.Con != con {
				return nil, false
			}
			return p.Args, true
		})
		if !c.covers(of) {
			return false
		}
	}
	return true
}

func (c *coverage) coversLiteral(rows [][]core.Pat, v core.Value) bool {
	return c.covers(specialize(rows, 0, func(q core.Pat) ([]core.Pat, bool) {
		p, ok := q.(*core.LitPat)
		return nil, ok && p.Value == v
	}))
}

// specialize is the rows that match a first value of which parts tells what a pattern says of its n parts; the parts take the
// first column's place.
func specialize(rows [][]core.Pat, n int, parts func(core.Pat) ([]core.Pat, bool)) [][]core.Pat {
	var out [][]core.Pat
	for _, r := range rows {
		first := withoutAs(r[0])
		sub, ok := parts(first)
		if !ok {
			if !isVariable(first) {
				continue
			}
			sub = make([]core.Pat, n)
			for i := range sub {
				sub[i] = &core.WildPat{}
			}
		}
		out = append(out, append(append([]core.Pat{}, sub...), r[1:]...))
	}
	return out
}

// isVariable reports whether p, without its as, is a variable or a wildcard.
func isVariable(p core.Pat) bool {
	switch p.(type) {
	case *core.WildPat, *core.VarPat:
		return true
	}
	return false
}
