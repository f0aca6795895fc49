package cfront

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"
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
	if at.Filename != f.name || at.Offset < 0 || at.Offset >= len(f.src) || !isWord(f.src[at.Offset]) {
		return
	}
	word := string(f.src[at.Offset:][:tokenLength(f.src[at.Offset:])])
	if m := f.unit.Macros[word]; m != nil {
		f.behindMacros = append(f.behindMacros, at.Offset+useLength(f.src[at.Offset:], m.IsFnLike))
	}
}

// useLength is how long the use of a macro is that the text begins with, arguments included where it takes any.
func useLength(text []byte, takesArguments bool) int {
	end, depth := tokenLength(text), 0
	if !takesArguments {
		return end
	}
	for i := end; i < len(text); {
		n := tokenLength(text[i:])
		depth += nesting(text[i])
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
	return from + headStart(f.src[from:name])
}

// headStart is the place in the text, which ends before the name.
func headStart(text []byte) int {
	start, depth, fresh := 0, 0, true
	for i := lengthOfBOM(text); i < len(text); {
		n := tokenLength(text[i:])
		switch c := text[i]; {
		case c == '#' && beginsLine(text, i):
			n = directiveLength(text[i:])
			fresh = fresh || depth == 0
		case bytes.HasPrefix(text[i:], []byte("//")) || bytes.HasPrefix(text[i:], []byte("/*")):
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		default:
			if fresh {
				start, fresh = i, false
			}
			depth += nesting(c)
			fresh = depth == 0 && (c == ';' || c == '}')
		}
		i += n
	}
	if fresh {
		return len(text)
	}
	return start
}

// beginsLine reports whether only white space stands before i on its line.
func beginsLine(text []byte, i int) bool {
	before := bytes.TrimRight(text[:i], " \t")
	return len(before) == 0 || before[len(before)-1] == '\n'
}

func nesting(c byte) int {
	switch c {
	case '{', '(', '[':
		return 1
	case '}', ')', ']':
		return -1
	}
	return 0
}

// directiveLength is how long the directive is, lines continued included, without the last line's end.
func directiveLength(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && !bytes.HasSuffix(bytes.TrimSuffix(text[:i], []byte("\r")), []byte(`\`)) {
			return i
		}
	}
	return len(text)
}

func lengthOfBOM(text []byte) int { return len(text) - len(bytes.TrimPrefix(text, []byte(bom))) }
