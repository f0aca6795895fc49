package simplify

import (
	"crypto/sha256"
	"fmt"

	"scf/internal/stop"
	"scf/scfml/core"
	"scf/simplify/similar"
)

// This file compares functions and programs up to the names of variables, to find out that a round changed nothing and that two
// functions do the same [SIM-MERGE].

// mergeFuncs lets calls of functions of at least least nodes that do what an earlier one does go to that; false where there are none.
func (s *session) mergeFuncs(least int) bool {
	into := s.duplicates(least)
	if len(into) == 0 {
		return false
	}
	s.report.FunctionsMerged += len(into)
	for _, f := range s.program.Funcs {
		if g := into[f]; g != nil {
			s.moved(Merged, f, g)
		}
		if s.outline(f).callsAny(func(g *core.Func) bool { return into[g] != nil }) {
			f.Body = callInstead(f.Body, into)
		}
	}
	s.program.Funcs = s.reachable()
	return true
}

// duplicates gives for functions that do what an earlier one does that earlier one. The entry stays.
func (s *session) duplicates(least int) map[*core.Func]*core.Func {
	into := map[*core.Func]*core.Func{}
	first := map[int]*core.Func{}
	for i, class := range s.equalFuncs() {
		f := s.program.Funcs[i]
		if s.outline(f).size < least && f != s.program.Entry {
			continue
		}
		if g, ok := first[class]; ok && f != s.program.Entry {
			into[f] = g
		} else if !ok {
			first[class] = f
		}
	}
	return into
}

// equalFuncs gives the class of each function of the program.
func (s *session) equalFuncs() []int {
	fs := s.program.Funcs
	index := make(map[*core.Func]int, len(fs))
	for i, f := range fs {
		index[f] = i
	}
	texts, calls := make([]string, len(fs)), make([][]int, len(fs))
	for i, f := range fs {
		stop.If(s.ctx)
		for _, c := range s.outline(f).calls {
			calls[i] = append(calls[i], index[c.Func])
		}
		sum := sha256.Sum256(fmt.Append(similar.Text(f, f.Params, f.Body, s.unit.Constants, nil), f.ArgType(), "->", f.Result))
		texts[i] = string(sum[:])
	}
	return similar.Classes(texts, calls)
}

// callInstead is e with calls of what into has for a function in place of calls of that.
func callInstead(e core.Expr, into map[*core.Func]*core.Func) core.Expr {
	return core.Retarget(e, func(f *core.Func) *core.Func {
		if g := into[f]; g != nil {
			return g
		}
		return f
	})
}

// digest is a text and what it is of.
type digest struct {
	body   core.Expr
	params int
	text   string
	types  string // of the function
}

// isOf reports whether d is of f as it is now.
func (d digest) isOf(f *core.Func) bool { return d.body == f.Body && d.params == len(f.Params) }

// text is a digest of f's parameters and body that is the same for functions that differ in the names of variables only. A
// call of f itself is the same in all.
func (s *session) text(f *core.Func) string {
	d := s.digests[f]
	if !d.isOf(f) {
		d = s.digest(f, f.Params, f.Body)
		s.digests[f] = d
	}
	return d.text
}

// digest is the digest of f with those parameters and that body.
func (s *session) digest(f *core.Func, params []*core.Var, body core.Expr) digest {
	sum := sha256.Sum256(similar.Text(f, params, body, s.unit.Constants, s.identity))
	return digest{body, len(params), string(sum[:]), fmt.Sprint(f.ArgType(), "->", f.Result)}
}
