package cfront

import (
	"bytes"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// This file reports which functions another definition may stand in for.

// Interposable reports whether a definition elsewhere may take the place of the function called name: where an attribute or a pragma says
// so. C itself gives a program one definition of each function, which is the one that calls in the file mean; a preloaded library may
// have others do instead, which no compiler expects that optimises across calls.
func (f *File) Interposable(name string) bool {
	if f.interposed == nil {
		f.interposed = f.findInterposed()
	}
	return f.interposed[name]
}

// findInterposed are the names of such functions, and more.
func (f *File) findInterposed() map[string]bool {
	out := map[string]bool{}
	for _, d := range f.declarations() {
		if isWeak(d) {
			for _, name := range namesOf(d) {
				out[name] = true
			}
		}
	}
	for line := range bytes.Lines(f.Source()) {
		if words := strings.Fields(string(line)); len(words) > 0 && strings.HasPrefix(words[0], "#") && slices.Contains(words, "weak") {
			for _, name := range words {
				out[name] = true
			}
		}
	}
	return out
}

// isWeak reports whether a declaration has an attribute by which another definition stands in for this one.
func isWeak(d *cc.ExternalDeclaration) bool {
	var tokens []cc.Token
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		tokens = cc.NodeTokens(d.FunctionDefinition.DeclarationSpecifiers)
		tokens = append(tokens, cc.NodeTokens(d.FunctionDefinition.Declarator)...)
	case cc.ExternalDeclarationDecl:
		tokens = cc.NodeTokens(d.Declaration)
	}
	weak := false
	attributeTokens(tokens, func(t cc.Token, lost bool) bool {
		switch strings.Trim(t.SrcStr(), "_") {
		case "weak", "weakref", "ifunc", "alias":
			weak = true
		}
		weak = weak || lost
		return !weak
	})
	return weak
}
