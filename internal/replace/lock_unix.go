//go:build unix && !solaris && !aix

package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// hold locks a draft, a file or a directory, for as long as the result is open and its process lives. The error is errHeld where another
// one holds it, fs.ErrNotExist where it is gone, errors.ErrUnsupported where the file system has no locks.
func hold(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
	case nil:
	case unix.EWOULDBLOCK:
		f.Close()
		return nil, errHeld
	default:
		f.Close()
		return nil, fmt.Errorf("%w: %v", errors.ErrUnsupported, err)
	}
	held, err := f.Stat()
	if now, statErr := os.Lstat(path); err != nil || statErr != nil || !os.SameFile(held, now) {
		f.Close()
		return nil, fs.ErrNotExist // removed before it was locked
	}
	return f, nil
}

// writable is the error for a directory that this process may not change.
func writable(path string) error {
	if err := unix.Access(path, unix.W_OK|unix.X_OK); err != nil {
		return &fs.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}
