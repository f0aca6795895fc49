// Package replace writes files and directories as a whole: what stands at a path is what was there before or what is written, also where
// the process or the machine ends in between, and who reads a directory sees one or the other.
//
// What is written goes to a draft first, beside its place and under a name of the form `.NAME.stager-0123456789abcdef`. Where the system can
// exchange two directories (Linux, macOS) that is how a draft takes the place of a directory. Elsewhere the old one is moved aside,
// under the draft's name with `.old` behind it, and the draft to its place; in between readers find the draft, and so does the next
// writer where this one ends there.
//
//	dir.go         writing directories
//	read.go        reading them
//	draft.go       directories that are being written
//	leftovers.go   what killed writers leave behind
//	exchange*.go   exchanging two directories
//	lock*.go       telling who still writes
//	file.go        writing files
//	explain.go     errors as messages
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Dir is a directory that is written as a whole and never changed.
type Dir struct {
	Path string
	// Last is the file that is written last: with it a directory is complete.
	Last string
	// Own tells of a complete directory whether everything in it is what such a writer wrote; the error says what is not. Nothing else is
	// ever replaced or removed.
	Own func(*os.Root) error
}

// File is a file of a directory.
type File struct {
	Name string
	Text []byte
}

// Refused is the error for a directory that is not replaced, and why.
type Refused struct{ Why error }

func (r *Refused) Error() string { return r.Why.Error() }

// Unwrap is why.
func (r *Refused) Unwrap() error { return r.Why }

// Write writes the directory. It must not exist, or be empty or Own, and is replaced: anything else is Refused. On an error what was there
// stays.
func (d Dir) Write(files []File) error {
	d, err := d.resolved()
	if err != nil {
		return err
	}
	if _, err := d.exists(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(d.Path), 0o777); err != nil {
		return err
	}
	d.tidy()
	t, err := d.draft(files)
	if err != nil {
		return err
	}
	defer t.close()
	err = d.place(t.path)
	if err != nil {
		t.discard(d)
	}
	return err
}

// Check tells what Write would refuse.
func (d Dir) Check() error {
	d, err := d.resolved()
	if err == nil {
		_, err = d.exists()
	}
	return err
}

// resolved is d by the path that symbolic links lead to: a link stays, what it leads to is replaced.
func (d Dir) resolved() (Dir, error) {
	path, err := resolve(d.Path)
	d.Path = path
	return d, err
}

// resolve is the absolute path without symbolic links of what is at path or will be.
func resolve(path string) (string, error) {
	if path == "" {
		return "", errors.New("the path is empty")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	switch resolved, err := filepath.EvalSymlinks(path); {
	case err == nil:
		return resolved, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &Refused{errors.New("it is a symbolic link that leads nowhere")}
	}
	return path, nil
}

// exists reports whether there is a directory at d's path, and refuses what must not be replaced.
func (d Dir) exists() (bool, error) {
	for {
		info, err := os.Lstat(d.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err == nil {
			err = d.replaceable(info)
		}
		now, statErr := os.Lstat(d.Path)
		if err == nil || statErr == nil && os.SameFile(info, now) { // not one that another writer was removing
			return true, err
		}
	}
}

// replaceable is the error for what is at d's path, of which info tells, unless it may be replaced.
func (d Dir) replaceable(info fs.FileInfo) error {
	if !info.IsDir() {
		return &Refused{errors.New("it is a file")}
	}
	if here, err := os.Stat("."); err == nil && os.SameFile(here, info) {
		return &Refused{errors.New("it is the working directory")}
	}
	if err := writable(d.Path); err != nil {
		return err
	}
	if err := d.own(d.Path); err != nil {
		return &Refused{err}
	}
	return nil
}

// own reports whether the directory at path is empty or complete and d's own.
func (d Dir) own(path string) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	if entries, err := entries(root); err != nil || len(entries) == 0 {
		return err
	}
	return d.Own(root)
}

// entries are the entries of the directory that root is.
func entries(root *os.Root) ([]fs.DirEntry, error) { return fs.ReadDir(root.FS(), ".") }

// The bounds of waiting for other writers of the same directory.
const (
	maxAttempts = 6000
	pause       = 10 * time.Millisecond
)

// place moves the draft to d's path. What was there is removed. Writers take turns by the lock of the directory that is there.
func (d Dir) place(draft string) error {
	for range maxAttempts {
		lock, err := hold(d.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = os.Rename(draft, d.Path)
		case errors.Is(err, errHeld):
			time.Sleep(pause)
		case err == nil:
			err = d.replaceBy(draft)
			lock.Close()
		case errors.Is(err, errors.ErrUnsupported):
			err = d.replaceBy(draft)
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errHeld) { // others that were faster
			return err
		}
	}
	return errHeld
}

// replaceBy puts the draft in the place of the directory, and removes that.
func (d Dir) replaceBy(draft string) error {
	exists, err := d.exists()
	if err != nil {
		return err
	}
	if !exists {
		return fs.ErrNotExist
	}
	if err := d.swap(draft); err != nil {
		return err
	}
	syncDir(filepath.Dir(d.Path))
	return d.dropOld(draft)
}

// swap puts the draft in the place of the directory, and that where the draft was.
func (d Dir) swap(draft string) error {
	keepMode(d.Path, draft)
	err := exchange(draft, d.Path)
	if errors.Is(err, errors.ErrUnsupported) {
		return d.swapInSteps(draft)
	}
	return err
}

// swapInSteps is swap by renaming. After the first step readers find the draft (between).
func (d Dir) swapInSteps(draft string) error {
	aside := draft + aside
	if err := os.Rename(d.Path, aside); err != nil {
		return err
	}
	if err := os.Rename(draft, d.Path); err != nil {
		if back := os.Rename(aside, d.Path); errors.Is(back, fs.ErrExist) { // another writer has put its own there
			d.remove(aside)
		}
		return err
	}
	if err := os.Rename(aside, draft); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// dropOld removes what was replaced. Where somebody has made it another directory since it was looked at, it gets its place back.
func (d Dir) dropOld(old string) error {
	if err := d.own(old); errors.Is(err, fs.ErrNotExist) {
		return nil // who tidies up has been faster
	} else if err != nil {
		return errors.Join(&Refused{err}, d.swap(old))
	}
	d.remove(old)
	return nil
}

// keepMode gives the directory to the permissions of the one at from.
func keepMode(from, to string) {
	a, err := os.Stat(from)
	b, err2 := os.Stat(to)
	if err == nil && err2 == nil && a.Mode().Perm() != b.Mode().Perm() {
		os.Chmod(to, a.Mode().Perm())
	}
}
