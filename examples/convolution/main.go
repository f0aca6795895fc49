// Convolution convolves an image with a kernel that the user picks: the C function convolve, made for the weights when they are known.
//
//	go run ./examples/convolution sobel
//	go run ./examples/convolution 3 0,1,0,1,-4,1,0,1,0
//
// It prints a checksum of the image, and on standard error how long it took to make the function, how long the function takes beside the one that takes
// any kernel, and after how many images that paid.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"scf/examples/internal/measured"
	"scf/kernel"
)

//go:embed c/convolve.c
var source []byte

// weights are a kernel: n rows of n.
type weights struct {
	n int32
	k []float32
}

var named = map[string]weights{
	"sobel":   {3, []float32{-1, 0, 1, -2, 0, 2, -1, 0, 1}},
	"laplace": {3, []float32{0, 1, 0, 1, -4, 1, 0, 1, 0}},
	"blur":    {5, []float32{1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1}},
}

const width, height = 640, 480

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, log io.Writer) error {
	w, err := parse(args)
	if err != nil {
		return err
	}
	// Early: which parameters will be constant. A program would do this once, when it starts, or open what `stager -o` wrote when it was built.
	k, err := kernel.New(ctx, "convolve.c", source, kernel.Options{Abstract: kernel.Abstract{"k": "[Float*]", "n": "CONSTANT"}})
	if err != nil {
		return err
	}
	anyKernel, err := kernel.Bind[func(in, out []float32, w, h int32, k []float32, n int32)](k, nil)
	if err != nil {
		return err
	}
	// Late: the weights.
	made, err := k.Specialize(ctx, kernel.Values{"k": w.k, "n": w.n})
	if err != nil {
		return err
	}
	convolve, err := kernel.As[func(in, out []float32, w, h int32)](made)
	if err != nil {
		return err
	}

	in, result := image(), make([]float32, width*height)
	convolve(in, result, width, height)
	fmt.Fprintf(out, "%08x\n", checksum(result))
	measured.Report(log, made, 1, "images",
		func() { anyKernel(in, result, width, height, w.k, w.n) },
		func() { convolve(in, result, width, height) })
	return nil
}

// parse takes the name of a kernel, or its rows and its weights.
func parse(args []string) (weights, error) {
	if len(args) == 1 && named[args[0]].n > 0 {
		return named[args[0]], nil
	}
	if len(args) != 2 {
		return weights{}, errors.New("name a kernel, sobel, laplace or blur, or give its rows and its weights: 3 0,1,0,1,-4,1,0,1,0")
	}
	n, err := strconv.ParseInt(args[0], 10, 32)
	if err != nil || n < 1 || n > 31 {
		return weights{}, fmt.Errorf("a kernel of %s rows: from 1 to 31 are possible", args[0])
	}
	w := weights{n: int32(n)}
	for text := range strings.SplitSeq(args[1], ",") {
		x, err := strconv.ParseFloat(text, 32)
		if err != nil {
			return weights{}, fmt.Errorf("%s is no weight", text)
		}
		w.k = append(w.k, float32(x))
	}
	if len(w.k) != int(n*n) {
		return weights{}, fmt.Errorf("%d rows have %d weights, and there are %d", n, n*n, len(w.k))
	}
	return w, nil
}

// image is rings around two centres.
func image() []float32 {
	in := make([]float32, width*height)
	for i := range in {
		x, y := float64(i%width), float64(i/width)
		in[i] = float32(math.Sin(math.Hypot(x-200, y-150)/9) + math.Sin(math.Hypot(x-500, y-300)/5))
	}
	return in
}

// checksum is that of the bits of the pixels.
func checksum(image []float32) uint32 {
	h := crc32.NewIEEE()
	for _, x := range image {
		bits := math.Float32bits(x)
		h.Write([]byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)})
	}
	return h.Sum32()
}
