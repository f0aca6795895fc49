// Package splice puts optimised functions back into the texts of their files. Bytes that it need not touch stay as they are: comments, line
// endings, a byte order mark, every other function. It needs no C parser: where a function stands, a Site, package cfront has found.
package splice

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/internal/diag"
)

// How says where the new function goes.
type How struct {
	// As keeps the original and adds the new function under this name: behind it, or, with Guard, as the function that the
	// original calls (NAME__spec if empty). Without As and Guard the new body replaces the old one.
	As string
	// Guard keeps the original, which calls the new function where the conditions hold.
	Guard bool
	// Tables are the constant static variables of other functions that the new ones mention.
	Tables []Table
	// Made are functions that the new one calls, and they each other, which stand before it.
	Made []Made
	// Others are functions of the file that these may call, by their names, and all that those may call.
	Others map[string]*ast.Func
	// Conditions are what the new function takes for granted of its parameters.
	Conditions []Condition
}

// Made is a function that was made of the one at the site, under a name of its own.
type Made struct {
	Site *Site
	Tree *ast.Func
}

// Condition is that a parameter has a certain value, or points to memory with certain contents, or that a variable has a value.
type Condition struct {
	Param string // empty for a variable that is no parameter
	Value ast.Lattice
	Tests []ast.Expr // they hold, in order, where the condition does; of the parameters and of variables of the file alone
}

// Splice is the text t with the function tree, made from the one at the site, put in. It is an error if the function does not stand there, if
// the name for the new function is taken, if the tree's signature is another, or if the text around the function does not
// allow what is asked (its head or braces come from a macro, directives stand in its body).
func (s *Site) Splice(t *ctext.Text, tree *ast.Func, how How) ([]byte, error) {
	edits, err := newSplicer(t, s, tree, how).fittingEdits()
	if err != nil {
		return nil, err
	}
	return ctext.Apply(t.Source(), edits), nil
}

// Alone is what Splice puts into the text, by itself: the function as it is changed, from its head to its }, or the function that is
// added beside it. It ends with a line's end, and compiles behind the rest of the file's text, unless that uses macros which the function defines. It is an error, too, if its head
// cannot be copied.
func (s *Site) Alone(t *ctext.Text, tree *ast.Func, how How) ([]byte, error) {
	sp := newSplicer(t, s, tree, how)
	edits, err := sp.fittingEdits()
	if err == nil {
		err = sp.located(sp.checkHead())
	}
	if err != nil {
		return nil, err
	}
	from, before := s.Start, ""
	switch {
	case how.As != "" && !how.Guard:
		from = s.End
	case s.IsTorn(t.Source()):
		from = s.Open
		for len(edits) > 0 && edits[0].To <= s.Start {
			before, edits = before+edits[0].Text, edits[1:]
		}
		before += sp.head(s.Func)
	}
	for i := range edits {
		edits[i].From -= from
		edits[i].To -= from
	}
	text := append([]byte(before), ctext.Apply(t.Source()[from:s.End], edits)...)
	return append(bytes.TrimLeft(text, "\r\n"), sp.style.Newline...), nil
}

type splicer struct {
	site     *Site
	file     string
	src      []byte
	style    ast.Style
	mentions func(name string) bool // whether the file does
	tree     *ast.Func
	how      How
}

func newSplicer(t *ctext.Text, site *Site, tree *ast.Func, how How) *splicer {
	return &splicer{site: site, file: t.Name(), src: t.Source(), style: t.Style(), mentions: t.Mentions, tree: tree, how: how}
}

func (s *splicer) errorf(format string, args ...any) *diag.Error {
	return diag.Errorf(diag.Pos{File: s.file, Line: s.site.Line, Col: s.site.Col}, format, args...)
}

// fittingEdits are the changes of the text, where the function stands in it.
func (s *splicer) fittingEdits() ([]ctext.Edit, error) {
	if !s.site.fits(s.src) {
		return nil, diag.Errorf(diag.Pos{File: s.file}, "the function %s does not stand where it was", s.site.Func)
	}
	edits, err := s.edits()
	return edits, s.located(err)
}

// located is err with the lines of the text that it is about.
func (s *splicer) located(err error) error {
	if err == nil {
		return nil
	}
	return diag.AttachSource(err, s.file, string(s.src))
}

// checkSignature checks that the tree is made from the function.
func (s *splicer) checkSignature() error {
	same := len(s.site.Params) == len(s.tree.Params)
	for i, p := range s.tree.Params {
		if same && p.Name != s.site.Params[i] {
			same = false
		}
	}
	if !same {
		return s.errorf("the new function's parameters are not those of %s", s.site.Func).
			WithHint("a pass must keep the parameters")
	}
	for _, c := range s.how.Conditions {
		if _, ok := s.param(c.Param); !ok && c.Param != "" {
			return s.errorf("%s has no parameter %s", s.site.Func, c.Param)
		}
	}
	return nil
}

func (s *splicer) param(name string) (index int, ok bool) {
	for i, p := range s.tree.Params {
		if p.Name == name {
			return i, true
		}
	}
	return 0, false
}

// edits are the changes of the text.
func (s *splicer) edits() ([]ctext.Edit, error) {
	if err := s.checkSignature(); err != nil {
		return nil, err
	}
	switch {
	case s.how.Guard:
		return s.guarded()
	case s.how.As != "":
		return s.beside()
	}
	return s.replaced()
}

// body is the new function's body as text.
func (s *splicer) body() string {
	tree, tables := s.withTables(s.recast(s.tree, s.site), s.site.Func)
	return ast.PrintBody(tree, s.style, append(s.keptFor(tree, tables), tables...)...)
}

// recast is the tree behind the head of the function at the site.
func (s *splicer) recast(tree *ast.Func, site *Site) *ast.Func {
	calls := map[string][]int{}
	for _, m := range s.how.Made {
		for i, p := range m.Tree.Params {
			if slices.Contains(m.Site.Recast, p.Name) {
				calls[m.Tree.Name] = append(calls[m.Tree.Name], i)
			}
		}
	}
	return ast.Recast(tree, site.Recast, calls)
}

// replaced puts the new body in place of the old one.
func (s *splicer) replaced() ([]ctext.Edit, error) {
	if err := s.checkDirectives(s.site.Open, s.site.End, true); err != nil {
		return nil, err
	}
	if err := s.checkRecursion(); err != nil {
		return nil, err
	}
	body, err := s.withDefinitions(s.body())
	if err != nil {
		return nil, err
	}
	edits := []ctext.Edit{{From: s.site.Open, To: s.site.End, Text: body}}
	if made := s.made(); made != "" {
		if known := s.site.Name >= 0 || s.site.Own != nil; known && slices.ContainsFunc(s.how.Made, func(m Made) bool { return ast.Mentions(m.Tree.Body, s.site.Func) }) { // before it stands there
			made = s.declared(s.head(s.site.Func), s.site.Func) + ";" + s.style.Newline + made
		}
		edits = append([]ctext.Edit{{From: s.site.Start, To: s.site.Start, Text: made}}, edits...)
	}
	return edits, nil
}

// made is the text of the functions that the new one calls, with an empty line behind: their declarations, then they themselves.
func (s *splicer) made() string {
	nl := s.style.Newline
	var declared, defined strings.Builder
	for _, m := range s.how.Made {
		head := s.madeHead(m)
		end := ";"
		if strings.Contains(head, "//") {
			end = nl + ";"
		}
		declared.WriteString(strings.TrimSpace(head) + end + nl)
		tree, tables := s.withTables(s.recast(m.Tree, m.Site), "")
		defined.WriteString(head + ast.PrintBody(tree, s.style, tables...) + nl + nl)
	}
	if declared.Len() == 0 {
		return ""
	}
	return declared.String() + nl + defined.String()
}

// madeHead is the head of a function that is made: as the original's, where that is known before it.
func (s *splicer) madeHead(m Made) string {
	if m.Site.Start > s.site.Start || m.Site.OldStyle || m.Site.Included {
		end := " "
		if s.style.BraceOwnLine {
			end = s.style.Newline
		}
		return "static " + ast.Head(m.Tree) + end
	}
	of := &splicer{site: m.Site, src: s.src, style: s.style}
	return of.privateHead(m.Tree.Name)
}

// checkStatics refuses to make a copy of a function with static variables.
func (s *splicer) checkStatics() error {
	if s.site.HasSecond() {
		return nil
	}
	return s.errorf("%s has static variables, which a second function would not share", s.site.Func).
		WithHint("use -guard, replace the function, or move the variables out of it")
}

// beside adds the new function behind the original.
func (s *splicer) beside() ([]ctext.Edit, error) {
	if err := s.checkStatics(); err != nil {
		return nil, err
	}
	if err := s.checkName(s.how.As); err != nil {
		return nil, err
	}
	if err := s.checkHead(); err != nil {
		return nil, err
	}
	nl := s.style.Newline
	return []ctext.Edit{{From: s.site.End, To: s.site.End, Text: nl + nl + s.made() + s.besideHead(s.how.As) + s.body()}}, nil
}

// guarded adds the new function behind the original, its declaration before, and a test at the head of the original's body.
func (s *splicer) guarded() ([]ctext.Edit, error) {
	name := s.newName()
	if len(s.how.Conditions) == 0 {
		return nil, s.errorf("a guard needs a parameter with a value to test")
	}
	if s.inOneBody() {
		return s.guardedInside()
	}
	if err := s.checkName(name); err != nil {
		return nil, err
	}
	if err := s.checkHead(); err != nil {
		return nil, err
	}
	nl := s.style.Newline
	head := s.privateHead(name)
	open := s.site.Open + 1
	return []ctext.Edit{
		{From: s.site.Start, To: s.site.Start, Text: s.declared(head, name) + ";" + nl + nl},
		{From: open, To: open, Text: nl + s.guard(name) + s.lineEnd(open)},
		{From: s.site.End, To: s.site.End, Text: nl + nl + s.made() + head + s.body()},
	}, nil
}

// checkHead reports whether the function's head can be copied.
func (s *splicer) checkHead() error {
	if s.site.Unclear {
		return s.errorf("the head of %s has a list of more than two attributes from a macro, which cannot be copied", s.site.Func).
			WithHint(UnclearHint)
	}
	if s.site.Own != nil {
		return nil
	}
	return s.checkDirectives(s.site.Start, s.site.Open, false)
}

// lineEnd is the end of a line where at does not stand at one.
func (s *splicer) lineEnd(at int) string {
	if rest := bytes.TrimLeft(s.src[at:], " \t\r"); bytes.HasPrefix(rest, []byte("\n")) {
		return ""
	}
	return s.style.Newline + s.style.Indent
}

// head is the text before the function's {, with another name.
func (s *splicer) head(name string) string {
	if h := s.site.Own; h != nil {
		return h.Before + name + h.After + s.beforeBody()
	}
	src := s.src
	return string(src[s.site.Start:s.site.Name]) + name + string(src[s.site.Name+len(s.site.Func):s.site.Open])
}

// besideHead is the head of a copy that others may call.
func (s *splicer) besideHead(name string) string {
	if h := s.site.Beside; h != nil {
		return h.Before + name + h.After + s.beforeBody()
	}
	return s.head(name)
}

// privateHead is the head of a static copy.
func (s *splicer) privateHead(name string) string {
	if h := s.site.Private; h != nil {
		return h.Before + name + h.After + s.beforeBody()
	}
	head := s.head(name)
	if s.site.Static {
		return head
	}
	return "static " + externWord.ReplaceAllString(head, "")
}

// beforeBody is the white space before the function's {.
func (s *splicer) beforeBody() string {
	before := s.src[:s.site.Open]
	return string(before[len(bytes.TrimRight(before, " \t\r\n")):])
}

// declared is the head of the function called name as a declaration.
func (s *splicer) declared(head, name string) string {
	if s.site.OldStyle {
		at := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindStringIndex(head)
		return head[:at[1]] + "()"
	}
	return strings.TrimSpace(head)
}

// guard is the statement that calls the function name where all conditions hold.
func (s *splicer) guard(name string) string {
	head := s.style.Indent + s.ifHolds()
	var args []string
	for _, p := range s.tree.Params {
		args = append(args, p.Name)
	}
	call := name + "(" + strings.Join(args, ", ") + ");"
	if _, void := s.tree.Result.(ast.Void); void {
		return head + "{ " + call + " return; }"
	}
	return head + "return " + call
}

// ifHolds is the head of a statement for where all conditions hold.
func (s *splicer) ifHolds() string {
	var test ast.Expr
	for _, c := range s.how.Conditions {
		for _, holds := range c.Tests {
			holds = ast.RecastExpr(s.tree, holds, s.site.Recast)
			if test != nil {
				holds = &ast.LogAnd{X: test, Y: holds}
			}
			test = holds
		}
	}
	space := ""
	if s.style.KeywordSpace {
		space = " "
	}
	return "if" + space + "(" + ast.PrintExpr(test) + ") "
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	reserved   = regexp.MustCompile(`^(asm|auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|` +
		`register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|typeof|union|unsigned|void|volatile|while|` +
		`_(Alignas|Alignof|Atomic|Bool|Complex|Generic|Imaginary|Noreturn|Static_assert|Thread_local)|__(asm|attribute|const|extension|inline|restrict|signed|typeof|volatile)(__)?)$`)
)

// checkName reports whether a new function may be called so.
func (s *splicer) checkName(name string) error {
	if !identifier.MatchString(name) {
		return s.errorf("%q cannot be a function's name", name).WithHint("a name is letters, digits and _, and begins with no digit")
	}
	if reserved.MatchString(name) {
		return s.errorf("%s cannot be a function's name: it is a keyword of C", name).WithHint("choose another name for the new function")
	}
	if s.mentions(name) {
		return s.errorf("the file uses the name %s already", name).WithHint("choose another name for the new function")
	}
	return nil
}

// directives are what find, of a regular expression that needs a #, finds in text: nothing, and soon, in the many functions without one.
func directives[T any](find func(text []byte, most int) []T, text []byte) []T {
	if bytes.IndexByte(text, '#') < 0 {
		return nil
	}
	return find(text, -1)
}

var directive = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(\w+)([^\n]*)`)

// checkDirectives reports whether a piece of text can be left out or copied. Conditionals that end in it may; a
// conditional that began or ends elsewhere may not, an inclusion only of a fragment, and a definition only where definitions are kept.
func (s *splicer) checkDirectives(from, to int, definitions bool) error {
	depth := 0
	for _, m := range directives(directive.FindAllSubmatch, s.src[from:to]) {
		switch string(m[1]) {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
		case "define", "undef":
			if !definitions {
				return s.directiveError(string(m[1]))
			}
		case "include":
			if !s.isFragment(string(m[2])) {
				return s.directiveError("include")
			}
		case "else", "elif":
			if depth == 0 {
				return s.directiveError(string(m[1]))
			}
		}
		if depth < 0 {
			return s.directiveError("endif")
		}
	}
	if depth > 0 {
		return s.directiveError("if")
	}
	return nil
}

// isFragment reports whether an inclusion is of a part of the body.
func (s *splicer) isFragment(what string) bool {
	m := quotedName.FindStringSubmatch(what)
	return m != nil && slices.Contains(s.site.Fragments, path.Base(m[1]))
}

var quotedName = regexp.MustCompile(`^[ \t]*"([^"]+)"`)

func (s *splicer) directiveError(which string) error {
	return s.errorf("#%s stands in the text of %s, which would be left out or copied", which, s.site.Func).
		WithHint("move the directive out of the function")
}
