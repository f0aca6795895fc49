package compact

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"scf/absval"
	"scf/ast"
	"scf/scfml/core"
)

// This file shows abstract commands. Alternatives take several lines; in the tree a marker stands for them, a statement that
// is the text `@n`, and fill puts the lines in its place.

// cmd shows an abstract command.
func (f *formatter) cmd(v *absval.Value) core.Value {
	if f.spent() {
		return f.marker("...\n")
	}
	if x := f.fused(v, f.application); x != nil {
		return x
	}
	if f.depth == maxDepth {
		return f.marker("...\n")
	}
	f.depth++
	defer func() { f.depth-- }()
	return f.marker(f.commandLines(v))
}

func (f *formatter) marker(lines string) core.Value {
	f.commands = append(f.commands, lines)
	return con("eval", text(fmt.Sprintf("%s%d", mark, len(f.commands)-1), intType), noLabel)
}

// commandLines is the alternatives of v, each indented, with bars between them.
func (f *formatter) commandLines(v *absval.Value) string {
	if k, ok := f.open[v.StructureID()]; ok {
		return f.nameOf(k) + "\n"
	}
	if v.IsTop() {
		return "'Any\n"
	}
	k := &knot{}
	f.open[v.StructureID()] = k
	defer delete(f.open, v.StructureID())
	var parts []string
	for _, alt := range f.d.Alternatives(f.fuse(v)) {
		parts = append(parts, indent(f.commandText(alt), f.style.Indent))
	}
	head := f.marked("{")
	if k.name != "" {
		head += " fix " + k.name + "."
	}
	if len(parts) > briefAlternatives && f.brief {
		rest := indent(more(len(parts)-briefAlternatives)+"\n", f.style.Indent)
		parts = append(parts[:briefAlternatives], rest)
	}
	return head + "\n" + strings.Join(parts, "|\n") + "}\n"
}

// commandText is one alternative as lines of C.
func (f *formatter) commandText(v *absval.Value) string {
	c := v.Con()
	if c == nil {
		return "'Any\n"
	}
	tree, err := ast.CmdFromValue(f.application(v, c))
	if err != nil {
		return "'Any\n"
	}
	return f.fill(ast.SketchCmd(tree, f.style))
}

func indent(lines, by string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(by + line)
	}
	return b.String()
}

// mark begins the name that stands for commands until they are put there. No C has it: C that is kept as it is has an @ for each of its operands.
const mark = "\x01"

var (
	markerLine = regexp.MustCompile(`(?m)^([ \t]*)` + mark + `(\d+);\n`)
	marker     = regexp.MustCompile(mark + `(\d+)`)
)

// fill puts the lines of commands where their markers stand, as far in as those are; into the head of a loop, on one line.
func (f *formatter) fill(s string) string {
	s = markerLine.ReplaceAllStringFunc(s, func(line string) string {
		m := markerLine.FindStringSubmatch(line)
		return indent(f.command(m[2]), m[1])
	})
	return marker.ReplaceAllStringFunc(s, func(m string) string {
		return strings.Join(strings.Fields(f.command(m[1:])), " ")
	})
}

// command is the lines of the marker with the given number.
func (f *formatter) command(number string) string {
	n, _ := strconv.Atoi(number)
	return f.commands[n]
}
