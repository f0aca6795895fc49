package c

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"scf/ast"
	"scf/backend"
)

// exact are the functions of C's library, by name, that the compiler may have from its own, and how: their results leave no choice.
var exact = sync.OnceValue(func() map[string]string {
	m := map[string]string{"fmin": "scf_fmin", "fmax": "scf_fmax", "fminf": "scf_fminf", "fmaxf": "scf_fmaxf"}
	for _, name := range strings.Fields(`memcpy memmove mempcpy memset memcmp memchr bzero strlen strcmp strncmp strcpy stpcpy strncpy strcat strncat strchr strrchr strstr
		strnlen abs labs llabs imaxabs clz clzl clzll ctz ctzl ctzll ffs ffsl ffsll clrsb clrsbl clrsbll popcount popcountl popcountll
		parity parityl parityll bswap16 bswap32 bswap64 prefetch assume_aligned`) {
		m[name] = "__builtin_" + name
	}
	for _, name := range strings.Fields("fabs sqrt floor ceil trunc rint nearbyint round copysign") {
		m[name], m[name+"f"] = "__builtin_"+name, "__builtin_"+name+"f"
	}
	return m
})

// call is a call of a function that is named, or that a pointer holds the address of.
func (w *writer) call(e *ast.Call) ast.Expr {
	o, named := e.Fn.(*ast.Object)
	if !named || !w.isFunction(o) {
		return w.byAddress(e)
	}
	if made := w.madeNamed(o.Name); made != nil {
		return w.direct(e, made)
	}
	f, known := w.module.Function(o.Name)
	switch {
	case !known:
		return w.site(e, nil, w.noFunction(errors.New("the function "+o.Name+" is not known")))
	case f.Err != nil:
		return w.site(e, nil, w.noFunction(f.Err))
	case f.Tree != nil:
		return w.direct(e, f.Tree)
	case f.Library && builtin(f.Name) != "":
		return call(builtin(f.Name), w.types.of(e.Ty), w.arguments(e)...)
	}
	return w.site(e, nil, w.hostBody(f.Host))
}

func (w *writer) arguments(e *ast.Call) []ast.Expr {
	var args []ast.Expr
	for _, a := range e.Args {
		args = append(args, w.expr(a))
	}
	return args
}

// direct is a call of a function that is translated, too. Arguments that a call without a prototype passes are converted to what it takes.
func (w *writer) direct(e *ast.Call, f *ast.Func) ast.Expr {
	x := w.named(f.Name, f)
	w.function.calls = append(w.function.calls, x)
	args := w.arguments(e)
	for i, p := range f.Params {
		if i < len(args) && ast.IsScalar(p.Ty) {
			args[i] = ast.ConvertTo(w.types.of(p.Ty), args[i])
		}
	}
	if len(args) != len(f.Params) {
		w.failf("%s takes %d arguments, and is called with %d", f.Name, len(f.Params), len(args))
	}
	return call(x.name, w.types.of(e.Ty), args...)
}

func builtin(name string) string { return exact()[strings.TrimPrefix(name, "__builtin_")] }

// byAddress is a call of what a pointer holds the address of.
func (w *writer) byAddress(e *ast.Call) ast.Expr {
	w.indirect, w.function.byAddress = true, true
	fn := w.expr(e.Fn)
	if d, ok := fn.(*ast.Deref); ok {
		if _, isFunction := ast.TypeOf(e.Fn).(*ast.Function); isFunction { // and no variable that holds its address
			fn = d.X
		}
	}
	return w.site(e, fn, func(s *site) string {
		to := ast.TypeName(ast.Pointer{Elem: &ast.Function{Result: s.result, Params: s.params[1:]}})
		return fmt.Sprintf("%s((%s)scf_at((scf_word)a0, place))(%s);", s.returning(), to, strings.Join(s.names[1:], ", "))
	})
}

// site is a function that makes one call of the text.
type site struct {
	w      *writer
	result ast.Type
	params []ast.Type
	names  []string
}

// site is a call of a new function with the arguments of e, before them fn if it is not nil, and at the end the place. Its body may call it `place`.
func (w *writer) site(e *ast.Call, fn ast.Expr, body func(*site) string) ast.Expr {
	args := w.arguments(e)
	if fn != nil {
		args = append([]ast.Expr{fn}, args...)
	}
	s := &site{w: w, result: w.types.of(e.Ty)}
	for i, a := range args {
		s.param(i, parameterType(ast.TypeOf(a)))
	}
	name := w.newSite(s, body)
	return call(name, s.result, append(args, w.place())...)
}

// parameterType is what a parameter for an argument of type t has: arrays and functions are passed as pointers.
func parameterType(t ast.Type) ast.Type {
	switch t := t.(type) {
	case ast.Array:
		return ast.Pointer{Elem: t.Elem}
	case *ast.Function:
		return ast.Pointer{Elem: t}
	}
	return t
}

func (s *site) param(i int, t ast.Type) {
	s.params = append(s.params, t)
	s.names = append(s.names, fmt.Sprintf("a%d", i))
}

// newSite writes the function and gives its name.
func (t *translation) newSite(s *site, body func(*site) string) string {
	name := fmt.Sprintf("scf_site%d", t.siteCount)
	t.siteCount++
	var params []string
	for i, p := range s.params {
		params = append(params, ast.Declaration(p, s.names[i]))
	}
	head := name + "(" + strings.Join(append(params, "scf_word place"), ", ") + ")"
	fmt.Fprintf(&t.sites, "static %s {\n\t%s\n}\n", ast.Declaration(s.result, head), body(s))
	return name
}

func (s *site) returning() string {
	if ast.IsVoid(s.result) {
		return ""
	}
	return "return "
}

// noFunction is the body of a call of a function that is not there.
func (w *writer) noFunction(err error) func(*site) string {
	return func(*site) string { return fmt.Sprintf("scf_trap(%d, %d);", backend.NoFunction, w.placeOf(err).Value) }
}

// hostBody is the body of a call of a Go function.
func (w *writer) hostBody(f backend.HostFunc) func(*site) string {
	return func(s *site) string {
		for _, p := range append(s.params, s.result) {
			if f, ok := p.(ast.Floating); ok && f.Width > 64 {
				w.failf("%s cannot be passed to a Go function", ast.TypeName(f))
			}
		}
		return s.host(w.host(f))
	}
}

// host is the number of a Go function for the text.
func (t *translation) host(f backend.HostFunc) int {
	t.hosts = append(t.hosts, f)
	return len(t.hosts) - 1
}

// host is the body of a call of the Go function with a number.
func (s *site) host(index int) string {
	var words []string
	_, record := s.result.(ast.Record)
	declared := ""
	if record {
		declared = ast.Declaration(s.result, "result") + ";\n\t"
		words = append(words, "(scf_word)&result")
	}
	for i, p := range s.params {
		words = append(words, toWord(p, s.names[i]))
	}
	n := len(words)
	if n == 0 {
		words = append(words, "0")
	}
	text := fmt.Sprintf("%sscf_word w[] = { %s };\n\tscf_host(%d, w, %d, place);", declared, strings.Join(words, ", "), index, n)
	switch {
	case record:
		return text + "\n\treturn result;"
	case ast.IsVoid(s.result):
		return text
	}
	return text + "\n\treturn " + fromWord(s.result, "w[0]") + ";"
}

// entry is f in the table of what addresses lead to: code, or 0.
func (t *translation) entry(f *backend.Function) string {
	switch {
	case f.Tree != nil:
		return "(void *)" + t.own(f).name
	case f.Host == nil || f.Ty.Variadic:
		return "0"
	}
	return "(void *)" + t.stub(f)
}

// stub is a function that calls a Go function as C declares it.
func (t *translation) stub(f *backend.Function) string {
	w := &writer{translation: t, function: &translated{source: &ast.Func{Name: f.Name}}}
	s := &site{w: w, result: t.types.of(f.Ty.Result)}
	var params []string
	for i, p := range f.Ty.Params {
		s.param(i, t.types.of(p))
		params = append(params, ast.Declaration(s.params[i], s.names[i]))
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	name := fmt.Sprintf("scf_stub%d", f.Index)
	head := ast.Declaration(s.result, name+"("+strings.Join(params, ", ")+")")
	fmt.Fprintf(&t.stubs, "static %s {\n\tscf_word place = %d;\n\t%s\n}\n", head, w.place().Value, w.hostBody(f.Host)(s))
	return name
}
