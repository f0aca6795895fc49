package replace

import "errors"

// errHeld is the error for a draft that somebody writes.
var errHeld = errors.New("another process is replacing it")
