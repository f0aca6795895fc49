package cfront

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
	"scf/internal/diag"
)

// cc evaluates the condition of an #if by recursion, and ends the process where macros make one that is nested too deeply. So the file
// is preprocessed once before it is parsed, with lines added that show the conditions before they are evaluated:
//
//	§ 12 DEPTH(3) > 1 §
//	#pragma § 12
//	#if DEPTH(3) > 1
//
// where § is a character that C does not have. The first line goes through the preprocessor as text does and shows how long the
// condition is, with its macros replaced; the second is reached only if the first has been shown whole. What goes beyond a limit
// ends the preprocessing before the condition is evaluated. The same reading counts inclusions, can be cancelled, and gives the text whose
// nesting is looked at (nesting.go).

const (
	mark    = "\x01" // around what is added
	shifted = "\x02" // behind the macros whose values the added lines change
)

// maxCondition bounds the tokens of a condition whose macros are replaced, and maxSections how deeply #if may be nested.
const (
	maxCondition = 20_000
	maxSections  = 1_000
)

// watcher sees a file preprocessed.
type watcher struct {
	ctx        context.Context
	name       string
	limits     Limits
	headers    *headers
	conditions []diag.Pos       // where they stand, by their numbers
	lines      map[string][]int // of each file, the lines that those of the watched text come from
	out        bytes.Buffer     // the text, what was added left out
	shown      int              // the number of the condition that is or was last shown; -1 before
	inside     bool             // whether it is being shown
	tokens     int              // of it
	writes     int              // calls of Write
	depth      int              // of files that are open
	included   int              // how many were opened
	packed     bool             // a pragma says how types are packed
	strings    stringsMade
}

// preprocessed is the text of the file without directives and macros. Errors are those of limits, and the context's: others appear
// when the file is parsed.
func preprocessed(ctx context.Context, cfg cc.Config, name string, sources []cc.Source, h *headers, l Limits) (text []byte, packed bool, err error) {
	for way := marked; ; way++ {
		text, packed, err = preprocessedIn(ctx, way, cfg, name, sources, h, l)
		var early *unfinished
		isEarly := errors.As(err, &early)
		if way == plainStrings || err != nil && !isEarly || way == marked && !(isEarly && early.byMarks) {
			return text, packed, err
		}
	}
}

// preprocessedIn is preprocessed in one way of reading the strings that macros make.
func preprocessedIn(ctx context.Context, way wayOfStrings, cfg cc.Config, name string, sources []cc.Source, h *headers, l Limits) (text []byte, packed bool, err error) {
	w := &watcher{ctx: ctx, name: name, limits: l, headers: h, lines: map[string][]int{}, shown: -1, strings: stringsMade{way: way}}
	var watched []cc.Source
	for _, s := range sources {
		if text, ok := s.Value.([]byte); ok { // the file's, and those of -include
			s.Value = w.watch(s.Name, text)
		}
		if s.Name == predefinedName {
			s.Value = s.Value.(string) + "\n#define __LINE__ 0 " + shifted + "\n#define __COUNTER__ 0 " + shifted + "\n"
		}
		watched = append(watched, s)
	}
	cfg.FS, cfg.PragmaHandler = w, w.pragma
	err = cc.Preprocess(&cfg, watched, w)
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	return w.out.Bytes(), w.packed, w.ending(err)
}

// predefinedName is what cc calls the source of the predefined macros.
const predefinedName = "<predefined>"

// limitReached is cc's message for too much preprocessing, and endings those of what makes it stop reading: when it parses, it goes on
// to the next line of text and evaluates the conditions before that.
var (
	limitReached = regexp.MustCompile(`: macro expansion limit exceeded`)
	endings      = regexp.MustCompile(`: (include file not found|invalid argument|too many include levels)`)
)

// ending is the error for what has ended the preprocessing early, if err, which is cc's, tells of that.
func (w *watcher) ending(err error) error {
	if err == nil {
		return nil
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		m := located.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := w.origin(m[1], m[2], m[3])
		if limitReached.MatchString(line) {
			return beyond(at, "Tokens", "the file has more than %d tokens with its macros replaced", w.limits.Tokens).err
		}
		if endings.MatchString(line) {
			return &unfinished{at.String() + ": " + m[4], len(w.strings.definitions) > 0 && strings.HasSuffix(m[4], "invalid argument")}
		}
	}
	return nil
}

// unfinished is cc's message about what has ended the preprocessing, with its place in the file.
type unfinished struct {
	msg     string
	byMarks bool // whether marks in an inclusion's name may be the reason
}

func (e *unfinished) Error() string { return e.msg }

// origin is the place in the file of a place in the watched text.
func (w *watcher) origin(file, line, col string) diag.Pos {
	at := diag.Pos{File: file}
	at.Line, _ = strconv.Atoi(line)
	at.Col, _ = strconv.Atoi(col)
	if from := w.lines[file]; at.Line <= len(from) && at.Line > 0 {
		at.Line = from[at.Line-1]
	}
	return at
}

// watch is the text of a file with lines that show its conditions.
func (w *watcher) watch(file string, text []byte) []byte {
	if at := bytes.IndexAny(text, mark+shifted+opened+closed); at >= 0 {
		pos := diag.Pos{File: file, Line: 1 + bytes.Count(text[:at], []byte("\n")), Col: at - bytes.LastIndexByte(text[:at], '\n')}
		panic(exceeded{diag.Errorf(pos, "the file has the control character %U", text[at]).WithHint("C has no such character: remove it")})
	}
	text = w.strings.mark(file, text)
	b := &watchedText{w: w, file: file}
	b.add("#pragma "+mark+" +\n", 1)
	at := 0
	for _, s := range sections(file, ctext.Directives(text)) {
		b.copy(text[at:s[0].Start])
		at = s[0].Start
		b.showAll(s)
	}
	b.copy(text[at:])
	b.add("\n\n#pragma "+mark+" -\n", b.line)
	w.lines[file] = b.lines
	return b.Bytes()
}

// sections are the directives of each conditional section, #if to #else, in the order in which the sections begin.
func sections(file string, ds []ctext.Directive) [][]ctext.Directive {
	var out [][]ctext.Directive
	var open []int
	for _, d := range ds {
		switch d.Name {
		case "if", "ifdef", "ifndef":
			open = append(open, len(out))
			out = append(out, []ctext.Directive{d})
			if len(open) > maxSections {
				panic(beyond(diag.Pos{File: file, Line: d.Line, Col: 1}, "", "conditional sections are nested more than %d deep", maxSections))
			}
		case "elif":
			if n := len(open); n > 0 {
				out[open[n-1]] = append(out[open[n-1]], d)
			}
		case "endif":
			open = open[:max(0, len(open)-1)]
		}
	}
	return out
}

// watchedText is a text that lines are added to.
type watchedText struct {
	bytes.Buffer
	w     *watcher
	file  string
	line  int   // the number of lines that were copied
	lines []int // by line of the new text, its line in the old one
}

// copy appends lines of the text.
func (b *watchedText) copy(text []byte) {
	b.Write(text)
	for range bytes.Count(text, []byte("\n")) {
		b.line++
		b.lines = append(b.lines, b.line)
	}
}

// add appends lines of its own, which stand for the line of that number.
func (b *watchedText) add(text string, line int) {
	b.WriteString(text)
	for range bytes.Count([]byte(text), []byte("\n")) {
		b.lines = append(b.lines, line)
	}
}

// defined matches the operator, whose operand is not replaced.
var defined = regexp.MustCompile(`\bdefined\s*(\(\s*[\w$]+\s*\)|[\w$]+)`)

// showAll appends lines that show the conditions of a section, and the one that is reached behind them.
func (b *watchedText) showAll(section []ctext.Directive) {
	before := len(b.w.conditions)
	for _, d := range section {
		if d.Name == "if" || d.Name == "elif" {
			b.show(d)
		}
	}
	if n := len(b.w.conditions); n > before {
		b.add(fmt.Sprintf("#pragma %s %d\n", mark, n-1), section[0].Line)
	}
}

// show appends a line that shows the condition of d.
func (b *watchedText) show(d ctext.Directive) {
	condition := defined.ReplaceAll(d.Rest, []byte("0"))
	b.add(fmt.Sprintf("%s %d %s %s\n", mark, len(b.w.conditions), condition, mark), d.Line)
	b.w.conditions = append(b.w.conditions, diag.Pos{File: b.file, Line: d.Line, Col: 1})
}

// Open implements fs.FS: headers are watched, too.
func (w *watcher) Open(path string) (fs.File, error) {
	text, err := w.headers.text(path)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return newHeader(path, w.watch(path, text)), nil
}

// pragma is called for each line with #pragma.
func (w *watcher) pragma(tokens []cc.Token) error {
	var words []string
	for _, t := range tokens {
		if text := t.SrcStr(); text != "" && text != " " {
			words = append(words, text)
		}
	}
	if len(words) < 2 || words[0] != mark {
		w.packed = w.packed || slices.Contains(words, "pack")
		return nil
	}
	switch words[1] {
	case "+":
		w.depth++
		w.included++
		w.checkInclusion(diag.Pos{File: tokens[0].Position().Filename})
	case "-":
		w.depth--
	default:
		if n, err := strconv.Atoi(words[1]); err == nil && (w.inside || w.shown != n) {
			panic(exceeded{diag.Errorf(w.conditions[n], "the condition calls a macro whose arguments do not end").WithHint("close the parenthesis")})
		}
	}
	return nil
}

func (w *watcher) checkInclusion(at diag.Pos) {
	if w.depth > w.limits.IncludeDepth+1 {
		panic(beyond(at, "IncludeDepth", "files include one another more than %d deep", w.limits.IncludeDepth))
	}
	if w.included > w.limits.Includes+1 {
		panic(beyond(at, "Includes", "files are included more than %d times", w.limits.Includes))
	}
}

// Write gets the tokens of the preprocessed text.
func (w *watcher) Write(token []byte) (int, error) {
	if w.writes++; w.writes%1024 == 0 && w.ctx.Err() != nil {
		return 0, w.ctx.Err()
	}
	partOfString := w.strings.token(string(token))
	switch {
	case string(token) == mark:
		w.inside, w.tokens = !w.inside, 0
	case w.inside && len(bytes.TrimSpace(token)) > 0:
		w.condition(string(token))
	case partOfString:
		if len(w.strings.open) == 0 {
			w.out.WriteString(`""`)
		}
	case !w.inside && string(token) != shifted:
		w.out.Write(token)
	}
	return len(token), nil
}

// condition gets the tokens of a condition that is shown, its number first.
func (w *watcher) condition(token string) {
	if w.tokens++; w.tokens == 1 {
		w.shown, _ = strconv.Atoi(token)
	}
	if w.tokens > maxCondition {
		panic(beyond(w.conditions[w.shown], "", "the condition has more than %d tokens with its macros replaced", maxCondition))
	}
	if token == shifted {
		panic(exceeded{diag.Errorf(w.conditions[w.shown], "__LINE__ and __COUNTER__ in a condition are not supported").WithHint("write the number itself")})
	}
}
