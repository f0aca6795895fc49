package cfront

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"scf/cfront/ctext"
	"scf/internal/diag"
	"scf/internal/stop"
)

// This file runs cc on a text and makes its messages ours. cc reports several errors as lines of one message, among them
// lines about itself; it may also panic on texts that are not C. Its configuration is made anew for every file.

// endName is the source behind the file: cc reads past the end of a file that stops in the middle of a declaration for ever,
// unless a name comes.
const endName = "<end>"

const endsTooEarly = "the file ends too early"

type parser struct {
	ctx     context.Context
	name    string
	src     []byte
	options Options
	abi     *cc.ABI
	pragmas []pragma
	text    []byte   // what was parsed, preprocessed where the file has directives
	packed  bool     // by pragmas
	system  []string // directories of system headers
	lines   lines
	headers *headers
	limits  Limits
	cfg     cc.Config
	sources []cc.Source
	own     int // the number of the file itself among the sources

	declarations []ctext.Declaration
	asides       asides
}

var includes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include\b`)

func newParser(ctx context.Context, name string, src []byte, o Options) *parser {
	l := o.Limits.withDefaults()
	return &parser{ctx: ctx, name: name, src: src, options: o, lines: lines{name: name}, headers: newHeaders(o.FS, l.IncludeBytes), limits: l}
}

func (p *parser) parse() (unit *cc.AST, err error) {
	if err = p.expand(); err == nil {
		unit, err = p.read()
	}
	var x exceeded
	var c *crash
	if errors.As(err, &x) {
		err = x.err
	} else if errors.As(err, &c) {
		err = c.said
	}
	return unit, err
}

// expand preprocesses the text.
func (p *parser) expand() (err error) {
	goos, arch := orElse(p.options.OS, defaultOS), orElse(p.options.Arch, defaultArch)
	if p.abi, err = cc.NewABI(goos, arch); err != nil {
		return diag.Errorf(diag.Pos{File: p.name}, "the target %s/%s is not supported", goos, arch)
	}
	cfg, macros, err := p.config(goos, arch)
	if err != nil {
		return err
	}
	p.cfg = *cfg
	return p.prepare(macros)
}

// prepare finds the sources, and what must be known of the text before it is read.
func (p *parser) prepare(macros string) (err error) {
	defer p.catch(&err)
	if err := checkEscapes(p.name, p.src); err != nil {
		return err
	}
	included, err := p.included(&p.cfg)
	if err != nil {
		return err
	}
	p.sources = []cc.Source{{Name: predefinedName, Value: macros}, {Name: builtinsName, Value: p.builtins()}}
	p.sources = append(p.sources, included...)
	p.own = len(p.sources)
	p.sources = append(p.sources, cc.Source{Name: p.name, Value: p.ownText()}, cc.Source{Name: endName, Value: "int __end_of_file;\n"})
	if err := p.check(&p.cfg, p.sources); err != nil {
		return err
	}
	p.lines = p.readLines(p.cfg, p.sources)
	return p.ctx.Err()
}

// catch makes an error of a panic inside cc.
func (p *parser) catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case exceeded:
		*err = r
	default:
		*err = &crash{diag.Errorf(diag.Pos{File: p.name}, "the C parser cannot read this file").WithHint("a C compiler may say where it is wrong")}
	}
}

// attempt is the tree of the text, but for what is set aside.
func (p *parser) attempt() (unit *cc.AST, err error) {
	defer p.catch(&err)
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	cfg := p.cfg
	p.pragmas = nil
	p.sources[p.own].Value = p.ownText()
	if mayContain(p.text, p.limits.Fields) {
		if unit, err = p.inTime(func() (*cc.AST, error) { return cc.Parse(&cfg, slices.Clone(p.sources)) }); err != nil {
			return nil, err
		}
		checkContainment(unit, p.limits.Fields)
		p.sources[p.own].Value = p.ownText()
	}
	cfg.PragmaHandler = p.collect(&p.pragmas)
	return p.inTime(func() (*cc.AST, error) { return cc.Translate(&cfg, p.sources) })
}

// inTime is what cc gives; where it takes longer than the limit its goroutine goes on, and what it does no one reads.
func (p *parser) inTime(f func() (*cc.AST, error)) (*cc.AST, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.limits.Time)
	defer cancel()
	unit, err := stop.Abandon(ctx, func() (unit *cc.AST, err error) {
		defer p.catch(&err)
		return f()
	})
	var x exceeded
	var c *crash
	switch {
	case ctx.Err() != nil && p.ctx.Err() == nil:
		return nil, beyond(diag.Pos{File: p.name}, "Time", "the C parser does not come to an end within %v", p.limits.Time)
	case err == nil || ctx.Err() != nil || errors.As(err, &x) || errors.As(err, &c):
		return unit, err
	}
	return nil, p.messages(err)
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// builtins is the text that declares what the compiler knows by itself, or of it as much as cc needs at least.
func (p *parser) builtins() string {
	if includes.Match(p.src) || bytes.Contains(p.src, []byte("__builtin")) || !p.options.Flags.IsEmpty() {
		return builtinOfCC + moreBuiltins()
	}
	return `
int __predefined_declarator;
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
#define __extension__
`
}

// starSizes are sizes of arrays that a prototype leaves open. To cc they are 1; arguments have no sizes in the tree (vla.go).
var starSizes = regexp.MustCompile(`\[[ \t]*(\*)[ \t]*\]`)

// otherwise are the parts of the text that cc reads otherwise, each as long. The whole is the text with what it includes, as far as that is known.
func otherwise(text, whole []byte) (edits []ctext.Edit) {
	bare := bytes.Clone(text) // without strings and comments
	for i := ctext.LengthOfBOM(text); i < len(text); {
		n := ctext.TokenLength(text[i:])
		if c := text[i]; c == '"' || c == '\'' || c == '/' && n > 1 {
			copy(bare[i:], blank(text[i:i+n]))
		}
		i += n
	}
	for _, m := range starSizes.FindAllSubmatchIndex(bare, -1) {
		edits = append(edits, ctext.Edit{From: m[2], To: m[3], Text: "1"})
	}
	edits = append(edits, typeofTypes(bare, whole)...)
	slices.SortFunc(edits, func(a, b ctext.Edit) int { return a.From - b.From })
	return edits
}

// ownText is a copy of the file's text, which cc may change, with spaces for a byte order mark and empty lines at the end:
// cc never ends a string that a backslash continues past the last line.
func (p *parser) ownText() []byte {
	edits := slices.Clone(p.lines.at)
	for _, a := range p.asides {
		edits = append(edits, a.blanks(p.src)...)
	}
	text := ctext.Apply(p.src, edits)
	whole := p.text
	if whole == nil {
		whole = text
	}
	text = ctext.Apply(text, otherwise(text, whole))
	text = ctext.Apply(text, utf8Prefixes(text))
	text = ctext.Apply(text, longEscapes(text))
	pasted := pastes(text)
	p.lines.pasted = shiftsOf(pasted)
	src := append(ctext.Apply(text, pasted), "\n\n"...)
	if bytes.HasPrefix(src, []byte(ctext.BOM)) {
		copy(src, "   ")
	}
	return src
}

// config is cc's configuration and the text of the predefined macros. Only a file that includes something, or is compiled with flags that
// the compiler's macros depend on, needs those of an installed compiler.
func (p *parser) config(goos, arch string) (*cc.Config, string, error) {
	cfg, macros := cc.Config{}, ""
	if p.needsHost() {
		if goos != runtime.GOOS || arch != runtime.GOARCH {
			return nil, "", diag.Errorf(p.firstInclude(), "headers of the target %s/%s are not on this machine", goos, arch).
				WithHint("preprocess the file with the target's compiler (cc -E) and use the result")
		}
		if err := p.askHost(goos, arch); err != nil {
			return nil, "", err
		}
		cfg = *p.options.host.config
		macros = cfg.Predefined + unreadHeaders
		p.setPaths(&cfg, p.options.host)
	} else {
		macros = predefined(p.abi, goos, arch) + namesOfFunctions
	}
	cfg.ABI, cfg.UnsignedEnums, cfg.IgnoreNegativeShiftAmounts = p.abi, true, true
	cfg.ExpansionLimit, cfg.FS, cfg.FSOnly = p.limits.Tokens, p.headers, true
	return &cfg, strings.TrimRight(macros+toggled(p.options.toggle)+"\n"+p.options.Flags.Defines(), "\n"), nil
}

// firstInclude is where the first include directive stands, or else the file.
func (p *parser) firstInclude() diag.Pos {
	at := includes.FindIndex(p.src)
	if at == nil {
		return diag.Pos{File: p.name}
	}
	line := bytes.Count(p.src[:at[0]], []byte("\n")) + 1
	return diag.Pos{File: p.name, Line: line, Col: 1}
}

// hasDirectives reports whether the text that the compiler sees may be another one than the file's.
func (p *parser) hasDirectives() bool {
	return bytes.Contains(p.src, []byte("#")) || !p.options.Flags.IsEmpty()
}

// end is the place of the last character of the text.
func (p *parser) end() diag.Pos {
	text := bytes.TrimRight(p.src, " \t\r\n")
	line := bytes.Count(text, []byte("\n")) + 1
	return diag.Pos{File: p.name, Line: line, Col: max(1, len(text)-bytes.LastIndexByte(text, '\n')-1)}
}

// position is where a node of cc's tree stands.
func position(n interface{ Position() token.Position }) diag.Pos {
	at := n.Position()
	return diag.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

// notFound begins cc's message about a file that is not there.
const notFound = "include file not found: "

var (
	located  = regexp.MustCompile(`^((?:[A-Za-z]:)?[^:]*):(\d+):(\d+): (.*)$`)
	internal = regexp.MustCompile(` \([a-z0-9_]+\.go:\d+:[^)]*\)$`)
)

// messages makes a list of cc's error message: one error a line, its remarks about itself and what only follows from another
// error left out. Where nothing remains the file is wrong in a way that cc does not say.
func (p *parser) messages(err error) error {
	var list, consequences, directives diag.List
	seen := map[string]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		line, isLimit := strings.CutPrefix(internal.ReplaceAllString(strings.TrimSpace(line), ""), "TODO ")
		m := located.FindStringSubmatch(line)
		if m == nil || seen[line] || m[1] == endName && seen[endName] {
			continue
		}
		seen[line], seen[m[1]] = true, true
		ln, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e := diag.Errorf(diag.Pos{File: m[1], Line: ln, Col: col}, "%s", plain(m[4]))
		if name, ok := strings.CutPrefix(m[4], notFound); ok {
			e = p.notFound(e.Pos, name)
		}
		if m[1] == endName {
			e = diag.Errorf(p.end(), endsTooEarly)
		}
		if p.isErrorDirective(e.Pos) {
			e.Msg = errorDirective + e.Msg
			directives = append(directives, e)
		} else if isLimit || strings.HasPrefix(m[4], "TODO ") {
			consequences = append(consequences, unreadable(e.Pos))
		} else if strings.Contains(m[4], "<invalid type>") {
			consequences = append(consequences, e)
		} else {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		list = consequences
	}
	if len(directives) > 0 { // what else is wrong follows from what they tell
		list = directives
	}
	if len(list) == 0 {
		return &crash{diag.Errorf(diag.Pos{File: p.name}, "this is not C").WithHint("a C compiler says where")}
	}
	return list.Err()
}

// errorDirective begins what a directive #error tells.
const errorDirective = "#error "

var errorLine = regexp.MustCompile(`^[ \t]*#[ \t]*error\b`)

// isErrorDirective reports whether such a directive stands there.
func (p *parser) isErrorDirective(pos diag.Pos) bool {
	text := p.headers.read[pos.File]
	if pos.File == p.name {
		text = p.src
	}
	if pos.Line < 1 || pos.Line > bytes.Count(text, []byte("\n"))+1 {
		return false
	}
	return errorLine.Match(text[offsetOf(text, pos.Line, 1):])
}

// plain says in words of C what cc says in words of Go.
func plain(msg string) string {
	switch {
	case strings.HasPrefix(msg, "strconv.") && strings.HasSuffix(msg, "value out of range"):
		return "the constant is too large for every integer type"
	case strings.HasPrefix(msg, "strconv."):
		return "malformed number"
	}
	return strings.TrimSuffix(strings.TrimPrefix(msg, "internal error: "), ":")
}

// check refuses a text on which cc would exhaust its stack or go on for ever. Macros may nest more deeply than the text shows, so where
// there are any the preprocessed text is looked at.
func (p *parser) check(cfg *cc.Config, sources []cc.Source) (err error) {
	p.text = p.src
	if p.hasDirectives() {
		if p.text, p.packed, err = preprocessed(p.ctx, *cfg, p.name, sources, p.headers, p.limits); err != nil {
			var early *unfinished
			if errors.As(err, &early) {
				return p.messages(early)
			}
			return err
		}
	}
	limit, msg, at := tooDeep(p.text, p.limits.Brackets)
	if msg == "" {
		return nil
	}
	if p.hasDirectives() {
		_, _, at = tooDeep(p.src, p.limits.Brackets)
	}
	return beyond(p.place(at), limit, "%s", msg).err
}

// place is where an offset of the text is; 0 is the file as a whole.
func (p *parser) place(at int) diag.Pos {
	if at == 0 {
		return diag.Pos{File: p.name}
	}
	before := p.src[:at]
	return diag.Pos{File: p.name, Line: 1 + bytes.Count(before, []byte("\n")), Col: at - bytes.LastIndexByte(before, '\n')}
}
