// Package cfront is the C front end: it parses a C file with modernc.org/cc/v4, lowers one function to the tree of package
// ast, and puts a function back into the file's text with every other byte untouched.
//
//	file.go       a parsed file and its functions
//	parse.go      from text to cc's syntax tree; messages
//	predefined.go the macros that stand for the compiler where a file includes nothing
//	nesting.go    refusing texts that are nested too deeply to parse
//	types.go      types of C as types of the tree
//	lower*.go     functions, declarations, statements, expressions
//	site.go       where a function stands in the text
//	splice*.go    putting a function back
//
// What C leaves implicit, conversions above all, is explicit in the tree. What the tree cannot hold yet is refused with its
// place, its name and what to do; nothing is approximated.
package cfront

import (
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/internal/diag"
)

// Options say how to read a file. The zero value is the default.
type Options struct {
	OS, Arch     string   // the target ABI, in Go's names; "linux" and "amd64" by default
	IncludePaths []string // searched after the file's own directory
}

// File is a parsed C file.
type File struct {
	name  string
	src   []byte
	style ast.Style
	abi   *cc.ABI
	unit  *cc.AST
	funcs []*cc.FunctionDefinition // those whose text is in the file itself, in order
}

// Parse reads the C file name with the text src. A file that includes nothing needs no C compiler on the machine; for one
// that includes headers the installed compiler says where they are. An error that is the text's is a *diag.Error or a
// diag.List with the source lines attached.
func Parse(name string, src []byte, o Options) (*File, error) {
	p := &parser{name: name, src: src, options: o}
	unit, err := p.parse()
	if err != nil {
		return nil, diag.AttachSource(err, name, string(src))
	}
	f := &File{name: name, src: src, style: detectStyle(src), abi: p.abi, unit: unit}
	if err := f.collect(); err != nil {
		return nil, diag.AttachSource(err, name, string(src))
	}
	return f, nil
}

// detectStyle is the style of the source, which also says what names it uses.
func detectStyle(src []byte) ast.Style {
	style := ast.DetectStyle(string(src))
	words := map[string]bool{}
	for i := 0; i < len(src); {
		n := tokenLength(src[i:])
		if isWord(src[i]) {
			words[string(src[i:i+n])] = true
		}
		i += n
	}
	style.Avoid = func(name string) bool { return words[name] }
	return style
}

// collect finds the functions that the file defines.
func (f *File) collect() error {
	seen := map[string]bool{}
	for u := f.unit.TranslationUnit; u != nil; u = u.TranslationUnit {
		d := u.ExternalDeclaration
		if d.Case != cc.ExternalDeclarationFuncDef || !f.isOwn(d.FunctionDefinition) {
			continue
		}
		fn := d.FunctionDefinition
		name := fn.Declarator.Name()
		if seen[name] {
			return diag.Errorf(position(fn.Declarator), "redefinition of %s", name)
		}
		seen[name] = true
		f.funcs = append(f.funcs, fn)
	}
	return nil
}

// isOwn tells whether fn's text is in the file itself and not in a header. A line directive may name another file.
func (f *File) isOwn(fn *cc.FunctionDefinition) bool {
	_, own := f.offset(fn.CompoundStatement.Token, "{")
	return own || position(fn.CompoundStatement).File == f.name
}

// offset is where the token stands in the file's text; it does not where a header or a macro wrote it.
func (f *File) offset(t cc.Token, text string) (off int, own bool) {
	at := t.Position()
	off = at.Offset
	end := off + len(text)
	own = off >= 0 && end <= len(f.src) && string(f.src[off:end]) == text && t.SrcStr() == text
	return off, own
}

// Name is the file's name as given to Parse.
func (f *File) Name() string { return f.name }

// Source is the file's text.
func (f *File) Source() []byte { return f.src }

// Style is how the file is laid out.
func (f *File) Style() ast.Style { return f.style }

// Funcs are the names of the functions that the file defines, in order.
func (f *File) Funcs() []string {
	var names []string
	for _, fn := range f.funcs {
		names = append(names, fn.Declarator.Name())
	}
	return names
}

// function finds a function by name; "" is the only one that the file defines.
func (f *File) function(name string) (*cc.FunctionDefinition, error) {
	if name == "" {
		return f.onlyFunction()
	}
	for _, fn := range f.funcs {
		if fn.Declarator.Name() == name {
			return fn, nil
		}
	}
	return nil, diag.Errorf(diag.Pos{File: f.name}, "the file defines no function %s", name).WithHint("%s", f.choices())
}

func (f *File) onlyFunction() (*cc.FunctionDefinition, error) {
	switch len(f.funcs) {
	case 0:
		return nil, diag.Errorf(diag.Pos{File: f.name}, "the file defines no function")
	case 1:
		return f.funcs[0], nil
	}
	return nil, diag.Errorf(diag.Pos{File: f.name}, "the file defines %d functions; say which one", len(f.funcs)).WithHint("%s", f.choices())
}

func (f *File) choices() string {
	if len(f.funcs) == 0 {
		return "it defines none"
	}
	return "it defines " + strings.Join(f.Funcs(), ", ")
}

// Lower is the named function ("" for the only one) as a tree. Errors are a diag.List with everything in the function that
// the tree cannot hold, or that is wrong.
func (f *File) Lower(name string) (*ast.Func, error) {
	fn, err := f.function(name)
	if err != nil {
		return nil, err
	}
	l := newLowerer(f, fn)
	tree := l.function()
	if err := l.errs.Err(); err != nil {
		return nil, diag.AttachSource(err, f.name, string(f.src))
	}
	ast.Number(tree)
	return tree, nil
}

// dir is where the file's own includes are searched.
func dir(name string) string { return filepath.Dir(name) }
