package ast

// Lattice is what is known about a parameter or variable: the lattice of constant propagation.
type Lattice interface{ isLattice() }

// The lattice values.
type (
	// Undefined is no value yet.
	Undefined struct{}
	// Known is one value, the same on every run (CONSTANT).
	Known struct{ Value Constant }
	// NonConstant is any value.
	NonConstant struct{}
	// KnownArray is a pointer to memory that does not change: what is known of its elements (ARRAY).
	KnownArray struct{ Elems []Lattice }
	// KnownPlace is a pointer into memory that does not change, away from its beginning (PLACE). Passes make it.
	KnownPlace struct {
		Elems  []Lattice
		Before int64     // how many elements lie before where it points
		Rest   []Lattice // the elements from there on; none where that is outside
	}
	// KnownRecord is a pointer to a struct that does not change: what is known of its fields (RECORD).
	KnownRecord struct{ Fields []LatticeField }
	// KnownTable is a pointer to memory that does not change, an array or a struct, to which pointers in such memory lead (TABLE). Parameters alone have it.
	KnownTable struct{ Value Lattice }
	// KnownLink is a pointer to an element of the table that the parameter of that name has (LINK).
	KnownLink struct {
		Name    string
		Element int64
	}
	// KnownPopped is what a function pushed before on one of its stacks, the one of that number, moved by so much (POPPED). Passes make it.
	KnownPopped struct {
		Stack int64
		Moved int64
		Ty    Type // of the variable that has it
	}
	// KnownFunction is a pointer to a function (FUNCTION).
	KnownFunction struct {
		Name string
		Ty   Type
		Own  bool // the file defines it: no function of another name has its address
	}
)

// LatticeField is what is known of one field.
type LatticeField struct {
	Name  string
	Value Lattice
}

func (Undefined) isLattice()      {}
func (Known) isLattice()          {}
func (NonConstant) isLattice()    {}
func (*KnownArray) isLattice()    {}
func (*KnownRecord) isLattice()   {}
func (*KnownPlace) isLattice()    {}
func (*KnownTable) isLattice()    {}
func (*KnownLink) isLattice()     {}
func (*KnownPopped) isLattice()   {}
func (*KnownFunction) isLattice() {}
