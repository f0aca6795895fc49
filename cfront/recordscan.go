package cfront

import "scf/cfront/ctext"

// This file tells from the tokens of a text alone whether the check of contain.go may be left out.

// mayContain reports whether a text may declare a record that contains itself or has more fields than the limit. It looks at tokens only,
// and says yes where that does not tell.
func mayContain(text []byte, limit int) bool {
	s := &recordScan{limit: limit, bodies: map[string]int{}, done: map[string]int{}, names: map[string]base{}}
	eachToken(text, s.countBodies)
	s.levels = []*level{{}}
	eachToken(text, s.token)
	return s.found
}

// eachToken calls f for the tokens of a text, white space and comments left out, and stops where f says so.
func eachToken(text []byte, f func(tok string) bool) {
	for i := 0; i < len(text); {
		n := ctext.TokenLength(text[i:])
		if !ctext.IsBlank(text[i:], n) && !f(string(text[i:i+n])) {
			return
		}
		i += n
	}
}

// recordScan goes through the tokens of a text.
type recordScan struct {
	limit    int
	previous [2]string
	bodies   map[string]int // how often each tag is defined in the text
	done     map[string]int // the number of fields of the tags whose definition has ended
	names    map[string]base
	levels   []*level // the braces around
	found    bool
}

// base is a type that a declaration begins with: a record by its tag, or one without by its number of fields. The zero value is another type.
type base struct {
	tag    string
	fields int
}

// level is what stands in one pair of braces: a declaration of it is being read.
type level struct {
	record   bool
	tag      string
	fields   int // of the record so far
	typedef  bool
	base     base
	pointer  bool     // whether the declarator has a star
	over     bool     // whether the declarator is over: behind the colon of a bit-field
	words    []string // of the declarator
	depth    int      // of parentheses and brackets
	ignored  int      // the depth at which what stands in parentheses is no declarator: an attribute; 0 outside
	brackets int      // how many of depth are brackets
}

func (s *recordScan) countBodies(tok string) bool {
	if tok == "{" && isTag(s.previous[1]) {
		s.bodies[s.previous[0]]++
	}
	s.previous = [2]string{tok, s.previous[0]}
	return true
}

// isTag reports whether the word is followed by a tag.
func isTag(word string) bool { return word == "struct" || word == "union" }

// token reads a token.
func (s *recordScan) token(tok string) bool {
	l := s.levels[len(s.levels)-1]
	switch tok {
	case "{":
		s.enter(l)
	case "}":
		s.leave(l)
	case "(", "[":
		l.descend(tok, s.previous[0])
	case ")", "]":
		l.ascend(tok)
	default:
		if l.ignored == 0 && l.brackets == 0 {
			s.declaration(l, tok)
		}
	}
	s.previous = [2]string{tok, s.previous[0]}
	return !s.found
}

func (s *recordScan) enter(l *level) {
	inner := &level{}
	switch {
	case isTag(s.previous[0]):
		inner.record = true
	case isTag(s.previous[1]):
		inner.record, inner.tag = true, s.previous[0]
	}
	s.levels = append(s.levels, inner)
}

func (s *recordScan) leave(l *level) {
	if len(s.levels) == 1 {
		return
	}
	s.levels = s.levels[:len(s.levels)-1]
	outer := s.levels[len(s.levels)-1]
	if !l.record {
		outer.end()
		return
	}
	s.found = s.found || l.fields > s.limit
	if l.tag != "" {
		s.done[l.tag] = l.fields
	}
	if outer.depth == 0 {
		outer.base = base{l.tag, l.fields + 1}
	}
}

// attributes are the words before parentheses that hold no declarator.
var attributes = map[string]bool{"__attribute__": true, "__attribute": true, "_Alignas": true, "__declspec": true, "asm": true, "__asm__": true, "__asm": true}

func (l *level) descend(tok, before string) {
	l.depth++
	if tok == "[" {
		l.brackets++
	}
	if l.ignored == 0 && attributes[before] {
		l.ignored = l.depth
	}
}

func (l *level) ascend(tok string) {
	if l.depth == l.ignored {
		l.ignored = 0
	}
	if tok == "]" {
		l.brackets = max(0, l.brackets-1)
	}
	l.depth = max(0, l.depth-1)
}

// declaration reads a token of a declaration.
func (s *recordScan) declaration(l *level, tok string) {
	switch tok {
	case ";":
		s.declarator(l)
		l.end()
	case ",", ":":
		if l.depth == 0 {
			s.declarator(l)
			l.over = tok == ":"
		}
	case "typedef":
		l.typedef = true
	case "*":
		l.pointer = true
	case "typeof", "__typeof__", "__typeof", "_Atomic":
		s.found = s.found || l.record || l.typedef
	default:
		s.word(l, tok)
	}
}

// word reads a word of a declaration, which may be its type.
func (s *recordScan) word(l *level, tok string) {
	named, known := s.names[tok]
	switch {
	case isTag(s.previous[0]):
		if attributes[tok] {
			s.found = true
		}
		if l.depth == 0 {
			l.base = base{tag: tok}
		}
	case known && l.depth == 0 && l.base == base{}:
		l.base = named
	case l.typedef && ctext.IsWord(tok[0]):
		l.words = append(l.words, tok)
	}
}

// declarator ends a declarator.
func (s *recordScan) declarator(l *level) {
	if l.base != (base{}) && !l.pointer && !l.over {
		n, known := s.size(l.base)
		if l.record {
			s.found = s.found || !known
			l.fields = min(l.fields+n, s.limit+1)
		}
		for _, w := range l.words {
			s.names[w] = l.base
		}
	}
	l.fields++
	l.pointer, l.over, l.words = false, false, nil
}

// size is the number of fields of a record; it is known if the text defines the record once, and before.
func (s *recordScan) size(b base) (n int, known bool) {
	if b.tag == "" {
		return b.fields, true
	}
	n, done := s.done[b.tag]
	return n, done && s.bodies[b.tag] == 1
}

// end ends a declaration.
func (l *level) end() {
	l.typedef, l.base, l.pointer, l.over, l.words = false, base{}, false, false, nil
}
