package stager

import (
	"maps"
	"slices"
)

// sortedKeys are the keys of m in order, for loops whose outcome must not depend on the order of maps.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
