package cfront

import (
	"bytes"
	"context"
	"strings"

	"scf/cfront/ctext"
)

// This file finds that a function does not depend on a macro without reading the file again, which takes most of the time where headers are long: the file
// is preprocessed with the macro changed, and of the declarations that are others then, the function reaches none by the names in its text. What a
// declaration declares is told by its tokens: all names count that it may declare.

// expansion is the text of a file without directives and macros.
type expansion struct {
	text  []byte
	hides bool // what declarations mean depends on more than their text: on pragmas that pack types, on __COUNTER__, on line directives
}

func (p *parser) expansion() *expansion {
	counts := bytes.Contains(p.src, []byte("__COUNTER__"))
	for _, header := range p.headers.read {
		counts = counts || bytes.Contains(header, []byte("__COUNTER__"))
	}
	return &expansion{p.text, p.packed || counts || len(p.lines.at) > 0}
}

// reaches reports whether the function may be another one with the macro changed, by the declarations that it reaches.
func (f *File) reaches(flag, function string) bool {
	f.flags.mu.Lock()
	defer f.flags.mu.Unlock()
	if f.flags.text.hides {
		return true
	}
	if f.flags.own == nil {
		f.flags.own = newDependences(f.flags.text.text)
	}
	names, known := f.flags.differing[flag]
	if !known {
		names = f.differing(flag)
		f.flags.differing[flag] = names
	}
	return names == nil || f.flags.own.reaches(function, names)
}

// differing are the names whose declarations the macro changes; nil where that is not told. The mutex is locked.
func (f *File) differing(flag string) map[string]bool {
	o := f.flags.options
	o.toggle = flag
	p := newParser(context.Background(), f.Name(), f.Source(), o)
	if p.expand() != nil {
		return nil
	}
	e := p.expansion()
	if e.hides {
		return nil
	}
	return f.flags.own.differing(newDependences(e.text))
}

// dependences are the declarations of a preprocessed text, and which of them may declare a name.
type dependences struct {
	texts      []string // the tokens of each, with spaces between them
	declares   [][]string
	declarants map[string][]int
}

func newDependences(text []byte) *dependences {
	d := &dependences{declarants: map[string][]int{}}
	for i, e := range ctext.Declarations(text) {
		head := e.To
		if e.Open > 0 {
			head = e.Open
		}
		tokens := tokensOf(text[e.From:head])
		names := declaredIn(tokens)
		tokens = append(tokens, tokensOf(text[head:e.To])...)
		d.texts, d.declares = append(d.texts, strings.Join(tokens, " ")), append(d.declares, names)
		for _, n := range names {
			d.declarants[n] = append(d.declarants[n], i)
		}
	}
	return d
}

func tokensOf(text []byte) []string {
	var out []string
	eachToken(text, func(t string) bool {
		out = append(out, t)
		return true
	})
	return out
}

// differing are the names that declarations declare which are in one of the two alone; nil if the others are not in the same order.
func (d *dependences) differing(o *dependences) map[string]bool {
	left := map[string]int{}
	for _, t := range o.texts {
		left[t]++
	}
	names := map[string]bool{}
	var common []string
	for i, t := range d.texts {
		if left[t] > 0 {
			left[t]--
			common = append(common, t)
			continue
		}
		for _, n := range d.declares[i] {
			names[n] = true
		}
	}
	at := 0
	for i, t := range o.texts {
		if at < len(common) && common[at] == t {
			at++
			continue
		}
		if left[t] == 0 { // one of those that both have
			return nil
		}
		left[t]--
		for _, n := range o.declares[i] {
			names[n] = true
		}
	}
	if at < len(common) {
		return nil
	}
	return names
}

// reaches reports whether a function reaches one of the names, or is not there.
func (d *dependences) reaches(function string, names map[string]bool) bool {
	if len(d.declarants[function]) == 0 {
		return true
	}
	seen, read := map[string]bool{function: true}, map[int]bool{}
	for next := []string{function}; len(next) > 0; {
		name := next[len(next)-1]
		next = next[:len(next)-1]
		if names[name] {
			return true
		}
		for _, i := range d.declarants[name] {
			if read[i] {
				continue
			}
			read[i] = true
			for w := range ctext.Words([]byte(d.texts[i])) {
				if !seen[w] {
					seen[w] = true
					next = append(next, w)
				}
			}
		}
	}
	return false
}

// Words that name nothing: beside types, those of types, and those in front of brackets around what is no declarator.
var (
	besideTypes = ctext.WordSet("auto const constexpr extern inline register restrict static thread_local typedef volatile _Noreturn _Thread_local _Atomic " +
		"__extension__ __inline __inline__ __restrict __restrict__ __const __const__ __volatile __volatile__ __thread")
	typeWords = ctext.WordSet("bool char double float int long short signed unsigned void _Bool _Complex __complex__ __signed __signed__ __int128")
	bracketed = ctext.WordSet("__attribute__ __attribute __asm__ __asm asm __typeof__ __typeof typeof _Alignas alignas __declspec _Static_assert static_assert _Atomic _BitInt sizeof")
)

// declaredIn are the names that a declaration with those tokens may declare in its scope: declarators, tags and constants of enumerations. Before a declarator's
// name all in brackets may be it.
func declaredIn(tokens []string) []string {
	var out []string
	add := func(t string) {
		if ctext.IsWord(t[0]) && !besideTypes[t] && !typeWords[t] && !bracketed[t] {
			out = append(out, t)
		}
	}
	typed, named, isValue := false, false, false // there is a type; the declarator has a name; what follows is its value
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case bracketed[t] && i+1 < len(tokens) && tokens[i+1] == "(":
			typed = typed || strings.Contains(t, "typeof") || t == "_Atomic" || t == "_BitInt"
			i = closing(tokens, i+1)
		case t == "struct" || t == "union" || t == "enum":
			typed = true
			i, out = tagged(tokens, i, out)
		case t == "(" && !named && !isValue:
			end := closing(tokens, i)
			for _, inner := range tokens[i:end] {
				add(inner)
			}
			i, named = end, true
		case t == "(" || t == "[" || t == "{":
			i = closing(tokens, i)
		case t == ",":
			named, isValue = false, false
		case t == ";":
			typed, named, isValue = false, false, false
		case t == "=":
			isValue = true
		case typeWords[t]:
			typed = true
		case isValue || besideTypes[t] || !ctext.IsWord(t[0]):
		case i+1 < len(tokens) && startsDeclarator(tokens[i+1]):
			typed = true
		default:
			add(t)
			named = typed || i+1 == len(tokens) || tokens[i+1] != "(" // or a type in front of a declarator in brackets
			typed = true
		}
	}
	return out
}

// startsDeclarator reports whether a word in front of the token is part of a type.
func startsDeclarator(t string) bool { return t == "*" || ctext.IsWord(t[0]) && !bracketed[t] }

// tagged adds what is declared behind tokens[i], struct, union or enum, up to the index that it gives: the tag in front of braces, and what is declared between them.
func tagged(tokens []string, i int, out []string) (int, []string) {
	isEnum := tokens[i] == "enum"
	for i+2 < len(tokens) && bracketed[tokens[i+1]] && tokens[i+2] == "(" {
		i = closing(tokens, i+2)
	}
	tag := ""
	if i+1 < len(tokens) && ctext.IsWord(tokens[i+1][0]) {
		i++
		tag = tokens[i]
	}
	if i+1 >= len(tokens) || tokens[i+1] != "{" {
		return i, out
	}
	if tag != "" {
		out = append(out, tag)
	}
	end := closing(tokens, i+1)
	for j := i + 2; j < end; j++ {
		switch t := tokens[j]; {
		case t == "struct" || t == "union" || t == "enum":
			j, out = tagged(tokens, j, out)
		case isEnum && ctext.IsWord(t[0]) && (tokens[j-1] == "{" || tokens[j-1] == ","):
			out = append(out, t)
		}
	}
	return end, out
}

// closing is where the bracket at i is closed.
func closing(tokens []string, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		if depth += ctext.Nesting(tokens[i][0]); depth == 0 {
			return i
		}
	}
	return len(tokens)
}
