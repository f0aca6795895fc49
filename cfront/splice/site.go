package splice

import (
	"bytes"
	"regexp"
	"slices"

	"scf/ast"
)

// Site is where a function stands in its file's text: with the text, all that putting a new version of it back takes. It may be
// kept, as JSON say, in place of the parsed file.
type Site struct {
	Func   string   `json:"func"`
	Params []string `json:"params"`
	// Line and Col are the place of the function's name.
	Line int `json:"line"`
	Col  int `json:"col"`
	// Start, Name, Open and End are offsets in the text: of the head, the name in it (-1 where a macro wrote it), the body's {
	// and behind the body's }.
	Start int `json:"start"`
	Name  int `json:"name"`
	Open  int `json:"open"`
	End   int `json:"end"`
	// Static reports whether the function is declared static, in its head perhaps by a macro.
	Static bool `json:"static,omitempty"`
	// Extern tells the same of extern.
	Extern bool `json:"extern,omitempty"`
	// OldStyle reports whether the types of the parameters stand behind the head.
	OldStyle bool `json:"old_style,omitempty"`
	// Included tells that it stands in a file that is included: it has no text here.
	Included bool `json:"included,omitempty"`
	// Resume is the directive before the } of a new body that says what line this is, where the old body has such directives.
	Resume string `json:"resume,omitempty"`
	// Private and Beside are the heads of a static copy and of one that others may call, where they are not the text of the file.
	Private *Head `json:"private,omitempty"`
	Beside  *Head `json:"beside,omitempty"`
	// Own is the head itself, with macros expanded, where one writes its name or directives stand between its text and the body.
	Own *Head `json:"own,omitempty"`
	// Unclear tells that a macro wrote attributes of the head which are not known: no copy is made.
	Unclear bool `json:"unclear,omitempty"`
	// Fragments are the names of files that are included for parts of the body and for nothing else.
	Fragments []string `json:"fragments,omitempty"`
	// Kept are the declarations that stand at the head of the new body: the function's own types and static variables.
	Kept []string `json:"kept,omitempty"`
	// KeptNames are the names that they declare.
	KeptNames []string `json:"kept_names,omitempty"`
	// Statics reports whether static variables are among them, which a copy of the function would not share.
	Statics bool `json:"statics,omitempty"`
	// Tables are these, where a copy may have others and there is nothing else in Kept; and those of functions that are inlined into it.
	Tables []Table `json:"tables,omitempty"`
	// Moved are what the body says of what is kept, and Unmoved tells that a macro says some of it.
	Moved   []Moved `json:"moved,omitempty"`
	Unmoved bool    `json:"unmoved,omitempty"`
	// Recast are the parameters whose types in C are none of the tree's: pointers to arrays of variable length.
	Recast []string `json:"recast,omitempty"`
	// Variadic reports whether it takes a variable number of arguments, which it cannot pass on to a copy.
	Variadic bool `json:"variadic,omitempty"`
}

// Moved is a part of a body's text, by offsets in the file, and what takes its place where what it declares is declared before.
type Moved struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text,omitempty"`
}

// Head is the text of a function's head around its name.
type Head struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// Table is a constant static variable of a function, or types that it defines, which functions that are made of it, or in which it stands in place of
// a call, declare again. In trees other than its own function's a variable is called FUNC.NAME; types have names that the file has once.
type Table struct {
	Func  string   `json:"func"`
	Name  string   `json:"name,omitempty"`
	Names []string `json:"names,omitempty"` // tags, enumerators and other names of the types; none of a variable
	// Before and After are the text of its declaration around its name; Before is all of that of types.
	Before string `json:"before"`
	After  string `json:"after"`
}

// IsType reports whether it is the definition of types.
func (t Table) IsType() bool { return t.Names != nil }

// InTree is what trees other than that of its own function call a variable.
func (t Table) InTree() string { return ast.Scoped(t.Func, t.Name) }

// fits reports whether the function may stand there in the text.
func (s *Site) fits(src []byte) bool {
	body := 0 <= s.Start && s.Start <= s.Open && s.Open+1 < s.End && s.End <= len(src) && src[s.Open] == '{' && src[s.End-1] == '}'
	if !body || s.Name < 0 {
		return body
	}
	return s.Start <= s.Name && s.Name+len(s.Func) <= s.Open && bytes.HasPrefix(src[s.Name:], []byte(s.Func))
}

// UnclearHint is how attributes are written that nobody loses (Site.Unclear).
const UnclearHint = "write each in an __attribute__ of its own"

var externWord = regexp.MustCompile(`\bextern[ \t]+`)

// SaysExtern reports whether the head says so in the text itself.
func (s *Site) SaysExtern(src []byte) bool { return externWord.Match(src[s.Start:s.Open]) }

// CanBeCopied reports whether the function's head can be that of another function beside it.
func (s *Site) CanBeCopied(src []byte) bool {
	return s.Included || !s.Unclear && s.HasSecond() && (s.Own != nil || !s.IsTorn(src))
}

// HasSecond reports whether a second function may do what this one does, with static variables of its own.
func (s *Site) HasSecond() bool {
	return !s.Statics || slices.ContainsFunc(s.Tables, func(t Table) bool { return t.Func == s.Func && !t.IsType() })
}

// IsTorn reports whether directives stand in the head that cannot be copied with it.
func (s *Site) IsTorn(src []byte) bool {
	return (&splicer{site: s, src: src}).checkDirectives(s.Start, s.Open, false) != nil
}
