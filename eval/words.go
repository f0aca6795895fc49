package eval

import (
	"fmt"
	"strings"

	"scf/internal/diag"
)

// The syntax of a workload file's head: a description, then lines `KEY LABEL: TEXT`.

// line is a `KEY LABEL: TEXT` of the head.
type line struct {
	key, label, text string
	pos              diag.Pos
	source           string
}

func (l line) errorf(format string, args ...any) *diag.Error {
	err := diag.Errorf(l.pos, format, args...)
	err.Line = l.source
	return err
}

// splitHead takes the head apart; file names it in messages.
func splitHead(file, head string) (description string, lines []line, err error) {
	var about []string
	described := false
	for i, s := range strings.Split(head, "\n") {
		s = strings.TrimRight(s, " \t\r")
		trimmed := strings.TrimSpace(s)
		pos := diag.Pos{File: file, Line: i + 1, Col: 1}
		switch {
		case !described && trimmed != "":
			about = append(about, trimmed)
		case trimmed == "":
			described = described || len(about) > 0
		case strings.HasPrefix(trimmed, "#"):
		case s != trimmed:
			if len(lines) == 0 {
				return "", nil, line{pos: pos, source: s}.errorf("a line that continues another has none before it")
			}
			lines[len(lines)-1].text += " " + trimmed
		default:
			name, text, ok := strings.Cut(s, ":")
			if !ok {
				return "", nil, line{pos: pos, source: s}.errorf("a line of the head is KEY: TEXT").
					WithHint("the keys are %s; a line that begins with white space continues the one before", keyList())
			}
			key, label, _ := strings.Cut(strings.TrimSpace(name), " ")
			lines = append(lines, line{key, strings.TrimSpace(label), strings.TrimSpace(text), pos, s})
		}
	}
	return strings.Join(about, "\n"), lines, nil
}

// words splits text at white space outside of brackets and quotes.
func words(text string) ([]string, error) {
	var out []string
	var word strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted:
			if c == '\\' && i+1 < len(text) {
				word.WriteByte(c)
				i++
				c = text[i]
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case depth <= 0 && (c == ' ' || c == '\t'):
			if word.Len() > 0 {
				out = append(out, word.String())
				word.Reset()
			}
			continue
		}
		word.WriteByte(c)
	}
	switch {
	case quoted:
		return nil, fmt.Errorf("a quote is not closed")
	case depth != 0:
		return nil, fmt.Errorf("brackets are not balanced")
	}
	if word.Len() > 0 {
		out = append(out, word.String())
	}
	return out, nil
}

// assignments reads NAME=TEXT words into known; a word without = is one with byDefault, or an error where that is empty.
func (l line) assignments(known map[string]string, byDefault string) error {
	ws, err := words(l.text)
	if err != nil {
		return l.errorf("%v", err)
	}
	for _, w := range ws {
		name, value, assigned := strings.Cut(w, "=")
		if !assigned {
			value = byDefault
		}
		if name == "" || value == "" {
			return l.errorf("%s: a parameter and its value are needed", w).WithHint("write %s: NAME=VALUE", l.key)
		}
		if _, twice := known[name]; twice {
			return l.errorf("the parameter %s has a value already", name)
		}
		known[name] = value
	}
	return nil
}

// published reads what=FIGURE words.
func (l line) published(p *Published) error {
	figures := map[string]string{}
	if err := l.assignments(figures, ""); err != nil {
		return err
	}
	known := map[string]*string{"staging": &p.Staging, "function": &p.Function, "hand": &p.Hand}
	for _, name := range sortedKeys(figures) {
		if known[name] == nil {
			return l.errorf("%s is nothing that is published", name).WithHint("write staging=X, function=X or hand=X")
		}
		*known[name] = figures[name]
	}
	return nil
}
