package lower

import "scf/backend/ir"

// This file finds out what the names in a tree mean. A function's names are put into a table when they are first met; the same table holds
// variables, objects in memory and symbols.

// meaningKind says what a name means.
type meaningKind uint8

const (
	unknown       meaningKind = iota
	isObject                  // it lies in memory; of what it means nothing is known yet
	isVariable                // index is the variable's
	isSlot                    // the slot's
	isRecordParam             // the value that is the address
	isSymbol                  // the symbol's
)

// meaning is what a name means.
type meaning struct {
	kind  meaningKind
	index int32
}

// names is a table of names, with open addressing. An entry of an earlier function has another round.
type names struct {
	entries []nameEntry
	used    int
	round   uint32
}

type nameEntry struct {
	name  string
	means meaning
	round uint32
}

func (n *names) reset() {
	n.used = 0
	n.round++
	if n.entries == nil || n.round == 0 {
		n.entries, n.round = make([]nameEntry, max(64, len(n.entries))), 1
	}
}

// find is the entry of the name, or where it is to be.
func (n *names) find(name string) *nameEntry {
	mask := uint32(len(n.entries) - 1)
	for i := hashName(name) & mask; ; i = (i + 1) & mask {
		e := &n.entries[i]
		if e.round != n.round || e.name == name {
			return e
		}
	}
}

func (n *names) lookup(name string) meaning {
	if e := n.find(name); e.round == n.round {
		return e.means
	}
	return meaning{}
}

func (n *names) add(name string, m meaning) {
	if 2*n.used >= len(n.entries) {
		n.grow()
	}
	e := n.find(name)
	if e.round != n.round {
		n.used++
	}
	*e = nameEntry{name, m, n.round}
}

func (n *names) grow() {
	old := n.entries
	n.entries = make([]nameEntry, 2*len(old))
	for _, e := range old {
		if e.round == n.round {
			*n.find(e.name) = e
		}
	}
}

// hashName is quick for short names, of which the first and the last characters tell most apart.
func hashName(s string) uint32 {
	h := uint32(len(s)) * 0x9e3779b1
	for i := range min(len(s), 16) {
		h = (h ^ uint32(s[i])) * 0x01000193
	}
	for i := max(16, len(s)-8); i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 0x01000193
	}
	return h ^ h>>15
}

// object is what the name of an Object means: a local, or else a symbol.
func (l *Lowerer) object(name string, isFunction bool) meaning {
	m := l.names.lookup(name)
	if m.kind <= isObject {
		m = meaning{kind: isSymbol, index: int32(l.newSymbol(l.outside(name, isFunction)))}
		l.names.add(name, m)
	}
	return m
}

// outside is the symbol that a name means which the function does not declare.
func (l *Lowerer) outside(name string, isFunction bool) ir.Sym {
	switch {
	case l.u.statics[static{l.f.Name, name}]:
		return ir.Sym{Name: l.f.Name + "." + name, Kind: ir.Data}
	case !isFunction:
		return ir.Sym{Name: name, Kind: ir.Data}
	case l.u.refused[name]:
		return ir.Sym{Name: name, Kind: ir.Function}
	case l.own(name) == nil:
		return ir.Sym{Name: name, Kind: ir.Host}
	}
	s := ir.Sym{Name: name, Kind: ir.Function}
	f := l.own(name)
	if isRecord(f.Result) {
		s.Params = append(s.Params, ir.I64)
	} else {
		s.Result = l.typeOf(f.Result)
	}
	for _, p := range f.Params {
		s.Params = append(s.Params, l.typeOf(p.Ty))
	}
	return s
}

func (l *Lowerer) newSymbol(s ir.Sym) ir.Symbol {
	l.b.Func.Symbols = append(l.b.Func.Symbols, s)
	return ir.Symbol(len(l.b.Func.Symbols) - 1)
}
