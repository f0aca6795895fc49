package ast

import "scf/internal/diag"

// This file keeps the places of loops in the source, which the SCF-ML value of a function does not have.

// Places are where the loops of f stand in the source, in the order of Walk.
func Places(f *Func) []diag.Pos {
	var out []diag.Pos
	eachPlace(f, func(at *diag.Pos) { out = append(out, *at) })
	return out
}

// SetPlaces gives the loops of f the places that Places told; it tells whether there are as many.
func SetPlaces(f *Func, places []diag.Pos) bool {
	n := 0
	eachPlace(f, func(at *diag.Pos) {
		if n < len(places) {
			*at = places[n]
		}
		n++
	})
	return n == len(places)
}

func eachPlace(f *Func, visit func(*diag.Pos)) {
	Walk(f.Body, func(c Cmd) {
		switch c := c.(type) {
		case *While:
			visit(&c.At)
		case *DoWhile:
			visit(&c.At)
		case *For:
			visit(&c.At)
		}
	}, nil, nil)
}
