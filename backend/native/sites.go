package native

import (
	"context"
	"errors"

	"scf/ast"
	"scf/backend"
	"scf/backend/ir"
	"scf/internal/diag"
)

// This file numbers the places in which code leaves, for errors that name them. A place in an optimised function is 2n, n its number in the function's sites;
// one in a function of the module is 2n+1, n its number in the module's.

// site is a command of a function. Its place may have to be asked for, by the label.
type site struct {
	function string
	at       diag.Pos
	label    ast.Label
}

// number gives the places of f's code their numbers, and that of the function itself, which is where its first command stands.
func (u *linked) number(f *function, code *ir.Func, labels []ast.Label) ir.Place {
	to := &u.sites
	if f.index < 0 {
		to = &f.sites
	}
	first, last := len(*to), lastSite(code)
	for i := range last + 1 {
		if i == 0 && len(code.Places) > 1 {
			i = 1
		}
		s := site{function: f.name, at: code.Places[i]}
		if int(i) < len(labels) {
			s.label = labels[i]
		}
		*to = append(*to, s)
	}
	numbered := func(p ir.Place) ir.Place {
		p = 2 * (min(p, last) + ir.Place(first))
		if f.index >= 0 {
			p++
		}
		return p
	}
	for i := range code.Values {
		code.Values[i].Place = numbered(code.Values[i].Place)
	}
	for _, b := range code.Blocks {
		b.Term.Place = numbered(b.Term.Place)
	}
	return numbered(0)
}

// lastSite is the last place of code in which a call can go wrong; 0 where there is none.
func lastSite(code *ir.Func) (last ir.Place) {
	for i := range code.Values {
		switch in := &code.Values[i]; {
		case in.Op == ir.TrapIf, in.Op == ir.CallPtr, in.Op == ir.Call && code.Symbols[in.Symbol].Kind == ir.Host:
			last = max(last, in.Place)
		}
	}
	return last
}

// site is the one that was given the number.
func (c *compiled) site(number uint64) site {
	n := int(number / 2)
	if number%2 == 0 {
		return c.function.located(n)
	}
	c.linked.mu.Lock()
	defer c.linked.mu.Unlock()
	return c.linked.sites[n]
}

// located is a site with its place, or with that of the nearest command before it which has one: passes make some that have none.
func (f *function) located(n int) site {
	s := f.sites[n]
	for ; !s.at.IsValid() && n > 0 && f.placeOf != nil; n-- {
		if s.at = f.sites[n].at; !s.at.IsValid() && f.sites[n].label != nil {
			s.at = f.placeOf(f.sites[n].label)
		}
	}
	return s
}

// trap is the error of a call that trapped.
func (c *compiled) trap(kind, place uint64) error {
	s := c.site(place)
	return &backend.Fault{Kind: backend.FaultKind(kind), Func: s.function, Pos: s.at}
}

// failed is the error of a call in which a function of the program ended with err.
func (c *compiled) failed(ctx context.Context, err error, place uint64) error {
	if stop := ctx.Err(); stop != nil && errors.Is(err, stop) {
		return err
	}
	s := c.site(place)
	return backend.HostFault(err, s.function, s.at)
}
