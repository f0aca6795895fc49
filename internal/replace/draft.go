package replace

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Drafts: files and directories beside their place while they are written.

// mark stands in the names of drafts, between the name of what is written and a random number.
const mark = ".stager-"

// aside ends the name of a directory that is moved aside for a draft.
const aside = ".old"

// draftPrefix is what the paths of the drafts of what is at path begin with.
func draftPrefix(path string) string {
	const longest = 200 // names have 255 bytes at most
	base := filepath.Base(path)
	return "." + strings.ToValidUTF8(base[:min(len(base), longest)], "") + mark
}

var draftNumber = regexp.MustCompile(`^[0-9a-f]{16}$`)

// isDraft reports whether a file of that name, in the directory of path, is a draft of it.
func isDraft(path, name string) bool {
	number, ok := strings.CutPrefix(name, draftPrefix(path))
	return ok && draftNumber.MatchString(number)
}

// newDraft makes a draft of what is at path by make, which fails where there is one of that name, and gives its path.
func newDraft(path string, make func(string) error) (string, error) {
	for {
		number := [8]byte{}
		rand.Read(number[:])
		draft := filepath.Join(filepath.Dir(path), draftPrefix(path)+hex.EncodeToString(number[:]))
		if err := make(draft); !errors.Is(err, fs.ErrExist) {
			return draft, err
		}
	}
}

// draft is a directory that is being written. Its lock tells others that its writer lives.
type draft struct {
	path string
	lock *os.File
}

// draft writes files to a new draft.
func (d Dir) draft(files []File) (*draft, error) {
	t, err := d.newDraft()
	if err != nil {
		return nil, err
	}
	if err := t.fill(d, files); err != nil {
		t.discard(d)
		t.close()
		return nil, err
	}
	return t, nil
}

// newDraft makes an empty draft.
func (d Dir) newDraft() (*draft, error) {
	for {
		path, err := newDraft(d.Path, func(path string) error { return os.Mkdir(path, 0o777) })
		if err != nil {
			return nil, err
		}
		lock, err := hold(path)
		if err == nil || errors.Is(err, errors.ErrUnsupported) {
			return &draft{path, lock}, nil
		}
		if !errors.Is(err, errHeld) && !errors.Is(err, fs.ErrNotExist) { // taken by who tidies up, for an empty one that was left
			os.Remove(path)
			return nil, err
		}
	}
}

// fill writes the files, d.Last as the last one, and has the system store them.
func (t *draft) fill(d Dir, files []File) error {
	root, err := os.OpenRoot(t.path)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		if f.Name == d.Last {
			continue
		}
		if err := writeNew(root, f.Name, f.Text); err != nil {
			return err
		}
	}
	for _, f := range files {
		if f.Name == d.Last {
			if err := writeLast(root, f); err != nil {
				return err
			}
		}
	}
	syncDir(t.path)
	return nil
}

// writeLast writes f under another name first, so that it is whole when it is there.
func writeLast(root *os.Root, f File) error {
	if err := writeNew(root, f.Name+mark, f.Text); err != nil {
		return err
	}
	return root.Rename(f.Name+mark, f.Name)
}

// writeNew writes a file that does not exist.
func writeNew(root *os.Root, name string, text []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	return fillFile(f, text)
}

// fillFile writes text to f, has the system store it, and closes f.
func fillFile(f *os.File, text []byte) error {
	_, err := f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir has the system store the entries of a directory, where that can be asked for.
func syncDir(path string) {
	if f, err := os.Open(path); err == nil {
		_ = f.Sync()
		f.Close()
	}
}

// discard removes the draft.
func (t *draft) discard(d Dir) { d.remove(t.path) }

func (t *draft) close() {
	if t.lock != nil {
		t.lock.Close()
	}
}
