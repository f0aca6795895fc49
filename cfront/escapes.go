package cfront

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file has cc read hexadecimal escapes as C does, which take all digits that follow: "\x0041" is "A". cc takes two of them. It gets a
// text as long in place of such an escape, which ends the string and begins another one. Where there is none the file is refused. Nor does cc know the
// prefix u8 of strings.

var longEscape = regexp.MustCompile(`\\(?:[^x]|x[0-9a-fA-F]+)`)

// longEscapes are the replacements of such escapes in the strings of the text.
func longEscapes(src []byte) (edits []ctext.Edit) {
	if !bytes.Contains(src, []byte(`\x`)) {
		return nil
	}
	for i := ctext.LengthOfBOM(src); i < len(src); {
		n := ctext.TokenLength(src[i:])
		if src[i] == '"' && (i == 0 || !ctext.IsWord(src[i-1])) {
			for _, m := range longEscape.FindAllIndex(src[i:i+n], -1) {
				if text := string(src[i+m[0] : i+m[1]]); len(text) > 4 {
					edits = append(edits, ctext.Edit{From: i + m[0], To: i + m[1], Text: shortEscape(text)})
				}
			}
		}
		i += n
	}
	return edits
}

// utf8Prefixes are replacements that leave out the u8 in front of strings, which are encoded so without it. cc takes the 8 to be part of the string.
func utf8Prefixes(src []byte) (edits []ctext.Edit) {
	if !bytes.Contains(src, []byte(`u8"`)) {
		return nil
	}
	for i := ctext.LengthOfBOM(src); i < len(src); {
		n := ctext.TokenLength(src[i:])
		if string(src[i:i+n]) == "u8" && bytes.HasPrefix(src[i+n:], []byte{'"'}) {
			edits = append(edits, ctext.Edit{From: i, To: i + n, Text: "  "})
		}
		i += n
	}
	return edits
}

// checkEscapes refuses a text with an escape that there is nothing to put in place of.
func checkEscapes(name string, src []byte) error {
	for _, e := range longEscapes(ctext.Apply(src, utf8Prefixes(src))) {
		if e.Text == "" {
			before := src[:e.From]
			at := diag.Pos{File: name, Line: 1 + bytes.Count(before, []byte("\n")), Col: e.From - bytes.LastIndexByte(before, '\n')}
			return diag.Errorf(at, "the hexadecimal escape %s has three digits", src[e.From:e.To]).WithHint("write two digits, and end the string behind them where another one follows")
		}
	}
	return nil
}

// shortEscape is a text as long as the escape, at least five bytes, that cc reads as C reads the escape; empty where there is none.
func shortEscape(escape string) string {
	digits := escape[len(escape)-2:]
	value, _ := strconv.ParseUint(digits, 16, 8)
	switch {
	case len(escape) > 5:
		return `\x` + digits + `"` + strings.Repeat(" ", len(escape)-6) + `"`
	case value < 8*8:
		return fmt.Sprintf(`\%02o""`, value)
	case value < 0x80 && ctext.IsWord(byte(value)):
		return fmt.Sprintf(`%c"  "`, value)
	}
	return ""
}
