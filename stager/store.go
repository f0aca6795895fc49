package stager

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
	"scf/scfml"
)

// A staged directory holds a staged pipeline: the residual programs (1-cnp.staged.scf-ml, ...) and the composed program
// (composed.staged.scf-ml) where there is one, each with its image (composed.staged.image), which is what is loaded, the C file under its
// own name, and the manifest stage.json. It needs nothing else: not the C file that it was made from, nor the passes.
//
// A directory is written beside its place and moved there whole, so that it is never half written, and only a directory that
// holds what a stager wrote and nothing else is ever replaced.

// Save writes s to dir, which must not exist or be a staged directory, which it replaces as a whole.
func (s *Staged) Save(dir string) (err error) {
	defer catch("the saving of "+s.Function.Name, &err)
	files, err := s.files()
	if err != nil {
		return err
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	dir = filepath.Clean(dir)
	old, err := replaceable(dir)
	if err != nil {
		return err
	}
	temp, err := writeBeside(dir, files)
	if err != nil {
		return err
	}
	if err := moveInto(dir, temp, old); err != nil {
		os.RemoveAll(temp)
		return fileErrorf(dir, "cannot write the staged directory: %v", unwrapPath(err))
	}
	return nil
}

// file is a file to be written.
type file struct {
	name string
	text []byte
}

// files are what the directory holds, the manifest last.
func (s *Staged) files() ([]file, error) {
	m := &manifest{
		Format: manifestFormat, Schema: schemaVersion, AST: ast.Version, ABI: targetABI, Options: s.options,
		Source: manifestSource{s.sourceName(), hashed{hash(s.Function.Source)}},
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
	m.Function = manifestFunction{s.Function.Name, s.Function.site, scfml.FormatValue(tree), s.Function.Inlined, layouts, encodePlaces(ast.Places(s.Function.tree))}
	for i, p := range s.Function.Params {
		m.Parameters = append(m.Parameters, manifestParameter{p.Name, typeName(p.Type), s.Abstract[i].String()})
	}
	files := []file{{m.Source.File, s.Function.Source}}
	programs, err := s.savedPrograms()
	if err != nil {
		return nil, err
	}
	for i, p := range s.Passes {
		m.Passes = append(m.Passes, manifestPass{p.Name, p.From, p.sourceHash, programs[i].manifestProgram})
	}
	if s.Composed != nil {
		m.Composed = &programs[len(s.Passes)].manifestProgram
	}
	for _, p := range programs {
		files = append(files, p.text, p.image)
	}
	for _, f := range files {
		m.Files = append(m.Files, f.name)
	}
	m.Files = append(m.Files, manifestFile)
	text, err := m.encode()
	return append(files, file{manifestFile, text}), err
}

// savedProgram is a residual program as it is saved.
type savedProgram struct {
	manifestProgram
	text, image file
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

func newSavedProgram(p *scfml.Program, name string, r Report) savedProgram {
	text := file{name, []byte(p.String())}
	image := file{imageFile(name), p.Image()}
	return savedProgram{
		manifestProgram{p.Entry.Name, text.name, hashed{hash(text.text)}, manifestImage{image.name, hashed{hash(image.text)}}, r}, text, image,
	}
}

// sourceName is the name of the C file in the directory: its own, unless that is taken.
func (s *Staged) sourceName() string {
	name := filepath.Base(s.Function.File)
	taken := []string{manifestFile, composedFile, imageFile(composedFile)}
	for i, p := range s.Passes {
		taken = append(taken, stagedFile(i, p.Name), imageFile(stagedFile(i, p.Name)))
	}
	if slices.Contains(taken, name) {
		return "source-" + name
	}
	return name
}

// replaceable tells whether there is something at dir, and refuses what is no staged directory.
func replaceable(dir string) (exists bool, err error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fileErrorf(dir, "%v", unwrapPath(err))
	case !info.IsDir():
		return false, foreign(dir, "it is a file")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, fileErrorf(dir, "%v", unwrapPath(err))
	}
	names, err := ownFiles(dir)
	if err != nil {
		return false, foreign(dir, "it is no staged directory")
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			return false, foreign(dir, fmt.Sprintf("it holds %s, which staging did not write", e.Name()))
		}
	}
	return true, nil
}

func foreign(dir, why string) *diag.Error {
	return fileErrorf(dir, "not replaced: %s", why).WithHint("choose another directory with -o, or remove this one yourself")
}

// ownFiles are the names of the files that the manifest in dir, of whatever schema, says were written with it.
func ownFiles(dir string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, err
	}
	var m struct {
		Format string
		Files  []string
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m.Format != manifestFormat {
		return nil, errors.New("the manifest is not the stager's")
	}
	return m.Files, nil
}

// writeBeside writes the files to a new directory beside dir and gives its path.
func writeBeside(dir string, files []file) (string, error) {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return "", fileErrorf(parent, "%v", unwrapPath(err))
	}
	temp, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+".new-*")
	if err != nil {
		return "", fileErrorf(parent, "cannot write here: %v", unwrapPath(err))
	}
	err = os.Chmod(temp, 0o755)
	for _, f := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(temp, f.name), f.text, 0o666)
		}
	}
	if err != nil {
		os.RemoveAll(temp)
		return "", fileErrorf(temp, "%v", unwrapPath(err))
	}
	return temp, nil
}

// moveInto moves temp to dir. What was there is moved aside first, back again where that fails, and removed at the end.
func moveInto(dir, temp string, exists bool) error {
	if !exists {
		return os.Rename(temp, dir)
	}
	aside := temp + ".old"
	if err := os.Rename(dir, aside); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		return errors.Join(err, os.Rename(aside, dir))
	}
	return os.RemoveAll(aside)
}

// Open reads a staged directory. It checks the versions and the hashes of all files; errors say what to do, or are ctx's.
func Open(ctx context.Context, dir string, l Limits) (*Staged, error) {
	return open(ctx, dir, false, l)
}

// OpenSeparate reads a staged directory whose passes are to run one after the other, without its composed program.
func OpenSeparate(ctx context.Context, dir string, l Limits) (*Staged, error) {
	return open(ctx, dir, true, l)
}

func open(ctx context.Context, dir string, separate bool, l Limits) (s *Staged, err error) {
	defer catch("the opening of "+dir, &err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, manifestFile)
	files := newStagedFiles(ctx, dir, l.stagedBytes())
	text, err := files.read(manifestFile)
	if err != nil {
		return nil, notStaged(dir, err)
	}
	m, err := parseManifest(path, text)
	if err != nil {
		return nil, err
	}
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

// notStaged is the error for a directory without a readable manifest.
func notStaged(dir string, err error) error {
	if _, statErr := os.Stat(dir); errors.Is(statErr, fs.ErrNotExist) {
		return fileErrorf(dir, "no such directory").WithHint("`stager FILE.c` writes one")
	}
	if _, statErr := os.Stat(filepath.Join(dir, manifestFile)); errors.Is(statErr, fs.ErrNotExist) {
		return fileErrorf(dir, "this is no staged directory: it has no %s", manifestFile).WithHint("`stager FILE.c` writes one")
	}
	return err
}

// openFunction reads the function; its tree is read as a value of p.
func (m *manifest) openFunction(files *stagedFiles, p *scfml.Program) (*Function, error) {
	dir := files.dir
	text, err := files.readHashed(m.Source.File, m.Source.SHA256)
	if err != nil {
		return nil, err
	}
	if m.ABI != targetABI {
		return nil, fileErrorf(dir, "the pipeline was staged for the target %s, not for %s", m.ABI, targetABI).WithHint("stage again")
	}
	v, err := scfml.ParseValue(m.Function.Tree, &scfml.DataType{Data: treeDatatype("func", p)}, p)
	if err != nil {
		return nil, damaged(filepath.Join(dir, manifestFile), err.Error())
	}
	tree, err := ast.FromValue(v)
	if err != nil {
		return nil, damaged(filepath.Join(dir, manifestFile), err.Error())
	}
	if places, ok := decodePlaces(m.Function.Places); !ok || !ast.SetPlaces(tree, places) {
		return nil, damaged(filepath.Join(dir, manifestFile), "its places are not those of the function")
	}
	layouts, err := decodeLayouts(m.Function.Layouts, p)
	if err != nil {
		return nil, damaged(filepath.Join(dir, manifestFile), err.Error())
	}
	f := newFunction(cfront.NewText(filepath.Join(dir, m.Source.File), text), tree, m.Function.Site, layouts)
	f.Inlined = m.Function.Inlined
	return f, nil
}

func (m *manifest) openAbstract(path string, f *Function) ([]Abstract, error) {
	if len(m.Parameters) != len(f.Params) {
		return nil, damaged(path, "its parameters are not those of the function")
	}
	var out []Abstract
	for i, p := range m.Parameters {
		if p.Name != f.Params[i].Name || p.Type != typeName(f.Params[i].Type) {
			return nil, damaged(path, "its parameters are not those of the function")
		}
		a, err := ParseAbstract(p.Abstract, f.Params[i])
		if err != nil {
			return nil, damaged(path, err.Error())
		}
		out = append(out, a)
	}
	return out, nil
}

// open reads the residual program of one pass. It is loaded when it is first asked for.
func (mp manifestPass) open(files *stagedFiles) (*StagedPass, error) {
	image, err := mp.read(files)
	if err != nil {
		return nil, err
	}
	return &StagedPass{
		Name: mp.Name, From: mp.From, Report: mp.Report, sourceHash: mp.PassSHA256,
		exe: sync.OnceValues(func() (executable, error) { return mp.load(files, mp.Name, image) }),
	}, nil
}

// openComposed loads the composed program.
func (mp manifestProgram) openComposed(files *stagedFiles) (*Composed, error) {
	image, err := mp.read(files)
	if err != nil {
		var damage *diag.Error
		if errors.As(err, &damage) {
			err = damage.WithHint("stage again, or run the passes one after the other with -separate")
		}
		return nil, err
	}
	exe, err := mp.load(files, composedName, image)
	exe.title = composedTitle
	return &Composed{Program: exe.program, Report: mp.Report, exe: exe}, err
}

// read is the program's image. Its text is looked at, too, so that a directory is what was written or none.
func (mp manifestProgram) read(files *stagedFiles) (image []byte, err error) {
	if _, err := files.readHashed(mp.File, mp.SHA256); err != nil {
		return nil, err
	}
	return files.readHashed(mp.Image.File, mp.Image.SHA256)
}

// load loads the program of that image, which belongs to the pass called name.
func (mp manifestProgram) load(files *stagedFiles, name string, image []byte) (executable, error) {
	p, err := scfml.LoadImage(image)
	if err == nil && p.Entry.Name != mp.Entry {
		err = fmt.Errorf("its entry is %s, not %s", p.Entry.Name, mp.Entry)
	}
	if err != nil {
		return executable{}, damaged(files.path(mp.Image.File), err.Error())
	}
	takesLattice, err := passType(p)
	exe := newExecutable(name, p, takesLattice)
	exe.fromText = sync.OnceValues(func() (executable, error) { return mp.loadText(files.again(), name) })
	return exe, err
}

// loadText loads the program from its text.
func (mp manifestProgram) loadText(files *stagedFiles, name string) (executable, error) {
	text, err := files.readHashed(mp.File, mp.SHA256)
	if err != nil {
		return executable{}, err
	}
	source := scfml.Source{Name: files.path(mp.File), Text: string(text)}
	p, _, err := scfml.Load(mp.Entry, source)
	if err != nil {
		return executable{}, err
	}
	takesLattice, err := passType(p)
	return newExecutable(name, p, takesLattice, source), err
}

// Pipeline loads the passes that s was staged from. It is an error if one of them is gone or has changed since.
func (s *Staged) Pipeline() (Pipeline, error) {
	var out Pipeline
	for _, p := range s.Passes {
		pass, err := LoadPass(p.From)
		if err != nil {
			return nil, err
		}
		if hash([]byte(pass.Source.Text)) != p.sourceHash {
			return nil, fileErrorf(p.From, "the pass has changed since it was staged").WithHint("stage again")
		}
		out = append(out, pass)
	}
	return out, nil
}
