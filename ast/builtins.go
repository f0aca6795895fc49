package ast

import "strings"

// This file names the functions of C's library, and of its compilers, that passes know: they have no effects, and may be computed. They are those of the
// passes' structure Builtins, which asks for their types, too.

var builtins = map[string]bool{
	"strlen": true, "strcmp": true, "strncmp": true, "memcmp": true, "strchr": true, "strrchr": true, "memchr": true, "strspn": true, "strcspn": true,
	"abs": true, "labs": true, "llabs": true, "ffs": true,
	"__builtin_popcount": true, "__builtin_popcountl": true, "__builtin_popcountll": true,
	"__builtin_parity": true, "__builtin_parityl": true, "__builtin_parityll": true,
	"__builtin_clz": true, "__builtin_clzl": true, "__builtin_clzll": true,
	"__builtin_ctz": true, "__builtin_ctzl": true, "__builtin_ctzll": true,
	"__builtin_ffsl": true, "__builtin_ffsll": true,
	"__builtin_bswap16": true, "__builtin_bswap32": true, "__builtin_bswap64": true,
}

// IsBuiltin reports whether the name is that of a function that passes know: its own, or __builtin_ and its own.
func IsBuiltin(name string) bool {
	return builtins[name] || builtins[strings.TrimPrefix(name, "__builtin_")]
}

// CallsBuiltin reports whether e calls one of them.
func CallsBuiltin(e *Call) bool {
	o, ok := e.Fn.(*Object)
	return ok && isFunction(o.Ty) && IsBuiltin(o.Name)
}

// ownSuffix is behind the names of functions of a file that have the name of one that passes know, in trees that passes get: they are others. No function of C has
// such a name, and none that a pass makes.
const ownSuffix = "#0"

// WithOwnFunctions is f with functions by such names for those that passes know, where isOwn says that the file defines one.
func WithOwnFunctions(f *Func, isOwn func(name string) bool) *Func {
	return renamedFunctions(f, func(name string) string {
		if IsBuiltin(name) && isOwn(name) {
			return name + ownSuffix
		}
		return name
	})
}

// WithoutOwnFunctions is f with the file's names for functions; WithOwnFunctions gave it the others.
func WithoutOwnFunctions(f *Func) *Func {
	return renamedFunctions(f, func(name string) string {
		base, _ := strings.CutSuffix(name, ownSuffix)
		return base
	})
}

// OwnFunctions are the names in the file of the functions that f mentions, or is, to which WithOwnFunctions gave others.
func OwnFunctions(f *Func) (names []string) {
	renamedFunctions(f, func(name string) string {
		if base, isOwn := strings.CutSuffix(name, ownSuffix); isOwn {
			names = append(names, base)
		}
		return name
	})
	return names
}

// renamedFunctions is f, or a copy of it with other names for itself and for the functions that it mentions.
func renamedFunctions(f *Func, name func(string) string) *Func {
	renames := name(f.Name) != f.Name
	Walk(f.Body, nil, func(e Expr) {
		if o, ok := e.(*Object); ok && isFunction(o.Ty) {
			renames = renames || name(o.Name) != o.Name
		}
	}, nil)
	if !renames {
		return f
	}
	var expr func(e Expr) Expr
	expr = func(e Expr) Expr {
		e = RebuildExpr(e, expr)
		if o, ok := e.(*Object); ok && isFunction(o.Ty) {
			o.Name = name(o.Name)
		}
		return e
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd { return RebuildCmd(c, cmd, expr) }
	out := *f
	out.Name, out.Body = name(f.Name), cmd(f.Body)
	return &out
}

func isFunction(t Type) bool {
	_, ok := t.(*Function)
	return ok
}
