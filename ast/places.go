package ast

import "scf/internal/diag"

// This file keeps where commands stand in the source, which the SCF-ML value of a function does not have.

// Places are where the commands of the functions that have a place stand in the source, in the order of Walk.
func Places(fs ...*Func) []diag.Pos {
	var out []diag.Pos
	for _, f := range fs {
		eachPlace(f.Body, func(at *diag.Pos) { out = append(out, *at) })
	}
	return out
}

// SetPlaces gives the commands of the functions the places that Places told; it reports whether there are as many.
func SetPlaces(places []diag.Pos, fs ...*Func) bool {
	n := 0
	for _, f := range fs {
		eachPlace(f.Body, func(at *diag.Pos) {
			if n < len(places) {
				*at = places[n]
			}
			n++
		})
	}
	return n == len(places)
}

// Locate says of c, and of what is in it, that it stands at that place, where nothing is said yet. What is in a command that has a place has one.
func Locate(c Cmd, at diag.Pos) {
	if p := placeOf(c); p != nil {
		if p.IsValid() {
			return
		}
		*p = at
	}
	inside := parts{cmd: func(inner Cmd) { Locate(inner, at) }, expr: func(Expr) {}}
	inside.of(c)
}

// PlaceOf is where c stands in the source; not valid where that is not known, and of commands that have no place of their own.
func PlaceOf(c Cmd) diag.Pos {
	if at := placeOf(c); at != nil {
		return *at
	}
	return diag.Pos{}
}

// HasPlace reports whether c is of a kind that has a place of its own.
func HasPlace(c Cmd) bool { return placeOf(c) != nil }

func eachPlace(c Cmd, visit func(*diag.Pos)) {
	Walk(c, func(c Cmd) {
		if at := placeOf(c); at != nil {
			visit(at)
		}
	}, nil, nil)
}

// placeOf is where c's place is kept; nil for commands that have none.
func placeOf(c Cmd) *diag.Pos {
	switch c := c.(type) {
	case *Declare:
		return &c.At
	case *Assign:
		return &c.At
	case *Store:
		return &c.At
	case *Eval:
		return &c.At
	case *If:
		return &c.At
	case *While:
		return &c.At
	case *DoWhile:
		return &c.At
	case *For:
		return &c.At
	case *Switch:
		return &c.At
	case *Return:
		return &c.At
	case *Graph:
		return &c.At
	}
	return nil
}
