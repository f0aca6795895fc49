package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file keeps what a message mentions short: a value may have ten thousand elements, a function a hundred parameters.

// The bounds of what a message mentions.
const (
	shortText  = 80 // characters of a text
	shortNames = 12 // names in a list
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
