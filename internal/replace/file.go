package replace

import (
	"errors"
	"io/fs"
	"os"
)

// WriteFile writes text to the file at path: where it is a regular file or none, as a whole or not at all. A file that was there keeps its permissions,
// and is not written without the permission to; a symbolic link stays one.
func WriteFile(path string, text []byte) error {
	path, err := resolve(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replaceFile(path, text, nil)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return os.WriteFile(path, text, 0o666)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	return replaceFile(path, text, info)
}

// replaceFile writes the regular file at path; info is what was there, nil for nothing.
func replaceFile(path string, text []byte, info fs.FileInfo) error {
	tidyFiles(path)
	var f, lock *os.File
	draft, err := newDraft(path, func(draft string) (err error) {
		if f, err = os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
			return err
		}
		if lock, err = hold(draft); errors.Is(err, errHeld) || errors.Is(err, fs.ErrNotExist) { // taken by who tidies up
			f.Close()
			return fs.ErrExist
		}
		return nil
	})
	if err != nil {
		return err
	}
	if lock != nil {
		defer lock.Close()
	}
	err = fillFile(f, text)
	if err == nil && info != nil {
		err = os.Chmod(draft, info.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		os.Remove(draft)
	}
	return err
}

// tidyFiles removes the drafts of the file at path that are left over.
func tidyFiles(path string) {
	for _, draft := range siblings(path) {
		info, err := os.Lstat(draft)
		if err == nil && info.Mode().IsRegular() && (Dir{}).isLeftOver(draft) {
			os.Remove(draft)
		}
	}
}
