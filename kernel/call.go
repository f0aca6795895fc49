package kernel

import (
	"context"
	"fmt"
	"runtime"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
	"scf/stager"
)

// Arguments are the parameters that are not constant, in order: those that Call takes.
func (s *Specialization) Arguments() []stager.Param {
	var out []stager.Param
	for i, p := range s.kernel.function.Params {
		if !s.late[i].IsConstant() && !p.Variable {
			out = append(out, p)
		}
	}
	return out
}

// Outcome is what a call gave.
type Outcome struct {
	// Result is the result's value; nothing is known of it where it is a pointer, and where Void says that there is none.
	Result stager.Late
	Void   bool
	// Arguments are the arguments after the call, in order: of memory what lies there then.
	Arguments []stager.Late

	word uint64
}

// Text is the result as text: that of a late value, and of a pointer its bits.
func (o *Outcome) Text() string {
	if !o.Result.IsConstant() {
		return fmt.Sprintf("%#x", o.word)
	}
	return o.Result.String()
}

// Call runs the function on values of the parameters that are not constant. It is for programs that know the function at run time only: memory that
// pointers lead to is laid out for the call, zero where nothing is known of it, and variables that are constant get their values.
func (s *Specialization) Call(ctx context.Context, args ...stager.Late) (*Outcome, error) {
	params := s.Arguments()
	if len(args) != len(params) {
		return nil, fmt.Errorf("%s takes %d arguments here, and gets %d", s.kernel.Name(), len(params), len(args))
	}
	s.assume()
	call := call{s: s}
	for i, a := range args {
		call.placed = append(call.placed, a.Place(params[i], s.kernel.memory(call.alloc)))
	}
	return call.run(ctx)
}

// call is one call of values.
type call struct {
	s      *Specialization
	placed []*stager.Placed
	blocks []mem.Block
}

func (c *call) alloc(size, align int64) uint64 {
	b := mem.Alloc(int(size), int(align))
	c.blocks = append(c.blocks, b)
	return b.Address()
}

// words are the words of the call; result is the address for one that is a struct.
func (c *call) words(result uint64) ([]uint64, error) {
	k := c.s.kernel
	var out []uint64
	if k.signature.ReturnsRecord() {
		out = append(out, result)
	}
	next := 0
	for i, l := range c.s.late {
		if k.function.Params[i].Variable {
			continue
		}
		if l.IsConstant() {
			if name := c.s.constants.missing; name != "" {
				return nil, k.missing(name)
			}
			out = append(out, c.s.constants.words[i])
			continue
		}
		if p := k.function.Params[i]; isRecord(p.Type) {
			return nil, diag.Errorf(diag.Pos{File: k.function.File}, "parameter %s is a struct that is passed by value, which has no text", p.Name)
		}
		if name := c.placed[next].Missing; name != "" {
			return nil, k.missing(name)
		}
		out = append(out, c.placed[next].Word)
		next++
	}
	return out, nil
}

// missing is the error that a value leads to what the code of k does not have.
func (k *Kernel) missing(name string) error {
	return diag.Errorf(diag.Pos{File: k.function.File}, "a value leads to %s, which the code of %s does not have", name, k.function.Name).
		WithHint("name it in Options.Tables if it is a const variable")
}

func (c *call) run(ctx context.Context) (*Outcome, error) {
	k := c.s.kernel
	running, err := c.s.runs(ctx)
	if err != nil {
		return nil, err
	}
	var result uint64
	if k.signature.ReturnsRecord() {
		result = c.alloc(backend.SizeOf(k.signature.Result), 16)
	}
	words, err := c.words(result)
	if err != nil {
		return nil, err
	}
	if k.options.Checked {
		given := &backend.Regions{}
		addBlocks(given, c.blocks)
		c.s.constants.region(given)
		k.kept.region(given)
		ctx = backend.WithRegions(ctx, given)
	}
	got, err := running.Call(ctx, words)
	if err != nil {
		return nil, err
	}
	if k.signature.ReturnsRecord() {
		got = result
	}
	out := &Outcome{Void: ast.IsVoid(k.signature.Result), word: got}
	if !out.Void {
		out.Result = stager.ValueOf(got, k.signature.Result, k.module.Layouts())
	}
	for _, p := range c.placed {
		out.Arguments = append(out.Arguments, p.Now())
	}
	runtime.KeepAlive(c.blocks)
	return out, nil
}

// runs is the code that runs now.
func (s *Specialization) runs(ctx context.Context) (backend.Code, error) {
	s.mu.Lock()
	running := s.code
	s.mu.Unlock()
	if running == nil {
		if err := s.Wait(ctx); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.code == nil {
		return nil, s.nothing()
	}
	return s.code, nil
}

func isRecord(t ast.Type) bool {
	_, ok := t.(ast.Record)
	return ok
}
