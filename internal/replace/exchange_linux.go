package replace

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange exchanges two directories in one step. errors.ErrUnsupported where the system or the file system cannot.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if err == unix.ENOSYS || err == unix.EINVAL || err == unix.EPERM { // EPERM: forbidden to processes in some sandboxes
		return fmt.Errorf("%w: %v", errors.ErrUnsupported, err)
	}
	return err
}
