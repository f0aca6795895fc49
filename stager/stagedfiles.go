package stager

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"scf/internal/diag"
	"scf/internal/textfile"
)

// stagedFiles are the files of a staged directory, all of one version of it. Their hashes are what the manifest says.
type stagedFiles struct {
	dir      string
	manifest *manifest
	texts    map[string][]byte
}

// readStaged reads the files of dir, limit bytes at most; separate leaves out those of the composed program.
func readStaged(ctx context.Context, dir string, separate bool, limit int64) (*stagedFiles, error) {
	var files *stagedFiles
	err := stagedDir(dir).Read(ctx, func(root *os.Root) (err error) {
		files, err = newStagedReader(ctx, dir, inRoot{root}, limit).read(separate)
		return err
	})
	return files, directoryError(dir, err)
}

// readStagedFS is readStaged of a directory in a file system whose files do not change.
func readStagedFS(ctx context.Context, fsys fs.FS, dir string, limit int64) (*stagedFiles, error) {
	sub, err := fs.Sub(fsys, path.Clean(filepath.ToSlash(dir)))
	if err == nil {
		_, err = fs.Stat(sub, ".")
	}
	if err != nil {
		return nil, directoryError(dir, err)
	}
	files, err := newStagedReader(ctx, dir, inFS{sub}, limit).read(false)
	return files, directoryError(dir, err)
}

// directoryError is err, as a message about the directory if it is one of the system's.
func directoryError(dir string, err error) error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fileErrorf(dir, "no such directory").WithHint("`stager FILE.c` writes one")
	case errors.As(err, &path):
		return fileErrorf(dir, "%v", path.Err)
	}
	return err
}

func (f *stagedFiles) path(name string) string { return filepath.Join(f.dir, name) }

// text is the text of a file that the manifest refers to.
func (f *stagedFiles) text(name string) ([]byte, error) {
	text, ok := f.texts[name]
	if !ok {
		return nil, damaged(f.path(manifestName), fmt.Sprintf("it refers to %q, which is none of its files", name))
	}
	return text, nil
}

// stagedReader reads the files of a staged directory.
type stagedReader struct {
	ctx         context.Context
	dir         string
	in          stagedSource
	limit, left int64 // bytes in all, and that may still be read
}

// stagedSource is what the files are in.
type stagedSource interface {
	stat(name string) error
	// read reads a file, which messages call path.
	read(name, path string, limit int64) ([]byte, error)
}

type inRoot struct{ root *os.Root }

func (d inRoot) stat(name string) error { _, err := d.root.Lstat(name); return err }
func (d inRoot) read(name, path string, limit int64) ([]byte, error) {
	return textfile.ReadIn(d.root, name, path, limit)
}

type inFS struct{ fsys fs.FS }

func (d inFS) stat(name string) error { _, err := fs.Stat(d.fsys, name); return err }
func (d inFS) read(name, path string, limit int64) ([]byte, error) {
	return textfile.ReadFS(d.fsys, name, path, limit)
}

func newStagedReader(ctx context.Context, dir string, in stagedSource, limit int64) *stagedReader {
	return &stagedReader{ctx: ctx, dir: dir, in: in, limit: limit, left: limit}
}

func (r *stagedReader) path(name string) string { return filepath.Join(r.dir, name) }

func (r *stagedReader) read(separate bool) (*stagedFiles, error) {
	if err := r.in.stat(manifestName); errors.Is(err, fs.ErrNotExist) {
		return nil, fileErrorf(r.dir, "this is no staged directory: it has no %s", manifestName).WithHint("`stager FILE.c` writes one")
	}
	text, err := r.file(manifestName)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(r.path(manifestName), text)
	if err != nil {
		return nil, err
	}
	out := &stagedFiles{r.dir, m, map[string][]byte{}}
	for _, f := range m.Files {
		composed := m.Composed != nil && (f.Name == m.Composed.File || f.Name == m.Composed.Image)
		if composed && separate {
			continue
		}
		if out.texts[f.Name], err = r.hashed(f); err != nil {
			return nil, orSeparate(err, composed)
		}
	}
	return out, nil
}

// orSeparate is err, which about a file of the composed program says that one can do without.
func orSeparate(err error, composed bool) error {
	var damage *diag.Error
	if composed && errors.As(err, &damage) {
		return damage.WithHint("stage again, or run the passes one after the other with -separate")
	}
	return err
}

// file reads a file of the directory.
func (r *stagedReader) file(name string) ([]byte, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	text, err := r.in.read(name, r.path(name), r.left)
	if textfile.IsTooLarge(err) {
		return nil, fileErrorf(r.dir, "the files of the staged directory are larger than %s together", textfile.Bytes(r.limit)).
			WithHint("stage again; where they are meant to be so large, raise Limits.StagedBytes")
	}
	r.left -= int64(len(text))
	return text, err
}

// hashed reads a file that the manifest has the hash of.
func (r *stagedReader) hashed(f manifestFile) ([]byte, error) {
	text, err := r.file(f.Name)
	var e *diag.Error
	switch {
	case errors.As(err, &e) && e.Pos.File == r.path(f.Name):
		return nil, damaged(e.Pos.File, e.Msg)
	case err != nil:
		return nil, err
	case hash(text) != f.SHA256:
		return nil, damaged(r.path(f.Name), "the file is not the one that was written")
	}
	return text, nil
}
