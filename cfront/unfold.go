package cfront

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
	"scf/cfront/splice"
)

// This file writes functions out that come from macros: in the text of the file what a macro stands for takes the place of its name and arguments, so
// that the function can be put back there.
//
//	#define TWICE(name, type) type name(type x) { return 2 * x; }
//	TWICE(twice, int)                                                int twice(int x) { return 2 * x; }
//
// It is done on one line, so that the lines behind it stay where they are, and it is undone where the new text does not mean the same, token by token.
// What cannot be written out stays, with the reason why (folds).

// fold is a function whose braces come from the macro at the offset.
type fold struct {
	function string
	offset   int
}

// Why what a macro stands for cannot be written out, and what to do.
const (
	foldedForGood  = "write the function out"
	foldedTwice    = "it means something else where the file includes itself; write the function out"
	foldedPragma   = "write the _Pragma of the macro as a #pragma before it, or write the function out"
	foldedUnparsed = "what the macro stands for, in its place, would mean something else; write the function out"
)

// Unfolded is the file with the named function, "" for all, written out where their braces come from macros; f itself where none do, or
// where that cannot be done.
func (f *File) Unfolded(ctx context.Context, function string) *File {
	folds := f.foldedIn(function)
	if len(folds) == 0 {
		return f
	}
	made := f.madeAt(folds)
	var edits []ctext.Edit
	f.folds = map[string]string{}
	for i, x := range folds {
		text, end := made[x.offset], f.macroEnd(x.offset)
		switch {
		case text.why == "" && end >= 0:
			f.folds[x.function] = foldedUnparsed
			if i == 0 || folds[i-1].offset != x.offset {
				lines := bytes.Count(f.Source()[x.offset:end], []byte("\n"))
				edits = append(edits, ctext.Edit{From: x.offset, To: end, Text: text.text + strings.Repeat("\n", lines)})
			}
		default:
			f.folds[x.function] = orElse(text.why, foldedForGood)
		}
	}
	if len(edits) == 0 {
		return f
	}
	out, err := Parse(ctx, f.Name(), ctext.Apply(f.Source(), edits), f.flags.options)
	if err != nil || !slices.Equal(f.ownTokens(), out.ownTokens()) {
		return f
	}
	if !slices.Equal(f.pragmas, out.pragmas) {
		for name, why := range f.folds {
			if why == foldedUnparsed {
				f.folds[name] = foldedPragma
			}
		}
		return f
	}
	out.folds = f.folds
	return out
}

// foldedIn are the functions whose braces come from macros, the named one, or all for "", in the order of the offsets.
func (f *File) foldedIn(function string) (folds []fold) {
	for _, fn := range f.funcs {
		name := fn.Declarator.Name()
		if function != "" && name != function || position(fn.CompoundStatement).File != f.Name() {
			continue
		}
		open, okOpen := f.offset(fn.CompoundStatement.Token, "{")
		end, okEnd := f.offset(fn.CompoundStatement.Token2, "}")
		if !okOpen {
			folds = append(folds, fold{name, open})
		}
		if !okEnd {
			folds = append(folds, fold{name, end})
		}
	}
	slices.SortStableFunc(folds, func(a, b fold) int { return a.offset - b.offset })
	return folds
}

// own calls visit for the declarations of the file itself, in order, with their tokens; what cc wrote itself is left out.
func (f *File) own(visit func(tokens []cc.Token)) {
	for _, d := range f.declarations() {
		tokens := cc.NodeTokens(d)
		if len(tokens) == 0 || tokens[0].Position().Filename != f.Name() {
			continue
		}
		synthetic := f.synthetic(d)
		visit(slices.DeleteFunc(tokens, func(t cc.Token) bool { return synthetic[t.Seq()] }))
	}
}

// synthetic are the tokens of the declaration of __func__ in d.
func (f *File) synthetic(d *cc.ExternalDeclaration) map[int]bool {
	out := map[int]bool{}
	if d.FunctionDefinition == nil {
		return out
	}
	list := d.FunctionDefinition.CompoundStatement.BlockItemList
	if list != nil && list.BlockItem.Case == cc.BlockItemDecl && isSynthetic(list.BlockItem.Declaration) {
		for _, t := range cc.NodeTokens(list.BlockItem.Declaration) {
			out[t.Seq()] = true
		}
	}
	return out
}

func (f *File) ownTokens() []string {
	var out []string
	f.own(func(tokens []cc.Token) {
		for _, t := range tokens {
			out = append(out, t.SrcStr())
		}
	})
	return out
}

// madeText is what a macro stands for, or why that cannot be written out.
type madeText struct{ text, why string }

// madeAt are the texts that the macros of the folds stand for, by their offsets.
func (f *File) madeAt(folds []fold) map[int]madeText {
	made := map[int]madeText{}
	for _, x := range folds {
		made[x.offset] = madeText{}
	}
	last := -1
	f.own(func(tokens []cc.Token) {
		lost := losesAttributes(tokens)
		for _, t := range tokens {
			offset := f.at(t).Offset
			m, ok := made[offset]
			switch {
			case !ok:
			case lost:
				m.why = splice.UnclearHint
			case m.text != "" && last != offset:
				m.why = foldedTwice
			case m.text != "" && (len(t.Sep()) > 0 || glues(m.text, t.SrcStr())):
				m.text += " " + t.SrcStr()
			default:
				m.text += t.SrcStr()
			}
			if ok {
				made[offset] = m
			}
			last = offset
		}
	})
	return made
}

// macroEnd is behind the macro at the offset, with its arguments; -1 where none stands there.
func (f *File) macroEnd(offset int) int {
	src := f.Source()
	if offset < 0 || offset >= len(src) || !ctext.IsWord(src[offset]) {
		return -1
	}
	end := offset + ctext.TokenLength(src[offset:])
	if m := f.unit.Macros[string(src[offset:end])]; m != nil && !m.IsFnLike {
		return end
	}
	depth := 0
	for i := end; i < len(src); {
		n := ctext.TokenLength(src[i:])
		if !ctext.IsBlank(src[i:], n) {
			if depth == 0 && src[i] != '(' {
				return end
			}
			if depth += ctext.Nesting(src[i]); depth == 0 {
				return i + n
			}
		}
		i += n
	}
	return -1
}
