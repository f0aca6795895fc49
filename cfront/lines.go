package cfront

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file reads directives that say where a text comes from,
//
//	#line 12
//	#line NUMBER FILE     macros
//	# 12 "file.c" 1 3     as preprocessors write it
//
// cc reads the first alone, and where conditionals leave it out, too. It gets them all in that form, or spaces for them.

var lineDirective = regexp.MustCompile(`^#[ \t]*(?:line\b|\d)`)

// lines are the directives of a text.
type lines struct {
	name   string       // of the file
	at     []ctext.Edit // in the text: spaces, or what cc reads
	shifts []shift      // of what follows in the text with these
	pasted []shift      // and in that which cc reads, by replacements in macros (pastes.go)
}

// shift is that what stands behind the offset in the text that cc reads stands so much further in front in the file.
type shift struct{ from, by int }

// readLines finds the directives of p's text. Which of them count, and what they expand to, is found by preprocessing the text with a
// line of text in place of each.
func (p *parser) readLines(cfg cc.Config, sources []cc.Source) lines {
	l := lines{name: p.name}
	var marked []ctext.Edit
	for i := ctext.LengthOfBOM(p.src); i < len(p.src); {
		n := ctext.TokenLength(p.src[i:])
		if p.src[i] == '#' && ctext.BeginsLine(p.src, i) {
			n = ctext.DirectiveLength(p.src[i:])
			if text := p.src[i : i+n]; lineDirective.Match(text) {
				l.at = append(l.at, ctext.Edit{From: i, To: i + n, Text: blank(text)})
				words := strings.TrimPrefix(strings.TrimLeft(string(joined(text)[1:]), " \t"), "line")
				marked = append(marked, ctext.Edit{From: i, To: i + n, Text: fmt.Sprintf("__scf_line_%d (%s)", len(marked), strings.TrimSpace(words))})
			}
		}
		i += n
	}
	if len(marked) == 0 {
		return l
	}
	var out bytes.Buffer
	sources = append([]cc.Source(nil), sources...)
	for i := range sources {
		if sources[i].Name == p.name {
			sources[i].Value = append(ctext.Apply(p.src, marked), "\n\n"...)
		}
	}
	if err := cc.Preprocess(&cfg, sources, &out); err != nil {
		return l // which says it again
	}
	l.expand(out.Bytes())
	return l
}

var markedLine = regexp.MustCompile(`__scf_line_(\d+)\s*\(\s*(\d+)\s*("(?:[^"\\\n]|\\.)*")?[^)\n]*\)`)

// expand puts in what cc is to read for the directives that are marked in a preprocessed text.
func (l *lines) expand(preprocessed []byte) {
	for _, m := range markedLine.FindAllSubmatch(preprocessed, -1) {
		i, _ := strconv.Atoi(string(m[1]))
		if i >= len(l.at) {
			continue
		}
		e := &l.at[i]
		text := strings.TrimRight(fmt.Sprintf("#line %s %s", m[2], m[3]), " ")
		if pad := len(e.Text) - len(text) - strings.Count(e.Text, "\n"); pad > 0 {
			text = strings.Repeat(" ", pad) + text
		}
		e.Text = strings.Repeat("\n", strings.Count(e.Text, "\n")) + text
	}
	l.shifts = shiftsOf(l.at)
}

// blank is spaces for a text, line by line.
func blank(text []byte) string {
	out := bytes.Repeat([]byte(" "), len(text))
	for i, c := range text {
		if c == '\n' {
			out[i] = c
		}
	}
	return string(out)
}

// joined is a directive without the ends of the lines that it continues.
func joined(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\\\r\n"), nil), []byte("\\\n"), nil)
}

// within reports whether a directive stands between the offsets.
func (l lines) within(from, to int) bool {
	return slices.ContainsFunc(l.at, func(e ctext.Edit) bool { return from <= e.From && e.To <= to })
}

// original is the offset in the file of what stands at the offset in the text that cc reads.
func (l lines) original(offset int) int { return unshifted(l.shifts, unshifted(l.pasted, offset)) }

// unshifted is where what stands at the offset stood before it was shifted.
func unshifted(shifts []shift, offset int) int {
	n := sort.Search(len(shifts), func(i int) bool { return shifts[i].from > offset })
	if n == 0 {
		return offset
	}
	return offset - shifts[n-1].by
}

// shiftsOf are where what stands behind the edits comes to stand; they are in the order of the text.
func shiftsOf(edits []ctext.Edit) (shifts []shift) {
	grown := 0
	for _, e := range edits {
		grown += len(e.Text) - (e.To - e.From)
		shifts = append(shifts, shift{e.To + grown, grown})
	}
	return shifts
}

// physical is the line of the file that a directive calls line number line of another, or of itself.
func (l lines) physical(src []byte, pos diag.Pos) (line int, ok bool) {
	name, number, from := l.name, 1, 1
	done, physical := 0, 1
	for i := 0; i <= len(l.at); i++ {
		to, end := len(src), false
		if end = i == len(l.at); !end {
			to = l.at[i].To
		}
		physical += bytes.Count(src[done:to], []byte("\n"))
		done = to
		if at := from + pos.Line - number; pos.File == name && at >= from && at <= physical {
			return at, true
		}
		if m := markedAs.FindStringSubmatch(l.text(i)); m != nil {
			number, _ = strconv.Atoi(m[1])
			from, name = physical+1, orElse(m[2], name)
		}
	}
	return 0, false
}

var markedAs = regexp.MustCompile(`#line (\d+)(?: "(.*)")?$`)

func (l lines) text(i int) string {
	if i == len(l.at) {
		return ""
	}
	return l.at[i].Text
}

// attach puts the lines of the text into the errors of err, wherever directives say that they come from.
func (l lines) attach(err error, src []byte) error {
	if err == nil || len(l.at) == 0 {
		return diag.AttachSource(err, l.name, string(src))
	}
	text := bytes.Split(src, []byte("\n"))
	var list diag.List
	var one *diag.Error
	if errors.As(err, &one) {
		list = diag.List{one}
	} else {
		errors.As(err, &list)
	}
	for _, e := range list {
		if at, ok := l.physical(src, e.Pos); ok && at <= len(text) && e.Line == "" {
			e.Line = strings.TrimSuffix(string(text[at-1]), "\r")
		}
	}
	return err
}

// at is where the token stands in the file.
func (f *File) at(t cc.Token) token.Position {
	at := t.Position()
	at.Offset = f.lines.original(at.Offset)
	return at
}
