package scfml

import (
	"fmt"
	"strings"
)

// names gives out unique names of one name space.
type names struct {
	used map[string]bool
	next map[string]int // where the search for a free number goes on
}

func newNames(reserved ...map[string]bool) *names {
	n := &names{map[string]bool{}, map[string]int{}}
	for _, set := range reserved {
		for name := range set {
			n.used[name] = true
		}
	}
	return n
}

// take is name itself if it is free, else name qualified with the structure that declares it, else name with primes or a
// number behind it. It is used from then on.
func (n *names) take(name, structure string) string {
	if structure != "" && n.used[name] {
		name = strings.ReplaceAll(structure, ".", "_") + "_" + name
	}
	name = n.free(name)
	n.used[name] = true
	return name
}

// free is name with as many primes, or the number, that make it free.
func (n *names) free(name string) string {
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

// variant is the i-th name made from name: name', name”, then name'3 and so on.
func variant(name string, i int) string {
	if i <= 2 {
		return name + strings.Repeat("'", i)
	}
	return fmt.Sprintf("%s'%d", name, i)
}
