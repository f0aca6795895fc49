package pe

import (
	"errors"

	"scf/absval"
	"scf/internal/stop"
	"scf/scfml/core"
	"scf/scfml/interp"
)

// This file executes calls of which every argument is known, [PE-EXEC]: the interpreter runs them, once for each argument, and the result
// is a constant. Contours would do the same at a higher price, and would join arguments that have nothing to do with each other where
// finiteness does not tell them apart.

// execution identifies a call: a function and its arguments.
type execution struct {
	fn   *core.Func
	args [4]int // identities of the arguments' structures, plus one
}

// outcome is what a call gives: a constant, Bottom where it ends in an error, or nothing where it is to be specialised instead.
type outcome struct {
	constant core.Value
	value    *absval.Value
}

// execute runs f on args, if each is one value; ok is false where f is to be specialised instead.
func (s *specializer) execute(f *core.Func, args []*absval.Value) (e core.Expr, v *absval.Value, ok bool) {
	key := execution{fn: f}
	if s.o.NoExecution || len(args) > len(key.args) || s.steps >= s.o.MaxSteps {
		return nil, nil, false
	}
	for i, a := range args {
		if !a.IsSingleton() {
			return nil, nil, false
		}
		key.args[i] = a.StructureID() + 1
	}
	out, done := s.executed[key]
	if !done {
		out = s.run(f, args)
		s.executed[key] = out
	}
	if s.record != nil && out.value != nil {
		s.record.Executed[f]++
	}
	switch {
	case out.value == nil:
		return nil, nil, false
	case out.constant == nil:
		e, v = s.dead()
		return e, v, true
	}
	s.report.Folded++
	return s.literal(out.constant), out.value, true
}

// run is what f gives for args, each of which is one value; nothing where that takes too long.
func (s *specializer) run(f *core.Func, args []*absval.Value) outcome {
	values := make([]core.Value, len(args))
	for i, a := range args {
		values[i], _ = a.Concrete()
	}
	if s.interp == nil {
		s.interp = interp.New(s.program)
	}
	v, counts, err := s.interp.Call(s.ctx, f, values, interp.Options{MaxSteps: int64(s.o.MaxExecution)})
	s.steps += int(counts.Total())
	stop.If(s.ctx)
	var limit *interp.LimitError
	switch {
	case errors.As(err, &limit):
		return outcome{}
	case err != nil:
		return outcome{value: s.d.Bottom()}
	}
	return outcome{v, s.d.Const(v)}
}
