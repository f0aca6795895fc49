// Package cfront is the C front end: it parses a C file with modernc.org/cc/v4, lowers functions to the tree of package
// ast, and says where they stand in the file's text (package ctext), into which package splice puts others.
//
//	file.go       a parsed file and its functions
//	parse.go      from text to cc's syntax tree; messages
//	aside.go      leaving out what cannot be read
//	escapes.go    hexadecimal escapes in strings
//	lines.go      directives that say where a text comes from
//	pastes.go     macros with a variable number of arguments
//	typeof.go     typeof of types
//	predefined.go the macros that stand for the compiler where a file includes nothing
//	limits.go     what parsing may cost
//	conditions.go preprocessing first, with an eye on conditions and inclusions
//	strings.go    the strings that macros make
//	include.go    the files that are included
//	search.go     where they are looked for, and where one is that was not found
//	nesting.go    refusing texts that are nested too deeply to parse
//	types.go      types of C as types of the tree
//	records.go    names and fields of structs and unions
//	layout.go     where the fields of structs and unions lie
//	qualifiers.go const, volatile and _Atomic
//	packing.go    structs that are laid out in a way of their own
//	pragmas.go    pragmas on loops
//	attributes.go lists of attributes
//	flags.go      functions that depend on the flags of the compiler
//	independence.go functions that do not, found without reading the file again
//	function.go   what a function is, lowered
//	builtins.go   functions of the compiler; overflow*.go: arithmetic that tells whether it overflows
//	text.go       C that is kept as it is; asm.go: assembly; foreign.go: types of what is kept; volatile.go: volatile variables; nested.go: functions inside functions
//	vla.go        arrays of variable length
//	lower*.go     functions, declarations, statements, expressions
//	init_parts.go which value of an initialiser begins what
//	unit*.go      what functions need to run: those that they reach, variables with their first bytes and addresses
//	rename.go     names of their own for what is kept
//	kept.go       declarations that the tree does not hold: static locals, local types
//	tables.go     those of static locals that a copy of a function may have again
//	macros.go     printed text and macros
//	site*.go      where a function stands in the text, the heads of its copies
//	unfold.go     functions that come from macros, written out
//	pointees.go   the functions that pointers may lead to
//	interposed.go whether another definition may stand in for a function
//	visible.go    whether a function's body may stand in another's
//	implicit.go   functions that are called without a declaration
//	contain.go    structs that contain themselves; recordscan.go: whether there may be any
//
// What C leaves implicit, conversions above all, is explicit in the tree. What the tree does not hold is kept in it as
// text, or refused with its place, its name and what to do; nothing is approximated.
package cfront

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/internal/cflags"
	"scf/internal/diag"
	"scf/internal/suggest"
)

// Options say how to read a file. The zero value is the default.
type Options struct {
	OS, Arch string       // the target ABI, in Go's names; linux and amd64 by default
	Flags    cflags.Flags // of the C compiler, as far as they say what the text is
	// FS has the files that are included by names that are no absolute paths; nil for the file system of the machine.
	FS     fs.FS
	Limits Limits

	toggle string // a predefined macro to change; "" for none
	host   *host  // the installed compiler, where it has been asked
}

const (
	defaultOS   = "linux"
	defaultArch = "amd64"
)

// File is a parsed C file.
type File struct {
	*ctext.Text
	os    string
	arch  string
	abi   *cc.ABI
	unit  *cc.AST
	funcs []definition // those whose text is in the file itself, in order
	// behindMacros are the offsets behind macros with which declarations end that stand outside of functions, ascending.
	behindMacros []int

	typedefs map[recordID]typedefOfRecord
	// tagCount and nameCount are how often each tag is defined, and each other name declared; nil until they are asked for.
	tagCount, nameCount map[string]int
	declared            declaredQualifiers // outside functions
	packing             *packing
	advice              map[int]ast.Advice // by the offset of a loop
	flags               *flags
	lines               lines
	asides              asides
	lost                asides            // with those of the files that are included
	folds               map[string]string // why functions are not written out that come from macros, by their names
	pragmas             []string          // those that change what the text means
	included            map[string][]byte // the texts of the files that are included, by their paths
	renamed             map[*cc.FunctionDefinition][]renamed
	defined             map[string]definition // the functions that it and the files that it includes define, by their names
	// interposed are the names of functions that another definition may stand in for, when they are found.
	interposed map[string]bool
}

// definition is a function's, the declaration number ordinal of the translation unit.
type definition struct {
	*cc.FunctionDefinition
	ordinal int
}

// Parse reads the C file name with the text src. A file that includes nothing needs no C compiler on the machine; for one
// that includes headers the installed compiler says where they are. An error that is the text's is a *diag.Error or a
// diag.List with the source lines attached; others are ctx's.
func Parse(ctx context.Context, name string, src []byte, o Options) (*File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := newParser(ctx, name, src, o)
	unit, err := p.parse()
	if err != nil {
		return nil, p.lines.attach(err, src)
	}
	f := &File{Text: ctext.New(name, src), unit: unit, abi: p.abi, typedefs: map[recordID]typedefOfRecord{}, renamed: map[*cc.FunctionDefinition][]renamed{}, declared: declaredQualifiers{},
		lines: p.lines, asides: p.asides, lost: slices.Concat(p.asides, p.headers.asides), included: p.headers.read, os: orElse(o.OS, defaultOS), arch: orElse(o.Arch, defaultArch)}
	f.packing = newPacking(unit, src, p.text, p.pragmas, p.lines, p.system)
	f.advice = f.advices(p.pragmas)
	f.pragmas = meaningful(p.pragmas)
	f.flags = &flags{options: p.options, changed: map[string]*File{}, differing: map[string]map[string]bool{}}
	if o.toggle == "" {
		if f.flags.names = slices.DeleteFunc(mentionedFlags(src, p.ownHeaders()), o.Flags.Decides); len(f.flags.names) > 0 {
			f.flags.text = p.expansion()
		}
	}
	if err := f.collect(); err != nil {
		return nil, f.lines.attach(err, src)
	}
	return f, nil
}

// collect finds the functions that the file defines and that could be read.
func (f *File) collect() error {
	seen := map[string]bool{}
	f.defined = map[string]definition{}
	ordinal := 0
	for u := f.unit.TranslationUnit; u != nil; u = u.TranslationUnit {
		d := u.ExternalDeclaration
		ordinal++
		f.noteMacro(d)
		if d.Case == cc.ExternalDeclarationDecl {
			f.collectTypedefs(d.Declaration, ordinal)
			f.declared.declaration(d.Declaration)
		}
		fn := d.FunctionDefinition
		if d.Case == cc.ExternalDeclarationFuncDef {
			f.defined[fn.Declarator.Name()] = definition{fn, ordinal}
		}
		if d.Case != cc.ExternalDeclarationFuncDef || !f.isOwn(fn) {
			continue
		}
		f.declared.collect(fn.DeclarationSpecifiers)
		name := fn.Declarator.Name()
		if seen[name] {
			return diag.Errorf(position(fn.Declarator), "redefinition of %s", name)
		}
		seen[name] = true
		f.funcs = append(f.funcs, definition{fn, ordinal})
		if names := rename(fn, f.uses); names != nil {
			f.renamed[fn] = names
			for _, r := range names {
				f.Reserve(r.name)
			}
		}
	}
	return nil
}

// isOwn reports whether fn's text is in the file itself and not in a header. A line directive may name another file.
func (f *File) isOwn(fn *cc.FunctionDefinition) bool {
	if position(fn.CompoundStatement).File == f.Name() {
		return true
	}
	_, open := f.offset(fn.CompoundStatement.Token, "{")
	_, end := f.offset(fn.CompoundStatement.Token2, "}")
	_, name := f.offset(fn.Declarator.NameTok(), fn.Declarator.Name())
	return open && end && name
}

// offset is where the token stands in the file's text; it does not where a header or a macro wrote it.
func (f *File) offset(t cc.Token, text string) (off int, own bool) {
	off = f.at(t).Offset
	end := off + len(text)
	own = off >= 0 && end <= len(f.Source()) && string(f.Source()[off:end]) == text && t.SrcStr() == text
	return off, own
}

// Funcs are the names of the functions that the file defines, in order; those that could not be read come last.
func (f *File) Funcs() []string {
	var names []string
	for _, fn := range f.funcs {
		names = append(names, fn.Declarator.Name())
	}
	for _, a := range f.asides {
		if a.name != "" && !slices.Contains(names, a.name) {
			names = append(names, a.name)
		}
	}
	return names
}

// Defines reports whether the file defines a function of that name that could be read.
func (f *File) Defines(name string) bool {
	return slices.ContainsFunc(f.funcs, func(fn definition) bool { return fn.Declarator.Name() == name })
}

// HasDefinition reports whether the file, or one that it includes, defines a function of that name, even one that could not be read.
func (f *File) HasDefinition(name string) bool {
	return f.asides.function(name) != nil || f.definedIn(name).File != ""
}

// function finds a function by name; "" is the only one that the file defines.
func (f *File) function(name string) (definition, error) {
	if name == "" {
		return f.onlyFunction()
	}
	for _, fn := range f.funcs {
		if fn.Declarator.Name() == name {
			return fn, nil
		}
	}
	if a := f.asides.function(name); a != nil {
		return definition{}, f.lines.attach(distinct(a.errs).Err(), f.Source())
	}
	if at := f.definedIn(name); at.File != "" {
		return definition{}, diag.Errorf(diag.Pos{File: f.Name()}, "the function %s stands in %s, which the file includes", name, at.File).
			WithHint("name that file, with what stands before its #include by -include and -D")
	}
	hint := f.choices()
	if close := suggest.Hint(name, f.Funcs()); close != "" {
		hint = close + " " + hint
	}
	return definition{}, diag.Errorf(diag.Pos{File: f.Name()}, "the file defines no function %s", name).WithHint("%s", hint)
}

// definedIn is where the file, or one that it includes, defines the function; nowhere where none does.
func (f *File) definedIn(name string) diag.Pos {
	if d, ok := f.defined[name]; ok {
		return position(d.Declarator)
	}
	return diag.Pos{}
}

func (f *File) onlyFunction() (definition, error) {
	switch names := f.Funcs(); len(names) {
	case 0:
		return definition{}, diag.Errorf(diag.Pos{File: f.Name()}, "the file defines no function")
	case 1:
		return f.function(names[0])
	default:
		return definition{}, diag.Errorf(diag.Pos{File: f.Name()}, "the file defines %d functions; say which one", len(names)).
			WithHint("choose one with -func: %s", diag.Names(names))
	}
}

func (f *File) choices() string {
	if len(f.funcs) == 0 {
		return "it defines none"
	}
	return "it defines " + diag.Names(f.Funcs())
}

// dir is where the file's own includes are searched.
func dir(name string) string { return filepath.Dir(name) }
