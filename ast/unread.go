package ast

import (
	"scf/scfml/core"
)

// Unread tells of the components of a tree that say nothing about the function: the labels of all nodes but blocks and exits, which
// name where control goes. i is the position among the arguments of con, a constructor of the tree. Passes may read them; who prints the function, or
// numbers its nodes anew, does not.
func Unread(con *core.Con, i int) bool {
	t, ok := con.Args[i].(*core.DataType)
	if !ok || t.Data.Name != datatypeOf[typeFor[Label]()] || con.Data == t.Data {
		return false
	}
	row, _, known := constructorNamed(con.Data.Name, con.Name)
	return known && row.goType != typeFor[*Block]() && row.goType != typeFor[*Exit]()
}
