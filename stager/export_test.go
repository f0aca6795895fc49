package stager

import (
	"scf/absval"
	"scf/ast"
	"scf/scfml"
)

// LatticeContains tells whether l is in a, both as the passes get them: as values of the datatype lattice of p.
func LatticeContains(d *absval.Domain, p *scfml.Program, a Abstract, l Late) (bool, error) {
	set, err := a.value(d, p)
	if err != nil {
		return false, err
	}
	v, err := ast.LatticeToValue(l.lattice(), p)
	return err == nil && d.Contains(set, v), err
}
