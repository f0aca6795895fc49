package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/splice"
)

// This file reads __attribute__((a, b(x), c)). cc keeps the first and the last attribute of a list and forgets those between: that
// tokens are missing shows in their numbers.

// attributeTokens calls f for the tokens inside the parentheses of attributes, until it gives false; lost reports whether tokens are
// missing before one.
func attributeTokens(tokens []cc.Token, f func(t cc.Token, lost bool) bool) {
	depth := 0 // of parentheses of the attribute; -1 between the attribute's keyword and its parentheses
	for i, t := range tokens {
		switch text := t.SrcStr(); {
		case text == "__attribute__" || text == "__attribute":
			depth = -1
		case depth == 0:
		case !f(t, depth > 0 && t.Seq() != tokens[i-1].Seq()+1):
			return
		case text == "(":
			depth = max(depth, 0) + 1
		case text == ")":
			depth--
		}
	}
}

// lostBefore are the numbers of the tokens before which cc has forgotten attributes.
func lostBefore(tokens []cc.Token) map[int]bool {
	before := map[int]bool{}
	attributeTokens(tokens, func(t cc.Token, lost bool) bool {
		if lost {
			before[t.Seq()] = true
		}
		return true
	})
	return before
}

// losesAttributes reports whether cc has forgotten attributes among the tokens.
func losesAttributes(tokens []cc.Token) bool { return len(lostBefore(tokens)) > 0 }

// changesLayout reports whether an attribute among the tokens is one of the words, or aligned without a number, which cc takes for nothing.
func changesLayout(tokens []cc.Token) bool {
	changes := false
	attributeTokens(tokens, func(t cc.Token, _ bool) bool {
		changes = layoutWords[t.SrcStr()]
		return !changes
	})
	return changes || withoutNumber(tokens)
}

// withoutNumber reports whether an attribute among the tokens is aligned without a number.
func withoutNumber(tokens []cc.Token) bool {
	found, aligned := false, false
	attributeTokens(tokens, func(t cc.Token, _ bool) bool {
		found = aligned && t.SrcStr() != "("
		aligned = strings.Trim(t.SrcStr(), "_") == "aligned"
		return !found
	})
	return found || aligned
}

// lostAttributes is what is said where an attribute matters that cc has forgotten.
var lostAttributes = diagnosis{"a list of more than two attributes", splice.UnclearHint}
