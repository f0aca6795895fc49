package code

import "math/bits"

// lines divides memory into runs of lines of 64 bytes: first fit among the free runs of the smallest size class that holds one, neighbours
// that are free are joined. Everything about a run stands in the tag of its first line and of its last.
type lines struct {
	tags  []tag
	limit int
	free  [32]int32 // by the number of bits of the size: the first run, plus 1; 0: none
	used  int       // lines
}

// tag describes the run that starts (or ends) with a line. Of the last line of a free run only size holds.
type tag struct {
	size       int32 // of a free run; negative of one in use
	next, prev int32 // free runs of its class, plus 1
}

// take is the first line of a run of n lines; fresh says that no line of it has been used before. ok is false when there is none.
func (l *lines) take(n int) (at int, fresh, ok bool) {
	if at, ok = l.find(n); !ok {
		at = len(l.tags)
		if at+n > l.limit {
			return 0, false, false
		}
		l.tags = append(l.tags, make([]tag, n)...)
		fresh = true
	} else {
		l.unlink(at)
		if rest := int(l.tags[at].size) - n; rest > 0 {
			l.link(at+n, rest)
		}
	}
	l.mark(at, n, -1)
	l.used += n
	return at, fresh, true
}

// give frees the run of n lines at at.
func (l *lines) give(at, n int) {
	l.used -= n
	if end := at + n; end < len(l.tags) && l.tags[end].size > 0 {
		n += int(l.tags[end].size)
		l.unlink(end)
	}
	if at > 0 && l.tags[at-1].size > 0 {
		before := int(l.tags[at-1].size)
		at, n = at-before, n+before
		l.unlink(at)
	}
	l.link(at, n)
}

// find is a free run of at least n lines. Of the class of n itself the first runs may be too small; a few are tried.
func (l *lines) find(n int) (int, bool) {
	class := bits.Len(uint(n))
	for at, tries := l.free[class], 8; at != 0 && tries > 0; at, tries = l.tags[at-1].next, tries-1 {
		if int(l.tags[at-1].size) >= n {
			return int(at - 1), true
		}
	}
	for class++; class < len(l.free); class++ {
		if at := l.free[class]; at != 0 {
			return int(at - 1), true
		}
	}
	return 0, false
}

func (l *lines) link(at, n int) {
	l.mark(at, n, 1)
	head := &l.free[bits.Len(uint(n))]
	l.tags[at].prev, l.tags[at].next = 0, *head
	if *head != 0 {
		l.tags[*head-1].prev = int32(at + 1)
	}
	*head = int32(at + 1)
}

func (l *lines) unlink(at int) {
	t := l.tags[at]
	if t.next != 0 {
		l.tags[t.next-1].prev = t.prev
	}
	if t.prev != 0 {
		l.tags[t.prev-1].next = t.next
	} else {
		l.free[bits.Len(uint(t.size))] = t.next
	}
}

func (l *lines) mark(at, n, sign int) {
	l.tags[at].size = int32(sign * n)
	l.tags[at+n-1].size = int32(sign * n)
}
