package cfront

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
)

// This file gives the types of functions that are called without a declaration, as C once had it and gcc takes with a warning: they
// give an int and take what they are given. Functions of the library that gcc knows by itself keep their own types.

// libraryFunctions are the types of those, as words: the result, then the parameters. A star stands for a pointer to void, string for
// one to char, as parameters to constant ones; size for size_t, and ... for more arguments.
var libraryFunctions = wordsByName(`
abort: void
exit _exit _Exit: void int
abs isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper putchar: int int
labs: long long
malloc: * size
calloc: * size size
realloc: * * size
free: void *
memcpy memmove mempcpy: * * * size
memset: * * int size
memcmp bcmp: int * * size
memchr: * * int size
bcopy: void * * size
bzero: void * size
strlen: size string
strnlen: size string size
strcspn strspn: size string string
strcmp strcasecmp: int string string
strncmp strncasecmp: int string string size
strcpy strcat stpcpy strstr strpbrk: string string string
strncpy strncat stpncpy: string string string size
strchr strrchr index rindex: string string int
strdup: string string
strndup: string string size
puts: int string
printf scanf: int string ...
fprintf fscanf: int * string ...
sprintf sscanf: int string string ...
snprintf: int string size string ...
fputs: int string *
fputc putc: int int *
fwrite: size * size size *
`)

// unknownFunctions are other functions that gcc knows by itself: their results are no int.
var unknownFunctions = regexp.MustCompile(`^(__(builtin|sync|atomic)_\w+|(ca?|)(acos|asin|atan|cos|sin|tan|exp|log|pow|sqrt)h?[fl]?|` +
	`(atan2|cbrt|ceil|copysign|drem|erfc?|exp10|exp2|expm1|fabs|fdim|floor|fma|fmax|fmin|fmod|frexp|l?gamma(_r)?|hypot|ilogb|j[01n]|ldexp|` +
	`l?lrint|l?lround|log10|log1p|log2|logb|modf|nan|nearbyint|nextafter|nexttoward|pow10|remainder|remquo|rint|round|scalb|scalbl?n|` +
	`significand|sincos|tgamma|trunc|y[01n]|c(abs|arg|imag|onj|proj|real))[fl]?|l?labs|imaxabs|aligned_alloc|posix_memalign|d?c?gettext|strfmon|` +
	`strftime|v[a-z]*(printf|scanf)|isw\w+|tow(low|upp)er|isasci?i|toascii|ffsl?l?|fork|exec\w+|dcgettext)$`)

func wordsByName(table string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(table)) {
		names, types, _ := strings.Cut(strings.TrimSpace(line), ":")
		for name := range strings.FieldsSeq(names) {
			out[name] = strings.Fields(types)
		}
	}
	return out
}

// implicitFunction is the type of a function that is called without a declaration; nil where it is not known.
func (l *lowerer) implicitFunction(name string) *ast.Function {
	words, ok := libraryFunctions[name]
	switch {
	case !ok && !genericBuiltins[name] && unknownFunctions.MatchString(name):
		return nil
	case !ok:
		return &ast.Function{Result: ast.Int, Variadic: true}
	}
	fn := &ast.Function{Result: l.namedType(words[0], "")}
	for _, w := range words[1:] {
		if w == "..." {
			fn.Variadic = true
			continue
		}
		fn.Params = append(fn.Params, l.namedType(w, "const "))
	}
	return fn
}

// namedType is the type that a word of the table stands for; what it points to has the qualifier.
func (l *lowerer) namedType(word, qualifier string) ast.Type {
	switch word {
	case "void":
		return ast.Void{}
	case "*":
		return ast.Pointer{Elem: ast.Void{Name: qualifier + "void"}}
	case "string":
		char := l.file.integerOf(cc.Char).(ast.Integer)
		char.Name = qualifier + char.Name
		return ast.Pointer{Elem: char}
	case "size":
		return l.file.sizeType()
	case "long":
		return l.file.integerOf(cc.Long)
	}
	return ast.Int
}
