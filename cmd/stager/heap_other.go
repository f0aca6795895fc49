//go:build !linux

package main

// roomOfHugePages does nothing: where there are huge pages the system decides about them.
func roomOfHugePages() {}
