package backend

import (
	"scf/backend/mem"
)

// This file is malloc and its kin: memory of Go's that the module keeps until it is freed.

var heapFunctions = map[string]func(m *Module, args []uint64) (uint64, error){
	"malloc": func(m *Module, args []uint64) (uint64, error) { return m.malloc(args[0]), nil },
	"calloc": func(m *Module, args []uint64) (uint64, error) {
		if args[1] != 0 && args[0] > maxMemory/args[1] {
			return 0, nil
		}
		return m.malloc(args[0] * args[1]), nil
	},
	"realloc": func(m *Module, args []uint64) (uint64, error) { return m.realloc(args[0], args[1]) },
	"free": func(m *Module, args []uint64) (uint64, error) {
		if args[0] == 0 {
			return 0, nil
		}
		_, err := m.release(args[0])
		return 0, err
	},
}

// malloc is the address of n zero bytes; 0 for more than there can be.
func (m *Module) malloc(n uint64) uint64 {
	if n > maxMemory {
		return 0
	}
	b := mem.Alloc(int(max(n, 1)), 16)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.heap == nil {
		m.heap = map[uint64]mem.Block{}
	}
	m.heap[b.Address()] = b
	return b.Address()
}

func (m *Module) realloc(addr, n uint64) (uint64, error) {
	if addr == 0 {
		return m.malloc(n), nil
	}
	if n > maxMemory {
		return 0, nil
	}
	old, err := m.release(addr)
	if err != nil {
		return 0, err
	}
	to := m.malloc(n)
	copy(mem.Bytes(to, int(n)), old.Bytes())
	return to, nil
}

// release forgets the memory at addr.
func (m *Module) release(addr uint64) (mem.Block, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.heap[addr]
	if !ok {
		return b, &Fault{Kind: OutOfBounds, Err: errNotAllocated}
	}
	delete(m.heap, addr)
	return b, nil
}
