// Package cflags knows how a project compiles a C file: the flags of gcc and clang as far as they say what the file's text is, and
// compile_commands.json, which holds them by file.
//
//	cflags.go    flags: reading them, and writing them for a C compiler
//	table.go     which flags there are, and what becomes of each
//	database.go  compile_commands.json
//	shell.go     command lines as words
//
// Of all flags there are four kinds: those that say what is included and defined; those that the compiler's own macros depend on
// (-O2, -std=c99, -mavx2), which it is asked for with them; those that change what C means in a way that nothing here knows
// (-m32, -fpack-struct), which are refused; and the others, which say nothing about the text and are skipped.
package cflags

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Flags are the flags of a compilation.
type Flags struct {
	Quote   []string // directories of inclusions in quotes alone: -iquote
	Include []string // of all inclusions: -I
	System  []string // behind those, of headers that are not the program's: -isystem
	After   []string // behind the standard ones: -idirafter
	Macros  []Macro  // in order: -D and -U
	Files   []string // that are included before the text: -include

	NoStandard bool     // the standard directories are left out: -nostdinc
	Asked      []string // flags that the compiler's own macros depend on
	Complete   bool     // all flags of the compilation are known
	Dir        string   // where names are relative to; empty for the working directory
}

// Macro is a macro that a flag defines, or undefines.
type Macro struct {
	Name      string
	Params    string // with the parentheses, as in (a, b); empty for none
	Body      string
	Undefined bool
}

// UsageError is the error for a flag.
type UsageError struct {
	Flag string // as it was given
	Msg  string
	Hint string
}

func (e *UsageError) Error() string { return "the flag " + e.Flag + " " + e.Msg }

// Parse reads flags, of which the compiler's name is none. Whatever says nothing about the text, names of files too, is skipped.
func Parse(args []string) (Flags, error) {
	var f Flags
	args = handedOn(args)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			if strings.HasPrefix(arg, "@") {
				return f, &UsageError{arg, "names a file with flags, which is not read", "give the flags that are in it"}
			}
			continue
		}
		k := kindOf(arg)
		if k == nil {
			continue
		}
		value := strings.TrimPrefix(arg[len(k.flag):], "=")
		separate := k.value == separateValue || k.value == anyValue && value == ""
		if separate {
			if i++; i == len(args) {
				return f, &UsageError{arg, "needs a value", "write it behind the flag"}
			}
			value = args[i]
		}
		if k.do == nil {
			continue
		}
		if err := k.do(&f, value, given{arg, value, separate}); err != nil {
			return f, err
		}
	}
	return f, nil
}

// handedOn is args with the flags that -Wp hands on to the preprocessor as flags of their own.
func handedOn(args []string) []string {
	var out []string
	for _, arg := range args {
		if rest, ok := strings.CutPrefix(arg, "-Wp,"); ok {
			out = append(out, strings.Split(rest, ",")...)
		} else {
			out = append(out, arg)
		}
	}
	return out
}

// given is a flag as it was given.
type given struct {
	arg, value string
	separate   bool
}

func (g given) words() []string {
	if g.separate {
		return []string{g.arg, g.value}
	}
	return []string{g.arg}
}

func (g given) String() string { return strings.Join(g.words(), " ") }

// define reads what stands behind -D.
func (f *Flags) define(value string, g given) error {
	head, body, assigned := strings.Cut(value, "=")
	if !assigned {
		body = "1"
	}
	name, params := head, ""
	if at := strings.IndexByte(head, '('); at >= 0 {
		name, params = head[:at], head[at:]
	}
	body, _, _ = strings.Cut(body, "\n") // as gcc does
	m := Macro{Name: name, Params: params, Body: body}
	switch {
	case !isIdentifier(name):
		return &UsageError{g.String(), fmt.Sprintf("defines %q, which is no name of a macro", name), "write -D NAME or -D NAME=TEXT"}
	case params != "" && (!strings.HasSuffix(params, ")") || strings.ContainsAny(params[1:len(params)-1], "()")):
		return &UsageError{g.String(), "has parameters that do not end", "write -D 'NAME(A,B)=TEXT'"}
	case strings.IndexFunc(params+body, isControl) >= 0:
		return &UsageError{g.String(), "has a control character in it", "remove it"}
	}
	f.Macros = append(f.Macros, m)
	return nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// undefine reads what stands behind -U.
func (f *Flags) undefine(value string, g given) error {
	if !isIdentifier(value) {
		return &UsageError{g.String(), fmt.Sprintf("undefines %q, which is no name of a macro", value), "write -U NAME"}
	}
	f.Macros = append(f.Macros, Macro{Name: value, Undefined: true})
	return nil
}

func isIdentifier(name string) bool {
	for i, r := range name {
		if !(r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return name != ""
}

// Defines is the text that the macros are in C.
func (f Flags) Defines() string {
	var b strings.Builder
	for _, m := range f.Macros {
		fmt.Fprintf(&b, "#undef %s\n", m.Name)
		if !m.Undefined {
			fmt.Fprintf(&b, "#define %s%s %s\n", m.Name, m.Params, m.Body)
		}
	}
	return b.String()
}

// Decides reports whether the flags say whether the macro is defined, which otherwise depends on flags that nobody has given.
func (f Flags) Decides(macro string) bool {
	return f.Complete || len(f.Asked) > 0 || slices.ContainsFunc(f.Macros, func(m Macro) bool { return m.Name == macro })
}

// IsEmpty reports whether there are no flags.
func (f Flags) IsEmpty() bool {
	return len(f.Quote)+len(f.Include)+len(f.System)+len(f.After)+len(f.Macros)+len(f.Files)+len(f.Asked) == 0 && !f.NoStandard
}

// With is f with g behind it, whose names are relative to the working directory.
func (f Flags) With(g Flags) Flags {
	f, g = f.located(), g.located()
	return Flags{
		Quote: slices.Concat(f.Quote, g.Quote), Include: slices.Concat(f.Include, g.Include), System: slices.Concat(f.System, g.System),
		After: slices.Concat(f.After, g.After), Macros: slices.Concat(f.Macros, g.Macros), Files: slices.Concat(f.Files, g.Files),
		NoStandard: f.NoStandard || g.NoStandard, Asked: slices.Concat(f.Asked, g.Asked), Complete: f.Complete || g.Complete,
	}
}

// located is f with names that are relative to the working directory. Where one of Files is not in Dir its name is that of an inclusion,
// and stays.
func (f Flags) located() Flags {
	if f.Dir == "" {
		return f
	}
	in := func(name string) string {
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(f.Dir, name)
	}
	all := func(names []string) (out []string) {
		for _, name := range names {
			out = append(out, in(name))
		}
		return out
	}
	f.Quote, f.Include, f.System, f.After = all(f.Quote), all(f.Include), all(f.System), all(f.After)
	f.Files = slices.Clone(f.Files)
	for i, name := range f.Files {
		if _, err := os.Stat(in(name)); err == nil {
			f.Files[i] = in(name)
		}
	}
	f.Dir = ""
	return f
}

// Args are the flags for a C compiler that runs in whatever directory.
func (f Flags) Args() []string {
	f = f.located()
	var out []string
	absolute := func(name string) string {
		if abs, err := filepath.Abs(name); err == nil {
			return abs
		}
		return name
	}
	directories := func(flag string, names []string) {
		for _, name := range names {
			out = append(out, flag, absolute(name))
		}
	}
	out = append(out, f.Asked...)
	if f.NoStandard {
		out = append(out, "-nostdinc")
	}
	directories("-iquote", f.Quote)
	directories("-I", f.Include)
	directories("-isystem", f.System)
	directories("-idirafter", f.After)
	for _, m := range f.Macros {
		if m.Undefined {
			out = append(out, "-U"+m.Name)
		} else {
			out = append(out, "-D"+m.Name+m.Params+"="+m.Body)
		}
	}
	for _, name := range f.Files {
		if _, err := os.Stat(name); err == nil {
			name = absolute(name)
		}
		out = append(out, "-include", name)
	}
	return out
}
