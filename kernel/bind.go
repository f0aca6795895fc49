package kernel

import (
	"context"
	"errors"
	"reflect"

	"scf/backend"
	"scf/backend/code"
)

// function is a Go func that leads to a specialisation's code.
type function struct {
	signature *code.Signature
	args      []backend.Argument
	closure   *code.Closure
}

// Bind is the kernel with constants as a Go func of type F. It returns when there is code that can run: the general one, while the one for the constants is
// made. The error says which C parameter wants what, or what is wrong with the values.
func Bind[F any](k *Kernel, values Values) (F, error) {
	s, err := k.with(values)
	if err != nil {
		var none F
		return none, err
	}
	s.begin()
	return As[F](s)
}

// As is the specialisation as a Go func of type F. Calls of one type are of one func, which goes over to better code when there is some.
func As[F any](s *Specialization) (F, error) {
	var none F
	f, err := s.as(reflect.TypeFor[F]())
	if err != nil {
		return none, err
	}
	return code.Func[F](f.closure), nil
}

func (s *Specialization) as(t reflect.Type) (*function, error) {
	s.mu.Lock()
	f, running := s.funcOf(t), s.code
	s.mu.Unlock()
	if f != nil {
		return f, nil
	}
	if running == nil {
		if err := s.Wait(context.Background()); err != nil {
			return nil, err
		}
	}
	p, err := s.plan(t)
	if err != nil {
		return nil, err
	}
	args, err := matcher{s, p.signature}.fixed(p)
	if err != nil {
		return nil, err
	}
	return s.bind(&function{signature: p.signature, args: args})
}

// funcOf is the func of type t that there is; nil for none. s.mu is held.
func (s *Specialization) funcOf(t reflect.Type) *function {
	for _, f := range s.funcs {
		if f.signature.Type == t {
			return f
		}
	}
	return nil
}

// bind makes the closure of f and keeps it, unless another one was quicker.
func (s *Specialization) bind(f *function) (*function, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.funcOf(f.signature.Type); other != nil {
		return other, nil
	}
	if s.code == nil {
		return nil, s.nothing()
	}
	entered, err := s.enter(s.code, f)
	if err != nil {
		return nil, err
	}
	f.closure = code.Bind(f.signature, entered)
	f.closure.Keep(s.constants) // what the code reaches by addresses
	s.funcs = append(s.funcs, f)
	return f, nil
}

// nothing says why there is no code at all. s.mu is held.
func (s *Specialization) nothing() error {
	var errs []error
	for _, step := range s.steps {
		errs = append(errs, step.Err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return errors.New("the tiers that are not switched off give no code")
}
