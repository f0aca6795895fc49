package cfront

import (
	"bytes"
	"regexp"
	"slices"

	"scf/cfront/ctext"
)

// This file has cc read what gcc lets macros say of their last arguments,
//
//	#define LOG(format, args...) log_at(__LINE__, format,##args)
//
// where nothing is pasted, and the comma goes if there are no arguments. cc knows that of __VA_ARGS__ alone, with a blank in front of the ##.

var (
	pastesArguments = regexp.MustCompile(`,(?:\s|\\\r?\n)*##`)
	// variadic is what follows the word define where the macro takes a variable number of arguments, with their name.
	variadic = regexp.MustCompile(`^\s*\w+\([^()]*?(\w*)\s*\.\.\.\s*\)`)
)

// pastes are the replacements in the macros of the text; other than those of the front end's other files they change its length.
func pastes(text []byte) (edits []ctext.Edit) {
	if !pastesArguments.Match(text) {
		return nil
	}
	for _, d := range ctext.Directives(text) {
		if m := variadic.FindSubmatch(d.Rest); d.Name == "define" && m != nil {
			edits = append(edits, pastesIn(text[:d.End], d.Start, string(m[1]))...)
		}
	}
	return edits
}

// pastesIn are the replacements in the definition that begins there, of a macro that calls its last arguments name, or by no name.
func pastesIn(text []byte, from int, name string) (edits []ctext.Edit) {
	var named []ctext.Edit // names of the arguments in the definition
	pasted := false
	comma, paste := -1, -1 // offsets behind a comma, and of the ## behind it, if nothing else is behind that
	for i := from; i < len(text); {
		n := ctext.TokenLength(text[i:])
		word := string(text[i : i+n])
		switch {
		case bytes.HasPrefix(text[i:], []byte("##")):
			n, paste = 2, i
		case word == "__VA_ARGS__" || name != "" && word == name:
			if word == name {
				named = append(named, ctext.Edit{From: i, To: i + n, Text: "__VA_ARGS__"})
			}
			if comma >= 0 && paste >= comma {
				pasted = true
				edits = append(edits, ctext.Edit{From: comma, To: comma, Text: " "})
			}
			comma = -1
		case word == ",":
			comma, paste = i+n, -1
		case len(bytes.TrimSpace(text[i:i+n])) > 0 && word != "\\":
			comma = -1
		}
		i += n
	}
	if !pasted {
		return nil
	}
	if len(named) > 0 {
		named[0].Text = "" // the parameter
	}
	edits = append(edits, named...)
	slices.SortFunc(edits, func(a, b ctext.Edit) int { return a.From - b.From })
	return edits
}
