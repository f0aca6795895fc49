package interp

import "scf/scfml/core"

// The interpreter's frames: the slots of active calls, one behind the other in large chunks. A frame stays where it is until it is
// released, and frames are released in the opposite order.

type frames struct {
	chunks [][]core.Value
	frameMark
	full bool // it has grown to what a run may have
	high int  // how many slots of the first chunk are used, or have been when frames were released
}

// frameMark is a height of the stack of frames.
type frameMark struct{ chunk, top int }

// firstChunk is small: a staged program is often done after some dozen operations.
const firstChunk = 1 << 6

func newFrames() frames { return frames{chunks: [][]core.Value{make([]core.Value, firstChunk)}} }

func (s *frames) mark() frameMark { return s.frameMark }

// push makes a frame of n slots. What the slots hold is left from before.
func (s *frames) push(n int) []core.Value {
	if s.top+n > len(s.chunks[s.chunk]) {
		s.grow(n)
	}
	fr := s.chunks[s.chunk][s.top : s.top+n : s.top+n]
	s.top += n
	return fr
}

// again is the frame of n slots that was pushed at a mark, and is there still.
func (s *frames) again(m frameMark, n int) []core.Value {
	if m.top+n > len(s.chunks[m.chunk]) {
		m = frameMark{m.chunk + 1, 0}
	}
	return s.chunks[m.chunk][m.top : m.top+n : m.top+n]
}

// grow moves on to a chunk that has room for n slots.
func (s *frames) grow(n int) {
	size := max(2*len(s.chunks[s.chunk]), n)
	s.full = s.full || size > mostSlots
	s.chunk, s.top = s.chunk+1, 0
	if s.chunk == len(s.chunks) {
		s.chunks = append(s.chunks, make([]core.Value, size))
	} else if len(s.chunks[s.chunk]) < n {
		s.chunks[s.chunk] = make([]core.Value, size)
	}
}

// release gives back the frames above a mark.
func (s *frames) release(m frameMark) {
	if s.chunk == 0 {
		s.high = max(s.high, s.top)
	}
	s.frameMark = m
}

// maxKept bounds the slots that stay between runs.
const maxKept = 1 << 12

// forget drops what the slots hold, and all chunks but one.
func (s *frames) forget() {
	if s.release(frameMark{}); len(s.chunks) > 1 { // one chunk that is large enough for the like of this run
		size := 0
		for _, c := range s.chunks {
			size += len(c)
		}
		if size = min(size, maxKept); size > len(s.chunks[0]) {
			s.chunks[0] = make([]core.Value, size)
		}
		s.chunks, s.high = s.chunks[:1:1], len(s.chunks[0])
	}
	clear(s.chunks[0][:s.high])
	s.frameMark, s.high, s.full = frameMark{}, 0, false
}
