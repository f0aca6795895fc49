//go:build !linux || !(amd64 || arm64) || scfstatic

package c

import "errors"

var errNoLoader = errors.New("shared objects are loaded on linux/amd64 and linux/arm64 only, and not by programs that are built with the tag scfstatic")

func canLoad() error { return errNoLoader }

type sharedObject struct{ entry uintptr }

func load(string) (*sharedObject, error) { return nil, errNoLoader }
func (o *sharedObject) close()           {}
func invoke(uintptr, []uintptr)          {}
func back() uintptr                      { return 0 }
