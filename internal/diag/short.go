package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file keeps messages short: a value may have ten thousand elements, a function a hundred parameters, a line of source may be all
// of a file.

// The bounds of a message and of what it mentions.
const (
	shortText    = 80  // characters of a text
	shortNames   = 12  // names in a list
	shortMessage = 800 // characters of a message, or of a hint
	shortLine    = 100 // characters of a line of source
)

// Short is the text, cut where it is long, with how many characters it has.
func Short(text string) string {
	n := utf8.RuneCountInString(text)
	if n <= shortText {
		return text
	}
	return fmt.Sprintf("%s… (%d characters)", string([]rune(text)[:shortText*3/4]), n)
}

// Names are the names with commas between, the first ones where they are many.
func Names(names []string) string {
	if len(names) <= shortNames {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, … %d more", strings.Join(names[:shortNames-2], ", "), len(names)-shortNames+2)
}

// shortened is a message without its middle where it is very long.
func shortened(message string) string {
	if utf8.RuneCountInString(message) <= shortMessage {
		return message
	}
	r := []rune(message)
	const half = shortMessage / 2
	return string(r[:half]) + " … " + string(r[len(r)-half:])
}

// around is the part of a line of source around its column col, in bytes from 1, and where the column is in that.
func around(line string, col int) (part string, at int) {
	if utf8.RuneCountInString(line) <= shortLine {
		return line, col
	}
	at = max(0, min(col-1, len(line)))
	before, behind := []rune(line[:at]), []rune(line[at:])
	const half = shortLine / 2
	start := max(0, len(before)-max(half, shortLine-len(behind)))
	end := min(len(behind), shortLine-(len(before)-start))
	left, right := string(before[start:]), string(behind[:end])
	if start > 0 {
		left = "… " + left
	}
	if end < len(behind) {
		right += " …"
	}
	left, right = strings.ReplaceAll(left, "\t", " "), strings.ReplaceAll(right, "\t", " ") // a screen has few tabs
	return left + right, len(left) + 1
}
