// Package mem reads and writes memory by address, as C does: what is given as an address must be one of memory that is there and stays.
//
// Addresses are uint64, as in the words that back ends pass. Memory that this package makes (Alloc) is Go's, without pointers in it as far as
// the garbage collector is concerned: it does not move, and stays while what Alloc gave is reachable.
package mem

import (
	"math/bits"
	"reflect"
	"unsafe"
)

// pointer is the address as Go has it. Go's rules for unsafe.Pointer do not cover memory that C's rules cover, so neither does the
// checker of these rules, which is off in the functions here.
//
//go:nocheckptr
func pointer(addr uint64) unsafe.Pointer { return unsafe.Add(nil, uintptr(addr)) }

// AddressOf is the address of what p points to, which is kept off the stacks of goroutines, as they move when they grow. It says nothing
// about how long what p points to stays.
func AddressOf(p unsafe.Pointer) uint64 { return uint64(reflect.ValueOf(p).Pointer()) }

// Load8 is the byte at addr; the other loads are those of wider integers, in the machine's byte order.
//
//go:nocheckptr
func Load8(addr uint64) uint8 { return *(*uint8)(pointer(addr)) }

// Load16 is the integer of 16 bits at addr.
//
//go:nocheckptr
func Load16(addr uint64) uint16 { return *(*uint16)(pointer(addr)) }

// Load32 is the integer of 32 bits at addr.
//
//go:nocheckptr
func Load32(addr uint64) uint32 { return *(*uint32)(pointer(addr)) }

// Load64 is the integer of 64 bits at addr.
//
//go:nocheckptr
func Load64(addr uint64) uint64 { return *(*uint64)(pointer(addr)) }

// Store8 sets the byte at addr; the other stores those of wider integers.
//
//go:nocheckptr
func Store8(addr uint64, v uint8) { *(*uint8)(pointer(addr)) = v }

// Store16 sets the integer of 16 bits at addr.
//
//go:nocheckptr
func Store16(addr uint64, v uint16) { *(*uint16)(pointer(addr)) = v }

// Store32 sets the integer of 32 bits at addr.
//
//go:nocheckptr
func Store32(addr uint64, v uint32) { *(*uint32)(pointer(addr)) = v }

// Store64 sets the integer of 64 bits at addr.
//
//go:nocheckptr
func Store64(addr uint64, v uint64) { *(*uint64)(pointer(addr)) = v }

// Bytes is the memory of n bytes at addr itself, not a copy.
//
//go:nocheckptr
func Bytes(addr uint64, n int) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(addr)), n)
}

// Move copies n bytes; the places may overlap.
func Move(to, from uint64, n int) { copy(Bytes(to, n), Bytes(from, n)) }

// Zero clears n bytes.
func Zero(addr uint64, n int) { clear(Bytes(addr, n)) }

// Length is the number of bytes at addr before the first zero.
func Length(addr uint64) int {
	n := 0
	for Load8(addr+uint64(n)) != 0 {
		n++
	}
	return n
}

// Block is memory that stays while it is reachable. The zero value has no bytes.
type Block struct {
	words []uint64
	base  uint64
	size  int
}

// Alloc is n zero bytes at an address that is a multiple of align, a power of two; at least one of 16.
func Alloc(n int, align int) Block {
	align = max(align, 16)
	words := make([]uint64, (n+align)/8+1)
	base := AddressOf(unsafe.Pointer(&words[0]))
	return Block{words, (base + uint64(align) - 1) &^ (uint64(align) - 1), n}
}

// Address is where b begins.
func (b Block) Address() uint64 { return b.base }

// Size is the number of bytes of b.
func (b Block) Size() int { return b.size }

// Bytes is b itself, not a copy.
func (b Block) Bytes() []byte { return Bytes(b.base, b.size) }

// LittleEndian reports whether this machine stores the low byte of an integer first, as the targets of C do that there are.
func LittleEndian() bool {
	x := uint16(1)
	return *(*uint8)(unsafe.Pointer(&x)) == 1
}

// LoadBits is the bit-field of width bits (at most 57) that begins bit bits behind the beginning of the byte at addr, without sign. No byte is
// touched that has none of its bits.
func LoadBits(addr uint64, bit, width int64) uint64 {
	addr, bit = addr+uint64(bit/8), bit%8
	var v uint64
	for i := int64(0); i < (bit+width+7)/8; i++ {
		v |= uint64(Load8(addr+uint64(i))) << (8 * i)
	}
	return v >> bit & (1<<width - 1)
}

// StoreBits sets such a bit-field to the low bits of v.
func StoreBits(addr uint64, bit, width int64, v uint64) {
	addr, bit = addr+uint64(bit/8), bit%8
	mask := (uint64(1)<<width - 1) << bit
	v = v << bit & mask
	for mask != 0 {
		Store8(addr, Load8(addr)&^uint8(mask)|uint8(v))
		addr, mask, v = addr+1, mask>>8, v>>8
	}
}

// RoundUp is the least multiple of align, a power of two, that is not less than n.
func RoundUp(n, align int64) int64 {
	if align <= 1 || bits.OnesCount64(uint64(align)) != 1 {
		return n
	}
	return (n + align - 1) &^ (align - 1)
}

// Integer is what lies in memory as an integer of a fixed width.
type Integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// Load is the T at addr.
//
//go:nocheckptr
func Load[T Integer](addr uint64) T { return *(*T)(pointer(addr)) }

// Store sets the T at addr.
//
//go:nocheckptr
func Store[T Integer](addr uint64, v T) { *(*T)(pointer(addr)) = v }
