package cprog

import (
	"strings"
	"time"
)

// Reduce removes lines from the function of a program as long as fails holds of what remains, until nothing more can go or the
// deadline has passed. The rest of the program stays as it is.
func Reduce(p *Program, fails func(*Program) bool, deadline time.Time) *Program {
	head, body, end := p.split()
	try := func(lines []string) bool {
		return time.Now().Before(deadline) && fails(p.with(head, lines, end))
	}
	for changed := true; changed; {
		changed = false
		for size := len(body); size > 0; size /= 2 {
			for at := 0; at+size <= len(body); {
				if shorter, ok := remove(body, at, size); ok && try(shorter) {
					body, changed = shorter, true
				} else {
					at++
				}
			}
		}
		for at := 0; at < len(body); at++ {
			if shorter, ok := unwrap(body, at); ok && try(shorter) {
				body, changed = shorter, true
			}
		}
	}
	return p.with(head, body, end)
}

// split cuts the source before the function's first statement and, if the function has a result, before its last one, a return.
func (p *Program) split() (head string, body []string, end string) {
	at := strings.LastIndex(p.Source, "\n{\n") + len("\n{\n")
	lines := strings.Split(strings.TrimSuffix(p.Source[at:], "\n"), "\n")
	last := len(lines) - 1
	if p.result != nil {
		last--
	}
	return p.Source[:at], lines[:last], strings.Join(lines[last:], "\n") + "\n"
}

// Function is the text of the function to optimise.
func (p *Program) Function() string {
	at := strings.LastIndex(p.Source, "\n{\n")
	return strings.TrimSpace(p.Source[strings.LastIndex(p.Source[:at], "\n")+1:])
}

func (p *Program) with(head string, body []string, end string) *Program {
	q := *p
	q.Source = head + strings.Join(append(append([]string{}, body...), end), "\n")
	return &q
}

// remove is lines without size of them, if these have as many opening braces as closing ones.
func remove(lines []string, at, size int) ([]string, bool) {
	level := 0
	for _, l := range lines[at : at+size] {
		if level += opened(l); level < 0 && !strings.HasPrefix(strings.TrimSpace(l), "}") {
			return nil, false
		}
	}
	return append(append([]string{}, lines[:at]...), lines[at+size:]...), level == 0
}

// unwrap is lines without the one that opens a block and the one that closes it.
func unwrap(lines []string, at int) ([]string, bool) {
	if opened(lines[at]) != 1 {
		return nil, false
	}
	level := 0
	for i := at; i < len(lines); i++ {
		if level += opened(lines[i]); level == 0 {
			out := append(append([]string{}, lines[:at]...), lines[at+1:i]...)
			return append(out, lines[i+1:]...), true
		}
	}
	return nil, false
}

// opened is the number of braces that a line leaves open, negative where it closes some.
func opened(line string) int { return strings.Count(line, "{") - strings.Count(line, "}") }
