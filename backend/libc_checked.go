package backend

import (
	"context"
	"strings"

	"scf/backend/mem"
)

// This file says what memory the functions of C's library access, so that they can be checked before they are called.

// CheckedHost is f.Host as checked code calls it: a function of C's library accesses only what the call may access (WithRegions). Functions of the program do what they
// do.
func (m *Module) CheckedHost(f *Function) HostFunc {
	touch := touches[strings.TrimPrefix(f.Name, "__builtin_")]
	if !f.Library || touch == nil {
		return f.Host
	}
	return func(ctx context.Context, args []uint64) (uint64, error) {
		t := toucher{module: m, given: RegionsOf(ctx)}
		if touch(&t, args); t.outside {
			return 0, &Fault{Kind: OutOfBounds}
		}
		return f.Host(ctx, args)
	}
}

// toucher looks whether accesses lie in regions.
type toucher struct {
	module  *Module
	given   *Regions
	outside bool // whether one does not
}

// room is how many bytes there are from addr on.
func (t *toucher) room(addr uint64) uint64 {
	if r := t.module.RegionAt(t.given, addr); addr < r.Hi {
		return r.Hi - addr
	}
	return 0
}

// bytes accesses n bytes.
func (t *toucher) bytes(addr, n uint64) { t.outside = t.outside || n > 0 && n > t.room(addr) }

// string reads a string up to its zero, at most n bytes, and gives its length without the zero.
func (t *toucher) string(addr, n uint64) uint64 { return t.until(addr, n, 0) }

// until reads up to a byte c, at most n bytes, and tells how many come before it.
func (t *toucher) until(addr, n uint64, c byte) uint64 {
	room := t.room(addr)
	for i := range n {
		if i == room {
			t.outside = true
		}
		if t.outside || mem.Load8(addr+i) == c {
			return i
		}
	}
	return n
}

// pair reads two strings up to where they differ, at most n bytes.
func (t *toucher) pair(x, y, n uint64) {
	room := min(t.room(x), t.room(y))
	for i := range n {
		if i == room {
			t.outside = true
		}
		if t.outside || mem.Load8(x+i) != mem.Load8(y+i) || mem.Load8(x+i) == 0 {
			return
		}
	}
}

// all is as many bytes as there can be.
const all = ^uint64(0)

// touches are the functions that access memory by their arguments. Those of math.h have an f behind their name for float.
var touches = map[string]func(t *toucher, a []uint64){
	"memcpy": copied, "memmove": copied, "mempcpy": copied, "memcmp": copied,
	"memset":  func(t *toucher, a []uint64) { t.bytes(a[0], a[2]) },
	"bzero":   func(t *toucher, a []uint64) { t.bytes(a[0], a[1]) },
	"memchr":  func(t *toucher, a []uint64) { t.until(a[0], a[2], byte(a[1])) },
	"strlen":  whole,
	"strnlen": func(t *toucher, a []uint64) { t.string(a[0], a[1]) },
	"strcmp":  func(t *toucher, a []uint64) { t.pair(a[0], a[1], all) },
	"strncmp": func(t *toucher, a []uint64) { t.pair(a[0], a[1], a[2]) },
	"strcpy":  func(t *toucher, a []uint64) { t.bytes(a[0], t.string(a[1], all)+1) },
	"stpcpy":  func(t *toucher, a []uint64) { t.bytes(a[0], t.string(a[1], all)+1) },
	"strncpy": func(t *toucher, a []uint64) { t.string(a[1], a[2]); t.bytes(a[0], a[2]) },
	"strcat":  func(t *toucher, a []uint64) { t.appended(a[0], t.string(a[1], all)) },
	"strncat": func(t *toucher, a []uint64) { t.appended(a[0], t.string(a[1], a[2])) },
	"strchr":  whole, "index": whole, "strrchr": whole, "rindex": whole,
	"strstr": both, "strspn": both, "strcspn": both, "strpbrk": both,
	"__assert_fail": both,
	"frexp":         func(t *toucher, a []uint64) { t.bytes(a[1], 4) }, "frexpf": func(t *toucher, a []uint64) { t.bytes(a[1], 4) },
	"modf": func(t *toucher, a []uint64) { t.bytes(a[1], 8) }, "modff": func(t *toucher, a []uint64) { t.bytes(a[1], 4) },
}

// copied is two pieces of memory as long as the third argument says.
func copied(t *toucher, a []uint64) { t.bytes(a[0], a[2]); t.bytes(a[1], a[2]) }

// whole is a string.
func whole(t *toucher, a []uint64) { t.string(a[0], all) }

// both is two strings.
func both(t *toucher, a []uint64) { whole(t, a); t.string(a[1], all) }

// appended accesses the string at addr, and the n bytes and the zero that are put behind it.
func (t *toucher) appended(addr, n uint64) { t.bytes(addr, t.string(addr, all)+n+1) }
