package backend

import (
	"cmp"
	"context"
	"slices"

	"scf/backend/mem"
)

// This file says what memory checked code (Options.Checked) may access: the objects of the module, what malloc gave, and what the call is given, which whoever
// calls says with WithRegions.

// Functions that checked code calls. No C function has such a name.
const (
	// RegionOf(address, to) puts where the region begins and ends that holds the address, or ends there, into the 16 bytes at to; twice 0 where there is none.
	RegionOf = "scf.region"
	// AddRegion(address, size) makes a local variable a region, DropRegions(n) forgets the last n of them.
	AddRegion   = "scf.add"
	DropRegions = "scf.drop"
	// IsFunction(address) is 1 where that is the address of a function, else 0.
	IsFunction = "scf.function"
)

// CheckFunctions are the names of these functions.
func CheckFunctions() []string { return []string{RegionOf, AddRegion, DropRegions, IsFunction} }

// Region is memory from Lo up to, not with, Hi.
type Region struct{ Lo, Hi uint64 }

// holds tells whether addr lies in r, or at its end.
func (r Region) holds(addr uint64) bool { return addr >= r.Lo && addr <= r.Hi }

// Regions are the memory that one call is given, and the local variables of its functions.
type Regions struct{ all []Region }

// Add adds size bytes at addr.
func (r *Regions) Add(addr, size uint64) { r.all = append(r.all, Region{addr, addr + size}) }

type regionsKey struct{}

// WithRegions is the context of one call, which may access r.
func WithRegions(ctx context.Context, r *Regions) context.Context {
	return context.WithValue(ctx, regionsKey{}, r)
}

// Check is one of the functions that checked code calls, by its name. The ctx is that of the call; where it says nothing of what the call is given, only the module's
// memory may be accessed, and local variables are not known by their addresses.
func (m *Module) Check(ctx context.Context, name string, args []uint64) uint64 {
	given, _ := ctx.Value(regionsKey{}).(*Regions)
	switch name {
	case RegionOf:
		r := m.region(given, args[0])
		mem.Store64(args[1], r.Lo)
		mem.Store64(args[1]+8, r.Hi)
	case AddRegion:
		if given != nil {
			given.Add(args[0], args[1])
		}
	case DropRegions:
		if given != nil {
			given.all = given.all[:len(given.all)-int(uint32(args[0]))]
		}
	case IsFunction:
		if m.FunctionAt(args[0]) != nil {
			return 1
		}
	}
	return 0
}

// region is the region that holds addr: one that it lies in before one that ends there.
func (m *Module) region(given *Regions, addr uint64) (found Region) {
	look := func(r Region) bool {
		if r.holds(addr) && (found.Hi == 0 || found.Hi == addr) {
			found = r
		}
		return found.Hi > addr
	}
	if given != nil && slices.ContainsFunc(given.all, look) || slices.ContainsFunc(m.variablesAt(addr), look) {
		return found
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range m.strings {
		if look(regionOf(b)) {
			return found
		}
	}
	for _, b := range m.heap {
		if look(regionOf(b)) {
			return found
		}
	}
	return found
}

// Memory is where the module's variables lie, what stands for its functions, the strings that its code mentions, and what malloc gave: all that its
// addresses lead to, apart from variables that the program gave.
func (m *Module) Memory() []Region {
	all := []Region{regionOf(m.block), regionOf(m.cells)}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range m.strings {
		all = append(all, regionOf(b))
	}
	for _, b := range m.heap {
		all = append(all, regionOf(b))
	}
	return all
}

func regionOf(b mem.Block) Region { return Region{b.Address(), b.Address() + uint64(b.Size())} }

// variablesAt are the regions of the last two variables that begin at addr or before: one of them holds it, if any does.
func (m *Module) variablesAt(addr uint64) []Region {
	m.ordered.Do(func() {
		for _, v := range m.variables {
			m.spans = append(m.spans, Region{v.Address, v.Address + uint64(v.Size)})
		}
		slices.SortFunc(m.spans, func(a, b Region) int { return cmp.Compare(a.Lo, b.Lo) })
	})
	n, exact := slices.BinarySearchFunc(m.spans, addr, func(r Region, addr uint64) int { return cmp.Compare(r.Lo, addr) })
	if exact {
		n++
	}
	return m.spans[max(0, n-2):n]
}
