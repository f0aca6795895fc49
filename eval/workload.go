package eval

import (
	"embed"
	"maps"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"scf/internal/diag"
	"scf/internal/suggest"
	"scf/internal/textfile"
	"scf/stager"
)

// Workload is a C function and what may be known about its parameters, early and late.
type Workload struct {
	Name        string
	Description string
	Source      string         // where the function and the values are from
	Function    string         // empty where the C file defines one
	File        string         // the C file's name
	Text        string         // and its text
	C           stager.CConfig // how it is compiled
	Driver      string         // the text of the driver; empty for none
	DriverFile  string         // its path, where it is a file of its own
	Variants    []Variant
}

// Variant is one way to stage the workload's function.
type Variant struct {
	Name     string // empty where the workload has but one
	Pipeline string
	Inlining stager.Inlining // before the pipeline runs
	Abstract map[string]string
	Late     []LateSet
	Slow     bool // it takes long to evaluate, so that a quick evaluation leaves it out
	// Configuration is its number in table 3 of the dissertation; 0 for one that is not there.
	Configuration int
	Published     Published
}

// Published are figures that others have published of a variant, as they write them; empty where they give none.
type Published struct {
	Staging  string `json:"staging,omitempty"`  // how many times faster the staged passes are
	Function string `json:"function,omitempty"` // how many times faster the optimised function is
	Hand     string `json:"hand,omitempty"`     // the same, of passes that were staged by hand
}

// LateSet is a set of late values.
type LateSet struct {
	Name   string
	Values map[string]string
}

// extension is what the names of workload files end in; driverFile is the driver in one.
const (
	extension  = ".txtar"
	driverFile = "driver.c"
)

// maxBytes bounds a workload file and a C file that is measured.
const maxBytes = 16 << 20

//go:embed workloads/*.txtar
var builtin embed.FS

// Builtin are the built-in workloads, in the order of their names.
func Builtin() ([]*Workload, error) {
	files, err := builtin.ReadDir("workloads")
	if err != nil {
		return nil, err
	}
	var out []*Workload
	for _, f := range files {
		name := path.Join("workloads", f.Name())
		text, err := builtin.ReadFile(name)
		if err != nil {
			return nil, err
		}
		w, err := Parse(name, text)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// Read reads the workload file at path.
func Read(path string) (*Workload, error) {
	text, err := textfile.Read(path, maxBytes)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// ForFile is the workload of the C file at path with one set of late values, and no driver.
func ForFile(path, function string, v Variant) (*Workload, error) {
	text, err := textfile.Read(path, maxBytes)
	if err != nil {
		return nil, err
	}
	return &Workload{Name: nameOf(path), Function: function, File: path, Text: string(text), Variants: []Variant{v}}, nil
}

func nameOf(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Parse reads the text of a workload file. Errors are *diag.Error with positions.
func Parse(file string, text []byte) (*Workload, error) {
	archive := txtar.Parse(text)
	w := &Workload{Name: nameOf(file)}
	description, lines, err := splitHead(file, string(archive.Comment))
	if err != nil {
		return nil, err
	}
	w.Description = description
	if err := w.addFiles(file, archive.Files); err != nil {
		return nil, err
	}
	common := newVariant()
	into := &common
	for _, l := range lines {
		if l.key == "variant" {
			w.Variants = append(w.Variants, common.clone())
			into = &w.Variants[len(w.Variants)-1]
			into.Name = l.text
			if l.text == "" {
				return nil, l.errorf("a variant needs a name").WithHint("write variant: NAME")
			}
			continue
		}
		if err := w.add(l, into); err != nil {
			return nil, err
		}
	}
	if len(w.Variants) == 0 {
		w.Variants = []Variant{common}
	}
	return w, w.check(file)
}

func (w *Workload) addFiles(file string, files []txtar.File) error {
	for _, f := range files {
		switch {
		case f.Name == driverFile:
			w.Driver = string(f.Data)
		case w.File == "":
			w.File, w.Text = f.Name, string(f.Data)
		default:
			return diag.Errorf(diag.Pos{File: file}, "a workload has one C file and %s, and this has %s as well", driverFile, f.Name)
		}
	}
	if w.File == "" {
		return diag.Errorf(diag.Pos{File: file}, "a workload needs a C file").WithHint("put it behind a line `-- NAME.c --`")
	}
	if !filepath.IsLocal(w.File) || filepath.Base(w.File) != w.File {
		return diag.Errorf(diag.Pos{File: file}, "the name of a workload's file is no path: %s", w.File)
	}
	return nil
}

func newVariant() Variant {
	return Variant{Pipeline: stager.DefaultPipeline, Abstract: map[string]string{}}
}

func (v Variant) clone() Variant {
	v.Abstract = maps.Clone(v.Abstract)
	v.Late = append([]LateSet{}, v.Late...)
	return v
}

// check refuses a workload that cannot be run.
func (w *Workload) check(file string) error {
	seen := map[string]bool{}
	for _, v := range w.Variants {
		if seen[v.Name] {
			return diag.Errorf(diag.Pos{File: file}, "two variants have the name %s", v.Name)
		}
		seen[v.Name] = true
		if len(v.Late) == 0 {
			return diag.Errorf(diag.Pos{File: file}, "%s has no late values", w.Title(v)).WithHint("write late: NAME=VALUE")
		}
	}
	return nil
}

// key is a key of the head.
type key struct {
	name    string
	labels  bool // whether a label may stand behind the key
	perFile bool // whether it is the workload's, not a variant's
	add     func(w *Workload, v *Variant, l line) error
}

var keys = []key{
	{name: "source", perFile: true, add: func(w *Workload, _ *Variant, l line) error { w.Source = l.text; return nil }},
	{name: "func", perFile: true, add: func(w *Workload, _ *Variant, l line) error { w.Function = l.text; return nil }},
	{name: "pipeline", add: func(_ *Workload, v *Variant, l line) error { v.Pipeline = l.text; return nil }},
	{name: "inline", add: func(_ *Workload, v *Variant, l line) error {
		v.Inlining.Names = strings.FieldsFunc(l.text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
		return nil
	}},
	{name: "inline-size", add: func(_ *Workload, v *Variant, l line) (err error) {
		if v.Inlining.Size, err = strconv.Atoi(l.text); err != nil || v.Inlining.Size < 0 {
			return l.errorf("%q is no size", l.text)
		}
		return nil
	}},
	{name: "configuration", add: func(_ *Workload, v *Variant, l line) (err error) {
		if v.Configuration, err = strconv.Atoi(l.text); err != nil || v.Configuration < 1 {
			return l.errorf("%q is no number of a configuration", l.text).WithHint("they begin with 1")
		}
		return nil
	}},
	{name: "quick", add: func(_ *Workload, v *Variant, l line) error {
		if l.text != "yes" && l.text != "no" {
			return l.errorf("quick is yes or no, not %q", l.text)
		}
		v.Slow = l.text == "no"
		return nil
	}},
	{name: "published", add: func(_ *Workload, v *Variant, l line) error { return l.published(&v.Published) }},
	{name: "abstract", add: func(_ *Workload, v *Variant, l line) error { return l.assignments(v.Abstract, "CONSTANT") }},
	{name: "late", labels: true, add: func(_ *Workload, v *Variant, l line) error {
		set := LateSet{l.label, map[string]string{}}
		if set.Name == "" {
			set.Name = l.text
		}
		v.Late = append(v.Late, set)
		return l.assignments(set.Values, "")
	}},
}

func keyNames() []string {
	names := []string{"variant"}
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

func keyList() string { return strings.Join(keyNames(), ", ") }

// add does what a line says, to the workload or to a variant.
func (w *Workload) add(l line, v *Variant) error {
	for _, k := range keys {
		switch {
		case k.name != l.key:
		case l.label != "" && !k.labels:
			return l.errorf("%s takes no label", l.key).WithHint("write %s: TEXT", l.key)
		case k.perFile && v.Name != "":
			return l.errorf("%s holds for the whole workload", l.key).WithHint("write it above the first variant")
		default:
			return k.add(w, v, l)
		}
	}
	err := l.errorf("no such key: %s", l.key).WithHint("the keys are %s", keyList())
	if close := suggest.Hint(l.key, keyNames()); close != "" {
		err.Hint = close + " " + err.Hint
	}
	return err
}

// Title is the workload's name with the variant's.
func (w *Workload) Title(v Variant) string {
	if v.Name == "" {
		return w.Name
	}
	return w.Name + "/" + v.Name
}
