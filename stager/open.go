package stager

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/params"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/image"
)

// Opening staged directories: all files are read and their hashes compared (stagedFiles) before anything in them is looked into.

// Open reads a staged directory. It checks the versions and the hashes of all files; errors say what to do, or are ctx's.
func Open(ctx context.Context, dir string, l Limits) (*Staged, error) {
	return open(dir, false, func() (*stagedFiles, error) { return readStaged(ctx, dir, false, l.stagedBytes()) })
}

// OpenFS is Open of a directory in a file system, as //go:embed makes one.
func OpenFS(ctx context.Context, fsys fs.FS, dir string, l Limits) (*Staged, error) {
	return open(dir, false, func() (*stagedFiles, error) { return readStagedFS(ctx, fsys, dir, l.stagedBytes()) })
}

// OpenSeparate reads a staged directory whose passes are to run one after the other, without its composed program.
func OpenSeparate(ctx context.Context, dir string, l Limits) (*Staged, error) {
	return open(dir, true, func() (*stagedFiles, error) { return readStaged(ctx, dir, true, l.stagedBytes()) })
}

func open(dir string, separate bool, read func() (*stagedFiles, error)) (s *Staged, err error) {
	defer catch("the opening of "+dir, &err)
	files, err := read()
	if err != nil {
		return nil, err
	}
	m, path := files.manifest, files.path(manifestName)
	s = &Staged{options: m.Options}
	for _, mp := range m.Passes {
		p, err := mp.open(files)
		if err != nil {
			return nil, err
		}
		s.Passes = append(s.Passes, p)
	}
	if m.Composed != nil && !separate {
		if s.Composed, err = m.Composed.openComposed(files); err != nil {
			return nil, err
		}
	}
	first, err := s.first()
	if err != nil {
		return nil, err
	}
	if s.Function, err = m.openFunction(files, first); err != nil {
		return nil, err
	}
	s.encodeOnce()
	s.Abstract, err = m.openAbstract(path, s.Function)
	return s, err
}

// openFunction reads the function; its tree is read as a value of p.
func (m *manifest) openFunction(files *stagedFiles, p *core.Program) (*Function, error) {
	dir := files.dir
	text, err := files.text(m.Source.File)
	if err != nil {
		return nil, err
	}
	if m.ABI != targetABI {
		return nil, fileErrorf(dir, "the pipeline was staged for the target %s, not for %s", m.ABI, targetABI).WithHint("stage again")
	}
	trees, err := decodeTree(m.Function.Tree, p)
	if err != nil {
		return nil, damaged(files.path(manifestName), err.Error())
	}
	source := files.path(m.Source.File)
	if places, ok := decodePlaces(m.Function.Places, source); !ok || !ast.SetPlaces(places, trees...) || len(m.Function.Callees) != len(trees)-1 {
		return nil, damaged(files.path(manifestName), "its places are not those of the function")
	}
	differs := newDifferences(trees)
	for i, tree := range trees {
		trees[i] = differs.undo(tree)
	}
	layouts, err := decodeLayouts(m.Function.Layouts, p)
	if err != nil {
		return nil, damaged(files.path(manifestName), err.Error())
	}
	whole := ctext.New(source, text)
	whole.Reserve(m.Function.Site.KeptNames...)
	f := newFunction(whole, trees[0], m.Function.Site, layouts)
	if f.reach, err = decodeLayouts(m.Function.Reached, p); err != nil {
		return nil, damaged(files.path(manifestName), err.Error())
	}
	functions, err := decodePointees(m.Function.Functions, p)
	if err != nil {
		return nil, damaged(files.path(manifestName), err.Error())
	}
	f.setFunctions(functions)
	f.setNumbers(savedNumbers(m.Function.Numbers))
	f.defines, f.differs = func(name string) bool { return differs.own[name] }, func() differences { return differs }
	m.openVariables(f)
	f.Inlined = m.Function.Inlined
	var callees []callee
	for i, site := range m.Function.Callees {
		callees = append(callees, callee{tree: trees[i+1], site: site})
	}
	f.callees = func() []callee { return callees }
	if !f.setPassed(m.Function.Passed) {
		return nil, damaged(files.path(manifestName), "its variables are not those of the function")
	}
	f.unit, err = m.openUnit(files, f)
	return f, err
}

// openVariables makes variables of those of f's parameters that stand for some. What does not fit shows when what is known of them is read.
func (m *manifest) openVariables(f *Function) {
	var tables []params.Table
	for i, p := range m.Parameters {
		if !p.Variable || i >= len(f.Params) {
			continue
		}
		pointer, _ := f.tree.Params[i].Ty.(ast.Pointer)
		f.Params[i].Name, f.Params[i].Type, f.Params[i].Variable = p.Name, pointer.Elem, true
		if p.Array != nil {
			f.Params[i].Type = ast.Array{Elem: pointer.Elem, Len: *p.Array}
		}
		if p.Table {
			tables = append(tables, params.Table{Name: f.global(f.Params[i]).Name, Type: f.Params[i].Type})
		}
	}
	f.setTables(func(name string) (params.Table, bool) {
		at := slices.IndexFunc(tables, func(t params.Table) bool { return t.Name == name })
		if at < 0 {
			return params.Table{}, false
		}
		return tables[at], true
	})
}

// openUnit reads what f needs to run when it is first asked for.
func (m *manifest) openUnit(files *stagedFiles, f *Function) (func() (*ast.Unit, error), error) {
	image, err := files.text(m.Unit)
	return sync.OnceValues(func() (*ast.Unit, error) {
		u, err := ast.ReadUnit(image, f.fromDirectory)
		if err != nil {
			return nil, damaged(files.path(m.Unit), err.Error())
		}
		return u, nil
	}), err
}

func (m *manifest) openAbstract(path string, f *Function) ([]Abstract, error) {
	if len(m.Parameters) != len(f.Params) {
		return nil, damaged(path, "its parameters are not those of the function")
	}
	var out []Abstract
	for i, p := range m.Parameters {
		if p.Name != f.Params[i].Name || p.Type != params.TypeName(f.Params[i].Type) {
			return nil, damaged(path, "its parameters are not those of the function")
		}
		a, err := ParseAbstract(p.Abstract, f.Params[i])
		if err != nil {
			return nil, damaged(path, err.Error())
		}
		if p.Table {
			a = a.AsTable()
		}
		if p.Initial {
			f.Params[i].Initial = a
		}
		out = append(out, a)
	}
	return out, nil
}

// open makes one pass. Its program is loaded when it is first asked for.
func (mp manifestPass) open(files *stagedFiles) (*StagedPass, error) {
	image, err := mp.encoded(files)
	if err != nil {
		return nil, err
	}
	p := &StagedPass{
		Name: mp.Name, From: mp.From, Report: mp.Report, sourceHash: mp.PassSHA256,
		exe: sync.OnceValues(func() (executable, error) { return mp.load(files, mp.Name, image) }),
	}
	if p.reports, err = mp.openReports(files); err != nil || mp.Source == "" {
		return p, err
	}
	text, err := files.text(mp.Source)
	p.source = scfml.Source{Name: files.path(mp.Source), Text: string(text)}
	return p, err
}

// openReports is the function reports of the pass, which is loaded when it is first asked for; nil where it has none.
func (mp manifestPass) openReports(files *stagedFiles) (reporting, error) {
	if mp.Reports == nil {
		return nil, nil
	}
	encoded, err := mp.Reports.encoded(files)
	return sync.OnceValues(func() (executable, error) {
		p, err := image.Decode(encoded)
		if err == nil && !isReports(p.Entry, p) {
			err = errors.New("it is not the function " + reportsName + " of a pass")
		}
		if err != nil {
			return executable{}, damaged(files.path(mp.Reports.Image), err.Error())
		}
		exe := newReporter(mp.Name, p)
		exe.fromText = sync.OnceValues(func() (executable, error) {
			p, source, err := mp.Reports.loadText(files, reportsName)
			return newReporter(mp.Name, p, source), err
		})
		return exe, nil
	}), err
}

// openComposed loads the composed program.
func (mp manifestProgram) openComposed(files *stagedFiles) (*Composed, error) {
	image, err := mp.encoded(files)
	if err != nil {
		return nil, err
	}
	exe, err := mp.load(files, composedName, image)
	exe.title = composedTitle
	return &Composed{Program: exe.program, Report: mp.Report, exe: exe}, err
}

// encoded is the program's image, whose text is there, too.
func (of programFiles) encoded(files *stagedFiles) ([]byte, error) {
	if _, err := files.text(of.File); err != nil {
		return nil, err
	}
	return files.text(of.Image)
}

// load loads the program of that image, which belongs to the pass called name.
func (mp manifestProgram) load(files *stagedFiles, name string, encoded []byte) (executable, error) {
	p, err := image.Decode(encoded)
	if err == nil && p.Entry.Name != mp.Entry {
		err = fmt.Errorf("its entry is %s, not %s", p.Entry.Name, mp.Entry)
	}
	if err == nil {
		err = ast.CheckDatatypes(p)
	}
	if err != nil {
		return executable{}, damaged(files.path(mp.Image), err.Error())
	}
	s, err := shapeOf(p)
	exe := newExecutable(name, p, s)
	exe.fromText = sync.OnceValues(func() (executable, error) {
		p, source, err := mp.loadText(files, mp.Entry)
		if err != nil {
			return executable{}, err
		}
		s, err := shapeOf(p)
		return newExecutable(name, p, s, source), err
	})
	return exe, err
}

// loadText loads the program from its text, which it is, too.
func (of programFiles) loadText(files *stagedFiles, entry string) (*core.Program, scfml.Source, error) {
	text, err := files.text(of.File)
	source := scfml.Source{Name: files.path(of.File), Text: string(text)}
	if err != nil {
		return nil, source, err
	}
	p, _, err := scfml.Load(entry, source)
	return p, source, err
}

// Pipeline loads the passes that s was staged from: those of a user's own from the staged directory, where they are kept. It is an error
// if a built-in pass has changed since.
func (s *Staged) Pipeline() (Pipeline, error) {
	var out Pipeline
	for _, p := range s.Passes {
		pass, err := p.pass()
		if err != nil {
			return nil, err
		}
		out = append(out, pass)
	}
	return out, nil
}

// pass loads the pass. Its source is looked into only if it is the one that was staged.
func (p *StagedPass) pass() (*Pass, error) {
	b, isBuiltin := passes.Lookup(p.From)
	isBuiltin = isBuiltin && p.source.Text == ""
	source := p.source
	if isBuiltin {
		source.Text = b.Source
	}
	switch {
	case hash([]byte(source.Text)) != p.sourceHash:
		return nil, fileErrorf(p.From, "the pass has changed since it was staged").WithHint("stage again")
	case isBuiltin:
		return builtin(p.Name, b)
	}
	return NewPass(p.Name, p.From, source)
}
