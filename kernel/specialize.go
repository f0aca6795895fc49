package kernel

import (
	"context"
	"slices"
	"sync"
	"time"

	"scf/ast"
	"scf/backend"
	"scf/backend/code"
	"scf/internal/diag"
	"scf/stager"
)

// Tier is how much was done for code.
type Tier int

// The tiers, each faster to run and slower to make than the one before.
const (
	General     Tier = iota // the C function as it is
	Specialized             // made for the constants
	Optimized               // the same, by a C compiler
)

func (t Tier) String() string { return [...]string{"general", "specialized", "optimized"}[t] }

// Specialization is a kernel with constants. It is safe for concurrent use.
type Specialization struct {
	kernel    *Kernel
	key       cacheKey
	late      []stager.Late // by parameter
	constants *constants

	start      sync.Once
	made       chan struct{} // closed when there is specialised code, or none will be
	optimizing sync.Mutex

	mu      sync.Mutex
	tier    Tier
	code    backend.Code // that runs; nil where there is none yet
	steps   []Step
	room    [2]Step                  // for the first steps
	funcs   []*function              // each of another type
	err     error                    // why there is no specialised code
	tree    *ast.Func                // of the specialised code, while optimised code may be made of it
	busy    time.Duration            // that the code has run, as far as samples tell
	placeOf func(ast.Label) diag.Pos // where the tree's commands stand
	pairs   []pair                   // of windows of the general and the specialised code
}

// Specialize is the kernel with constants, when the code for them is made; of constants that were asked for before it is what was made then. An error
// is that values are not such as parameters have, or ctx's. Constants that the code cannot be specialised to are no error
// here: then the general code runs, and Err says why.
func (k *Kernel) Specialize(ctx context.Context, values Values) (*Specialization, error) {
	s, err := k.with(values)
	if err != nil {
		return nil, err
	}
	return s, s.Wait(ctx)
}

// with is the kernel with constants, of which nothing may be made yet.
func (k *Kernel) with(values Values) (*Specialization, error) {
	var buffer [256]byte
	given, key, err := k.constantsOf(values, buffer[:0])
	if err != nil {
		return nil, err
	}
	return k.cache.get(k, key, func(key cacheKey) *Specialization {
		s := &Specialization{kernel: k, key: key, made: make(chan struct{})}
		s.steps = s.room[:0]
		s.constants = newConstants(k, given)
		s.late, s.constants.open = k.within(given)
		if !k.options.NoGeneral {
			s.code = k.general
		}
		if k.refusal != nil {
			s.steps = append(s.steps, Step{Tier: General, Backend: k.backend.Name(), Err: k.refusal})
		}
		return s
	}), nil
}

// constantsOf are the late values, by parameter, and as a key, which is appended to one.
func (k *Kernel) constantsOf(values Values, to []byte) (late []stager.Late, key []byte, err error) {
	late, key = make([]stager.Late, len(k.function.Params)), to
	given := 0
	for i, p := range k.function.Params {
		v, ok := values[p.Name]
		if _, short := scope(p.Name); !ok && p.Variable {
			v, ok = values[short]
		}
		if !ok {
			if k.staged != nil {
				if l, ok := k.staged.Abstract[i].Implied(); ok {
					late[i] = l
				}
			}
			key = stager.Late{}.AppendKey(key)
			continue
		}
		given++
		if l, isLate := v.(stager.Late); isLate {
			late[i] = l
		} else if late[i], err = stager.NewLate(v, p); err != nil {
			return nil, nil, err
		}
		key = late[i].AppendKey(key)
	}
	if given < len(values) {
		for name := range values {
			p, err := k.function.Param(name)
			if err == nil && p.Variable {
				err = errNotStaged(k.function)
			}
			if err != nil {
				return nil, nil, err
			}
		}
	}
	return late, key, nil
}

// within are the late values without what the function was not staged for: other fields of Go structs than those that are constant. open says of which parameters that
// is so; nil: of none.
func (k *Kernel) within(given []stager.Late) (late []stager.Late, open []bool) {
	if k.staged == nil {
		return given, nil
	}
	late = given
	for i, l := range given {
		a := k.staged.Abstract[i]
		if l.IsWithin(a) {
			continue
		}
		if open == nil {
			late, open = slices.Clone(given), make([]bool, len(given))
		}
		late[i], open[i] = l.Within(a), true
	}
	return late, open
}

// Wait waits until the code for the constants is made, or will not be. The error is ctx's.
func (s *Specialization) Wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if ctx.Done() == nil {
		s.make()
		<-s.made
		return nil
	}
	s.begin()
	select {
	case <-s.made:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin has the code made, unless it is.
func (s *Specialization) begin() {
	select {
	case <-s.made:
	default:
		go s.make()
	}
}

// make makes the code for the constants, once.
func (s *Specialization) make() {
	s.start.Do(func() {
		defer close(s.made)
		if s.kernel.options.NoSpecialized || !s.isConstant() {
			return
		}
		begin := time.Now()
		c, err := s.specialized(context.Background())
		s.install(c, Step{Tier: Specialized, Backend: s.kernel.backend.Name(), Took: time.Since(begin), Err: err})
		if err == nil {
			s.kernel.monitor.watch(s)
		}
	})
}

// isConstant reports whether any parameter is constant.
func (s *Specialization) isConstant() bool {
	for _, l := range s.late {
		if l.IsConstant() {
			return true
		}
	}
	return false
}

// specialized is code for the constants.
func (s *Specialization) specialized(ctx context.Context) (backend.Code, error) {
	k := s.kernel
	if k.staged == nil {
		return nil, errNotStaged(k.function)
	}
	result, err := k.staged.RunValues(ctx, s.late)
	if err != nil {
		return nil, err
	}
	placeOf := func(label ast.Label) diag.Pos { at, _ := result.Place(label); return at }
	c, err := k.compile(ctx, result.Func, placeOf)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.tree, s.placeOf = result.Func, placeOf
	}
	return c, err
}

// install has the functions run the code that a step made.
func (s *Specialization) install(c backend.Code, step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if step.Err == nil {
		step.Err = s.lead(c)
	}
	if step.Err == nil {
		s.tier, s.code = step.Tier, c
	} else if step.Tier == Specialized {
		s.err = step.Err
		if s.code == nil {
			s.code = s.kernel.general
		}
	}
	s.steps = append(s.steps, step)
}

// lead has all functions lead to c, or none. s.mu is held.
func (s *Specialization) lead(c backend.Code) error {
	var entered []*code.Code
	for _, f := range s.funcs {
		e, err := s.enter(c, f)
		if err != nil {
			return err
		}
		entered = append(entered, e)
	}
	for i, f := range s.funcs {
		f.closure.Swap(entered[i])
	}
	return nil
}

// Err says why there is no code for the constants, if that was tried and cannot be; then the general code runs.
func (s *Specialization) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Tier is that of the code that calls which begin now run.
func (s *Specialization) Tier() Tier {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tier
}

// Kernel is what was specialised.
func (s *Specialization) Kernel() *Kernel { return s.kernel }
