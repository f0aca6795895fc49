//go:build !unix || solaris || aix

package replace

import (
	"errors"
	"os"
)

// hold is not to be had.
func hold(path string) (*os.File, error) {
	if _, err := os.Lstat(path); err != nil {
		return nil, err
	}
	return nil, errors.ErrUnsupported
}

// writable is the error for a directory that this process may not change; here that shows when it is changed.
func writable(string) error { return nil }
