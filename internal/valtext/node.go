package valtext

import "scf/internal/diag"

// The syntax tree of a value.

// Kind tells what a Node is.
type Kind int

// The kinds of nodes, with the fields that each uses beside Pos and Tag.
const (
	Int     Kind = iota // a constant; Int
	Str                 // a string constant; Str
	Char                // a character constant; Str, of one byte
	Bool                // true or false; Int is 1 or 0
	Base                // every value of a base type; Name is Int, Bool, Char or String
	Any                 // every value (only from Resolve)
	Nothing             // no value (only from Resolve)
	Name                // a name without arguments that no fix binds; Name
	Con                 // a name applied to arguments in parentheses or to one atom; Name, Kids
	Tuple               // Kids: none, or two and more
	List                // Kids
	Cons                // x :: ... :: tail; Kids: one head or more, then the tail
	Alt                 // alternatives; Kids: two or more
	Fix                 // Name is the variable, Kids[0] the body
	Rec                 // a variable that an enclosing Fix binds; Name
	Map                 // Must, May
	Set                 // Must, May; their Values are nil
)

// Node is a value as it was written. Grouping parentheses leave no node.
type Node struct {
	Kind Kind
	Pos  diag.Pos
	Name string
	Int  int64
	Str  string
	Kids []*Node
	Must []Entry // entries that are there; their keys are distinct single values, which the reader of the tree checks
	May  []Entry // entries that may be there
	Tag  int     // identity tag, from 1; 0 without one
}

// Entry is an entry of a map, or a member of a set, then without Value.
type Entry struct{ Key, Value *Node }

// Resolve is n's kind once it is known which bare names are constructors of the expected type: Name, or Base, Any or Nothing
// where n is a bare name so called and isCon does not know it. Other nodes keep their kind.
func (n *Node) Resolve(isCon func(name string) bool) Kind {
	if n.Kind != Name || isCon(n.Name) {
		return n.Kind
	}
	switch n.Name {
	case "Int", "Bool", "Char", "String":
		return Base
	case "Any":
		return Any
	case "Nothing":
		return Nothing
	}
	return Name
}
