package stager

import (
	"context"

	"scf/scfml"
)

// step is a program of a pipeline with what it was given.
type step struct {
	exe executable
	arg scfml.Value
}

// Replay runs the programs that made r again, each on what it was given, and drops what they give: to measure how long they take,
// apart from the conversion of trees before, between and after them.
func (r *Result) Replay(ctx context.Context) error {
	for _, s := range r.steps {
		if _, _, err := s.exe.run(ctx, s.arg); err != nil {
			return err
		}
	}
	return nil
}
