package stager

import (
	"path/filepath"
	"slices"
	"strings"

	"scf/ast"
	"scf/internal/replace"
	"scf/params"
	"scf/scfml/core"
	"scf/scfml/image"
)

// A staged directory holds a staged pipeline: the residual programs (1-cnp.staged.scf-ml, ...) and the composed program
// (composed.staged.scf-ml) where there is one, and the functions of passes that report on loops (1-cnp.reports.scf-ml), each with its image
// (composed.staged.image), which is what is loaded; the sources of passes of a user's own (2-mine.scf-ml), the C file under its own name, what its
// function needs to run (unit.image), and the manifest stage.json. It needs nothing else: not the C file that it was made from, nor the passes.
// No path of the machine is in it: the same staging gives the same bytes everywhere.
//
// A directory is written beside its place and put there in one step (package replace), so that it is never half written, nor gone.

// Save writes s to dir, which must not exist, be empty or be a staged directory as a stager wrote it, which is replaced as a whole: one that
// holds anything else, or a file that was changed since, is refused. Where saving fails, what was there stays.
func (s *Staged) Save(dir string) (err error) {
	defer catch("the saving of "+s.Function.Name, &err)
	files, err := s.files()
	if err != nil {
		return err
	}
	d := stagedDir(dir)
	return d.Explain(stagedKind, d.Write(files))
}

// CheckTarget tells what Save would refuse of dir.
func CheckTarget(dir string) error {
	d := stagedDir(dir)
	return d.Explain(stagedKind, d.Check())
}

// stagedKind is what messages call what Save writes.
const stagedKind = "staged directory"

func stagedDir(dir string) replace.Dir {
	return replace.Dir{Path: dir, Last: manifestName, Own: checkOwn}
}

// files are what the directory holds, the manifest last.
func (s *Staged) files() ([]replace.File, error) {
	m := &manifest{
		Format: manifestFormat, Schema: schemaVersion, AST: ast.Version, ABI: targetABI, Options: s.options,
		Source: manifestSource{s.sourceName()},
	}
	tree, err := s.encoded()
	if err != nil {
		return nil, err
	}
	first, err := s.first()
	if err != nil {
		return nil, err
	}
	layouts, err := encodeLayouts(s.Function.layouts(), first)
	if err != nil {
		return nil, err
	}
	var reached []manifestLayout
	if s.Function.differs().refers {
		if reached, err = encodeLayouts(s.Function.allLayouts(), first); err != nil {
			return nil, err
		}
	}
	functions, err := encodePointees(s.Function.functions, first)
	if err != nil {
		return nil, err
	}
	f := s.Function
	m.Function = manifestFunction{f.Name, f.site, core.FormatValue(tree), f.Inlined, f.calleeSites(), f.passedCounts(), layouts, reached, functions, f.numbers.all(), encodePlaces(ast.Places(f.inPasses()...), f.File)}
	for i, p := range s.Function.Params {
		m.Parameters = append(m.Parameters, newManifestParameter(p, s.Abstract[i]))
	}
	unit, err := s.Function.Unit()
	if err != nil {
		return nil, err
	}
	m.Unit = unitFile
	files := []replace.File{{Name: m.Source.File, Text: s.Function.Source}, {Name: m.Unit, Text: unit.Image(s.Function.toDirectory)}}
	programs, err := s.savedPrograms()
	if err != nil {
		return nil, err
	}
	for i, p := range s.Passes {
		mp := manifestPass{Name: p.Name, From: p.From, PassSHA256: p.sourceHash, manifestProgram: programs[i].manifestProgram}
		if p.source.Text != "" {
			mp.From = filepath.Base(p.From)
			mp.Source = passFile(i, p.Name)
			files = append(files, replace.File{Name: mp.Source, Text: []byte(p.source.Text)})
		}
		if p.reports != nil {
			reports, err := p.reports()
			if err != nil {
				return nil, err
			}
			saved := newSavedProgram(reports.program, reportsFile(i, p.Name), Report{})
			mp.Reports = &saved.programFiles
			files = append(files, saved.text, saved.image)
		}
		m.Passes = append(m.Passes, mp)
	}
	if s.Composed != nil {
		m.Composed = &programs[len(s.Passes)].manifestProgram
	}
	for _, p := range programs {
		files = append(files, p.text, p.image)
	}
	for _, f := range files {
		m.Files = append(m.Files, manifestFile{f.Name, hash(f.Text)})
	}
	text, err := m.encode()
	return append(files, replace.File{Name: manifestName, Text: text}), err
}

func newManifestParameter(p Param, known Abstract) manifestParameter {
	out := manifestParameter{Name: p.Name, Type: params.TypeName(p.Type), Abstract: known.String(), Variable: p.Variable, Initial: p.Initial.IsConstant(), Table: p.Initial.IsTable()}
	if a, ok := p.Type.(ast.Array); ok && p.Variable {
		out.Array = &a.Len
	}
	return out
}

// savedProgram is a residual program as it is saved.
type savedProgram struct {
	manifestProgram
	text, image replace.File
}

// savedPrograms are the programs of the passes, and the composed program where there is one, which is as large as they are together: it is
// printed at the same time as they are.
func (s *Staged) savedPrograms() ([]savedProgram, error) {
	composed := make(chan savedProgram, 1)
	var failure error
	go func() {
		defer close(composed)
		defer catch("the printing of "+composedFile, &failure)
		if c := s.Composed; c != nil {
			composed <- newSavedProgram(c.Program, composedFile, c.Report)
		}
	}()
	var out []savedProgram
	for i, p := range s.Passes {
		program, err := p.Program()
		if err != nil {
			return nil, err
		}
		out = append(out, newSavedProgram(program, stagedFile(i, p.Name), p.Report))
	}
	for p := range composed {
		out = append(out, p)
	}
	return out, failure
}

func newSavedProgram(p *core.Program, name string, r Report) savedProgram {
	text := replace.File{Name: name, Text: []byte(p.String())}
	image := replace.File{Name: imageFile(name), Text: image.Encode(p)}
	return savedProgram{manifestProgram{p.Entry.Name, programFiles{text.Name, image.Name}, r}, text, image}
}

// sourceName is the name of the C file in the directory: its own, unless that is taken.
func (s *Staged) sourceName() string {
	name := filepath.Base(s.Function.File)
	taken := []string{manifestName, unitFile, composedFile, imageFile(composedFile)}
	for i, p := range s.Passes {
		taken = append(taken, passFile(i, p.Name), reportsFile(i, p.Name), imageFile(reportsFile(i, p.Name)), stagedFile(i, p.Name), imageFile(stagedFile(i, p.Name)))
	}
	if slices.ContainsFunc(taken, func(t string) bool { return strings.EqualFold(t, name) }) {
		return "source-" + name
	}
	return name
}
