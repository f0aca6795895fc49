package core

import (
	"fmt"
	"strings"
)

// Names gives out unique names of one name space.
type Names struct {
	used map[string]bool
	next map[string]int // where the search for a free number goes on
}

// NewNames is for a name space in which the reserved names are taken.
func NewNames(reserved ...map[string]bool) *Names {
	n := &Names{map[string]bool{}, map[string]int{}}
	for _, set := range reserved {
		for name := range set {
			n.used[name] = true
		}
	}
	return n
}

// Take is name itself if it is free, else name qualified with the structure that declares it, else name with primes or a
// number behind it. It is used from then on.
func (n *Names) Take(name, structure string) string {
	if structure != "" && n.used[name] {
		name = strings.ReplaceAll(structure, ".", "_") + "_" + name
	}
	name = n.free(name)
	n.used[name] = true
	return name
}

// free is name with as many primes, or the number, that make it free.
func (n *Names) free(name string) string {
	if !n.used[name] {
		return name
	}
	for i := max(n.next[name], 1); ; i++ {
		if c := variant(name, i); !n.used[c] {
			n.next[name] = i
			return c
		}
	}
}

// variant is the i-th name made from name, which is the 0th: name', name”, then name'3 and so on.
func variant(name string, i int) string {
	if i <= 2 {
		return name + strings.Repeat("'", i)
	}
	return fmt.Sprintf("%s'%d", name, i)
}

// SplitName parts a qualified name into its qualifier (empty if there is none) and the name itself.
func SplitName(name string) (qualifier, base string) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

// BuiltinStructs are the structures whose names cannot be declared again, so that the printer can always name primitives.
var BuiltinStructs = nameSet("Int", "Bits", "Float", "Bool", "Char", "String", "General")

// ReservedTypes are the names of the built-in types.
var ReservedTypes = nameSet("int", "bool", "char", "string", "unit", "list", "option")

// ReservedValues cannot be declared again, as in Standard ML, nor can NONE and SOME.
var ReservedValues = nameSet("true", "false", "nil", "NONE", "SOME", "~")

func nameSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}
