package cflags

import "strings"

// Split takes a command line apart into words as a shell does: quotes, double quotes and backslashes count, nothing is expanded. ok is
// false where a quote is not closed.
func Split(line string) (words []string, ok bool) {
	var word strings.Builder
	inside := false // a word
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n', '\r':
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
			continue
		case '\\':
			if i++; i < len(line) && line[i] != '\n' {
				word.WriteByte(line[i])
			}
		case '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				return nil, false
			}
			word.WriteString(line[i+1 : i+1+end])
			i += end + 1
		case '"':
			n, closed := doubleQuoted(line[i+1:], &word)
			if !closed {
				return nil, false
			}
			i += n
		default:
			word.WriteByte(c)
		}
		inside = true
	}
	if inside {
		words = append(words, word.String())
	}
	return words, true
}

// doubleQuoted reads text up to the closing quote, n bytes with it.
func doubleQuoted(text string, word *strings.Builder) (n int, closed bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, true
		case c == '\\' && i+1 < len(text) && strings.IndexByte("\\\"$`\n", text[i+1]) >= 0:
			if i++; text[i] != '\n' {
				word.WriteByte(text[i])
			}
		default:
			word.WriteByte(c)
		}
	}
	return 0, false
}
