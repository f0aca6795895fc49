package replace

import (
	"errors"

	"scf/internal/diag"
)

// Explain is err, of Write or Check, as a message about the directory; what is what it is a directory of.
func (d Dir) Explain(what string, err error) error {
	at := diag.Pos{File: d.Path}
	var refused *Refused
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return diag.Errorf(at, "not replaced: %v", diag.WithoutPath(refused.Why)).WithHint("choose another directory with -o, or remove this one yourself")
	}
	return diag.Errorf(at, "cannot write the %s: %v", what, diag.WithoutPath(err))
}
