package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Leftovers: drafts whose writers were killed. The next writer of the same path removes them.

// lockless is how old a draft is taken to be left over where the system does not tell who still writes.
const lockless = time.Hour

// tidy finishes a replacement that ended between its steps, and removes what is left over. What it cannot do it leaves.
func (d Dir) tidy() {
	if draft, ok := d.between(); ok && d.isLeftOver(draft) {
		_ = os.Rename(draft, d.Path)
	}
	for _, path := range siblings(d.Path) {
		if draft := strings.TrimSuffix(path, aside); d.isLeftOver(draft) {
			d.dropLeftOver(path)
		}
	}
}

// siblings are the paths of the drafts of what is at path, and of directories moved aside for one.
func siblings(path string) []string {
	dir := filepath.Dir(path)
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	var out []string
	for _, name := range names {
		if isDraft(path, strings.TrimSuffix(name, aside)) {
			out = append(out, filepath.Join(dir, name))
		}
	}
	return out
}

// between is the draft of a replacement in steps that is between its first and its second: nothing is at d's path, the old
// directory is aside, and the draft is complete.
func (d Dir) between() (draft string, ok bool) {
	if _, err := os.Lstat(d.Path); !errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	for _, path := range siblings(d.Path) {
		if draft, ok := strings.CutSuffix(path, aside); ok && d.own(draft) == nil {
			return draft, true
		}
	}
	return "", false
}

// isLeftOver reports whether nobody writes the draft, or there is none.
func (d Dir) isLeftOver(draft string) bool {
	lock, err := hold(draft)
	switch {
	case err == nil:
		lock.Close()
		return true
	case errors.Is(err, fs.ErrNotExist):
		return true
	case errors.Is(err, errors.ErrUnsupported):
		info, err := os.Lstat(draft)
		return err == nil && time.Since(info.ModTime()) > lockless
	}
	return false
}

// dropLeftOver removes a directory that is left over: a complete one only if it is d's own.
func (d Dir) dropLeftOver(path string) {
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return
	}
	if _, err := os.Lstat(filepath.Join(path, d.Last)); err == nil && d.own(path) != nil {
		return
	}
	d.remove(path)
}

// remove removes a directory of regular files, d.Last as the last one. A directory with anything else in it stays.
func (d Dir) remove(path string) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return
	}
	defer root.Close()
	list, _ := entries(root)
	for _, e := range list {
		if !e.Type().IsRegular() {
			return
		}
	}
	for _, e := range list {
		if e.Name() != d.Last {
			_ = root.Remove(e.Name())
		}
	}
	_ = root.Remove(d.Last)
	_ = os.Remove(path)
}
