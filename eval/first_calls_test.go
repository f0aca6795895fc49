package eval

//lint:file-ignore U1000 structs are as C has them

import (
	"context"
	"slices"
	"strings"

	"scf/kernel"
)

// firstResult is a way to specialise a kernel and to call what comes of it.
type firstResult struct {
	values func(i int32) kernel.Values                           // others for each i, where the variant lets them be
	call   func(s *kernel.Specialization, n int) (uint64, error) // n times; the result is the last one's
	// A call does so many units of work.
	units int
	unit  string
}

func (f firstResult) result(ctx context.Context, k *kernel.Kernel, i int32) (uint64, error) {
	s, err := k.Specialize(ctx, f.values(i))
	if err == nil {
		err = s.Err()
	}
	if err != nil {
		return 0, err
	}
	return f.call(s, 1)
}

// calling makes a Go func of a specialisation and calls it.
func calling[F any](call func(F) uint64) func(*kernel.Specialization, int) (uint64, error) {
	return func(s *kernel.Specialization, n int) (result uint64, err error) {
		f, err := kernel.As[F](s)
		if err != nil {
			return 0, err
		}
		for range n {
			result = call(f)
		}
		return result, nil
	}
}

// firstResults are those of the variants of the built-in workloads, by their titles.
var firstResults = map[string]firstResult{
	"mul_add/any": {func(i int32) kernel.Values { return kernel.Values{"a": i + 4} }, callMulAdd, 1, "calls"},
	"mul_add/0|1": {func(i int32) kernel.Values { return kernel.Values{"a": i & 1} }, callMulAdd, 1, "calls"},
	"mul_add/1|3": {func(i int32) kernel.Values { return kernel.Values{"a": i&1<<1 | 1} }, callMulAdd, 1, "calls"},

	"doconvol/any": {convolution, callConvolution, firstSide * firstSide, "pixels"},
	"doconvol/3x3": {convolution, callConvolution, firstSide * firstSide, "pixels"},
	"doconvol_1d":  {func(i int32) kernel.Values { return kernel.Values{"c": []int32{1, 4, i, 4, 1}, "size": 5} }, callConvolution1, firstSide, "samples"},

	"dotproduct/any": {dotProduct, callDotProduct, 3, "elements"},
	"dotproduct/3":   {dotProduct, callDotProduct, 3, "elements"},
	"filter/any": {func(i int32) kernel.Values {
		return kernel.Values{"kernel": []float32{0, 1, 0, 1, float32(i), 1, 0, 1, 0}, "size": 3}
	}, callFilter, firstSide * firstSide, "pixels"},

	"interpreter/any":      {checksum, callInterpreter, 6 + 64*9 + 3, "instructions"},
	"interpreter/checksum": {checksum, callInterpreter, 6 + 64*9 + 3, "instructions"},

	"main_loop/calls":             {simulation, callSimulation, len(references), "references"},
	"main_loop/fetch":             {simulation, callSimulation, len(references), "references"},
	"main_loop/fetch,update":      {simulation, callSimulation, len(references), "references"},
	"main_loop/fetch,update,find": {simulation, callSimulation, len(references), "references"},

	"packets/any": {packetFilter, callPackets, 1, "packets"},

	"sparse/any": {func(i int32) kernel.Values {
		return kernel.Values{"index": []int32{1, 5, 8, 30}, "value": weights(i), "n": 4}
	}, callSparse, 3, "rows"},
	"sparse/places":  {func(i int32) kernel.Values { return kernel.Values{"value": weights(i)} }, callSparse, 3, "rows"},
	"unpack/any":     {pixelLayout, callUnpack, 16, "pixels"},
	"unpack/2 bytes": {pixelLayout, callUnpack, 16, "pixels"},
}

func convolution(i int32) kernel.Values {
	return kernel.Values{"c": [][]int32{{-1, 0, 1}, {-2, i, 2}, {-1, 0, 1}}, "crows": 3, "ccols": 3}
}

func dotProduct(i int32) kernel.Values { return kernel.Values{"v2": []int32{0, 1, i}, "s": 3} }

func weights(i int32) []float64 { return []float64{2.5, 1, -1, float64(i) + 0.5} }

// checksum is the program of two sums, modulo numbers from 2 to 255.
func checksum(i int32) kernel.Values {
	modulus := byte(254 - i%253)
	return kernel.Values{"code": []byte{1, 2, 0, 1, 3, 1, 1, 4, 0, 1, 5, 1, 1, 7, modulus, 11, 35, 10, 6, 2, 3, 3, 6, 6, 3, 7, 3, 4, 3, 6, 4, 7, 3, 2, 5, 13, 2, 0, 17,
		1, 6, 255, 3, 6, 5, 5, 4, 6, 3, 4, 3, 0, 4}}
}

func simulation(i int32) kernel.Values {
	return kernel.Values{"cfg": map[string]any{"isize": 8, "dsize": 8, "line": 16, "assoc": 1, "replacement": 0, "write_back": 1, "write_allocate": 1, "prefetch": 0,
		"bus": 4, "latency": i, "flush": 0}}
}

// packetFilter is the program of ip proto \tcp and len > i.
func packetFilter(i int32) kernel.Values {
	type insn struct {
		Code    uint16
		Yes, No uint8
		K       uint32
	}
	return kernel.Values{"program": []insn{{0x28, 0, 0, 12}, {0x15, 0, 5, 0x800}, {0x30, 0, 0, 23}, {0x15, 0, 3, 6},
		{0x80, 0, 0, 0}, {0x25, 0, 1, uint32(i)}, {0x06, 0, 0, 0x40000}, {0x06, 0, 0, 0}}}
}

func pixelLayout(i int32) kernel.Values {
	type field struct{ Shift, Width int32 }
	type layout struct {
		Bytes   int32
		Channel []field
	}
	return kernel.Values{"l": layout{2, []field{{11, 5}, {5, 6}, {i % 12, 5}, {i / 12 % 16, i % 2}}}}
}

// firstSide is the side of the pictures that the calls are about.
const firstSide = 12

func picture[T int32 | float32 | float64]() []T {
	out := make([]T, firstSide*firstSide)
	for i := range out {
		out[i] = T(i%firstSide*3 + i/5)
	}
	return out
}

func rowsOf(pixels []int32) []*int32 {
	var rows []*int32
	for at := 0; at < len(pixels); at += firstSide {
		rows = append(rows, &pixels[at])
	}
	return rows
}

// hash tells results apart.
func hash[T uint8 | int32 | float32 | float64](of []T) (h uint64) {
	for _, x := range of {
		h = h*31 + uint64(int64(x*16))
	}
	return h
}

// What the calls are about.
var (
	pixels, convolved        = picture[int32](), picture[int32]()
	pixelRows, convolvedRows = rowsOf(pixels), rowsOf(convolved)
	greys, filtered          = picture[float32](), picture[float32]()
	matrix, products         = picture[float64](), make([]float64, 3)
	text, unpacked           = []byte(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 2)), make([]byte, 64)
	packet                   = slices.Concat(text[:12], []byte{8, 0, 0x45}, text[:8], []byte{6}, text[:72])
	simulated                = make([]cacheLine, 1024)
	references               = slices.Repeat([]reference{{0x400, 2}, {0x1000, 0}, {0x404, 2}, {0x3000, 1}, {0x1004, 0}}, 8)
)

// The structs of main_loop.
type (
	cacheLine struct {
		tag          uint32
		valid, dirty uint8
		stamp        uint32
	}
	cache struct {
		lines       *cacheLine
		clock, seed uint32
	}
	counts struct {
		references, misses               [3]uint32
		prefetches, writtenBack, flushes uint32
		traffic, cycles                  uint64
	}
	reference struct {
		address uint32
		kind    int32
	}
)

var callMulAdd = calling(func(f func(x, y int32) int32) uint64 { return uint64(f(5, 7)) })

var callConvolution = calling(func(f func(in, out []*int32, rows, cols int32)) uint64 {
	f(pixelRows, convolvedRows, firstSide, firstSide)
	return hash(convolved)
})

var callConvolution1 = calling(func(f func(in, out []int32, n int32)) uint64 {
	f(pixels, convolved, firstSide)
	return hash(convolved[:firstSide])
})

var callDotProduct = calling(func(f func(v1 []int32) int32) uint64 { return uint64(f(pixels)) })

var callFilter = calling(func(f func(in, out []float32, width, height int32)) uint64 {
	f(greys, filtered, firstSide, firstSide)
	return hash(filtered)
})

var callInterpreter = calling(func(f func(x, y uint32, data []byte) uint32) uint64 { return uint64(f(64, 3, text)) })

var callSimulation = calling(func(f func(icache, dcache *cache, n *counts, trace []reference, length int64) uint64) uint64 {
	clear(simulated)
	return f(&cache{lines: &simulated[0]}, &cache{lines: &simulated[512]}, &counts{}, references, int64(len(references)))
})

var callPackets = calling(func(f func(data []byte, length, captured uint32) uint32) uint64 { return uint64(f(packet, 96, 96)) })

var callSparse = calling(func(f func(m []float64, rows, columns int32, y []float64)) uint64 {
	f(matrix, int32(len(products)), 32, products)
	return hash(products)
})

var callUnpack = calling(func(f func(in, out []byte, n int64)) uint64 {
	f(text, unpacked, int64(len(unpacked)/4))
	return hash(unpacked)
})
