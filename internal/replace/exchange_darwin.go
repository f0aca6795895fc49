package replace

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange exchanges two directories in one step. errors.ErrUnsupported where the system or the file system cannot.
func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if err == unix.ENOSYS || err == unix.EINVAL || err == unix.ENOTSUP {
		return fmt.Errorf("%w: %v", errors.ErrUnsupported, err)
	}
	return err
}
