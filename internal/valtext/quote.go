package valtext

import (
	"fmt"
	"strings"
)

// String and character literals, as Standard ML writes them (Definition of Standard ML, section 2.2). Strings are bytes:
// printing escapes everything that is not printable ASCII, reading takes bytes outside ASCII as they are.

// Quote is s as a string literal, with its quotes.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		writeEscaped(&b, s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// QuoteChar is c as a character literal.
func QuoteChar(c byte) string { return "#" + Quote(string([]byte{c})) }

// escapes pairs the letters of escapes with the characters that they stand for.
const (
	escapeLetters = `abtnvfr"\`
	escapeValues  = "\a\b\t\n\v\f\r\"\\"
)

func writeEscaped(b *strings.Builder, c byte) {
	switch i := strings.IndexByte(escapeValues, c); {
	case i >= 0:
		b.WriteByte('\\')
		b.WriteByte(escapeLetters[i])
	case c < ' ' || c > '~':
		fmt.Fprintf(b, `\%03d`, c)
	default:
		b.WriteByte(c)
	}
}

// Unquote reads the string literal that text begins with, its opening quote included. It returns the string, the number of
// bytes of the literal, and what is wrong with it, if anything: then n is the offset of the fault.
func Unquote(text string) (s string, n int, problem string) {
	var b strings.Builder
	for i := 1; i < len(text); {
		switch c := text[i]; c {
		case '"':
			return b.String(), i + 1, ""
		case '\n', '\r':
			return "", i, "a string does not end before the end of its line"
		case '\\':
			used, problem := unescape(&b, text[i:])
			if problem != "" {
				return "", i, problem
			}
			i += used
		default:
			b.WriteByte(c)
			i++
		}
	}
	return "", 0, "a string without a closing quote"
}

// unescape reads the escape that text begins with, appends what it stands for and returns its length.
func unescape(b *strings.Builder, text string) (used int, problem string) {
	if len(text) < 2 {
		return 0, "a string ends in a backslash"
	}
	c := text[1]
	if i := strings.IndexByte(escapeLetters, c); i >= 0 {
		b.WriteByte(escapeValues[i])
		return 2, ""
	}
	switch {
	case c >= '0' && c <= '9':
		return numericEscape(b, text, 1, 3, 10)
	case c == 'u':
		return numericEscape(b, text, 2, 4, 16)
	case c == '^':
		if len(text) < 3 || text[2] < '@' || text[2] > '_' {
			return 0, `\^ is followed by one of @ A ... Z [ \ ] ^ _`
		}
		b.WriteByte(text[2] - '@')
		return 3, ""
	case isSpace(c):
		return gap(text)
	}
	return 0, fmt.Sprintf(`no escape \%c in strings`, c)
}

// numericEscape reads width digits from text[start:].
func numericEscape(b *strings.Builder, text string, start, width, base int) (used int, problem string) {
	n := 0
	for i := start; i < start+width; i++ {
		d := base
		if i < len(text) {
			d = digit(text[i])
		}
		if d >= base {
			return 0, fmt.Sprintf("an escape by number has %d digits", width)
		}
		n = n*base + d
	}
	if n > 255 {
		return 0, fmt.Sprintf("character %d in a string: characters are 0 to 255", n)
	}
	b.WriteByte(byte(n))
	return start + width, ""
}

// gap skips \ white space \.
func gap(text string) (used int, problem string) {
	i := 1
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	if i == len(text) || text[i] != '\\' {
		return 0, "white space after a backslash in a string must end with another backslash"
	}
	return i + 1, ""
}

// digit is the value of a digit of base up to 16, or 16.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
