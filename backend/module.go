package backend

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"scf/ast"
	"scf/backend/mem"
)

// Module is the objects of a unit in memory, and its functions. It is safe for concurrent use; what lies in its memory is not.
type Module struct {
	unit      *ast.Unit
	block     mem.Block
	variables map[scoped]*Variable
	functions map[string]*Function
	inOrder   []*Function
	cells     mem.Block
	hosts     Hosts

	mu      sync.Mutex
	strings map[literal]mem.Block
	heap    map[uint64]mem.Block // what malloc gave
	kept    map[any]any

	ordered sync.Once
	spans   []Region // of the variables, in order (regions.go)
}

// scoped is a variable's name and the function that it is local to, if it is.
type scoped struct{ function, name string }

// literal is a string of an expression: its text and size.
type literal struct {
	text string
	size int64
}

// Variable is a variable of a module, at its address.
type Variable struct {
	*ast.Variable
	Address uint64
}

// maxMemory bounds the memory of a module's variables.
const maxMemory = 1 << 31

// NewModule lays out the objects of u, gives them their initial values, and finds the functions that u calls: its own, those of hosts, and those of C's
// library that this package knows. What is missing then is no error until it is used: see Missing. Errors are those of hosts that do not
// fit their declarations, and of variables that cannot be had.
func NewModule(u *ast.Unit, hosts Hosts) (*Module, error) {
	if !mem.LittleEndian() {
		return nil, errors.New("C is laid out for machines that store the low byte first, which this one is not")
	}
	m := &Module{unit: u, hosts: hosts, variables: map[scoped]*Variable{}, functions: map[string]*Function{}, strings: map[literal]mem.Block{}, kept: map[any]any{}}
	if err := m.layOut(); err != nil {
		return nil, err
	}
	if err := m.findFunctions(); err != nil {
		return nil, err
	}
	if err := m.Reset(); err != nil {
		return nil, err
	}
	return m, nil
}

// Unit is what the module was made of.
func (m *Module) Unit() *ast.Unit { return m.unit }

// Layouts are the fields of its structs.
func (m *Module) Layouts() ast.Layouts { return m.unit.Layouts }

// Keep is what a back end keeps with the module under its key: what make makes, once.
func (m *Module) Keep(key any, make func() any) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	if !ok {
		v = make()
		m.kept[key] = v
	}
	return v
}

// layOut gives every variable an address.
func (m *Module) layOut() error {
	var size, align int64 = 0, 16
	offsets := make([]int64, len(m.unit.Variables))
	for i, v := range m.unit.Variables {
		a := max(v.Align, 1)
		if v.Size < 0 || v.Size > maxMemory-size {
			return fmt.Errorf("the variable %s: variables of more than %d bytes together", v.Name, int64(maxMemory))
		}
		size, align = mem.RoundUp(size, a), max(align, a)
		offsets[i] = size
		size += max(v.Size, 1)
	}
	if size > maxMemory || align > math.MaxInt16 {
		return fmt.Errorf("variables of %d bytes, aligned to %d, are more than this package makes room for", size, align)
	}
	m.block = mem.Alloc(int(size), int(align))
	for i := range m.unit.Variables {
		v := &m.unit.Variables[i]
		m.variables[scoped{v.Func, v.Name}] = &Variable{v, m.block.Address() + uint64(offsets[i])}
	}
	return nil
}

// Reset gives every variable its initial value again. No code of the module may run meanwhile.
func (m *Module) Reset() error {
	clear(m.block.Bytes())
	for _, v := range m.variables {
		copy(mem.Bytes(v.Address, int(v.Size)), v.Init)
		for _, a := range v.Addresses {
			to, ok := m.Address(a.Func, a.Of)
			if !ok {
				return fmt.Errorf("the variable %s begins with the address of %s, which is not defined", v.Name, a.Of)
			}
			if a.Offset < 0 || a.Offset+8 > v.Size {
				return fmt.Errorf("the variable %s begins with an address outside of it", v.Name)
			}
			mem.Store64(v.Address+uint64(a.Offset), to+uint64(a.Addend))
		}
	}
	return nil
}

// Variable is the variable that name means in the function (empty: outside of functions): a static one of the function, one of the file, or FUNC.NAME.
func (m *Module) Variable(function, name string) (*Variable, bool) {
	v, ok := m.variables[scoped{function, name}]
	if !ok {
		fn, own := ast.Unscoped(name)
		v, ok = m.variables[scoped{fn, own}]
	}
	return v, ok
}

// Address is the address of the variable or function that name means in the function (empty: outside of functions).
func (m *Module) Address(function, name string) (addr uint64, ok bool) {
	if v, ok := m.Variable(function, name); ok {
		return v.Address, true
	}
	if f, ok := m.functions[name]; ok {
		return f.Cell, true
	}
	return 0, false
}

// String is the address of the array that a string literal is. Literals that are alike share one.
func (m *Module) String(s *ast.Str) uint64 {
	key := literal{s.Text, int64(len(s.Text)) + 1}
	if a, ok := s.Ty.(ast.Array); ok {
		key.size = max(a.Len*SizeOf(a.Elem), 1)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.strings[key]
	if !ok {
		b = mem.Alloc(int(key.size), 16)
		copy(b.Bytes(), s.Text)
		m.strings[key] = b
	}
	return b.Address()
}

// SizeOf is the number of bytes of an object of type t; of a function or void it is 1, as gcc has it.
func SizeOf(t ast.Type) int64 {
	switch t := t.(type) {
	case ast.Boolean:
		return 1
	case ast.Integer:
		return t.Width / 8
	case ast.Floating:
		if t.Width > 64 {
			return 16
		}
		return t.Width / 8
	case ast.Pointer:
		return 8
	case ast.Array:
		return max(t.Len, 0) * SizeOf(t.Elem)
	case ast.Record:
		return t.Size
	}
	return 1
}

// AlignOf is the alignment of an object of type t, in bytes, unless its declaration asks for more.
func AlignOf(t ast.Type, ls ast.Layouts) int64 {
	switch t := t.(type) {
	case ast.Array:
		return AlignOf(t.Elem, ls)
	case ast.Record:
		if l, ok := ls.Of(t); ok && l.Align > 0 {
			return l.Align
		}
		return 16
	}
	return SizeOf(t)
}
