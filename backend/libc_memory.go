package backend

import (
	"bytes"
	"errors"

	"scf/backend/mem"
)

// This file is string.h, and what ctype.h says of the C locale.

var errNotAllocated = errors.New("free or realloc of what malloc did not give")

var memoryFunctions = map[string]libraryFunc{
	"memcpy":  memmove,
	"memmove": memmove,
	"mempcpy": func(a []uint64) uint64 { memmove(a); return a[0] + a[2] },
	"memset": func(a []uint64) uint64 {
		b := mem.Bytes(a[0], int(a[2]))
		for i := range b {
			b[i] = byte(a[1])
		}
		return a[0]
	},
	"bzero":  func(a []uint64) uint64 { mem.Zero(a[0], int(a[1])); return 0 },
	"memcmp": func(a []uint64) uint64 { return compare(a[0], a[1], a[2], false) },
	"memchr": func(a []uint64) uint64 { return found(a[0], bytes.IndexByte(mem.Bytes(a[0], int(a[2])), byte(a[1]))) },
	"strlen": func(a []uint64) uint64 { return uint64(mem.Length(a[0])) },
	"strnlen": func(a []uint64) uint64 {
		n := uint64(0)
		for n < a[1] && mem.Load8(a[0]+n) != 0 {
			n++
		}
		return n
	},
	"strcmp":  func(a []uint64) uint64 { return compare(a[0], a[1], ^uint64(0), true) },
	"strncmp": func(a []uint64) uint64 { return compare(a[0], a[1], a[2], true) },
	"strcpy":  func(a []uint64) uint64 { copyString(a[0], a[1]); return a[0] },
	"stpcpy":  func(a []uint64) uint64 { return copyString(a[0], a[1]) },
	"strncpy": func(a []uint64) uint64 {
		for i, ended := uint64(0), false; i < a[2]; i++ {
			c := byte(0)
			if !ended {
				c = mem.Load8(a[1] + i)
			}
			ended = c == 0
			mem.Store8(a[0]+i, c)
		}
		return a[0]
	},
	"strcat": func(a []uint64) uint64 { copyString(a[0]+uint64(mem.Length(a[0])), a[1]); return a[0] },
	"strncat": func(a []uint64) uint64 {
		to := a[0] + uint64(mem.Length(a[0]))
		n := uint64(0)
		for c := byte(0); n < a[2]; n++ {
			if c = mem.Load8(a[1] + n); c == 0 {
				break
			}
			mem.Store8(to+n, c)
		}
		mem.Store8(to+n, 0)
		return a[0]
	},
	"strchr":  strchr,
	"index":   strchr,
	"strrchr": strrchr,
	"rindex":  strrchr,
	"strstr":  func(a []uint64) uint64 { return found(a[0], bytes.Index(cString(a[0]), cString(a[1]))) },
	"strspn":  func(a []uint64) uint64 { return span(a[0], a[1], true) },
	"strcspn": func(a []uint64) uint64 { return span(a[0], a[1], false) },
	"strpbrk": func(a []uint64) uint64 {
		n := span(a[0], a[1], false)
		if mem.Load8(a[0]+n) == 0 {
			return 0
		}
		return a[0] + n
	},

	"isdigit":  class(isDigit),
	"isxdigit": class(func(c byte) bool { return isDigit(c) || lower(c) >= 'a' && lower(c) <= 'f' }),
	"isalpha":  class(isAlpha),
	"isalnum":  class(func(c byte) bool { return isAlpha(c) || isDigit(c) }),
	"isupper":  class(func(c byte) bool { return c >= 'A' && c <= 'Z' }),
	"islower":  class(func(c byte) bool { return c >= 'a' && c <= 'z' }),
	"isspace":  class(func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }),
	"isprint":  class(func(c byte) bool { return c >= ' ' && c <= '~' }),
	"ispunct":  class(func(c byte) bool { return c > ' ' && c <= '~' && !isAlpha(c) && !isDigit(c) }),
	"tolower":  func(a []uint64) uint64 { return mapped(a[0], 'A', 'Z', 32) },
	"toupper":  func(a []uint64) uint64 { return mapped(a[0], 'a', 'z', -32) },
}

func memmove(a []uint64) uint64 {
	mem.Move(a[0], a[1], int(a[2]))
	return a[0]
}

// compare is the difference of the first bytes that differ among n; strings end at a zero.
func compare(x, y, n uint64, isString bool) uint64 {
	for i := uint64(0); i < n; i++ {
		a, b := mem.Load8(x+i), mem.Load8(y+i)
		if a != b {
			return uint64(int64(a) - int64(b))
		}
		if isString && a == 0 {
			break
		}
	}
	return 0
}

// found is the address of the byte number i; null where that is negative.
func found(addr uint64, i int) uint64 {
	if i < 0 {
		return 0
	}
	return addr + uint64(i)
}

// cString is the bytes of the string at addr, without its zero.
func cString(addr uint64) []byte { return mem.Bytes(addr, mem.Length(addr)) }

// copyString copies a string with its zero, whose address it gives.
func copyString(to, from uint64) uint64 {
	n := mem.Length(from)
	mem.Move(to, from, n+1)
	return to + uint64(n)
}

func strchr(a []uint64) uint64 {
	return found(a[0], bytes.IndexByte(mem.Bytes(a[0], mem.Length(a[0])+1), byte(a[1])))
}

func strrchr(a []uint64) uint64 {
	return found(a[0], bytes.LastIndexByte(mem.Bytes(a[0], mem.Length(a[0])+1), byte(a[1])))
}

// span is how many bytes at the beginning of s are (or are not) among those of set.
func span(s, set uint64, among bool) uint64 {
	bs, chars := cString(s), cString(set)
	for i, c := range bs {
		if (bytes.IndexByte(chars, c) >= 0) != among {
			return uint64(i)
		}
	}
	return uint64(len(bs))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }
func lower(c byte) byte   { return c | 0x20 }

// class is a function of ctype.h.
func class(is func(byte) bool) libraryFunc {
	return func(a []uint64) uint64 {
		if a[0] < 128 && is(byte(a[0])) {
			return 1
		}
		return 0
	}
}

func mapped(c uint64, first, last byte, by int64) uint64 {
	if c >= uint64(first) && c <= uint64(last) {
		return uint64(int64(c) + by)
	}
	return c
}
