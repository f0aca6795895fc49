package explain

import (
	"strings"

	"scf/stager"
)

// Form is a form of the function: a text with sets of alternatives in it.
type Form struct {
	Title  string `json:"title"`
	Origin string `json:"origin"`
	Tree   []Part `json:"tree"`
}

// Part is a piece of text, or a set of alternatives. The text of a set begins with Text, {, and ends with End; between two alternatives stands
// Between. A set of values that has no alternatives written, as 'Int, is a text with Open set.
type Part struct {
	Text         string   `json:"text,omitempty"`
	Open         bool     `json:"open,omitempty"`
	Alternatives [][]Part `json:"alternatives,omitempty"`
	Between      string   `json:"between,omitempty"`
	End          string   `json:"end,omitempty"`
}

// parseForm is the tree of a text in the compact notation, with stager.Mark before the sets.
func parseForm(marked string) []Part {
	out := []Part{}
	for marked != "" {
		plain, rest, found := strings.Cut(marked, stager.Mark)
		if plain != "" {
			out = append(out, Part{Text: plain})
		}
		if !found {
			break
		}
		var set Part
		set, marked = parseSet(rest, lastIndentation(plain))
		out = append(out, set)
	}
	return out
}

// lastIndentation is the white space that the text ends with, if a line begins with it.
func lastIndentation(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if strings.Trim(line, " \t") != "" {
		return ""
	}
	return line
}

// parseSet parses a set at the beginning of the text, which stands in a line that is indented so far if nothing is before it.
func parseSet(text, indentation string) (Part, string) {
	line, _, _ := strings.Cut(text, "\n")
	switch {
	case line == "{" || strings.HasPrefix(line, "{ fix ") && strings.HasSuffix(line, "."):
		if set, rest, ok := parseLines(text, line, indentation); ok {
			return set, rest
		}
	case strings.HasPrefix(text, "{"):
		if set, rest, ok := parseInline(text); ok {
			return set, rest
		}
	}
	n := 0
	for n < len(text) && (n == 0 || isNameByte(text[n])) {
		n++
	}
	return Part{Text: text[:n], Open: true}, text[n:]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// parseLines parses a set whose alternatives are lines: head, then lines up to one that is a brace.
func parseLines(text, head, indentation string) (set Part, rest string, ok bool) {
	bar, brace := indentation+"|\n", indentation+"}"
	set = Part{Text: head + "\n", Between: bar, End: brace}
	from, at := len(head)+1, len(head)+1
	for at < len(text) {
		line, _, _ := strings.Cut(text[at:], "\n")
		switch line {
		case indentation + "|":
			set.Alternatives = append(set.Alternatives, parseForm(text[from:at]))
			from = at + len(bar)
		case brace:
			set.Alternatives = append(set.Alternatives, parseForm(text[from:at]))
			return set, text[at+len(brace):], true
		}
		at += len(line) + 1
	}
	return Part{}, "", false
}

// parseInline parses a set whose alternatives stand in a line.
func parseInline(text string) (set Part, rest string, ok bool) {
	const between = " | "
	set = Part{Text: "{", Between: between, End: "}"}
	from, depth := 1, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '(', '[':
			depth++
		case ')', ']':
			depth--
		case '}':
			if depth--; depth == 0 {
				set.Alternatives = append(set.Alternatives, parseForm(text[from:i]))
				return set, text[i+1:], true
			}
		case '|':
			if depth == 1 && i > from && strings.HasPrefix(text[i-1:], between) { // otherwise it is the operator of C
				set.Alternatives = append(set.Alternatives, parseForm(text[from:i-1]))
				from = i + 2
			}
		}
	}
	return Part{}, "", false
}

// formText is the text of the parts.
func formText(parts []Part) string {
	var b strings.Builder
	var write func([]Part)
	write = func(parts []Part) {
		for _, p := range parts {
			b.WriteString(p.Text)
			for i, alternative := range p.Alternatives {
				if i > 0 {
					b.WriteString(p.Between)
				}
				write(alternative)
			}
			b.WriteString(p.End)
		}
	}
	write(parts)
	return b.String()
}
