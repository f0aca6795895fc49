package cfront

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
)

// Site finds the named function ("" for the only one) in the text. It is an error if its head or braces come from a macro.
func (f *File) Site(name string) (*splice.Site, error) {
	fn, err := f.function(name)
	if err != nil {
		return nil, err
	}
	s := &splice.Site{Func: fn.Declarator.Name(), Params: paramNames(fn.FunctionDefinition)}
	at := position(fn.Declarator)
	s.Line, s.Col = at.Line, at.Col
	body := fn.CompoundStatement
	var okOpen, okEnd, okName bool
	s.Open, okOpen = f.offset(body.Token, "{")
	s.End, okEnd = f.offset(body.Token2, "}")
	s.End++
	s.Name, okName = f.offset(fn.Declarator.NameTok(), s.Func)
	if !okName {
		s.Name = -1
	}
	if !okOpen || !okEnd || s.End <= s.Open || s.Open <= s.Name {
		err := diag.Errorf(at, "the text of %s comes from a macro", s.Func).WithHint("%s", orElse(f.folds[s.Func], foldedForGood))
		return nil, f.lines.attach(err, f.Source())
	}
	s.Start = s.Open
	if at := f.at(fn.Declarator.NameTok()).Offset; okName || 0 <= at && at < s.Open && f.macroAt(at) != nil {
		s.Start = f.headStart(at)
	}
	s.Static, s.Extern, s.OldStyle = fn.Declarator.IsStatic(), fn.Declarator.IsExtern(), fn.DeclarationList != nil
	if end := position(body.Token2); f.lines.within(s.Open, s.End) {
		s.Resume = fmt.Sprintf("#line %d %q", end.Line, end.File)
	}
	s.Fragments = f.fragments(body)
	f.setHeads(s, fn.FunctionDefinition)
	for _, p := range parameters(fn.FunctionDefinition) {
		if isVariable(p.Type()) {
			s.Recast = append(s.Recast, p.Name())
		}
	}
	if lowered, err := f.lower(fn); err == nil {
		s.Kept, s.KeptNames, s.Statics, s.Variadic = lowered.Kept, lowered.KeptNames, lowered.Statics, lowered.Variadic
		if lowered.GivenBack == "" { // or another function would give back other addresses
			s.Tables = lowered.Tables
		}
		s.Moved, s.Unmoved = f.movedIn(lowered, fn)
	}
	return s, nil
}

// movedIn are the parts of the function's text that say what is kept of it; incomplete tells that some of them cannot be, as they come
// from macros.
func (f *File) movedIn(fn *Function, of definition) (moved []splice.Moved, incomplete bool) {
	if !fn.Statics {
		return nil, false
	}
	if moved, incomplete = f.renamedIn(of); incomplete {
		return nil, true
	}
	for _, m := range fn.moved {
		if m.node == nil {
			return nil, true
		}
		tokens := cc.NodeTokens(m.node)
		first, last := tokens[0], tokens[len(tokens)-1]
		from, okFrom := f.offset(first, first.SrcStr())
		to, okTo := f.offset(last, last.SrcStr())
		if !okFrom || !okTo || to < from || losesAttributes(tokens) {
			return nil, true
		}
		moved = append(moved, splice.Moved{From: from, To: to + len(last.SrcStr()), Text: m.text})
	}
	slices.SortFunc(moved, func(a, b splice.Moved) int { return cmp.Or(a.From-b.From, b.To-a.To) })
	end := 0
	moved = slices.DeleteFunc(moved, func(m splice.Moved) bool { // what lies in another one
		inside := m.From < end
		end = max(end, m.To)
		return inside
	})
	return moved, false
}

// namedDirective is a directive, with its name.
var namedDirective = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(\w*)`)

// fragments are the names of the files that are included for parts of the body and for nothing else: they define no macros and include no
// other files.
func (f *File) fragments(body *cc.CompoundStatement) (names []string) {
	seen := map[string]bool{position(body.Token).File: true}
	walk(body, func(n cc.Node) {
		file := position(n).File
		if seen[file] {
			return
		}
		seen[file] = true
		text, read := f.included[file]
		for _, d := range namedDirective.FindAllSubmatch(text, -1) {
			switch string(d[1]) {
			case "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning":
			default:
				read = false
			}
		}
		if read {
			names = append(names, filepath.Base(file))
		}
	})
	return slices.Sorted(slices.Values(names))
}

func paramNames(fn *cc.FunctionDefinition) []string {
	names := []string{}
	for _, p := range parameters(fn) {
		names = append(names, p.Name())
	}
	return names
}

// Splice is the file's text with the function tree, made from the named one ("" for the only one), put in. It is an error if
// the name for the new function is taken, if the tree's signature is another, or if the text around the function does not
// allow what is asked (its head or braces come from a macro, directives stand in its body).
func (f *File) Splice(name string, tree *ast.Func, how splice.How) ([]byte, error) {
	site, err := f.Site(name)
	if err != nil {
		return nil, err
	}
	return site.Splice(f.Text, tree, how)
}
