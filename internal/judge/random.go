package judge

import (
	"context"
	"strings"

	"scf/backend"
	"scf/backend/mem"
	"scf/internal/cprog"
)

// Random is a program of random C: prefix and text of a file that runs its function on some arguments and prints what it does to all memory.
func Random(seed uint64, size int, without cprog.Set) (prefix string, text []byte) {
	prefix = "p_"
	p := cprog.Generate(seed, cprog.Options{Prefix: prefix, Size: size, Without: without})
	cases := []cprog.Case{{Program: p, Variants: []cprog.Variant{{}}}}
	return prefix, []byte(cprog.Text(cases, cprog.Settings{Rounds: 3, Seed: seed}))
}

// RandomHosts are the functions that random programs with the prefix call and that the tree cannot hold: one with a variable number of arguments. The module
// is asked for when it is called.
func RandomHosts(prefix string, m func() *backend.Module) backend.Hosts {
	return backend.Hosts{prefix + "sum": backend.HostFunc(func(_ context.Context, args []uint64) (uint64, error) {
		s := int32(args[0])
		for _, a := range args[1 : 1+int32(args[0])] {
			s = s*3 + int32(a)
		}
		if at, ok := m().Address("", prefix+"trace"); ok {
			mem.Store64(at, mem.Load64(at)*41+uint64(uint32(s)))
		}
		return uint64(int64(s)), nil
	})}
}

// FirstDifference is the first line in which two outputs differ, of both.
func FirstDifference(a, b string) (x, y string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		x, y = "nothing more", "nothing more"
		if i < len(as) {
			x = as[i]
		}
		if i < len(bs) {
			y = bs[i]
		}
		if x != y {
			return x, y
		}
	}
	return "", ""
}
