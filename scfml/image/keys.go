package image

import (
	"scf/internal/diag"
	"scf/scfml/core"
)

// What only whole images have: where something stands in the source, and the sets of keys that matter to operations. Sets are numbered as they
// occur, from 1, equal ones alike, so that an image does not depend on which of them a program shares; where a new number occurs its set follows.
// 0 is none.

func (w *imageWriter) place(at diag.Pos) {
	if w.whole {
		w.text(at.File)
		w.number(at.Line)
		w.number(at.Col)
	}
}

func (r *imageReader) place() diag.Pos {
	if !r.whole {
		return diag.Pos{}
	}
	return diag.Pos{File: r.text(), Line: r.number(), Col: r.number()}
}

func (w *imageWriter) keys(s *core.KeySet) {
	switch {
	case !w.whole:
		return
	case s == nil:
		w.number(0)
		return
	}
	out := w.out
	w.out = nil
	w.pats(s.Pats)
	written := w.out
	w.out = out
	n, met := w.keySets[string(written)]
	if !met {
		n = len(w.keySets) + 1
		w.keySets[string(written)] = n
	}
	w.number(n)
	if !met {
		w.out = append(w.out, written...)
	}
}

func (r *imageReader) keys() *core.KeySet {
	if !r.whole {
		return nil
	}
	n := r.number()
	if n == 0 {
		return nil
	}
	if n == len(r.keySets)+1 {
		bound := len(r.vars)
		r.keySets = append(r.keySets, &core.KeySet{Pats: r.pats()})
		r.need(len(r.vars) == bound) // its patterns bind nothing
	}
	return pickAt(r, r.keySets, n-1)
}
