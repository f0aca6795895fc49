// Package compact prints the abstract values of functions in the compact notation of figure 3.10: as C, without labels and
// identity tags. Where the functions of the set differ the alternatives stand in braces with bars between them,
//
//	int u = {0 | x | x * 'Int};
//
// 'Int, 'Bool and 'String are every integer, truth or string, 'Any is every value. A set that contains its own parts is
// written `fix X. ...` with X for the set itself. Alternative commands stand on lines of their own:
//
//	{
//	    u = 0;
//	|
//	    w = 'Int;
//	}
//
// Alternatives that differ in one place stand in that place. What is left of a value when very much has been printed, or very
// deep inside it, is `...`: alternatives of commands around alternatives of commands share what a text has to repeat.
//
// The notation is for reading; nothing parses it. The text for a value depends on the value alone.
package compact

import (
	"fmt"
	"regexp"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/scfml/core"
)

// Format is v, an abstract value of the domain d, in the compact notation if its members are functions, or tuples that
// begin with one (what stands behind the function is left out). Any other value prints as absval prints it.
func Format(d *absval.Domain, v *absval.Value) string { return newFormatter(d).format(v) }

// Marked is Format with Mark before each set of alternatives.
func Marked(d *absval.Domain, v *absval.Value) string {
	f := newFormatter(d)
	f.marks = true
	return f.format(v)
}

func newFormatter(d *absval.Domain) *formatter {
	return &formatter{d: d, style: ast.DefaultStyle(), open: map[int]*knot{}, left: maxNodes}
}

func (f *formatter) format(v *absval.Value) string {
	if v.IsTuple() && len(f.d.Components(v)) > 0 {
		v = f.d.Components(v)[0]
	}
	var texts []string
	for _, alt := range f.d.Alternatives(f.fuse(v)) {
		text, ok := f.function(alt)
		if !ok {
			return other(v)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return other(v)
	}
	return strings.TrimRight(strings.Join(texts, "|\n"), "\n")
}

// other is the text of a value that is no function.
func other(v *absval.Value) string {
	if v.TextSize() > maxNodes {
		return "..."
	}
	return v.String()
}

// formatter turns an abstract value into a tree that has pieces of text where the value is not one tree, and has that printed.
type formatter struct {
	d        *absval.Domain
	style    ast.Style
	open     map[int]*knot // the sets being written, by structure
	knots    int           // recursive sets named so far
	left     int           // how many expressions and commands may still be shown
	depth    int           // how many sets of commands are around
	commands []string      // the texts that stand for commands, by the number in their marker
	brief    bool          // sets are cut (Brief)
	marks    bool          // sets are marked
}

// maxNodes bounds the expressions and commands in a text.
const maxNodes = 3_000

// maxDepth bounds how deep sets of commands stand in each other in a text: each is as far in again, and its text part of that of all around.
const maxDepth = 50

// spent counts one more expression or command and reports whether it is too many.
func (f *formatter) spent() bool {
	f.left--
	return f.left < 0
}

// knot is a set that may turn out to contain itself.
type knot struct{ name string }

func (f *formatter) function(v *absval.Value) (text string, ok bool) {
	if con := v.Con(); con == nil || con.Name != "func" || con.Data.Name != "func" {
		return "", false
	}
	tree, err := ast.FromValue(f.sketch(v, nil))
	if err != nil {
		return "", false
	}
	return f.fill(ast.Sketch(tree, f.style)), true
}

// sketch is a concrete value of the type t that shows v. Only the datatypes expr and cmd can hold text; elsewhere what is not
// one value becomes some value.
func (f *formatter) sketch(v *absval.Value, t core.Type) core.Value {
	if data, ok := t.(*core.DataType); ok {
		switch data.Data.Name {
		case "label":
			return f.label(v)
		case "expr":
			return f.expr(v)
		case "cmd":
			return f.cmd(v)
		case "ty":
			return f.ty(v)
		case "init":
			return f.init(v)
		case "list":
			return f.list(v, data)
		}
	}
	if c, ok := v.Concrete(); ok {
		return c
	}
	if con := v.Con(); con != nil {
		return f.application(v, con)
	}
	if alts := f.d.Alternatives(v); len(alts) > 0 && !v.IsTop() && alts[0].Con() != nil {
		return f.application(alts[0], alts[0].Con())
	}
	if t == core.StringType {
		return core.Str(f.scalars(v))
	}
	if t == core.BoolType {
		return core.Bool(false)
	}
	return core.Int(0)
}

func (f *formatter) application(v *absval.Value, con *core.Con) core.Value {
	parts := f.d.Components(v)
	args := make([]core.Value, len(parts))
	for i, p := range parts {
		args[i] = f.sketch(p, con.Args[i])
	}
	return &core.ConValue{Con: con, Args: args}
}

// con is the application of a constructor that ast.FromValue knows by its name.
func con(name string, args ...core.Value) core.Value {
	return &core.ConValue{Con: &core.Con{Name: name}, Args: args}
}

var noLabel = con("L", core.Int(0))

// label keeps one label, which exits name their blocks by.
func (f *formatter) label(v *absval.Value) core.Value {
	if c, ok := v.Concrete(); ok {
		return c
	}
	return noLabel
}

// text is a piece of text as an expression of the type ty.
func text(s string, ty core.Value) core.Value { return con("var", core.Str(s), ty, noLabel) }

var intType = con("integer", core.Str("int"), core.Int(32), core.Bool(true))

// expr shows an abstract expression.
func (f *formatter) expr(v *absval.Value) core.Value {
	if f.spent() {
		return text("...", intType)
	}
	if x := f.fused(v, f.oneExpr); x != nil {
		return x
	}
	ty := core.Value(nil)
	s := f.alternatives(v, func(alt *absval.Value, c *core.Con) string {
		x := f.oneExpr(alt, c)
		e, err := ast.ExprFromValue(x)
		if err != nil {
			return "'Any"
		}
		if ty == nil {
			ty = typeOf(x)
		}
		return ast.SketchExpr(e)
	})
	if ty == nil {
		ty = intType
	}
	return text(s, ty)
}

// init shows an initialiser; beside others, one that leaves the variable undefined is `none`.
func (f *formatter) init(v *absval.Value) core.Value {
	if x := f.fused(v, f.application); x != nil {
		return x
	}
	s := f.alternatives(v, func(alt *absval.Value, c *core.Con) string {
		switch c.Name {
		case "no_init":
			return "none"
		case "init_expr":
			return f.operand(f.d.Components(alt)[0])
		}
		return "..."
	})
	return con("init_expr", text(s, intType))
}

// typeOf is the type that the sketch of an expression carries, int if none.
func typeOf(x core.Value) core.Value {
	cv := x.(*core.ConValue)
	for _, a := range cv.Args {
		if t, ok := a.(*core.ConValue); ok && isType[t.Con.Name] {
			return t
		}
	}
	return intType
}

var isType = map[string]bool{"void": true, "boolean": true, "integer": true, "floating": true, "pointer": true,
	"array": true, "record": true, "function": true}

// oneExpr shows the applications of one constructor. A constant whose value is not known, and an operation whose operator is
// not, become text.
func (f *formatter) oneExpr(v *absval.Value, c *core.Con) core.Value {
	parts := f.d.Components(v)
	_, known := parts[0].Concrete()
	switch {
	case c.Name == "const" && !known:
		return text(f.constant(parts[0]), f.ty(parts[1]))
	case c.Name == "unary" && !known:
		return text("("+f.operators(parts[0])+f.operand(parts[2])+")", f.ty(parts[1]))
	case c.Name == "binary" && !known:
		return text("("+f.operand(parts[2])+" "+f.operators(parts[0])+" "+f.operand(parts[3])+")", f.ty(parts[1]))
	}
	return f.application(v, c)
}

func (f *formatter) operand(v *absval.Value) string {
	e, err := ast.ExprFromValue(f.expr(v))
	if err != nil {
		return "'Any"
	}
	return ast.SketchExpr(e)
}

// symbols are the operators as C writes them.
var symbols = map[string]string{"neg": "-", "bit_not": "~", "log_not": "!",
	"add": "+", "sub": "-", "mul": "*", "div_op": "/", "rem_op": "%", "shl": "<<", "shr": ">>",
	"bit_and": "&", "bit_or": "|", "bit_xor": "^", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "eq": "==", "ne": "!=",
	"ptr_add": "+", "ptr_sub": "-", "ptr_diff": "-"}

func (f *formatter) operators(v *absval.Value) string {
	return f.alternatives(v, func(_ *absval.Value, c *core.Con) string { return symbols[c.Name] })
}

// constant shows the value of a constant: integers, or the bits of floating numbers.
func (f *formatter) constant(v *absval.Value) string {
	return f.alternatives(v, func(alt *absval.Value, c *core.Con) string {
		s := f.scalars(f.d.Components(alt)[0])
		if c.Name == "float_const" {
			return "'Float"
		}
		return s
	})
}

// ty shows a type; what is known of one in part only is called by all its names.
func (f *formatter) ty(v *absval.Value) core.Value {
	if t, ok := v.Concrete(); ok {
		return t
	}
	name := f.alternatives(v, func(alt *absval.Value, c *core.Con) string {
		if parts := f.d.Components(alt); len(parts) > 0 && (c.Name == "integer" || c.Name == "record" || c.Name == "floating") {
			return f.scalars(parts[0])
		}
		return c.Name
	})
	return con("integer", core.Str(name), core.Int(32), core.Bool(true))
}

// list shows a list as far as its length is known, and dots for what follows.
func (f *formatter) list(v *absval.Value, t *core.DataType) core.Value {
	elem := t.Args[0]
	var elems []core.Value
	for {
		c := v.Con()
		if c == nil {
			return core.ListValue(append(elems, rest(elem)...)...)
		}
		parts := f.d.Components(v)
		if len(parts) == 0 {
			return core.ListValue(elems...)
		}
		elems = append(elems, f.sketch(parts[0], elem))
		v = parts[1]
	}
}

// rest is the elements that stand for the unknown end of a list.
func rest(elem core.Type) []core.Value {
	if data, ok := elem.(*core.DataType); ok && data.Data.Name == "expr" {
		return []core.Value{text("...", intType)}
	}
	return nil
}

// scalars shows a set of scalars.
func (f *formatter) scalars(v *absval.Value) string {
	if c, ok := v.Concrete(); ok {
		return scalar(c)
	}
	return f.alternatives(v, nil)
}

func scalar(c core.Value) string {
	switch c := c.(type) {
	case core.Int:
		return fmt.Sprint(int64(c))
	case core.Str:
		return string(c)
	}
	return core.FormatValue(c)
}

// alternatives writes a set: one member as it is, several in braces. A set that is met again inside itself is named.
func (f *formatter) alternatives(v *absval.Value, one func(*absval.Value, *core.Con) string) string {
	if k, ok := f.open[v.StructureID()]; ok {
		return f.nameOf(k)
	}
	if v.IsTop() {
		return "'Any"
	}
	k := &knot{}
	f.open[v.StructureID()] = k
	defer delete(f.open, v.StructureID())
	var parts []string
	seen := map[string]bool{}
	for _, alt := range f.d.Alternatives(f.fuse(v)) {
		s := f.alternative(alt, one)
		if !seen[s] {
			parts = append(parts, s)
		}
		seen[s] = true
	}
	return f.wrap(k, parts)
}

func (f *formatter) alternative(alt *absval.Value, one func(*absval.Value, *core.Con) string) string {
	if c := alt.Con(); c != nil && one != nil {
		return one(alt, c)
	}
	if c, ok := alt.Concrete(); ok {
		return scalar(c)
	}
	if alt.IsTop() {
		return f.marked("'Any")
	}
	return f.marked("'") + strings.TrimLeft(untagged.ReplaceAllString(alt.String(), ""), "'")
}

var untagged = regexp.MustCompile(`#[0-9]+`)

// wrap puts the members of a set together.
func (f *formatter) wrap(k *knot, parts []string) string {
	if len(parts) > 1 {
		for i, p := range parts {
			parts[i] = members(p)
		}
	}
	s := strings.Join(f.some(parts), " | ")
	switch {
	case k.name != "":
		return f.marked("{fix " + k.name + ". " + s + "}")
	case len(parts) == 0:
		return "'Nothing"
	case len(parts) > 1:
		return f.marked("{" + s + "}")
	}
	return s
}

// members is the inside of a set's text: a member of a set that is a set itself is written without its braces. Other texts
// are themselves.
func members(text string) string {
	s := strings.TrimPrefix(text, Mark)
	if !strings.HasPrefix(s, "{") || strings.HasPrefix(s, "{fix ") {
		return text
	}
	depth := 0
	for i, c := range s {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 && i < len(s)-1 {
			return text
		}
	}
	return s[1 : len(s)-1]
}

// nameOf is the name of a set that contains itself.
func (f *formatter) nameOf(k *knot) string {
	if k.name == "" {
		f.knots++
		k.name = "X"
		if f.knots > 1 {
			k.name = fmt.Sprintf("X%d", f.knots)
		}
	}
	return k.name
}
