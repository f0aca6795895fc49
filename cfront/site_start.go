package cfront

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
)

// This file finds the beginning of a function in a text. cc does not know it where a macro stands first.

// noteMacro notes where the text of the declaration ends, if it ends in a macro.
func (f *File) noteMacro(d *cc.ExternalDeclaration) {
	var last cc.Token
	switch {
	case d.Case == cc.ExternalDeclarationFuncDef:
		last = d.FunctionDefinition.CompoundStatement.Token2
	case d.Case == cc.ExternalDeclarationDecl && d.Declaration.Case == cc.DeclarationDecl:
		last = d.Declaration.Token
	default:
		return
	}
	at := f.at(last)
	if at.Filename != f.Name() || at.Offset < 0 || at.Offset >= len(f.Source()) {
		return
	}
	if m := f.macroAt(at.Offset); m != nil {
		f.behindMacros = append(f.behindMacros, at.Offset+useLength(f.Source()[at.Offset:], m.IsFnLike))
	}
}

// macroAt is the macro whose name stands at the offset; nil for none.
func (f *File) macroAt(offset int) *cc.Macro {
	text := f.Source()[offset:]
	return f.unit.Macros[string(text[:ctext.TokenLength(text)])]
}

// useLength is how long the use of a macro is that the text begins with, arguments included where it takes any.
func useLength(text []byte, takesArguments bool) int {
	end, depth := ctext.TokenLength(text), 0
	if !takesArguments {
		return end
	}
	for i := end; i < len(text); {
		n := ctext.TokenLength(text[i:])
		depth += ctext.Nesting(text[i])
		i += n
		if depth == 0 && text[i-1] == ')' {
			return i
		}
	}
	return end
}

// headStart is where the head of the function begins whose name stands at the offset: behind the last declaration, directive or
// comment before it. What the functions before it hold does not matter: where conditional compilation leaves out a part, braces in
// their text need not match.
func (f *File) headStart(name int) int {
	from := 0
	for _, fn := range f.funcs {
		if end, ok := f.offset(fn.CompoundStatement.Token2, "}"); ok && end < name {
			from = max(from, end+1)
		}
	}
	for _, end := range f.behindMacros {
		if end <= name {
			from = max(from, end)
		}
	}
	return from + headStart(f.Source()[from:name])
}

// headStart is the place in the text, which ends before the name.
func headStart(text []byte) int {
	start, depth, fresh := 0, 0, true
	for i := ctext.LengthOfBOM(text); i < len(text); {
		n := ctext.TokenLength(text[i:])
		switch c := text[i]; {
		case c == '#' && ctext.BeginsLine(text, i):
			n = ctext.DirectiveLength(text[i:])
			fresh = fresh || depth == 0
		case bytes.HasPrefix(text[i:], []byte("//")) || bytes.HasPrefix(text[i:], []byte("/*")):
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		default:
			if fresh {
				start, fresh = i, false
			}
			depth += ctext.Nesting(c)
			fresh = depth == 0 && (c == ';' || c == '}')
		}
		i += n
	}
	if fresh {
		return len(text)
	}
	return start
}
