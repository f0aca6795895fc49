package diag

import (
	"errors"
	"io/fs"
	"os"
)

// WithoutPath is an error of the system without the operation and the path that the os package puts before it, for messages that name the file.
func WithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
