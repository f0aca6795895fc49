package stager

import (
	"context"
	"errors"
	"path/filepath"

	"scf/internal/diag"
	"scf/internal/textfile"
)

// stagedFiles are the files of a staged directory, of which only so much is read.
type stagedFiles struct {
	ctx         context.Context
	dir         string
	limit, left int64 // bytes in all, and that may still be read
}

func newStagedFiles(ctx context.Context, dir string, limit int64) *stagedFiles {
	return &stagedFiles{ctx, dir, limit, limit}
}

// again are the same files, for reading after the directory was opened.
func (d *stagedFiles) again() *stagedFiles {
	return newStagedFiles(context.WithoutCancel(d.ctx), d.dir, d.limit)
}

func (d *stagedFiles) path(name string) string { return filepath.Join(d.dir, name) }

// read reads a file of the directory.
func (d *stagedFiles) read(name string) ([]byte, error) {
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	text, err := textfile.Read(d.path(name), d.left)
	if textfile.IsTooLarge(err) {
		return nil, fileErrorf(d.dir, "the files of the staged directory are larger than %s together", textfile.Bytes(d.limit)).
			WithHint("stage again; where they are meant to be so large, raise Limits.StagedBytes")
	}
	d.left -= int64(len(text))
	return text, err
}

// readHashed reads a file whose hash the manifest has.
func (d *stagedFiles) readHashed(name, want string) ([]byte, error) {
	text, err := d.read(name)
	var e *diag.Error
	switch {
	case errors.As(err, &e) && e.Pos.File == d.path(name):
		return nil, damaged(e.Pos.File, e.Msg)
	case err != nil:
		return nil, err
	case hash(text) != want:
		return nil, damaged(d.path(name), "the file is not the one that was written")
	}
	return text, nil
}
