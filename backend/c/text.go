package c

import (
	"fmt"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/internal/diag"
)

// Words of struct scf_call, which Go fills (call.go).
const (
	callID = iota
	callKind
	callPlace
	callResult
	callBack
	callLimit
	callBefore
	callJump
	callArgs = callJump + 5
)

// prelude is what all texts begin with.
const prelude = `typedef unsigned long scf_word;
struct scf_call {
	scf_word id, kind, place, result;
	scf_word (*back)(scf_word id, scf_word index, scf_word words, scf_word count);
	char *limit;
	struct scf_call *before;
	void *jump[5];
	scf_word args[];
};
static __thread struct scf_call *scf_current;
__attribute__((noinline, noreturn, cold)) static void scf_trap(scf_word kind, scf_word place) {
	struct scf_call *c = scf_current;
	c->kind = kind;
	c->place = place;
	__builtin_longjmp(c->jump, 1);
}
static inline float scf_float(scf_word w) { unsigned u = w; float f; __builtin_memcpy(&f, &u, 4); return f; }
static inline double scf_double(scf_word w) { double f; __builtin_memcpy(&f, &w, 8); return f; }
static inline scf_word scf_of_float(float f) { unsigned u; __builtin_memcpy(&u, &f, 4); return u; }
static inline scf_word scf_of_double(double f) { scf_word u; __builtin_memcpy(&u, &f, 8); return u; }
static inline double scf_fmin(double x, double y) { return y != y || x < y ? x : y; }
static inline double scf_fmax(double x, double y) { return y != y || x > y ? x : y; }
static inline float scf_fminf(float x, float y) { return y != y || x < y ? x : y; }
static inline float scf_fmaxf(float x, float y) { return y != y || x > y ? x : y; }
#define SIGNED(T, N) \
	static inline T scf_div_##N(T x, T y, scf_word place) { if (!y) scf_trap(DIVISION, place); return y == -1 ? -x : x / y; } \
	static inline T scf_rem_##N(T x, T y, scf_word place) { if (!y) scf_trap(DIVISION, place); return y == -1 ? 0 : x % y; }
#define UNSIGNED(T, N) \
	static inline T scf_div_##N(T x, T y, scf_word place) { if (!y) scf_trap(DIVISION, place); return x / y; } \
	static inline T scf_rem_##N(T x, T y, scf_word place) { if (!y) scf_trap(DIVISION, place); return x % y; }
SIGNED(int, int)
SIGNED(long, long)
UNSIGNED(unsigned int, unsigned_int)
UNSIGNED(unsigned long, unsigned_long)
`

// hostText calls Go functions.
const hostText = `__attribute__((noinline)) static void scf_host(scf_word index, scf_word *words, scf_word count, scf_word place) {
	struct scf_call *c = scf_current;
	if (c->back(c->id, index, (scf_word)words, count))
		scf_trap(FAILED, place);
}
`

// stackText ends calls that are nested too deeply.
const stackText = `static inline void scf_stack(scf_word place) {
	if ((char *)__builtin_frame_address(0) < scf_current->limit)
		scf_trap(STACK, place);
}
`

// stackBytes is how much of its thread's stack a call may use.
const stackBytes = 256 << 10

// entryText is what Go calls. A longjmp leads back to it, into a frame whose variables are not to be trusted then.
const entryText = `void scf_entry(struct scf_call *c) {
	c->before = scf_current;
	scf_current = c;
	c->limit = (char *)__builtin_frame_address(0) - STACKBYTES;
	if (!__builtin_setjmp(c->jump))
		scf_run(c);
	scf_current = scf_current->before;
}
`

// text is the whole text for the compiler.
func (t *translation) text(root *translated, o backend.Options) string {
	functions := t.bodies(o)
	table := t.table()
	run := t.run(root)
	var out strings.Builder
	for name, value := range map[string]int{
		"DIVISION": int(backend.DivisionByZero), "FAILED": int(backend.HostFailed), "STACK": int(backend.OutOfStack), "STACKBYTES": stackBytes,
	} {
		fmt.Fprintf(&out, "#define %s %d\n", name, value)
	}
	out.WriteString(prelude)
	out.WriteString(hostText)
	out.WriteString(stackText)
	out.WriteString(t.types.definitions())
	for _, x := range t.functions {
		fmt.Fprintf(&out, "static %s;\n", prototype(x.tree))
	}
	out.WriteString(table)
	out.WriteString(t.sites.String())
	out.WriteString(functions)
	out.WriteString(run)
	out.WriteString(entryText)
	return out.String()
}

func prototype(f *ast.Func) string {
	ty := &ast.Function{}
	for _, p := range f.Params {
		ty.Params = append(ty.Params, p.Ty)
	}
	params := make([]string, len(ty.Params))
	for i, p := range ty.Params {
		params[i] = ast.TypeName(p)
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	return ast.Declaration(f.Result, f.Name+"("+strings.Join(params, ", ")+")")
}

// bodies are the functions. Those that may call themselves look at the stack first.
func (t *translation) bodies(o backend.Options) string {
	var out strings.Builder
	for _, x := range t.functions {
		f := x.tree
		if t.recursive(x) {
			w := &writer{translation: t, function: x, at: firstPlace(x.source.Body)}
			check := &ast.Eval{X: call("scf_stack", ast.Void{}, w.place())}
			f.Body = ast.SeqOf(check, f.Body)
		}
		text := ast.PrintFunc(f, ast.DefaultStyle())
		if x.source == t.root {
			text = restricted(text, f, o.Restrict)
		}
		fmt.Fprintf(&out, "static %s", text)
	}
	return out.String()
}

// restricted says of parameters in the head of a function that nothing else leads to what they point to.
func restricted(text string, f *ast.Func, params []int) string {
	head, body, _ := strings.Cut(text, "{")
	for _, i := range params {
		if i < 0 || i >= len(f.Params) {
			continue
		}
		if _, ok := f.Params[i].Ty.(ast.Pointer); ok {
			plain := ast.Declaration(f.Params[i].Ty, f.Params[i].Name)
			name := f.Params[i].Name
			for _, end := range []string{",", ")"} {
				head = strings.Replace(head, plain+end, strings.TrimSuffix(plain, name)+"restrict "+name+end, 1)
			}
		}
	}
	return head + "{" + body
}

// table leads from the addresses of functions to code.
func (t *translation) table() string {
	if !t.indirect {
		return ""
	}
	var entries strings.Builder
	var base uint64
	functions := t.module.Functions()
	for i, f := range functions {
		if i == 0 {
			base = f.Cell
		}
		fmt.Fprintf(&entries, "\t%s,\n", t.entry(f))
	}
	return fmt.Sprintf(`static void *scf_at(scf_word address, scf_word place);
%sstatic void *const scf_functions[] = {
%s};
static void *scf_at(scf_word address, scf_word place) {
	scf_word at = address - %dUL;
	if (at %% 16 || at / 16 >= sizeof scf_functions / sizeof *scf_functions || !scf_functions[at / 16])
		scf_trap(%d, place);
	return scf_functions[at / 16];
}
`, t.stubs.String(), entries.String(), base, backend.NoFunction)
}

// run is what calls the root with the words of a call.
func (t *translation) run(root *translated) string {
	f := root.tree
	var args []string
	_, record := f.Result.(ast.Record)
	for i, p := range f.Params {
		if record {
			i++
		}
		args = append(args, fromWord(p.Ty, fmt.Sprintf("c->args[%d]", i)))
	}
	text := fmt.Sprintf("%s(%s)", root.name, strings.Join(args, ", "))
	switch {
	case record:
		text = fmt.Sprintf("*(%s *)c->args[0] = %s", ast.TypeName(f.Result), text)
	case !ast.IsVoid(f.Result):
		text = "c->result = " + toWord(f.Result, text)
	}
	return fmt.Sprintf("__attribute__((noinline)) static void scf_run(struct scf_call *c) {\n\t%s;\n}\n", text)
}

// toWord is the word of x, which has the type t; of a record its address.
func toWord(t ast.Type, x string) string {
	switch t := t.(type) {
	case ast.Integer:
		if t.Signed {
			return "(scf_word)(long)" + x
		}
	case ast.Floating:
		if t.Width == 32 {
			return "scf_of_float(" + x + ")"
		}
		return "scf_of_double(" + x + ")"
	case ast.Record:
		return "(scf_word)&" + x
	}
	return "(scf_word)" + x
}

// fromWord is the value of the type t that the word x is.
func fromWord(t ast.Type, x string) string {
	switch t := t.(type) {
	case ast.Floating:
		if t.Width == 32 {
			return "scf_float(" + x + ")"
		}
		return "scf_double(" + x + ")"
	case ast.Record:
		return fmt.Sprintf("*(%s *)%s", ast.TypeName(t), x)
	}
	return fmt.Sprintf("(%s)%s", ast.TypeName(t), x)
}

// firstPlace is where the first command of c stands that says so.
func firstPlace(c ast.Cmd) (at diag.Pos) {
	ast.Walk(c, func(c ast.Cmd) {
		if p := ast.PlaceOf(c); p.IsValid() && !at.IsValid() {
			at = p
		}
	}, nil, nil)
	return at
}
