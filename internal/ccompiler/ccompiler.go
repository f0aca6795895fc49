// Package ccompiler finds the C compiler of the machine, which measures run; nothing else of the project needs one.
package ccompiler

import "os/exec"

// names are the compilers that are looked for, in order.
var names = []string{"gcc", "cc", "clang"}

// Find is the path of a C compiler; empty where the machine has none.
func Find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
