package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"scf/internal/diag"
	"scf/passes"
	"scf/scfml/core"
	"scf/stager"
)

// Source is a text of a pass, or of the library that passes share.
type Source struct {
	Name      string     `json:"name"`
	Text      string     `json:"text"`
	Functions []Function `json:"functions"` // in the order of their lines
}

// Function is a function and the line where it is declared.
type Function struct {
	Name string `json:"name"`
	Line int    `json:"line"`
}

// sources are those of a pipeline, each once.
type sources struct {
	list  []Source
	index map[string]int
	lines [][]string
	what  map[diag.Pos]string // what passes do where, by their own names of functions
}

func newSources(pipeline stager.Pipeline) *sources {
	s := &sources{index: map[string]int{}, what: map[diag.Pos]string{}}
	for _, pass := range pipeline {
		for _, text := range append(passes.Prelude(pass.Source.Text), pass.Source) {
			if _, known := s.index[text.Name]; !known {
				s.index[text.Name] = len(s.list)
				s.list = append(s.list, Source{text.Name, text.Text, []Function{}})
				s.lines = append(s.lines, strings.Split(text.Text, "\n"))
			}
		}
		s.addFunctions(pass.Program)
	}
	return s
}

// addFunctions adds where the functions of p are declared.
func (s *sources) addFunctions(p *core.Program) {
	for _, f := range p.Funcs {
		i, known := s.index[f.Pos.File]
		if !known || !f.Pos.IsValid() {
			continue
		}
		of := &s.list[i].Functions
		at, found := slices.BinarySearchFunc(*of, f.Pos.Line, func(f Function, line int) int { return f.Line - line })
		if !found {
			*of = slices.Insert(*of, at, Function{f.Name, f.Pos.Line})
		}
	}
}

// function is the function that the line stands in; empty before the first.
func (s *sources) function(file string, line int) string {
	i, known := s.index[file]
	if !known {
		return ""
	}
	name := ""
	for _, f := range s.list[i].Functions {
		if f.Line > line {
			break
		}
		name = f.Name
	}
	return name
}

// word is what is written at a place: a name, an operator, or one character.
var word = regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z_0-9']*(?:\.[A-Za-z_][A-Za-z_0-9']*)*|[-+*/<>=~^@:]+)`)

// place is the number of the source and the length of the word at pos; ok is false for a place in no source.
func (s *sources) place(pos diag.Pos) (source, length int, ok bool) {
	i, known := s.index[pos.File]
	if !known || pos.Line < 1 || pos.Line > len(s.lines[i]) {
		return 0, 0, false
	}
	line := s.lines[i][pos.Line-1]
	if pos.Col < 1 || pos.Col > len(line) {
		return 0, 0, false
	}
	return i, max(1, len(word.FindString(line[pos.Col-1:]))), true
}

// located is a message that begins with a place in a file: its line and its text.
var located = regexp.MustCompile(`^:(\d+):\d+: (.*)$`)

// notes are messages, those that begin with a place in the C file with its line.
func notes(file string, messages []string) []Note {
	out := []Note{}
	for _, text := range messages {
		note := Note{Text: text}
		if rest, ok := strings.CutPrefix(text, file); ok {
			if m := located.FindStringSubmatch(rest); m != nil {
				note.Line, _ = strconv.Atoi(m[1])
				note.Text = m[2]
			} else {
				note.Text = strings.TrimPrefix(rest, ": ")
			}
		}
		out = append(out, note)
	}
	return out
}

func loopNotes(loops []stager.Loop) []Note {
	out := []Note{}
	for _, l := range loops {
		at := fmt.Sprintf("%v: ", diag.Pos{File: l.File, Line: l.Line, Col: l.Col})
		out = append(out, Note{l.Line, strings.TrimPrefix(l.String(), at)})
	}
	return out
}
