package scfml

// The interpreter's frames: the slots of active calls, one behind the other in large chunks. A frame stays where it is until it is
// released, and frames are released in the opposite order.

type frames struct {
	chunks [][]Value
	frameMark
}

// frameMark is a height of the stack of frames.
type frameMark struct{ chunk, top int }

// firstChunk is small: a staged program is often done after some dozen operations.
const firstChunk = 1 << 6

func newFrames() frames { return frames{chunks: [][]Value{make([]Value, firstChunk)}} }

func (s *frames) mark() frameMark { return s.frameMark }

// push makes a frame of n slots. What the slots hold is left from before.
func (s *frames) push(n int) []Value {
	if s.top+n > len(s.chunks[s.chunk]) {
		s.grow(n)
	}
	fr := s.chunks[s.chunk][s.top : s.top+n : s.top+n]
	s.top += n
	return fr
}

// grow moves on to a chunk that has room for n slots.
func (s *frames) grow(n int) {
	size := max(2*len(s.chunks[s.chunk]), n)
	s.chunk, s.top = s.chunk+1, 0
	if s.chunk == len(s.chunks) {
		s.chunks = append(s.chunks, make([]Value, size))
	} else if len(s.chunks[s.chunk]) < n {
		s.chunks[s.chunk] = make([]Value, size)
	}
}

// release gives back the frames above a mark.
func (s *frames) release(m frameMark) { s.frameMark = m }

// maxKept bounds the slots that stay between runs.
const maxKept = 1 << 12

// forget drops what the slots hold, and large chunks.
func (s *frames) forget() {
	kept, slots := 0, 0
	for kept < len(s.chunks) && (kept == 0 || slots+len(s.chunks[kept]) <= maxKept) {
		slots += len(s.chunks[kept])
		clear(s.chunks[kept])
		kept++
	}
	clear(s.chunks[kept:])
	s.chunks, s.frameMark = s.chunks[:kept], frameMark{}
}
