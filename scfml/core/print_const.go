package core

import "fmt"

// Printing of constants. A structured constant lies at top level as a `val`, shared by all that equal it; small ones that are
// used once stay where they are. What several constants have inside is a val, too (print_shared.go). Maps and sets are made with insert and add, which Load computes in a val. Very deep constants
// and long maps are cut into several vals, since the parser's nesting is bounded.

const (
	tinyConst    = 4  // constants of so many nodes are never hoisted
	smallConst   = 12 // nor are those of so many nodes that are used once
	constNesting = 40 // constructors within each other in one val
	constInserts = 16 // insertions in one val
)

// constTable is the constants of the program that is printed.
type constTable struct {
	p       *printer
	entries map[uint64][]*constEntry
	known   map[Value]*constEntry // those without a type, by the address of a structure
	vals    []doc                 // the declarations so far, in order
	sharing *sharing
}

// constEntry is one structured constant; t is nil unless a map or set is in it.
type constEntry struct {
	v       Value
	t       Type
	count   int
	hoisted bool
	name    string // of its val, once it has been printed
}

// note counts a use of a constant.
func (c *constTable) note(v Value, t Type) {
	if !isStructured(v) {
		return
	}
	e := c.entry(v, t)
	e.count++
	size, made := measure(v)
	e.hoisted = made || size > smallConst || size > tinyConst && e.count > 1
}

// share counts the parts of the constants that stand as vals, which are all noted.
func (c *constTable) share() {
	for _, list := range c.entries {
		for _, e := range list {
			if e.hoisted && e.t == nil {
				c.sharing.add(e.v)
				c.sharing.uses[c.sharing.of[e.v]]++ // as a val
			}
		}
	}
}

// entry is the entry of v at type t, made if there is none.
func (c *constTable) entry(v Value, t Type) *constEntry {
	if t != nil {
		return c.search(v, t)
	}
	e := c.known[v]
	if e == nil {
		e = c.search(v, nil)
		c.known[v] = e
	}
	return e
}

func (c *constTable) search(v Value, t Type) *constEntry {
	h := Hash(v)
	for _, e := range c.entries[h] {
		if Equal(e.v, v) && sameType(e.t, t) {
			return e
		}
	}
	e := &constEntry{v: v, t: t}
	c.entries[h] = append(c.entries[h], e)
	return e
}

func sameType(a, b Type) bool {
	return a == nil && b == nil || a != nil && b != nil && equalTypes(a, b)
}

func isStructured(v Value) bool {
	switch v := v.(type) {
	case *ConValue:
		return len(v.Args) > 0
	case *Tuple:
		return len(v.Elems) > 0
	case *MapValue, *SetValue:
		return true
	}
	return false
}

// measure is the number of v's nodes, cut off soon after smallConst, and whether a map or set that is not empty is in v.
func measure(v Value) (size int, made bool) {
	work := []Value{v}
	for len(work) > 0 && size <= smallConst+1 || len(work) > 0 && !made {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		size++
		switch v := v.(type) {
		case *ConValue:
			work = append(work, v.Args...)
		case *Tuple:
			work = append(work, v.Elems...)
		case *MapValue:
			made = made || v.Len() > 0
		case *SetValue:
			made = made || v.Len() > 0
		}
	}
	return size, made
}

// isHoisted reports whether the constant stands as a val.
func (c *constTable) isHoisted(v Value, t Type) bool {
	return isStructured(v) && c.entry(v, t).hoisted
}

// doc prints a constant in an expression.
func (c *constTable) doc(v Value, t Type, ctx spot) doc {
	if c.isHoisted(v, t) {
		return text(c.hoist(v, t))
	}
	return c.value(v, t, ctx, 0)
}

// hoist declares v as a val, unless that was done before, and gives its name.
func (c *constTable) hoist(v Value, t Type) string {
	e := c.entry(v, t)
	if e.name == "" {
		e.name = c.declare(c.value(v, t, outermost, 0))
	}
	return e.name
}

// declare adds a val and gives its name.
func (c *constTable) declare(d doc) string {
	name := ""
	for i := len(c.vals) + 1; ; i++ {
		if name = fmt.Sprint("k", i); !c.p.used[name] {
			break
		}
	}
	c.p.used[name] = true
	c.vals = append(c.vals, group(text("val "+name+" ="), nest(softLine, d)))
	return name
}

// value prints v itself; depth counts the constructors around it.
func (c *constTable) value(v Value, t Type, ctx spot, depth int) doc {
	if isStructured(v) && (depth > constNesting || depth > 0 && t == nil && c.sharing.shared(v)) {
		return text(c.hoist(v, t))
	}
	switch v := v.(type) {
	case *Tuple:
		return c.tuple(v.Elems, componentTypes(t, len(v.Elems)), depth)
	case *ConValue:
		return c.con(v, t, ctx, depth)
	case *MapValue:
		return c.mapValue(v, t, ctx, depth)
	case *SetValue:
		return c.setValue(v, t, ctx, depth)
	case Dead:
		return text(c.p.deadText)
	}
	return text(scalarText(v))
}

func (c *constTable) tuple(vs []Value, types []Type, depth int) doc {
	ds := make([]doc, len(vs))
	for i, v := range vs {
		ds[i] = c.value(v, types[i], outermost, depth+1)
	}
	return group(parens(separated(ds)))
}

func (c *constTable) con(v *ConValue, t Type, ctx spot, depth int) doc {
	if v.Con == Nil || v.Con == Cons {
		return c.list(v, t, ctx, depth)
	}
	types := argTypes(v.Con, t)
	name := c.p.conName(v.Con)
	switch len(v.Args) {
	case 0:
		return text(name)
	case 1:
		arg := c.value(v.Args[0], types[0], spot{prec: precAtom}, depth+1)
		return ctx.inParens(precApp, cat(text(name+" "), arg))
	}
	return ctx.inParens(precApp, cat(text(name+" "), c.tuple(v.Args, types, depth)))
}

// list prints a list; one with a tail that is no list (a Dead) with ::.
func (c *constTable) list(v *ConValue, t Type, ctx spot, depth int) doc {
	elem := elemType(t)
	var items []Value
	var rest Value = v
	for {
		cell, ok := rest.(*ConValue)
		if !ok || cell.Con != Cons {
			break
		}
		items = append(items, cell.Args[0])
		rest = cell.Args[1]
	}
	cell, proper := rest.(*ConValue)
	if proper && cell.Con == Nil {
		return group(text("["), nest(filled(c.items(items, elem, outermost, depth+1))), text("]"))
	}
	var out catDoc
	for _, d := range c.items(items, elem, spot{prec: precCons + 1}, depth+1) {
		out = append(out, d, text(" ::"), softLine)
	}
	out = append(out, c.value(rest, t, spot{prec: precCons}, depth+1))
	return ctx.inParens(precCons, groupDoc{out})
}

func (c *constTable) items(vs []Value, elem Type, ctx spot, depth int) []doc {
	ds := make([]doc, len(vs))
	for i, v := range vs {
		ds[i] = c.value(v, elem, ctx, depth)
	}
	return ds
}

func (c *constTable) mapValue(m *MapValue, t Type, ctx spot, depth int) doc {
	module := c.p.moduleOf(t, false)
	key, value := entryTypes(t)
	out := text(module + ".empty")
	n := 0
	for k, x := range m.All() {
		if n++; n%constInserts == 0 {
			out = text(c.declare(out))
		}
		entry := separated([]doc{out, c.value(k, key, outermost, depth+2), c.value(x, value, outermost, depth+2)})
		out = cat(text(module+".insert "), group(parens(entry)))
	}
	return inserted(n, ctx, out)
}

func (c *constTable) setValue(s *SetValue, t Type, ctx spot, depth int) doc {
	module := c.p.moduleOf(t, true)
	elem, _ := entryTypes(t)
	out := text(module + ".empty")
	n := 0
	for x := range s.All() {
		if n++; n%constInserts == 0 {
			out = text(c.declare(out))
		}
		out = cat(text(module+".add "), group(parens(separated([]doc{out, c.value(x, elem, outermost, depth+2)}))))
	}
	return inserted(n, ctx, out)
}

func inserted(n int, ctx spot, d doc) doc {
	if n == 0 {
		return d
	}
	return ctx.inParens(precApp, d)
}

// The types of a value's parts, unknown (nil) where the value's type is.

func componentTypes(t Type, n int) []Type {
	if tuple, ok := t.(*TupleType); ok && len(tuple.Elems) == n {
		return tuple.Elems
	}
	return make([]Type, n)
}

func argTypes(c *Con, t Type) []Type {
	if d, ok := t.(*DataType); ok && d.Data == c.Data {
		return c.ArgTypes(d)
	}
	return make([]Type, len(c.Args))
}

func elemType(t Type) Type {
	if d, ok := t.(*DataType); ok && len(d.Args) == 1 {
		return d.Args[0]
	}
	return nil
}

func entryTypes(t Type) (key, value Type) {
	switch t := t.(type) {
	case *MapType:
		return t.Key, t.Value
	case *SetType:
		return t.Elem, nil
	}
	return nil, nil
}
