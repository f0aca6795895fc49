package cprog

// variable is a variable or parameter that can be named.
type variable struct {
	name  string
	t     *Type
	id    int
	depth int // of its scope: 0 for the file
	life  int // of the scope that it lives as long as: 0 for static storage
	// private tells that nobody takes its address.
	private bool
	// fixed tells that random statements do not write it: it is a loop's counter, or constant.
	fixed bool
	// reach is, of a pointer, the greatest depth of an object that it may point to; of a record, that of its pointers.
	reach int
	// below is, of a counter, a number that it stays below; 0 if there is none.
	below int
}

// declare makes a variable of the innermost scope.
func (g *generator) declare(v *variable) *variable {
	g.made++
	v.id, v.depth, v.life = g.made, g.depth, g.depth
	g.vars = append(g.vars, v)
	return v
}

// visible are the variables that can be named here: where names repeat, the innermost.
func (g *generator) visible() []*variable {
	seen := map[string]bool{}
	var out []*variable
	for i := len(g.vars) - 1; i >= 0; i-- {
		if v := g.vars[i]; !seen[v.name] {
			seen[v.name] = true
			out = append(out, v)
		}
	}
	return out
}

// scope is what f writes, a level further in, with variables of its own.
func (g *generator) scope(f func()) {
	outer := len(g.vars)
	g.depth++
	g.level++
	f()
	g.level--
	g.depth--
	g.vars = g.vars[:outer]
}

// declaredHere reports whether the name is one of the innermost scope's.
func (g *generator) declaredHere(name string) bool {
	for i := len(g.vars) - 1; i >= 0 && g.vars[i].depth == g.depth; i-- {
		if g.vars[i].name == name {
			return true
		}
	}
	return false
}
