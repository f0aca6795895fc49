package backend

import (
	"cmp"
	"context"
	"slices"
	"unsafe"

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
	// StepsLeft() is the address of the number, a signed one of 64 bits, of the steps that the call may still take.
	StepsLeft = "scf.steps"
)

// CheckFunctions are the names of these functions.
func CheckFunctions() []string {
	return []string{RegionOf, AddRegion, DropRegions, IsFunction, StepsLeft}
}

// Region is memory from Lo up to, not with, Hi.
type Region struct{ Lo, Hi uint64 }

// holds reports whether addr lies in r, or at its end.
func (r Region) holds(addr uint64) bool { return addr >= r.Lo && addr <= r.Hi }

// Regions are the memory that one call is given, and the local variables of its functions.
type Regions struct {
	all   []Region
	steps int64 // that the call may still take, where they are counted
}

// Add adds size bytes at addr.
func (r *Regions) Add(addr, size uint64) { r.all = append(r.all, Region{addr, addr + size}) }

// Drop forgets the last n that were added.
func (r *Regions) Drop(n int) { r.all = r.all[:len(r.all)-n] }

// Holds reports whether size bytes at addr lie in r.
func (r Region) Holds(addr, size uint64) bool {
	at, all := addr-r.Lo, r.Hi-r.Lo
	return at <= all && size <= all-at
}

type regionsKey struct{}

// WithRegions is the context of one call, which may access r.
func WithRegions(ctx context.Context, r *Regions) context.Context {
	return context.WithValue(ctx, regionsKey{}, r)
}

// WithSteps runs a call that may take so many steps (Options.Steps), in code that counts them as Check says.
func WithSteps(ctx context.Context, steps int64, call func(context.Context) (uint64, error)) (uint64, error) {
	r := RegionsOf(ctx)
	if r == nil {
		r = &Regions{}
		ctx = WithRegions(ctx, r)
	}
	defer func(outer int64) { r.steps = outer }(r.steps)
	r.steps = steps
	return call(ctx)
}

// Check is one of the functions that checked code calls, by its name. The ctx is that of the call; where it says nothing of what the call is given, only the module's
// memory may be accessed, and local variables are not known by their addresses.
func (m *Module) Check(ctx context.Context, name string, args []uint64) uint64 {
	given := RegionsOf(ctx)
	switch name {
	case RegionOf:
		r := m.RegionAt(given, args[0])
		mem.Store64(args[1], r.Lo)
		mem.Store64(args[1]+8, r.Hi)
	case AddRegion:
		if given != nil {
			given.Add(args[0], args[1])
		}
	case DropRegions:
		if given != nil {
			given.Drop(int(uint32(args[0])))
		}
	case IsFunction:
		if m.FunctionAt(args[0]) != nil {
			return 1
		}
	case StepsLeft:
		return mem.AddressOf(unsafe.Pointer(&given.steps))
	}
	return 0
}

// RegionsOf is what ctx says that its call may access; nil where that is nothing.
func RegionsOf(ctx context.Context) *Regions {
	given, _ := ctx.Value(regionsKey{}).(*Regions)
	return given
}

// RegionAt is the region that holds addr, in the module's memory or in what a call is given: one that it lies in before one that ends there. It is the zero Region where there
// is none.
func (m *Module) RegionAt(given *Regions, addr uint64) (found Region) {
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
