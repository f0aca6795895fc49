package scfml

import (
	"maps"
	"slices"
	"strings"

	"scf/internal/diag"
	"scf/internal/suggest"
	"scf/scfml/core"
)

// What names mean while a program is elaborated. A structure's scope holds its values, types and structures; `open` copies
// them. The variables of a function are apart, in a table that is pushed and popped, so that long chains of let stay cheap.

// binding is what a name of a value means: one of the types below, or *Con.
type binding any

type (
	// varBinding is a variable of the function being elaborated.
	varBinding struct {
		v *core.Var
		t core.Type
	}
	// funBinding is a function; its type may be unknown in part while its group is elaborated.
	funBinding struct {
		fn     *core.Func
		params []core.Type
		result core.Type
		vars   []*core.TypeVar // generalised
	}
	// valBinding is a constant declared by val.
	valBinding struct {
		value core.Value
		t     core.Type
		vars  []*core.TypeVar
	}
	// opBinding is a primitive; mod is nil unless it works on maps or sets.
	opBinding struct {
		op  core.Op
		mod *core.Module
	}
	// iterBinding is M.map or M.unionWith.
	iterBinding struct {
		mod   *core.Module
		union bool
	}
	emptyBinding struct{ mod *core.Module } // M.empty
	boolBinding  bool                       // true, false
	deadBinding  struct{}                   // dead
)

// typeBinding is what a type's name means: a datatype, or a synonym.
type typeBinding struct {
	data   *core.Datatype
	params []*core.TypeVar // of a synonym
	body   core.Type
	pos    diag.Pos // of a synonym's declaration
}

// scope is what a structure, or the top level, declares.
type scope struct {
	path    string // the structure's qualified name
	outer   *scope
	values  map[string]binding
	types   map[string]typeBinding
	structs map[string]*scope
}

func newScope(path string, outer *scope) *scope {
	return &scope{path, outer, map[string]binding{}, map[string]typeBinding{}, map[string]*scope{}}
}

// open makes what other declares visible in s.
func (s *scope) open(other *scope) {
	maps.Copy(s.values, other.values)
	maps.Copy(s.types, other.types)
	maps.Copy(s.structs, other.structs)
}

// structure is the structure that a qualifier such as A or A.B means, nil if there is none.
func (s *scope) structure(path string) *scope {
	first, rest, _ := strings.Cut(path, ".")
	found := lookup(s, func(s *scope) map[string]*scope { return s.structs }, first)
	for found != nil && rest != "" {
		first, rest, _ = strings.Cut(rest, ".")
		found = found.structs[first]
	}
	return found
}

// lookup is the innermost meaning of a simple name, the zero value if there is none.
func lookup[T any](s *scope, table func(*scope) map[string]T, name string) (found T) {
	for ; s != nil; s = s.outer {
		if x, ok := table(s)[name]; ok {
			return x
		}
	}
	return found
}

// value is what a name of a value means; nil, with an error reported, if it means nothing.
func (e *elaborator) value(name string, pos diag.Pos) binding {
	if stack := e.locals[name]; len(stack) > 0 {
		return stack[len(stack)-1]
	}
	b, in := find(e, func(s *scope) map[string]binding { return s.values }, name, pos)
	if b == nil && in != nil {
		e.unknown(pos, "value", name, e.visibleValues(in))
	}
	return b
}

// find is the meaning of a name in one of a scope's tables. The scope returned is where it was looked for; nil if the
// qualifier names no structure, which is reported.
func find[T any](e *elaborator, table func(*scope) map[string]T, name string, pos diag.Pos) (found T, in *scope) {
	qualifier, base := core.SplitName(name)
	if qualifier == "" {
		return lookup(e.scope, table, name), e.scope
	}
	if in = e.structure(qualifier, pos); in != nil {
		found = table(in)[base]
	}
	return found, in
}

// structure is the structure of that name; nil, with an error reported, if there is none.
func (e *elaborator) structure(path string, pos diag.Pos) *scope {
	s := e.scope.structure(path)
	if s == nil {
		e.unknown(pos, "structure", path, e.visibleNames(func(s *scope) []string { return slices.Collect(maps.Keys(s.structs)) }))
	}
	return s
}

// unknown reports a name that means nothing, with one that is spelt alike. What a structure should have declared that there is none of is
// not reported.
func (e *elaborator) unknown(pos diag.Pos, kind, name string, visible []string) {
	if e.openedNothing && kind != "structure" || kind != "value" && !e.reportOnce(kind, name) {
		return
	}
	err := e.errorf(pos, "unknown %s %s", kind, name)
	_, base := core.SplitName(name)
	switch near := nearest(base, visible); {
	case kind == "value" && e.later[name]:
		err.WithHint("%s is declared further down: join mutually recursive functions with and, or move it up", name)
	case near != "":
		err.WithHint("did you mean %s?", near)
	}
}

// reportOnce reports whether an unknown name of a kind has not been reported yet.
func (e *elaborator) reportOnce(kind, name string) bool {
	what := kind + " " + name
	if e.reported[what] || e.openedNothing && kind != "structure" {
		return false
	}
	if e.reported == nil {
		e.reported = map[string]bool{}
	}
	e.reported[what] = true
	return true
}

// visibleNames are the names that every scope from here outwards lists.
func (e *elaborator) visibleNames(list func(*scope) []string) []string {
	var names []string
	for s := e.scope; s != nil; s = s.outer {
		names = append(names, list(s)...)
	}
	return names
}

// visibleValues are the names of values that could have been meant in scope in.
func (e *elaborator) visibleValues(in *scope) []string {
	list := func(s *scope) []string { return slices.Collect(maps.Keys(s.values)) }
	if in != e.scope {
		return list(in)
	}
	names := e.visibleNames(list)
	for name, stack := range e.locals {
		if len(stack) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// nearest is the candidate that was probably meant, "" if none is near; short names are near to too many.
func nearest(name string, candidates []string) string {
	if len(name) < 3 {
		return ""
	}
	slices.Sort(candidates)
	return suggest.Closest(name, candidates)
}

// basis is the scope of what is built in.
func basis() *scope {
	top := newScope("", nil)
	for _, c := range []*core.Con{core.None, core.Some, core.Nil} {
		top.values[c.Name] = c
	}
	top.values["true"], top.values["false"] = boolBinding(true), boolBinding(false)
	for op := range core.Ops() {
		if op.Qualified() != "" {
			bind(top, op.Name(), opBinding{op: op})
			bind(top, op.Qualified(), opBinding{op: op})
		}
	}
	bind(top, "dead", deadBinding{})
	bind(top, core.DeadName, deadBinding{})
	for name, t := range baseTypes {
		top.types[name] = typeBinding{body: t}
	}
	top.types["list"], top.types["option"] = typeBinding{data: core.ListData}, typeBinding{data: core.OptionData}
	return top
}

// bind binds a name, perhaps qualified, in s.
func bind(s *scope, name string, b binding) {
	qualifier, base := core.SplitName(name)
	if qualifier == "" {
		s.values[base] = b
		return
	}
	if s.structs[qualifier] == nil {
		s.structs[qualifier] = newScope(qualifier, s)
	}
	s.structs[qualifier].values[base] = b
}

var baseTypes = map[string]core.Type{"int": core.IntType, "bool": core.BoolType, "char": core.CharType, "string": core.StringType, "unit": core.Unit}

// moduleScope is the scope of a structure made by MapFn or SetFn.
func moduleScope(m *core.Module, path string, outer *scope) *scope {
	s := newScope(path, outer)
	first, last := core.OpMapInsert, core.OpMapEqual
	if m.IsSet {
		first, last = core.OpSetAdd, core.OpSetEqual
	}
	for op := first; op <= last; op++ {
		s.values[op.Name()] = opBinding{op, m}
	}
	s.values["empty"] = emptyBinding{m}
	if m.IsSet {
		s.types["set"], s.types["value"] = typeBinding{body: m.Type()}, typeBinding{body: m.Key}
		return s
	}
	s.values["map"], s.values["unionWith"] = iterBinding{m, false}, iterBinding{m, true}
	s.types["map"], s.types["key"], s.types["value"] = typeBinding{body: m.Type()}, typeBinding{body: m.Key}, typeBinding{body: m.Value}
	return s
}
