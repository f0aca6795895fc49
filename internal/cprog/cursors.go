package cprog

import (
	"fmt"
	"strings"
)

// This file writes functions that read memory through a cursor, an object whose address goes through calls: parsers' and lexers' way. They advance it, look ahead, go
// back to a copy of it, hand it on, to themselves too, leave a number behind another pointer, take two cursors that may be one.
//
// A cursor says how many elements there are at its place, as a count or by their end. No statement goes beyond, and every loop has an end of its own, since
// a statement in it may go back.

// reading is the file's type of cursors, and the functions that take them.
type reading struct {
	elem    *Type
	ended   bool // end says where the elements do, left how many there are otherwise
	left    *Type
	marks   bool // a cursor holds a place to go back to
	readers []reader
}

// reader is a function that takes a cursor's address and an int, and what follows.
type reader struct {
	name                string
	result              bool
	second, out, deeper bool // takes another cursor, or null; a place for a number, or null; how often it may call itself
}

// cursor is an expression for an object of the type: as what a field's name follows, its address, its value.
type cursor struct{ part, address, value string }

func at(address string) cursor { return cursor{address + "->", address, "*" + address} }
func named(name string) cursor { return cursor{name + ".", "&" + name, name} }

// cursors writes the type and the functions.
func (g *generator) cursors() {
	if !g.may(Cursors) || !g.chance(60) {
		return
	}
	p := g.o.Prefix
	r := &reading{
		elem: pick(g, []*Type{intType, intType, byteType, number("unsigned short", integer, 16, false)}), ended: g.chance(40),
		left: pick(g, []*Type{intType, longType, byteType}), marks: g.chance(40),
	}
	var text []string
	for range cursorText {
		text = append(text, fmt.Sprint(g.r.IntN(10)))
	}
	g.line("static const %s = {%s};", arrayOf(r.elem, cursorText).Declare(p+"text"), strings.Join(text, ", "))
	element := frozenPointer(r.elem, 1)
	fields := []string{"unsigned char deep;", "int sum;", "int seen[4];"}
	if r.marks {
		g.line("struct %smark { %s; %s; };", p, element.Declare("at"), r.room(element))
		fields = append(fields, fmt.Sprintf("struct %smark mark;", p))
	}
	g.r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	g.line("struct %scur { %s; %s; %s };", p, element.Declare("at"), r.room(element), strings.Join(fields, " "))
	g.line("struct %slex { int token; struct %scur in; };", p, p)
	g.line("static struct %scur %sshared;", p, p)
	g.reading = r
	c := at("c")
	g.line("static int %speek(const struct %scur *c) { return %s ? %s : -1; }", p, p, r.more(g, c), r.first(g, c))
	g.line("static int %snext(struct %scur *c) { if (!(%s)) return -1; int e = %s; %s return e; }", p, p, r.more(g, c), r.first(g, c), r.advance(g, c))
	g.line("static int %saccept(struct %scur *c, int k) { if (%s && %s == k) { %s return 1; } return 0; }", p, p, r.more(g, c), r.first(g, c), r.advance(g, c))
	g.line("static void %sskip(struct %scur *c, int n) { while (n-- > 0 && %s) { %s } }", p, p, r.more(g, c), r.advance(g, c))
	g.line("static void %seat(%s, int *n) { %s *n += 3; }", p, pointerTo(element, 1).Declare("at"), pick(g, []string{"++*at;", "*at += 1;", "*at = *at + 1;"}))
	g.line("static struct %scur %safter(struct %scur c) { if (%s) { %s } c.sum++; return c; }", p, p, p, r.more(g, named("c")), r.advance(g, named("c")))
	for i := range 1 + g.r.IntN(3) {
		g.reader(fmt.Sprintf("%sread%d", p, i))
	}
}

// cursorText is how many elements there are in the file's own memory.
const cursorText = 10

// room declares the field that bounds the elements.
func (r *reading) room(element *Type) string {
	if r.ended {
		return element.Declare("end")
	}
	return r.left.Declare("left")
}

// more is a condition: there are elements.
func (r *reading) more(g *generator, c cursor) string {
	if r.ended {
		return fmt.Sprintf(pick(g, []string{"%[1]sat < %[1]send", "%[1]sat != %[1]send", "%[1]send > %[1]sat", "%[1]send - %[1]sat > 0"}), c.part)
	}
	return fmt.Sprintf(pick(g, []string{"%sleft > 0", "%sleft != 0", "0 < %sleft"}), c.part)
}

// moreThan is a condition: there are more than n elements.
func (r *reading) moreThan(c cursor, n int) string {
	if r.ended {
		return fmt.Sprintf("%[1]send - %[1]sat > %[2]d", c.part, n)
	}
	return fmt.Sprintf("%sleft > %d", c.part, n)
}

// first is the first element.
func (r *reading) first(g *generator, c cursor) string {
	return fmt.Sprintf(pick(g, []string{"*%sat", "%sat[0]"}), c.part)
}

// advance are statements that go on by an element.
func (r *reading) advance(g *generator, c cursor) string {
	forms := []string{"%[1]sat++; %[1]sleft--;", "++%[1]sat, --%[1]sleft;", "%[1]sleft -= 1; %[1]sat += 1;", "%[1]sat = &%[1]sat[1]; %[1]sleft = %[1]sleft - 1;"}
	if r.ended {
		forms = []string{"%[1]sat++;", "++%[1]sat;", "%[1]sat += 1;", "%[1]sat = %[1]sat + 1;"}
	}
	return fmt.Sprintf(pick(g, forms), c.part)
}

// reader writes a function of random statements.
func (g *generator) reader(name string) {
	f := reader{name: name, result: g.chance(80), second: g.chance(25), out: g.chance(25), deeper: g.chance(50)}
	cur := fmt.Sprintf("struct %scur", g.o.Prefix)
	params := []string{cur + " *c", "int x"}
	w := &readerWriter{g: g, x: "x", cursors: []cursor{at("c")}}
	if f.second {
		params = append(params, cur+" *d")
	}
	if f.out {
		params = append(params, "int *out")
	}
	if f.deeper {
		params = append(params, "int depth")
		w.self = &f
	}
	result := "void"
	if f.result {
		result, w.returns = "int", "return x;"
	} else {
		w.returns = "return;"
	}
	g.line("static %s%s %s(%s)", pick(g, []string{"", "", "inline "}), result, name, strings.Join(params, ", "))
	g.line("{")
	g.scope(func() {
		if f.second {
			if g.chance(70) {
				g.line("if (%s) %s", pick(g, []string{"!d", "d == 0"}), w.returns)
			} else {
				g.line("if (!d) d = c;")
			}
			w.cursors = append(w.cursors, at("d"))
		}
		w.statements(1 + g.r.IntN(4))
		if f.out {
			g.line("if (%s) *out %s x;", pick(g, []string{"out", "out != 0"}), pick(g, []string{"=", "+=", "^="}))
		}
		if f.result {
			g.line("return %s;", pick(g, []string{"x", "x + 1", "x & 0xffff", "x ^ c->sum"}))
		}
	})
	g.line("}")
	g.reading.readers = append(g.reading.readers, f)
}

// readerWriter writes statements about cursors and an int.
type readerWriter struct {
	g       *generator
	x       string
	cursors []cursor
	self    *reader // the function that they are in, if it may call itself
	returns string  // a return statement; "" where there is none
	loops   int
}

func (w *readerWriter) statements(n int) {
	for range n {
		w.statement()
	}
}

// within writes statements in braces.
func (w *readerWriter) within(head string, lines func()) {
	w.g.line("%s{", head)
	cursors := w.cursors
	w.g.scope(lines)
	w.cursors = cursors
	w.g.line("}")
}

// call calls a function on a cursor, and changes x by what it returns.
func (w *readerWriter) call(c cursor) {
	g, p := w.g, w.g.o.Prefix
	keep := func(call string) { g.line("%s %s %s;", w.x, pick(g, []string{"+=", "^=", "="}), call) }
	readers := g.reading.readers
	if w.self != nil && w.loops == 0 && g.chance(40) {
		readers = []reader{*w.self}
	}
	if n := g.r.IntN(7); n < 3 || len(readers) == 0 {
		switch n {
		case 0:
			keep(fmt.Sprintf("%speek(%s)", p, c.address))
		case 1:
			keep(fmt.Sprintf("%snext(%s)", p, c.address))
		default:
			g.line("%sskip(%s, %s);", p, c.address, pick(g, []string{"1", "2", w.x + " & 3"}))
		}
		return
	}
	f := pick(g, readers)
	args, guard := []string{c.address, pick(g, []string{w.x, w.x + " + 1", "7", w.x + " & 15"})}, ""
	if f.second {
		args = append(args, pick(g, []string{pick(g, w.cursors).address, c.address, "0"}))
	}
	if f.out {
		args = append(args, pick(g, []string{"&" + w.x, "&" + c.part + "sum", "&" + c.part + "seen[1]", "0"}))
	}
	if f.deeper {
		depth := fmt.Sprint(g.r.IntN(3))
		if w.self != nil && f.name == w.self.name {
			depth, guard = "depth - 1", "if (depth > 0) "
		}
		args = append(args, depth)
	}
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if f.result && !(f.out && args[len(args)-1] == "&"+w.x) && g.chance(85) {
		v := g.fresh("v")
		w.within(guard, func() {
			g.line("int %s = %s;", v, call)
			g.line("%s %s %s;", w.x, pick(g, []string{"+=", "^=", "="}), v)
		})
		return
	}
	g.line("%s%s;", guard, call)
}

// readerForms are what statements may be; others are calls.
var readerForms []func(*readerWriter, cursor)

func init() { // the functions refer to the table
	readerForms = []func(*readerWriter, cursor){(*readerWriter).read, (*readerWriter).accepted, (*readerWriter).goBack, (*readerWriter).goOnAlone, (*readerWriter).loop,
		(*readerWriter).field, (*readerWriter).load, (*readerWriter).fill, (*readerWriter).mark, (*readerWriter).eat, (*readerWriter).alias, (*readerWriter).escape,
		(*readerWriter).probe, (*readerWriter).leave, (*readerWriter).copy}
}

// statement writes one statement.
func (w *readerWriter) statement() {
	c := pick(w.g, w.cursors)
	if n := w.g.r.IntN(len(readerForms) + 5); n < len(readerForms) {
		readerForms[n](w, c)
	} else {
		w.call(c)
	}
}

// read goes on by an element.
func (w *readerWriter) read(c cursor) {
	g, r := w.g, w.g.reading
	g.line("if (%s) { %s = %s * 3 + %s; %s }", r.more(g, c), w.x, w.x, r.first(g, c), r.advance(g, c))
}

func (w *readerWriter) accepted(c cursor) {
	w.within(fmt.Sprintf("if (%saccept(%s, %d)) ", w.g.o.Prefix, c.address, w.g.r.IntN(10)), func() { w.statements(1) })
}

// goBack goes back to a copy, perhaps.
func (w *readerWriter) goBack(c cursor) {
	g, p, save := w.g, w.g.o.Prefix, w.g.fresh("save")
	w.within("", func() {
		g.line("struct %scur %s = %s;", p, save, c.value)
		w.statements(1 + g.r.IntN(2))
		g.line("if (%s) %s = %s;", pick(g, []string{w.x + " & 1", "!" + p + "accept(" + c.address + ", 5)", c.part + "sum > 3"}), c.value, save)
	})
}

// goOnAlone goes on with a copy.
func (w *readerWriter) goOnAlone(c cursor) {
	g, p, d := w.g, w.g.o.Prefix, w.g.fresh("d")
	w.within("", func() {
		g.line("struct %scur %s = %s;", p, d, pick(g, []string{c.value, c.value, fmt.Sprintf("%safter(%s)", p, c.value)}))
		w.cursors = append(w.cursors, named(d))
		w.statements(1 + g.r.IntN(2))
		g.line("%ssum += %s.sum;", c.part, d)
		if g.chance(30) {
			g.line("%s = %s;", c.value, d)
		}
	})
}

func (w *readerWriter) field(c cursor) {
	w.g.line("%s", fmt.Sprintf(pick(w.g, []string{"%[1]ssum += %[2]s;", "%[1]sdeep++;", "%[1]sseen[%[2]s & 3] = %[2]s;", "%[2]s ^= %[1]sseen[1];", "%[1]sseen[%[1]sdeep & 3]++;",
		"if (%[1]sdeep > 2) %[1]ssum = 0;"}), c.part, w.x))
}

// fill sets a part of the cursor as a block of memory.
func (w *readerWriter) fill(c cursor) {
	w.g.line("%s", fmt.Sprintf(pick(w.g, []string{"__builtin_memset(&%[1]sseen, 0, sizeof %[1]sseen);", "__builtin_memset(%[1]sseen + 1, 0, 2 * sizeof *%[1]sseen);",
		"__builtin_memcpy(%[1]sseen, %[1]sseen + 2, 2 * sizeof(int));", "__builtin_memset(&%[1]ssum, 0, sizeof %[1]ssum);"}), c.part))
}

// eat goes on through the addresses of the cursor's parts.
func (w *readerWriter) eat(c cursor) {
	g, r := w.g, w.g.reading
	left := ""
	if !r.ended {
		left = c.part + "left--;"
	}
	if !r.ended || g.chance(50) {
		g.line("if (%s) { %seat(&%sat, &%s); %s }", r.more(g, c), g.o.Prefix, c.part, pick(g, []string{w.x, c.part + "sum"}), left)
	}
}

// alias reads through a pointer to one of the cursors.
func (w *readerWriter) alias(c cursor) {
	g, q := w.g, w.g.fresh("q")
	w.within("", func() {
		address := c.address
		if other := pick(g, w.cursors).address; other != address && g.chance(60) {
			address = fmt.Sprintf("%s & 1 ? %s : %s", w.x, address, other)
		}
		g.line("struct %scur *%s = %s;", g.o.Prefix, q, address)
		w.cursors = append(w.cursors, at(q))
		w.statements(1 + g.r.IntN(2))
	})
}

// escape has a part of the cursor written under another name.
func (w *readerWriter) escape(c cursor) {
	if p := w.g.o.Prefix; w.g.may(EscapedLocals) {
		w.g.line("{ %skeep(&%ssum); %spoke(%s); %s += %ssum; %skeep(&%sheld); }", p, c.part, p, w.x, w.x, c.part, p, p)
	}
}

func (w *readerWriter) probe(c cursor) {
	g, r := w.g, w.g.reading
	g.line("%s += %sprobe(%s, %s);", w.x, g.o.Prefix, w.x, pick(g, []string{c.part + "sum", c.part + "deep", fmt.Sprintf("%s ? %s : 9", r.more(g, c), r.first(g, c))}))
}

func (w *readerWriter) leave(c cursor) {
	if w.returns != "" {
		w.g.line("if (%s) %s", pick(w.g, []string{w.x + " & 8", w.x + " < 0", c.part + "sum > 20"}), w.returns)
	}
}

func (w *readerWriter) copy(c cursor) {
	if d := pick(w.g, w.cursors); d.address != c.address {
		w.g.line("if (%s & 2) %s = %s;", w.x, c.value, d.value)
	}
}

// loop writes a loop that reads on, a few times at most.
func (w *readerWriter) loop(c cursor) {
	if w.loops > 0 {
		return
	}
	w.loops++
	defer func() { w.loops-- }()
	g, r, i := w.g, w.g.reading, w.g.fresh("i")
	n := 1 + g.r.IntN(6)
	w.within("", func() {
		switch g.r.IntN(3) {
		case 0:
			g.line("int %s = %d;", i, n)
			g.line("while (%s-- > 0 && %s) {", i, r.more(g, c))
		case 1:
			g.line("for (int %s = 0; %s && %s < %d; %s++) {", i, r.more(g, c), i, n, i)
		default:
			g.line("int %s = 0;", i)
			g.line("for (;;) {")
			g.line("    if (%s++ >= %d || !(%s)) break;", i, n, r.more(g, c))
		}
		g.scope(func() {
			if g.chance(50) {
				g.line("switch (%s) {", r.first(g, c))
				for k := range 3 {
					g.line("case %d:", k*2+g.r.IntN(2))
					g.scope(func() { w.statements(1); g.line("break;") })
				}
				g.line("default:")
				g.line("    %s", r.advance(g, c))
				g.line("    %s", pick(g, []string{"break;", "continue;", "break;"}))
				g.line("}")
			} else {
				w.statements(1 + g.r.IntN(2))
			}
			if g.chance(60) {
				g.line("if (%s) { %s += %s; %s }", r.more(g, c), w.x, r.first(g, c), r.advance(g, c))
			}
		})
		g.line("}")
	})
}

// load reads some elements as a number.
func (w *readerWriter) load(c cursor) {
	if !w.g.may(Loads) {
		return
	}
	g, r, v := w.g, w.g.reading, w.g.fresh("w")
	t := pick(g, []*Type{intType, wordType, longType, byteType, number("unsigned short", integer, 16, false)})
	g.use(Loads)
	n := max(1, t.size/r.elem.size)
	w.within(fmt.Sprintf("if (%s) ", r.moreThan(c, n-1)), func() {
		g.line("%s;", t.Declare(v))
		g.line("__builtin_memcpy(&%s, %sat, sizeof %s);", v, c.part, v)
		g.line("%s += (int)(%s >> %d);", w.x, v, g.r.IntN(t.bits))
	})
}

// mark keeps the place, or goes back there.
func (w *readerWriter) mark(c cursor) {
	if !w.g.reading.marks {
		return
	}
	bound := "left"
	if w.g.reading.ended {
		bound = "end"
	}
	if w.g.chance(50) {
		w.g.line("%[1]smark.at = %[1]sat, %[1]smark.%[2]s = %[1]s%[2]s;", c.part, bound)
	} else {
		w.g.line("if (%[1]smark.at) { %[1]sat = %[1]smark.at; %[1]s%[2]s = %[1]smark.%[2]s; }", c.part, bound)
	}
}

// readings is a block of statements about cursors of its own, over memory that does not change.
func (g *generator) readings() bool {
	r := g.reading
	if r == nil || !g.may(Cursors) {
		return false
	}
	acc, ok := g.find(func(q place) bool { return !q.fixed && q.t.isInteger() && !q.memory && len(q.path) == 0 })
	if !ok {
		return false
	}
	p, n := g.o.Prefix, 1+g.r.IntN(cursorText)
	from := fmt.Sprintf("%stext + %d", p, cursorText-n)
	if memory, ok := g.find(func(p place) bool { return p.t.kind == pointer && p.t.frozen && p.t.n > 1 && same(p.t.elem, r.elem) }); ok {
		if e, ok := g.pointer(want{elem: memory.t.elem, n: memory.t.n, life: g.depth, frozen: true}); ok {
			from, n = e.text, 1+g.r.IntN(memory.t.n)
		}
	}
	g.use(Cursors)
	base, w := g.fresh("text"), &readerWriter{g: g, x: g.fresh("x")}
	bound := fmt.Sprint(n)
	if r.ended {
		bound = fmt.Sprintf("%s + %d", base, n)
	}
	w.within("", func() {
		g.line("%s = %s;", frozenPointer(r.elem, 1).Declare(base), from)
		g.line("int %s = (int)%s;", w.x, acc.v.name)
		for range 1 + g.r.IntN(2) {
			w.cursors = append(w.cursors, w.object(base, bound))
		}
		w.statements(2 + g.r.IntN(5))
		g.line("%s += %s + %ssum;", acc.v.name, w.x, pick(g, w.cursors).part)
	})
	return true
}

// object declares a cursor, or an object with one in it.
func (w *readerWriter) object(base, bound string) cursor {
	g, p, name := w.g, w.g.o.Prefix, w.g.fresh("c")
	field := "left"
	if g.reading.ended {
		field = "end"
	}
	start := func(c cursor) cursor {
		g.line("%[1]sat = %[2]s; %[1]s%[3]s = %[4]s;", c.part, base, field, bound)
		return c
	}
	switch g.r.IntN(8) {
	case 0:
		g.line("struct %scur %s;", p, name)
		g.line("__builtin_memset(&%s, 0, sizeof %s);", name, name)
		return start(named(name))
	case 1:
		g.line("struct %slex %s = {0};", p, name)
		return start(named(name + ".in"))
	case 2:
		g.line("struct %scur %s[2] = {{%s, %s}, {%s, %s}};", p, name, base, bound, base, bound)
		return named(fmt.Sprintf("%s[%s]", name, pick(g, []string{"0", "1", w.x + " & 1"})))
	case 3:
		g.line("%sshared = (struct %scur){%s, %s};", p, p, base, bound)
		return named(p + "shared")
	case 4:
		g.line("struct %scur %s = {.%s = %s, .at = %s, .deep = 1};", p, name, field, bound, base)
	default:
		g.line("struct %scur %s = {%s, %s};", p, name, base, bound)
	}
	return named(name)
}
