package dse

import "scf/scfml"

// Totality: which expressions give a value whatever the values of their variables. It is what allows an iterator to run on
// entries that the unpruned program's map does not hold (walker.iterate) [DSE-TOTAL]. A recursive function counts as partial.

// total tells whether e cannot fail and ends. The functions that it calls must have been looked at. In the body of an iterator
// a last arm that binds nothing matches everything (freeLastArm); this is free.
func (s *solver) total(e scfml.Expr, inIterator bool) bool {
	switch e := e.(type) {
	case *scfml.PrimExpr:
		if isPartial(e) {
			return false
		}
	case *scfml.CallExpr:
		if !s.summaries[e.Func].total {
			return false
		}
	case *scfml.CaseExpr:
		free := inIterator && len(scfml.PatVars(e.Arms[len(e.Arms)-1].Pat)) == 0
		if !free && !isExhaustive(e.Arms) {
			return false
		}
	case *scfml.DeadExpr:
		return false // something may read it
	}
	all := true
	scfml.Children(e, func(x scfml.Expr) { all = all && s.total(x, inIterator) })
	return all
}

// iteratorTotal tells whether the body of e cannot fail and ends.
func (s *solver) iteratorTotal(e *scfml.IterExpr) bool {
	t, ok := s.iterators[e]
	if !ok {
		t = s.total(e.Body, true)
		s.iterators[e] = t
	}
	return t
}

// isPartial tells whether a primitive can fail on values of its types.
func isPartial(e *scfml.PrimExpr) bool {
	switch e.Op {
	case scfml.OpDiv, scfml.OpMod, scfml.OpQuot, scfml.OpRem, scfml.OpDivu, scfml.OpModu:
		n, ok := constantInt(e.Args[1])
		return !ok || n == 0
	case scfml.OpSext, scfml.OpZext:
		n, ok := constantInt(e.Args[0])
		return !ok || n < 1 || n > 64
	case scfml.OpStrSub, scfml.OpChr:
		return true
	}
	return false
}

func constantInt(e scfml.Expr) (scfml.Int, bool) {
	if c, ok := e.(*scfml.Const); ok {
		n, ok := c.Value.(scfml.Int)
		return n, ok
	}
	return 0, false
}

// isExhaustive tells whether some arm matches, whatever the value. It gives up (false) on matches that would take long.
func isExhaustive(arms []scfml.Arm) bool {
	rows := make([][]scfml.Pat, len(arms))
	for i, a := range arms {
		rows[i] = []scfml.Pat{a.Pat}
	}
	c := &coverage{steps: 2000}
	return c.covers(rows)
}

// coverage checks matrices of patterns column by column, as compilers of ML do.
type coverage struct{ steps int }

// covers tells whether some row matches every vector of values; all rows have the same length.
func (c *coverage) covers(rows [][]scfml.Pat) bool {
	c.steps--
	if c.steps < 0 || len(rows) == 0 {
		return false
	}
	if len(rows[0]) == 0 {
		return true
	}
	for _, r := range rows {
		switch p := withoutAs(r[0]).(type) {
		case *scfml.TuplePat:
			return c.covers(specialize(rows, len(p.Elems), func(q scfml.Pat) ([]scfml.Pat, bool) {
				t, ok := q.(*scfml.TuplePat)
				if !ok {
					return nil, false
				}
				return t.Elems, true
			}))
		case *scfml.ConPat:
			return c.coversData(rows, p.Con.Data)
		case *scfml.LitPat:
			if _, ok := p.Value.(scfml.Bool); ok {
				return c.coversLiteral(rows, scfml.Bool(true)) && c.coversLiteral(rows, scfml.Bool(false))
			}
		}
	}
	// Variables, and literals of types with more values than a program lists.
	return c.covers(specialize(rows, 0, func(scfml.Pat) ([]scfml.Pat, bool) { return nil, false }))
}

// coversData looks at each constructor of a column's datatype.
func (c *coverage) coversData(rows [][]scfml.Pat, d *scfml.Datatype) bool {
	for _, con := range d.Cons {
		of := specialize(rows, len(con.Args), func(q scfml.Pat) ([]scfml.Pat, bool) {
			p, ok := q.(*scfml.ConPat)
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

func (c *coverage) coversLiteral(rows [][]scfml.Pat, v scfml.Value) bool {
	return c.covers(specialize(rows, 0, func(q scfml.Pat) ([]scfml.Pat, bool) {
		p, ok := q.(*scfml.LitPat)
		return nil, ok && p.Value == v
	}))
}

// specialize is the rows that match a first value of which parts tells what a pattern says of its n parts; the parts take the
// first column's place.
func specialize(rows [][]scfml.Pat, n int, parts func(scfml.Pat) ([]scfml.Pat, bool)) [][]scfml.Pat {
	var out [][]scfml.Pat
	for _, r := range rows {
		first := withoutAs(r[0])
		sub, ok := parts(first)
		if !ok {
			if !isVariable(first) {
				continue
			}
			sub = make([]scfml.Pat, n)
			for i := range sub {
				sub[i] = &scfml.WildPat{}
			}
		}
		out = append(out, append(append([]scfml.Pat{}, sub...), r[1:]...))
	}
	return out
}

// isVariable tells whether p, without its as, is a variable or a wildcard.
func isVariable(p scfml.Pat) bool {
	switch p.(type) {
	case *scfml.WildPat, *scfml.VarPat:
		return true
	}
	return false
}
