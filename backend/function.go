package backend

import (
	"errors"
	"fmt"
	"slices"

	"scf/ast"
	"scf/backend/mem"
)

// Function is a function that code of a module can call.
type Function struct {
	Name string
	Ty   *ast.Function
	// Tree is the function's tree, if it is one of the unit.
	Tree *ast.Func
	// Host runs it, if it is a function of the program or of C's library.
	Host HostFunc
	// Library says that Host is C's library's, as this package has it.
	Library bool
	// Err says why it cannot be called, if it cannot.
	Err error
	// Cell is its address for C: that of cellSize bytes which stand for it. The first word is free for native code's entry.
	Cell uint64
	// Index numbers the functions of a module from 0.
	Index int
}

// cellSize is the size of what the address of a function points to.
const cellSize = 16

// findFunctions makes the functions of the unit and of what it declares.
func (m *Module) findFunctions() error {
	for _, f := range m.unit.Funcs {
		m.add(&Function{Name: f.Name, Ty: typeOf(f), Tree: f})
	}
	for _, r := range m.unit.Refused {
		if err := m.refused(r); err != nil {
			return err
		}
	}
	for i := range m.unit.Externs {
		if err := m.extern(&m.unit.Externs[i]); err != nil {
			return err
		}
	}
	m.cells = mem.Alloc(cellSize*len(m.inOrder), cellSize)
	for i, f := range m.inOrder {
		f.Cell = m.cells.Address() + uint64(i*cellSize)
	}
	return nil
}

// refused is a function that the unit cannot hold. The program may give it, as a HostFunc: its type is not known.
func (m *Module) refused(r ast.Refused) error {
	f := &Function{Name: r.Name, Ty: &ast.Function{Result: ast.Void{}, Variadic: true}, Err: r.Err}
	if given, ok := m.hosts[r.Name]; ok {
		host, err := m.hostFunc(r.Name, f.Ty, given)
		if err != nil {
			return err
		}
		f.Host, f.Err = host, nil
	}
	m.add(f)
	return nil
}

func (m *Module) add(f *Function) {
	f.Index = len(m.inOrder)
	m.inOrder = append(m.inOrder, f)
	m.functions[f.Name] = f
}

// extern finds what the unit declares and does not define. A variable that nobody gives has no address.
func (m *Module) extern(e *ast.Extern) error {
	given, isGiven := m.hosts[e.Name]
	ty, isFunction := e.Ty.(*ast.Function)
	if !isFunction {
		if !isGiven {
			return nil
		}
		v, err := hostVariable(e, given, m.unit.Layouts)
		if err == nil {
			m.variables[scoped{"", e.Name}] = v
		}
		return err
	}
	f := &Function{Name: e.Name, Ty: ty}
	if isGiven {
		host, err := m.hostFunc(e.Name, ty, given)
		if err != nil {
			return err
		}
		f.Host = host
	} else if f.Host = m.library(e.Name); f.Host != nil {
		f.Library = true
	} else {
		f.Err = fmt.Errorf("the file declares %s and does not define it, and the program does not give it", e.Name)
	}
	m.add(f)
	return nil
}

// typeOf is the type of f.
func typeOf(f *ast.Func) *ast.Function {
	t := &ast.Function{Result: f.Result}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.Ty)
	}
	return t
}

// Function is the function called name.
func (m *Module) Function(name string) (*Function, bool) {
	f, ok := m.functions[name]
	return f, ok
}

// Cell is the Cell of the function with an Index.
func (m *Module) Cell(index int) uint64 { return m.inOrder[index].Cell }

// Functions are all functions, by their Index.
func (m *Module) Functions() []*Function { return slices.Clone(m.inOrder) }

// FunctionAt is the function whose address for C is addr; nil if there is none.
func (m *Module) FunctionAt(addr uint64) *Function {
	at := addr - m.cells.Address()
	if at >= uint64(m.cells.Size()) || at%cellSize != 0 {
		return nil
	}
	return m.inOrder[at/cellSize]
}

// Missing says of everything that the unit needs and does not get why that is.
func (m *Module) Missing() error {
	var errs []error
	for _, f := range m.inOrder {
		if f.Err != nil {
			errs = append(errs, f.Err)
		}
	}
	for _, e := range m.unit.Externs {
		if _, ok := m.Address("", e.Name); !ok {
			errs = append(errs, fmt.Errorf("the file declares the variable %s and does not define it, and the program does not give it", e.Name))
		}
	}
	return errors.Join(errs...)
}
