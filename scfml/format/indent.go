package format

// Where a line begins is told by what it is aligned with: a column of what was written before. Often several such places are good style
// (an arm of a case is aligned with the case, or with the line that the case stands on). The one that the text itself has is kept,
// and where it has none of them, the first is taken. A text that was laid out is left as it is, since each of its lines has one of its places.

// column is where a token stands: in the text, and in the text laid out.
type column struct{ in, out int }

// indent is a place where a line may begin.
type indent struct {
	from column
	by   int
}

// by is the place n characters right of c.
func (c column) by(n int) indent { return indent{c, n} }

// chosen is the column of a line that begins in the column in of the text.
func chosen(indents []indent, in int) int {
	for _, i := range indents {
		if max(i.from.in+i.by, 0) == in {
			return max(i.from.out+i.by, 0)
		}
	}
	if len(indents) == 0 {
		return 0
	}
	return max(indents[0].from.out+indents[0].by, 0)
}

// inside is how far what stands inside a construct is indented.
const inside = 2

// beforeToken are the places of a comment on the lines before a token with the given ones: the same, or inside of what the token ends or divides.
func beforeToken(token string, indents []indent) []indent {
	var deeper []indent
	for _, i := range indents {
		deeper = append(deeper, i.from.by(i.by+inside))
	}
	switch token {
	case "end", "in", ")", "]":
		return deeper
	case "|", "then", "else", "and", ",":
		return append(indents[:len(indents):len(indents)], deeper...)
	}
	return indents
}
