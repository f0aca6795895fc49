//go:build !linux && !darwin

package replace

import "errors"

// exchange is not to be had.
func exchange(a, b string) error { return errors.ErrUnsupported }
