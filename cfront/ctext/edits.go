package ctext

import "slices"

// This file changes several places of a text at once.

// Edit is that Text stands in place of the bytes from the one offset to the other.
type Edit struct {
	From, To int
	Text     string
}

// Apply makes the edits, none of which overlap.
func Apply(src []byte, edits []Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.From - b.From })
	size := len(src)
	for _, e := range edits {
		size += len(e.Text) - (e.To - e.From)
	}
	out := make([]byte, 0, size)
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.From]...), e.Text...)
		at = e.To
	}
	return append(out, src[at:]...)
}
