package stager

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"scf/internal/diag"
	"scf/pe"
	"scf/scfml/core"
	"scf/scfml/interp"
	"scf/simplify"
)

// This file records what a staging does with the source of a program, place for place, for who shows it.

// Record is what became of a program on its way to the residual one. It is the same on every run.
type Record struct {
	// Places are where something of the source stands that can cost anything, in the order of files, lines and columns: for a pass all that the
	// partial evaluator has met or its functions hold, for the composed program what was left by the passes.
	Places []Place
	// Contours are those of the partial evaluator, in the order in which they were made; none of the composed program.
	Contours []Contour
}

// Place is a place in the source, and what became of the case expression, the call or the operation there.
type Place struct {
	At   diag.Pos
	What string // match TYPE, call FUNCTION, or the operation; empty for a match that takes nothing apart
	Func string // the function that it stands in
	pe.Fate
	// Executed reports whether calls of its function, or of one that calls it, were executed early: what those did there is not counted.
	Executed bool
	Copies   int            // in the program that the first phase gave
	Removed  map[string]int // of them, and of those that phases made of them, by phase
	Left     int            // copies in the residual program
}

// recorder collects a record while a program goes through its table. A nil one records nothing.
type recorder struct {
	pe      *pe.Record // of a pass
	copies  map[diag.Pos]int
	left    map[diag.Pos]int
	removed map[diag.Pos]map[string]int
	what    map[diag.Pos]string
	moves   moves
	funcs   []*core.Func // of the program as it is
}

// specialized takes in what the partial evaluator has recorded.
func (r *recorder) specialized(by *pe.Record) {
	if r != nil {
		r.pe = by
	}
}

// watchMoves is what simplification is to tell its moves; nil where nothing is recorded.
func (r *recorder) watchMoves() func(how simplify.Move, from, to string) {
	if r == nil {
		return nil
	}
	return r.moves.add
}

// behind takes in the program that a phase gave.
func (r *recorder) behind(phase string, p *core.Program) {
	if r == nil {
		return
	}
	now := map[diag.Pos]int{}
	first := r.copies == nil
	if first {
		r.what, r.removed = map[diag.Pos]string{}, map[diag.Pos]map[string]int{}
	}
	r.funcs = p.Funcs
	for _, f := range p.Funcs {
		core.Each(f.Body, func(e core.Expr) {
			if at := core.PlaceOf(e); at.IsValid() {
				now[at]++
				r.name(at, e)
			}
		})
	}
	if first {
		r.copies, r.left = now, now
		return
	}
	for at, n := range r.left {
		if n > now[at] {
			if r.removed[at] == nil {
				r.removed[at] = map[string]int{}
			}
			r.removed[at][phase] += n - now[at]
		}
	}
	r.left = now
}

// name notes what e does, which stands at a place.
func (r *recorder) name(at diag.Pos, e core.Expr) {
	if r.what[at] == "" {
		r.what[at] = interp.WhatItDoes(e)
	}
}

// record is the record of what was taken in; nil for a recorder that is nil.
func (r *recorder) record() *Record {
	if r == nil {
		return nil
	}
	out, places := &Record{}, map[diag.Pos]*Place{}
	at := func(pos diag.Pos) *Place {
		p := places[pos]
		if p == nil {
			p = &Place{At: pos}
			places[pos] = p
		}
		return p
	}
	if r.pe != nil {
		out.Contours = r.contours()
		r.fates(at)
	}
	for pos, n := range r.copies {
		at(pos).Copies = n
	}
	for pos, n := range r.left {
		at(pos).Left = n
	}
	for pos, n := range r.removed {
		at(pos).Removed = n
	}
	for _, pos := range slices.SortedFunc(maps.Keys(places), comparePlaces) {
		p := places[pos]
		p.What = r.what[pos]
		out.Places = append(out.Places, *p)
	}
	return out
}

// fates adds the places of the program that was specialised.
func (r *recorder) fates(at func(diag.Pos) *Place) {
	clear(r.what) // the source calls functions by their own names
	executed := r.executed()
	for _, f := range r.pe.Monomorphic.Funcs {
		core.Each(f.Body, func(e core.Expr) {
			pos := core.PlaceOf(e)
			if !pos.IsValid() {
				return
			}
			r.name(pos, e)
			p, fate := at(pos), r.pe.Fates[e]
			p.Func, p.Executed = f.Name, p.Executed || executed[f]
			p.Evaluated += fate.Evaluated
			p.Decided += fate.Decided
		})
	}
}

// executed are the functions of which calls were executed, and those that these call.
func (r *recorder) executed() map[*core.Func]bool {
	out := map[*core.Func]bool{}
	var visit func(f *core.Func)
	visit = func(f *core.Func) {
		if !out[f] {
			out[f] = true
			core.Calls(f.Body, visit)
		}
	}
	for f := range r.pe.Executed {
		visit(f)
	}
	return out
}

func comparePlaces(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// Reasons tell of the expressions of the residual program why they are evaluated late; they are empty in a Staged that was opened. To find them
// takes about as long as a round of simplification.
func (p *StagedPass) Reasons(ctx context.Context) (func(core.Expr) interp.Note, error) {
	exe, err := p.exe()
	if err != nil {
		return nil, err
	}
	return exe.reasons(ctx)
}

// Reasons are as those of StagedPass.
func (c *Composed) Reasons(ctx context.Context) (func(core.Expr) interp.Note, error) {
	return c.exe.reasons(ctx)
}

func (e *executable) reasons(ctx context.Context) (func(core.Expr) interp.Note, error) {
	found, err := e.notes.of(ctx, e.program)
	if found == nil {
		found = func(core.Expr) interp.Note { return interp.Note{} }
	}
	return found, err
}
