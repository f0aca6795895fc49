package diag

import (
	"errors"
	"io/fs"
	"os"
)

// Unreadable is the error for a file that cannot be read: err is what the os package says of it.
func Unreadable(file string, err error) *Error {
	at := Pos{File: file}
	if errors.Is(err, fs.ErrNotExist) {
		return Errorf(at, "no such file")
	}
	if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
		return Errorf(at, "this is a directory").WithHint("name a file in it")
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Errorf(at, "%v", err)
}
