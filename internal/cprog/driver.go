package cprog

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Variant is a version of a program's function, for some values of its parameters.
type Variant struct {
	Fixed      map[string]Value // parameters with one value in all calls
	Func       string           // the name of the version; the program's own function if empty
	Definition string           // its text, to stand behind the program's source
}

// preamble is what drivers share.
const preamble = `int printf(const char *, ...);
int fflush(void *);
int fork(void);
int wait(int *);
unsigned alarm(unsigned);
void exit(int);
struct object { const char *name; const void *at; unsigned long size; };
static void show(unsigned long v) { printf(" %lx", v); }
static void show_float(double v) {
    unsigned long bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    if (v != v) printf(" nan"); else printf(" %lx", bits);
}
static void show_pointer(const void *p, const struct object *os, int n) {
    if (!p) { printf(" null"); return; }
    for (int i = 0; i < n; i++) {
        long at = (const char *)p - (const char *)os[i].at;
        if (at >= 0 && at < os[i].size) { printf(" %s+%lx", os[i].name, at); return; }
    }
    printf(" elsewhere");
}
`

// externals are the functions that the driver defines for a program whose names begin with %[1]s: each leaves its arguments in
// a trace, so that calls left out, repeated or moved show.
const externals = `static unsigned long %[1]strace;
int %[1]sprobe(int a, long b) { %[1]strace = %[1]strace * 31 + (unsigned long)a * 7 + (unsigned long)b; return (int)(%[1]strace >> 3); }
void %[1]snote(long a) { %[1]strace = %[1]strace * 37 + (unsigned long)a; }
int %[1]ssum(int n, ...) {
    __builtin_va_list l;
    int s = n;
    __builtin_va_start(l, n);
    for (int i = 0; i < n; i++) s = s * 3 + __builtin_va_arg(l, int);
    __builtin_va_end(l);
    %[1]strace = %[1]strace * 41 + (unsigned)s;
    return s;
}
`

// driver writes, behind a program, what runs it.
type driver struct {
	p    *Program
	r    *rand.Rand
	out  *strings.Builder
	args []*variable // memory for pointer parameters
}

func (d *driver) printf(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// objects are all variables whose state counts.
func (d *driver) objects() []*variable {
	var out []*variable
	for _, v := range d.p.globals {
		if !v.fixed {
			out = append(out, v)
		}
	}
	return append(out, d.args...)
}

// support defines what the program needs, its initial state, and what shows its state.
func (d *driver) support() {
	prefix := d.p.prefix
	d.printf(externals, prefix)
	for _, p := range append([]*Program{d.p}, d.p.More...) {
		for _, q := range p.Params {
			if q.Type.kind == pointer && !q.Constant {
				d.memoryFor(p.Func, q)
			}
		}
	}
	objects := d.objects()
	d.printf("static void %sreset(void) {\n    static int saved;\n    %strace = 1;\n", prefix, prefix)
	for _, v := range objects {
		d.printf("    static %s;\n    if (saved) __builtin_memcpy(&%[2]s, &%[2]s_0, sizeof %[2]s); else __builtin_memcpy(&%[2]s_0, &%[2]s, sizeof %[2]s);\n",
			v.t.Declare(v.name+"_0"), v.name)
	}
	if d.p.holdsStash() {
		d.printf("    %sstash = &%sheld;\n", prefix, prefix)
	}
	d.printf("    saved = 1;\n}\n")
	d.printf("static void %sstate(void) {\n    static const struct object os[] = {{\"\", 0, 0}", prefix)
	for _, v := range objects {
		d.printf(", {\"%s\", &%s, sizeof %s}", v.name, v.name, v.name)
	}
	d.printf("};\n    const int n = sizeof os / sizeof *os;\n    printf(\"trace %%lx\\n\", %strace);\n", prefix)
	for _, v := range objects {
		d.printf("    printf(\"%s\");\n", v.name)
		d.show(v.name, v.t, 1)
		d.printf("    printf(\"\\n\");\n")
	}
	d.printf("    (void)os; (void)n;\n}\n")
}

// holdsStash reports whether the program has the function that keeps an address.
func (p *Program) holdsStash() bool { return strings.Contains(p.Source, p.prefix+"stash") }

// memoryFor defines memory for what a pointer parameter of the function reaches.
func (d *driver) memoryFor(function string, q Param) {
	v := &variable{name: function + "_arg_" + q.Name, t: arrayOf(q.Type.elem, q.Type.n)}
	d.args = append(d.args, v)
	d.printf("static %s = %s;\n", v.t.Declare(v.name), d.memory(v.t))
}

// memory is an initialiser with random contents.
func (d *driver) memory(t *Type) string {
	switch t.kind {
	case integer, floating:
		return t.value(d.r).Init
	case pointer:
		return d.address(t)
	case array:
		parts := make([]string, t.n)
		for i := range parts {
			parts[i] = d.memory(t.elem)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	var parts []string
	for _, f := range t.fields {
		switch {
		case f.next:
			parts = append(parts, "0")
		case f.bits > 0:
			parts = append(parts, fmt.Sprint(d.r.IntN(2)))
		default:
			parts = append(parts, d.memory(f.t))
		}
		if t.union {
			break
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// address is a pointer to a global, or to memory of the driver.
func (d *driver) address(t *Type) string {
	options := staticPointers(d.objects(), t)
	return options[d.r.IntN(len(options))]
}

// show prints what a variable holds.
func (d *driver) show(text string, t *Type, level int) {
	switch t.kind {
	case integer:
		d.printf("    show((unsigned long)%s);\n", text)
	case floating:
		d.printf("    show_float((double)%s);\n", text)
	case pointer:
		d.printf("    show_pointer(%s, os, n);\n", text)
	case array:
		d.printf("    for (int i%d = 0; i%d < %d; i%d++) {\n", level, level, t.n, level)
		d.show(fmt.Sprintf("%s[i%d]", text, level), t.elem, level+1)
		d.printf("    }\n")
	default:
		for _, f := range t.fields {
			d.show(text+"."+f.name, f.t, level)
		}
	}
}

// calls defines the function that runs a version of the function on rounds arguments, with those of the variant fixed.
func (d *driver) calls(name string, v Variant, rounds int) {
	p := d.p
	memory := map[string]string{}
	for _, q := range p.Params {
		if q.Constant {
			value, fixed := v.Fixed[q.Name]
			if !fixed {
				value = q.Value(d.r)
			}
			memory[q.Name] = name + "_" + q.Name
			d.printf("static const %s = %s;\n", q.storage().Declare(memory[q.Name]), value.Init)
		}
	}
	d.printf("static void %s(%s) {\n", name, d.functionPointer("fn"))
	if p.result != nil && p.result.kind == record {
		d.printf("    static const struct object os[1];\n    const int n = 0;\n    (void)os; (void)n;\n")
	}
	for range rounds {
		var args []string
		for _, q := range p.Params {
			args = append(args, d.argument(q, v, memory))
		}
		list := "(" + strings.Join(args, ", ") + ")"
		call := "fn" + list
		d.printf("    printf(\"%%s\\n\", %s);\n    fflush(0);\n    %sreset();\n", strconv.Quote(callMark+p.Func+list), p.prefix)
		switch {
		case p.result == nil:
			d.printf("    %s;\n", call)
		case p.result.kind == record:
			d.printf("    { %s = %s; printf(\"result\");\n", p.result.Declare("x"), call)
			d.show("x", p.result, 1)
			d.printf("    printf(\"\\n\"); }\n")
		default:
			d.printf("    { %s = %s; printf(\"result\");\n", p.result.Declare("x"), call)
			d.show("x", p.result, 1)
			d.printf("    printf(\"\\n\"); }\n")
		}
		d.printf("    %sstate();\n", p.prefix)
	}
	d.printf("}\n")
}

// storage is the type of the memory that a pointer parameter reaches.
func (p Param) storage() *Type {
	if p.Type.elem.kind == record {
		return p.Type.elem
	}
	return arrayOf(p.Type.elem, p.Type.n)
}

// functionPointer declares a pointer to a version of the function.
func (d *driver) functionPointer(name string) string {
	var params []string
	for _, q := range d.p.Params {
		params = append(params, q.Type.Declare(""))
	}
	if d.p.result == nil {
		return fmt.Sprintf("void (*%s)(%s)", name, strings.Join(params, ", "))
	}
	return fmt.Sprintf("%s(%s)", d.p.result.Declare("(*"+name+")"), strings.Join(params, ", "))
}

// argument is one argument of a call.
func (d *driver) argument(q Param, v Variant, memory map[string]string) string {
	switch {
	case q.Constant && q.Type.elem.kind == record:
		return "&" + memory[q.Name]
	case q.Constant:
		return memory[q.Name]
	case q.Type.kind == pointer:
		return d.address(q.Type)
	case q.Type.kind == record:
		return fmt.Sprintf("(%s)%s", q.Type.name, d.memory(q.Type))
	}
	if value, fixed := v.Fixed[q.Name]; fixed {
		return value.Init
	}
	return q.Value(d.r).Init
}
