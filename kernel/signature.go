package kernel

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/internal/diag"
)

// plan is how the arguments of a Go func become C's, for all constants of the same parameters.
type plan struct {
	signature *code.Signature
	args      []backend.Argument // of constants that are left out: Fixed
}

// planKey is what a plan depends on: the type of the func, and which parameters are constant.
type planKey struct {
	t         reflect.Type
	constants uint64
}

// maxPlanned is how many parameters a function may have whose plans are kept.
const maxPlanned = 64

// plans are those that a kernel has made.
type plans struct {
	mu   sync.Mutex
	made map[planKey]*plan
}

// plan is the plan for funcs of type t.
func (s *Specialization) plan(t reflect.Type) (*plan, error) {
	if len(s.late) > maxPlanned {
		return s.newPlan(t)
	}
	key := planKey{t: t}
	for i, l := range s.late {
		if l.IsConstant() {
			key.constants |= 1 << i
		}
	}
	kept := &s.kernel.plans
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if p := kept.made[key]; p != nil {
		return p, nil
	}
	p, err := s.newPlan(t)
	if err == nil {
		if kept.made == nil {
			kept.made = map[planKey]*plan{}
		}
		kept.made[key] = p
	}
	return p, err
}

func (s *Specialization) newPlan(t reflect.Type) (*plan, error) {
	sig, err := code.Analyze(t)
	if err != nil {
		return nil, err
	}
	args, err := matcher{s, sig}.arguments()
	return &plan{sig, args}, err
}

// matcher compares a Go func type with the C function.
type matcher struct {
	s   *Specialization
	sig *code.Signature
}

// fixed are the arguments of a plan with the constants: what the Go func is given for one does not matter, unless calls may differ in fields of it.
func (m matcher) fixed(p *plan) ([]backend.Argument, error) {
	args := slices.Clone(p.args)
	for i := range args {
		isGiven, open := args[i].Word >= 0, m.s.constants.open
		if !m.s.late[i].IsConstant() || isGiven && open != nil && open[i] {
			continue
		}
		w, err := m.s.constants.word(i, m.s.kernel.signature.Params[i].Name)
		switch {
		case err == nil:
			args[i] = backend.Fixed(w)
		case !isGiven:
			return nil, m.errorf("%w", err)
		}
	}
	return args, nil
}

// arguments says where each word of C's comes from.
func (m matcher) arguments() ([]backend.Argument, error) {
	c := m.s.kernel.signature
	if c.ReturnsRecord() {
		return nil, m.errorf("it returns a struct, which a Go func cannot: write a C function that stores it where a parameter points")
	}
	if err := m.result(c.Result); err != nil {
		return nil, err
	}
	given, err := m.given(c)
	if err != nil {
		return nil, err
	}
	args := make([]backend.Argument, len(c.Params))
	next := m.first()
	for i, p := range c.Params {
		if !given[i] {
			args[i] = backend.Fixed(0)
			continue
		}
		if err := m.fits(m.sig.Type.In(next), p); err != nil {
			return nil, m.errorf("parameter %s: %w", p.Name, err)
		}
		args[i] = backend.Given(m.word(next))
		next++
	}
	return args, nil
}

// first is the number of the Go parameter that is C's first.
func (m matcher) first() int {
	if m.sig.Context {
		return 1
	}
	return 0
}

// word is the number of the first word of a Go parameter.
func (m matcher) word(param int) int {
	for i, w := range m.sig.Words {
		if w.Param == param {
			return i
		}
	}
	return -1
}

// given says which of C's parameters the Go func has: all of them, or all but the constant ones.
func (m matcher) given(c backend.Signature) ([]bool, error) {
	given := make([]bool, len(c.Params))
	n, rest := m.sig.Type.NumIn()-m.first(), 0
	for i := range c.Params {
		given[i] = n == len(c.Params) || !m.s.late[i].IsConstant()
		if given[i] {
			rest++
		}
	}
	if n != rest {
		return nil, m.errorf("it has %s: C's function has %s", diag.Count(n, "parameter"), m.choices(c))
	}
	return given, nil
}

// choices says how many parameters there may be.
func (m matcher) choices(c backend.Signature) string {
	all, rest := declarations(c.Params), []string{}
	for i := range c.Params {
		if !m.s.late[i].IsConstant() {
			rest = append(rest, all[i])
		}
	}
	text := "(" + strings.Join(all, ", ") + ")"
	if len(rest) < len(all) {
		text += ", or without the constants (" + strings.Join(rest, ", ") + ")"
	}
	return text
}

func declarations(params []backend.Parameter) []string {
	out := make([]string, len(params))
	for i, p := range params {
		out[i] = ast.TypeName(p.Ty) + " " + p.Name
		if _, ok := p.Ty.(ast.Pointer); ok {
			out[i] = strings.Replace(out[i], "* ", "*", 1)
		}
	}
	return out
}

func (m matcher) errorf(format string, args ...any) error {
	return fmt.Errorf("%s cannot be a %v: %w", m.s.kernel.Name(), m.sig.Type, fmt.Errorf(format, args...))
}

// fits compares a Go parameter with one of C's.
func (m matcher) fits(t reflect.Type, p backend.Parameter) error {
	layouts := m.s.kernel.module.Layouts()
	pointer, ok := p.Ty.(ast.Pointer)
	if !ok {
		return backend.Fits(t, p.Ty, layouts)
	}
	switch t.Kind() {
	case reflect.String:
		return fitsString(pointer)
	case reflect.Slice:
		if ast.IsVoid(pointer.Elem) {
			return nil
		}
		if err := backend.SameLayout(t.Elem(), ast.Unqualified(pointer.Elem), layouts); err != nil {
			return fmt.Errorf("C wants %s, and not %v: %w", ast.TypeName(p.Ty), t, err)
		}
		return nil
	case reflect.Pointer:
		if a := t.Elem(); a.Kind() == reflect.Array && backend.SameLayout(a.Elem(), ast.Unqualified(pointer.Elem), layouts) == nil {
			return nil
		}
	}
	if err := backend.Fits(t, p.Ty, layouts); err != nil {
		return fmt.Errorf("C wants %s, and not %v: %w", ast.TypeName(p.Ty), t, err)
	}
	return nil
}

// fitsString lets strings be const characters.
func fitsString(p ast.Pointer) error {
	elem := p.Elem
	if ast.IsVoid(elem) || ast.IsInteger(elem) && backend.SizeOf(elem) == 1 {
		if ast.IsQualified(elem) {
			return nil
		}
		return fmt.Errorf("C wants %s, which it may write to: give a []byte, or say const in C", ast.TypeName(p))
	}
	return fmt.Errorf("C wants %s, and not a string", ast.TypeName(p))
}

// result compares the results.
func (m matcher) result(c ast.Type) error {
	n := m.sig.Type.NumOut()
	if m.sig.Err {
		n--
	}
	switch {
	case ast.IsVoid(c) && n > 0:
		return m.errorf("C's function gives nothing, and the Go func a %v", m.sig.Type.Out(0))
	case ast.IsVoid(c):
		return nil
	case n == 0:
		return m.errorf("C's function gives %s, and the Go func nothing", ast.TypeName(c))
	}
	if err := backend.Fits(m.sig.Type.Out(0), c, m.s.kernel.module.Layouts()); err != nil {
		return m.errorf("the result: %w", err)
	}
	return nil
}
