// Package textfile reads the files that users name. Only regular files are read, and no more of them than a limit: opening a FIFO
// waits for who writes to it, a device may have no end, and some files of /proc say that they are empty.
package textfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"scf/internal/diag"
)

// Read is the text of the regular file at path, which has at most limit bytes. Errors are *diag.Error about the file.
func Read(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	return readAll(f, path, limit)
}

// ReadIn is Read of the file called name in the directory root, which messages call path.
func ReadIn(root *os.Root, name, path string, limit int64) ([]byte, error) {
	f, err := OpenIn(root, name, path)
	if err != nil {
		return nil, err
	}
	return readAll(f, path, limit)
}

// ReadFS is Read of the file called name in fsys, which messages call path.
func ReadFS(fsys fs.FS, name, path string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		f.Close()
		return nil, irregular(path, info.Mode())
	}
	return readAll(f, path, limit)
}

func readAll(f fs.File, path string, limit int64) ([]byte, error) {
	defer f.Close()
	return ReadFrom(f, path, limit)
}

// ReadFrom is the text that r, which messages call path, has until its end: at most limit bytes. Errors are as those of Read.
func ReadFrom(r io.Reader, path string, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if int64(len(text)) > limit {
		return nil, TooLarge(path, limit)
	}
	return text, nil
}

// Open opens the regular file at path. Errors are *diag.Error about the file.
func Open(path string) (*os.File, error) { return open(osFiles{}, path, path) }

// OpenIn is Open of the file called name in the directory root, which messages call path.
func OpenIn(root *os.Root, name, path string) (*os.File, error) { return open(root, name, path) }

// files are what files are opened in: a directory, or the system.
type files interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type osFiles struct{}

func (osFiles) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (osFiles) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

func open(in files, name, path string) (*os.File, error) {
	if info, err := in.Stat(name); err != nil { // opening a device may do something
		return nil, unreadable(path, err)
	} else if !info.Mode().IsRegular() {
		return nil, irregular(path, info.Mode())
	}
	f, err := in.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a FIFO that has come since opens at once
	if err != nil {
		return nil, unreadable(path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = irregular(path, info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, unreadable(path, err)
	}
	return f, nil
}

// tooLarge is the error for a file with more bytes than the limit.
type tooLarge struct{ about *diag.Error }

func (e tooLarge) Error() string { return e.about.Error() }
func (e tooLarge) Unwrap() error { return e.about }

// TooLarge is the error for a file with more bytes than the limit.
func TooLarge(path string, limit int64) error {
	return tooLarge{diag.Errorf(diag.Pos{File: path}, "the file is larger than %s", Bytes(limit)).WithHint("name a smaller file, or raise the limit")}
}

// IsTooLarge reports whether err is TooLarge's.
func IsTooLarge(err error) bool { return errors.As(err, new(tooLarge)) }

// Bytes is a number of bytes in words.
func Bytes(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// irregular is the error for what is no regular file.
func irregular(path string, mode fs.FileMode) error {
	at := diag.Pos{File: path}
	if mode.IsDir() {
		return diag.Errorf(at, "this is a directory").WithHint("name a file in it")
	}
	what := "a device"
	switch {
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return diag.Errorf(at, "this is %s, not a regular file", what).WithHint("write the text to a file first, and name that")
}

// unreadable is the error for a file that cannot be read: err is what the os package says of it.
func unreadable(path string, err error) error {
	at := diag.Pos{File: path}
	var known *diag.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, fs.ErrNotExist):
		return diag.Errorf(at, "no such file")
	case errors.Is(err, syscall.ELOOP):
		return diag.Errorf(at, "its symbolic links lead nowhere: there are too many, or they lead back")
	}
	return diag.Errorf(at, "%v", diag.WithoutPath(err))
}
