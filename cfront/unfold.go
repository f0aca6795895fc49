package cfront

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
)

// This file writes functions out that come from macros: in the text of the file what a macro stands for takes the place of its name and arguments, so
// that the function can be put back there.
//
//	#define TWICE(name, type) type name(type x) { return 2 * x; }
//	TWICE(twice, int)                                                int twice(int x) { return 2 * x; }
//
// It is done on one line, so that the lines behind it stay where they are, and it is undone where the new text does not mean the same, token by token.

// Unfolded is the file with the named function, "" for all, written out where their braces come from macros; f itself where none do, or
// where that cannot be done.
func (f *File) Unfolded(ctx context.Context, function string) *File {
	at := f.foldedAt(function)
	if len(at) == 0 {
		return f
	}
	texts := f.madeAt(at)
	var edits []ctext.Edit
	for _, offset := range at {
		end := f.macroEnd(offset)
		if end < 0 || texts[offset] == "" {
			return f
		}
		lines := bytes.Count(f.Source()[offset:end], []byte("\n"))
		edits = append(edits, ctext.Edit{From: offset, To: end, Text: texts[offset] + strings.Repeat("\n", lines)})
	}
	out, err := Parse(ctx, f.Name(), ctext.Apply(f.Source(), edits), f.flags.options)
	if err != nil || !slices.Equal(f.ownTokens(), out.ownTokens()) {
		return f
	}
	return out
}

// foldedAt are the offsets of the macros that the braces of the named function come from, "" for all, in order.
func (f *File) foldedAt(function string) []int {
	var at []int
	for _, fn := range f.funcs {
		if function != "" && fn.Declarator.Name() != function || position(fn.CompoundStatement).File != f.Name() {
			continue
		}
		open, okOpen := f.offset(fn.CompoundStatement.Token, "{")
		end, okEnd := f.offset(fn.CompoundStatement.Token2, "}")
		if !okOpen {
			at = append(at, open)
		}
		if !okEnd {
			at = append(at, end)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// own calls visit for the tokens of the file's own declarations, in order; what cc wrote itself is left out. Where attributes are lost it gives false.
func (f *File) own(visit func(t cc.Token)) (complete bool) {
	for _, d := range f.declarations() {
		tokens := cc.NodeTokens(d)
		if len(tokens) == 0 || tokens[0].Position().Filename != f.Name() {
			continue
		}
		if losesAttributes(tokens) {
			return false
		}
		synthetic := f.synthetic(d)
		for _, t := range tokens {
			if !synthetic[t.Seq()] {
				visit(t)
			}
		}
	}
	return true
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
	f.own(func(t cc.Token) { out = append(out, t.SrcStr()) })
	return out
}

// madeAt are the texts that the macros at the offsets stand for.
func (f *File) madeAt(offsets []int) map[int]string {
	texts := map[int]string{}
	complete := f.own(func(t cc.Token) {
		offset := f.at(t).Offset
		if !slices.Contains(offsets, offset) {
			return
		}
		if before := texts[offset]; before != "" && (len(t.Sep()) > 0 || glues(before, t.SrcStr())) {
			texts[offset] += " "
		}
		texts[offset] += t.SrcStr()
	})
	if !complete {
		return nil
	}
	return texts
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
