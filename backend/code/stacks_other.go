//go:build !linux || !(amd64 || arm64)

package code

import "errors"

func (p *stackPool) grow() error { return errors.New("no stacks for generated code on this system") }
