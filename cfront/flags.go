package cfront

import (
	"bytes"
	"context"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"sync"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file finds functions that depend on macros which the flags of the user's compiler decide: __OPTIMIZE__, which -O defines, or
// NDEBUG. They are not known here. A file that mentions such a macro, in itself or in a header of its own, is read again with the
// macro defined, or undefined if it was defined; a function that is another then is refused. Where the file itself defines or
// undefines the macro both readings are the same. That a function cannot be another one is mostly found without reading the file (independence.go).

// decidedByFlags are the macros that gcc predefines by its flags alone, and those that the flags of most programs define.
var decidedByFlags = regexp.MustCompile(`^(__OPTIMIZE__|__OPTIMIZE_SIZE__|__NO_INLINE__|NDEBUG|_FORTIFY_SOURCE|_OPENMP|_OPENACC|_REENTRANT|` +
	`__FAST_MATH__|__FINITE_MATH_ONLY__|__NO_MATH_ERRNO__|__NO_SIGNED_ZEROS__|__NO_TRAPPING_MATH__|__ROUNDING_MATH__|__SUPPORT_SNAN__|` +
	`__ASSOCIATIVE_MATH__|__RECIPROCAL_MATH__|__pic__|__PIC__|__pie__|__PIE__|__STRICT_ANSI__|__GNUC_GNU_INLINE__|` +
	`__SSP\w*__|__SANITIZE_\w+__|__CET__|__AVX\w*__|__SSE3__|__SSSE3__|__SSE4\w*__|__BMI2?__|__POPCNT__|__LZCNT__|__FMA4?__|__F16C__|` +
	`__AES__|__PCLMUL__|__SHA__|__ADX__|__RDRND__|__RDSEED__|__XOP__|__ARM_FEATURE_\w+|__ARM_NEON\w*)$`)

// flags are such macros in the texts of a file, and the file as it is with each of them changed.
type flags struct {
	names   []string
	options Options
	mu      sync.Mutex
	changed map[string]*File // nil where the file cannot be read so

	text      *expansion                 // of the file as it is, where it mentions any
	own       *dependences               // in it, when they are asked for
	differing map[string]map[string]bool // the names whose declarations each of them changes; nil where that is not told
}

// mentionedFlags are the macros in the text, and in those of the program's own headers, in order.
func mentionedFlags(src []byte, headers [][]byte) []string {
	var out []string
	seen := map[string]bool{}
	add := func(text []byte) {
		for i := 0; i < len(text); {
			n := ctext.TokenLength(text[i:])
			if w := string(text[i : i+n]); ctext.IsWord(text[i]) && !seen[w] {
				seen[w] = true
				if decidedByFlags.MatchString(w) {
					out = append(out, w)
				}
			}
			i += n
		}
	}
	if bytes.Contains(src, []byte("#")) {
		add(src)
	}
	for _, text := range headers {
		add(text)
	}
	return out
}

// toggled is a text behind the predefined macros that changes one.
func toggled(flag string) string {
	switch flag {
	case "":
		return ""
	case "__FINITE_MATH_ONLY__":
		return "\n#undef __FINITE_MATH_ONLY__\n#define __FINITE_MATH_ONLY__ 1\n"
	}
	return "\n#ifdef " + flag + "\n#undef " + flag + "\n#else\n#define " + flag + " 1\n#endif\n"
}

// with is the file as it is with the macro changed.
func (f *File) with(flag string) *File {
	f.flags.mu.Lock()
	defer f.flags.mu.Unlock()
	other, known := f.flags.changed[flag]
	if !known {
		o := f.flags.options
		o.toggle = flag
		other, _ = Parse(context.Background(), f.Name(), f.Source(), o)
		f.flags.changed[flag] = other
	}
	return other
}

// checkFlags refuses the function if it is another one with any of the macros changed.
func (l *lowerer) checkFlags(f *ast.Func) {
	if len(l.errs) > 0 {
		return
	}
	for _, flag := range l.file.flags.names {
		if !l.isSameWith(flag, f) {
			l.refuse(l.fn.Declarator, "a function that depends on the macro "+flag+", which the compiler's flags decide,",
				"say it as the C compiler is told: with -D "+flag+" or -U "+flag+", or with -p and the project's compile_commands.json")
			return
		}
	}
}

// isSameWith reports whether the function is the same with the macro changed.
func (l *lowerer) isSameWith(flag string, f *ast.Func) bool {
	return !l.file.reaches(flag, f.Name) || l.isReadAlike(flag, f)
}

// isReadAlike is isSameWith where the file has to be read. Where it cannot be, the function is another one if its text mentions the macro.
func (l *lowerer) isReadAlike(flag string, f *ast.Func) bool {
	file := l.file.with(flag)
	if file == nil {
		return !l.file.Mentions(flag) || !l.file.isIn(flag, l.fn)
	}
	def, err := file.function(f.Name)
	if err != nil {
		return true // the function is not there, and neither is what is made of it
	}
	other, tree := lowerFunction(file, def, l.types.alias)
	return len(other.errs) == 0 && reflect.DeepEqual(f, tree) && reflect.DeepEqual(l.types.layouts, other.types.layouts) &&
		reflect.DeepEqual(l.keptText(), other.keptText())
}

// isIn reports whether the word stands between the braces of fn.
func (f *File) isIn(name string, fn *cc.FunctionDefinition) bool {
	from, ok := f.offset(fn.CompoundStatement.Token, "{")
	to, ok2 := f.offset(fn.CompoundStatement.Token2, "}")
	return ok && ok2 && from < to && ctext.Words(f.Source()[from:to])[name]
}

// ownHeaders are the texts of the files that were included and belong to the program, in the order of their names.
func (p *parser) ownHeaders() [][]byte {
	var out [][]byte
	for _, name := range slices.Sorted(maps.Keys(p.headers.read)) {
		if name != p.name && !isSystem(name, p.system) {
			out = append(out, p.headers.read[name])
		}
	}
	return out
}
