package stager

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"maps"
	"slices"
	"sync"

	"scf/absval"
	"scf/ast"
	"scf/internal/diskcache"
	"scf/scfml/core"
	"scf/scfml/image"
)

// What a cache keeps of passes and compositions (cache.go). It has no places in C files: the function may have moved.

// given is what a pass gave: a value, or its image as a cache keeps it; both where they were needed.
type given struct {
	value *absval.Value
	image []byte
}

// isNone reports whether there was no pass.
func (g given) isNone() bool { return g.value == nil && g.image == nil }

// abstract is the value, of a domain or of none.
func (g given) abstract() (*absval.Value, error) {
	if g.value != nil {
		return g.value, nil
	}
	return absval.Decode(g.image)
}

// encoded is g with its image, if k keeps anything.
func (g given) encoded(k *keeper) given {
	if k != nil && g.image == nil && g.value != nil {
		g.image = absval.Encode(g.value)
	}
	return g
}

// passEntry is what is kept of a pass.
type passEntry struct {
	Report                 Report
	Input, Output          string
	Full, Brief            string
	Loops                  []loopFate
	Left                   *leftEntry // nil where it is not known
	End                    endEntry
	Result, Program, Apart []byte // images; there may be no Apart
}

// endEntry is what the notes of a program are made of.
type endEntry struct {
	Size, Copies, Work, MaxWork int
	OutcomeSize                 int
	TooLarge, Unfinished        bool
}

func newEndEntry(s state) endEntry {
	return endEntry{s.bounds.size, s.bounds.copies, s.bounds.work, s.bounds.maxWork, s.outcome.size, s.outcome.tooLarge, s.outcome.unfinished}
}

func (e endEntry) state() state {
	return state{bounds: bounds{e.Size, e.Copies, e.Work, e.MaxWork}, outcome: outcome{size: e.OutcomeSize, tooLarge: e.TooLarge, unfinished: e.Unfinished}}
}

// loopFate is a Loop without its place.
type loopFate struct {
	Unrolled               bool
	Iterations             int
	Program, Kept, Unknown bool
	Reasons                []string
}

// leftEntry is a leftover.
type leftEntry struct {
	Nodes, Tests, Open []int64
	Made               bool
}

func newLeftEntry(l leftover) *leftEntry {
	if l.nodes == nil {
		return nil
	}
	list := func(set map[int64]bool) []int64 { return slices.Sorted(maps.Keys(set)) }
	return &leftEntry{list(l.nodes), list(l.tests), list(l.open), l.made}
}

func (e *leftEntry) leftover() leftover {
	if e == nil {
		return leftover{}
	}
	set := func(list []int64) map[int64]bool {
		out := map[int64]bool{}
		for _, n := range list {
			out[n] = true
		}
		return out
	}
	return leftover{set(e.Nodes), set(e.Tests), set(e.Open), e.Made}
}

// find is the result of that key, if it is kept.
func find[T any](k *keeper, key diskcache.Key) (*T, bool) {
	entry := new(T)
	text, ok := k.cache.store.Get(key)
	if !ok {
		return entry, false
	}
	err := gob.NewDecoder(bytes.NewReader(text)).Decode(entry)
	return entry, err == nil
}

// keep keeps the result. That it could not be written is no fault of the staging.
func keep[T any](k *keeper, key diskcache.Key, entry *T) {
	var text bytes.Buffer
	if gob.NewEncoder(&text).Encode(entry) == nil {
		_ = k.cache.store.Put(key, text.Bytes())
	}
}

// lookUp finds the outcome of p for what is given by the pass before, or notes the key under which it is to be kept.
func (s *Staged) lookUp(p *passRun, before given, k *keeper) *stagedPass {
	if k == nil {
		return nil
	}
	key, err := s.passKey(p, before, k)
	if err != nil {
		return nil // the staging itself will say so
	}
	p.keeper, p.key = k, key
	if entry, ok := find[passEntry](k, key); ok {
		return p.kept(entry, s.Function.tree)
	}
	return nil
}

// passKey names what p gives. What it says of loops it is asked with the function itself, whatever it was given.
func (s *Staged) passKey(p *passRun, before given, k *keeper) (key diskcache.Key, err error) {
	var source, lattice []byte
	apart := state{program: p.state.program, domain: p.options.domain()}
	if before.isNone() || p.pass.reports != nil {
		tree, err := apart.tree(s.Function, given{})
		if err != nil {
			return key, err
		}
		source = absval.Encode(tree)
	}
	if p.shape.takesLattice {
		list, err := apart.lattices(behind(s.Function, s.Abstract))
		if err != nil {
			return key, err
		}
		lattice = absval.Encode(list)
	}
	shape := fmt.Sprint(p.shape.takesLattice, p.shape.isProgram)
	of := p.pass
	return k.key("pass", []byte(shape), []byte(of.Name), []byte(of.From), []byte(of.Source.Name), []byte(of.Source.Text), source, before.image, lattice), nil
}

// kept is the outcome that entry is of, for the function with the tree f; nil where it cannot be.
func (p *passRun) kept(entry *passEntry, f *ast.Func) *stagedPass {
	out := &stagedPass{
		StagedPass: p.pass.staged(),
		given:      given{image: entry.Result},
		form:       notation{full: entry.Full, brief: entry.Brief},
		left:       entry.Left.leftover(),
	}
	out.Report, out.Input, out.Output, out.Cached, out.digest = entry.Report, entry.Input, entry.Output, true, entry.digest()
	end, pass, shape, options, encoded := entry.End.state(), p.pass, p.shape, p.options, entry.Program
	out.exe = sync.OnceValues(func() (executable, error) {
		program, err := image.DecodeWhole(encoded)
		if err != nil {
			return executable{}, err
		}
		return pass.residual(program, shape, newNotes(options, end)), nil
	})
	apart := entry.Apart
	out.apart = sync.OnceValues(func() (*core.Program, error) {
		if len(apart) == 0 {
			return nil, nil
		}
		return image.DecodeWhole(apart)
	})
	if p.pass.reports == nil {
		return out
	}
	out.loops = newLoopList(f, true)
	if len(out.loops) != len(entry.Loops) {
		return nil
	}
	for i, fate := range entry.Loops {
		l := &out.loops[i]
		l.Unrolled, l.Iterations, l.Program, l.Kept, l.Unknown, l.Reasons = fate.Unrolled, fate.Iterations, fate.Program, fate.Kept, fate.Unknown, fate.Reasons
	}
	return out
}

// keep keeps the outcome of p, whose program ended so.
func (p *passRun) keep(out *stagedPass, end state) {
	if p.keeper == nil || out.err != nil || out.Report.lacksMemory() {
		return
	}
	out.given = out.given.encoded(p.keeper)
	entry := &passEntry{
		Report: out.Report, Input: out.Input, Output: out.Output, Full: out.form.full, Brief: out.form.brief,
		Left: newLeftEntry(out.left), End: newEndEntry(end), Result: out.given.image, Program: image.EncodeWhole(end.program),
	}
	if end.apart != nil {
		entry.Apart = image.EncodeWhole(end.apart)
	}
	for _, l := range out.loops {
		entry.Loops = append(entry.Loops, loopFate{l.Unrolled, l.Iterations, l.Program, l.Kept, l.Unknown, l.Reasons})
	}
	out.digest = entry.digest()
	keep(p.keeper, p.key, entry)
}

// digest names the programs of a pass.
func (e *passEntry) digest() []byte {
	h := sha256.New()
	for _, image := range [][]byte{e.Program, e.Apart} {
		fmt.Fprintln(h, len(image))
		h.Write(image)
	}
	return h.Sum(nil)
}

// compositionEntry is what is kept of a composition.
type compositionEntry struct {
	Apart   string // why there is none; empty where there is one
	Fused   bool
	Report  Report
	End     endEntry
	Program []byte // its image
}

// lookUpComposition finds the composition of the passes, which may be that there is none (Staged.Apart), or gives the key under which it is to be
// kept.
func (s *Staged) lookUpComposition(pipeline Pipeline, o Options, k *keeper) (key diskcache.Key, ok bool) {
	parts := [][]byte{fmt.Append(nil, k.growth)}
	var passes []executable
	for i, p := range s.Passes {
		_, shape := pipeline[i].over(s.Function.isProgram())
		passes = append(passes, pipeline[i].residual(nil, shape, nil))
		parts = append(parts, fmt.Append(nil, shape.takesLattice), []byte(p.Name), p.digest)
	}
	key = k.key("composition", parts...)
	entry, ok := find[compositionEntry](k, key)
	if !ok || entry.Apart != "" {
		s.Apart = entry.Apart
		return key, ok
	}
	program, err := image.DecodeWhole(entry.Program)
	if err != nil {
		return key, false
	}
	exe := composedExecutable(program, passes, newNotes(o, entry.End.state()))
	s.Composed = &Composed{Program: program, Report: entry.Report, Cached: true, Fused: entry.Fused, exe: exe}
	return key, true
}

// keepComposition keeps what compose has made, whose program ended so.
func (s *Staged) keepComposition(k *keeper, key diskcache.Key, end state) {
	if k == nil || end.outcome.noMemory {
		return
	}
	entry := &compositionEntry{Apart: s.Apart, End: newEndEntry(end)}
	if s.Composed != nil {
		entry.Report, entry.Fused, entry.Program = s.Composed.Report, s.Composed.Fused, image.EncodeWhole(s.Composed.Program)
	}
	keep(k, key, entry)
}
