//go:build !linux || !(amd64 || arm64)

package code

import "errors"

func (s *Stacks) grow() error  { return errors.New("no stacks for generated code on this system") }
func (m *mappedStacks) unmap() {}
