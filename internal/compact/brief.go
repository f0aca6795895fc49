package compact

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"scf/absval"
)

// This file cuts a text in the notation down to what can be looked through. Alternatives are what is worth seeing: of many in one place
// the first are shown, statements without any go where they stand in a row, then what is nested deeply, then what is in the middle.
// `… 9 more` and `… (12 lines, 3 with alternatives)` say how much.

// The bounds of a brief text. One within them is not cut.
const (
	briefLines = 40
	briefWidth = 120 // of a line, in characters
)

// The bounds of the alternatives that stand in one place of a brief text.
const (
	briefAlternatives = 6  // shown
	briefAlternative  = 80 // characters of all that are shown, if these are several
)

// plainRun is how many lines without alternatives that stand in a row are left out.
const plainRun = 4

// Both is Format, and a text within bounds, whatever v is.
func Both(d *absval.Domain, v *absval.Value) (full, brief string) {
	full = Format(d, v)
	if fits(full) {
		return full, full
	}
	return full, cut(d, v)
}

// cut is v's text with sets cut, and then lines left out.
func cut(d *absval.Domain, v *absval.Value) string {
	f := newFormatter(d)
	f.brief, f.marks = true, true
	top := parseBlocks(strings.Split(f.format(v), "\n"))
	_, alternatives := size(top)
	b := &brief{plain: alternatives == 0}
	for b.depth = deepest; b.depth > 1; b.depth-- {
		b.lines = nil
		if b.blocks(top, 0); len(b.lines) <= briefLines {
			break
		}
	}
	return strings.Join(cutLines(b.lines), "\n")
}

// fits reports whether the text is brief as it is.
func fits(text string) bool {
	count := 0
	for line := range strings.Lines(text) {
		if count++; count > briefLines || utf8.RuneCountInString(line) > briefWidth+1 {
			return false
		}
	}
	return true
}

// Mark stands in a text before what has alternatives. No text of C holds it.
const Mark = "\uE000"

// some is the first alternatives, and how many more there are.
func (f *formatter) some(parts []string) []string {
	if !f.brief || len(parts) < 2 {
		return parts
	}
	n, size := 0, 0
	for n < len(parts) && n < briefAlternatives && (n == 0 || size+utf8.RuneCountInString(parts[n]) <= briefAlternative) {
		size += utf8.RuneCountInString(parts[n])
		n++
	}
	if n == len(parts) {
		return parts
	}
	return append(parts[:n:n], more(len(parts)-n))
}

func more(n int) string { return fmt.Sprintf("… %d more", n) }

// marked is the text of a set, marked where it is to be found again.
func (f *formatter) marked(text string) string {
	if !f.marks {
		return text
	}
	return Mark + text
}

// block is a statement's lines: heads, each with what is nested behind it. An `else`, a bar and what closes a block are heads, too.
type block []section

type section struct {
	head string
	body []block
}

// parseBlocks reads lines by their indentation.
func parseBlocks(lines []string) []block {
	var out []block
	for i := 0; i < len(lines); {
		head := lines[i]
		i++
		from := i
		for i < len(lines) && indentation(lines[i]) > indentation(head) {
			i++
		}
		s := section{head, parseBlocks(lines[from:i])}
		if len(out) > 0 && continues(head) {
			out[len(out)-1] = append(out[len(out)-1], s)
		} else {
			out = append(out, block{s})
		}
	}
	return out
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// continues reports whether a line belongs to the statement before it.
func continues(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "}") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "else")
}

// size is how many lines the blocks take, and how many of these have alternatives.
func size(blocks []block) (lines, alternatives int) {
	for _, b := range blocks {
		for _, s := range b {
			inside, more := size(s.body)
			lines += 1 + inside
			alternatives += more + min(1, strings.Count(s.head, Mark))
		}
	}
	return lines, alternatives
}

// brief writes blocks within bounds.
type brief struct {
	lines []string
	depth int  // how deeply nested what is shown may be
	plain bool // nothing has alternatives: what has none is worth showing
}

// deepest is more than any depth that is worth showing.
const deepest = 12

// blocks writes the blocks, which stand at the depth.
func (b *brief) blocks(blocks []block, depth int) {
	for len(blocks) > 0 {
		n := plain(blocks)
		if lines, _ := size(blocks[:n]); depth > 0 && lines >= plainRun && !b.plain {
			b.leaveOut(blocks[:n])
			blocks = blocks[n:]
			continue
		}
		for _, x := range blocks[:max(1, n)] {
			b.block(x, depth)
		}
		blocks = blocks[max(1, n):]
	}
}

// plain is how many blocks at the beginning have no alternatives.
func plain(blocks []block) int {
	for i := range blocks {
		if _, alternatives := size(blocks[i : i+1]); alternatives > 0 {
			return i
		}
	}
	return len(blocks)
}

func (b *brief) block(x block, depth int) {
	for _, s := range x {
		b.lines = append(b.lines, s.head)
		if lines, _ := size(s.body); depth+1 >= b.depth && lines > 1 {
			b.leaveOut(s.body)
		} else {
			b.blocks(s.body, depth+1)
		}
	}
}

// leaveOut writes how much is left out.
func (b *brief) leaveOut(blocks []block) {
	lines, alternatives := size(blocks)
	b.lines = append(b.lines, blocks[0][0].head[:indentation(blocks[0][0].head)]+leftOut(lines, alternatives))
}

func leftOut(lines, alternatives int) string {
	if alternatives == 0 {
		return fmt.Sprintf("… (%d lines)", lines)
	}
	return fmt.Sprintf("… (%d lines, %d with alternatives)", lines, alternatives)
}

// cutLines cuts what is too long, and the middle of too many; marks go.
func cutLines(lines []string) []string {
	if len(lines) > briefLines {
		const tail = briefLines / 4
		head := briefLines - tail - 1
		middle := lines[head : len(lines)-tail]
		alternatives := 0
		for _, line := range middle {
			alternatives += min(1, strings.Count(line, Mark))
		}
		in := strings.Repeat(" ", indentation(middle[0]))
		lines = append(append(lines[:head:head], in+leftOut(len(middle), alternatives)), lines[len(lines)-tail:]...)
	}
	for i, line := range lines {
		line = strings.ReplaceAll(line, Mark, "")
		if r := []rune(line); len(r) > briefWidth {
			line = string(r[:briefWidth-1]) + "…"
		}
		lines[i] = line
	}
	return lines
}
