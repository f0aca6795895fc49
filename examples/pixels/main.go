// Pixels unpacks an image whose pixel format is known late: the C function unpack, made for the format when an image arrives.
//
//	go run ./examples/pixels rgb565
//	go run ./examples/pixels 2 7c00 03e0 001f 8000
//
// A format is given by its name, or as the bytes of a pixel and the masks of red, green, blue and alpha. It prints a checksum of the unpacked image, and on
// standard error what specialising gave.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"strconv"

	"scf/examples/internal/measured"
	"scf/kernel"
)

//go:embed c/unpack.c
var source []byte

// channel and format are the structs of the C file.
type channel struct{ Shift, Width int32 }

type format struct {
	Bytes   int32
	Channel [4]channel
}

// named are formats as the command line has them.
var named = map[string][]string{
	"rgb565":   {"2", "f800", "07e0", "001f", "0"},
	"argb1555": {"2", "7c00", "03e0", "001f", "8000"},
	"bgrx8888": {"4", "ff0000", "ff00", "ff", "0"},
	"rgb332":   {"1", "e0", "1c", "03", "0"},
}

const pixels = 640 * 480

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, log io.Writer) error {
	f, err := parse(args)
	if err != nil {
		return err
	}
	// Early: a program would do this once, when it starts, or open what `stager -o` wrote when it was built.
	k, err := kernel.New(ctx, "unpack.c", source, kernel.Options{Abstract: kernel.Abstract{"f": "{bytes:Int, channel:[{shift:Int,width:Int}*]}"}})
	if err != nil {
		return err
	}
	anyFormat, err := kernel.Bind[func(f *format, in, out []byte, n int64)](k, nil)
	if err != nil {
		return err
	}
	// Late: the format.
	made, err := k.Specialize(ctx, kernel.Values{"f": f})
	if err != nil {
		return err
	}
	unpack, err := kernel.As[func(in, out []byte, n int64)](made)
	if err != nil {
		return err
	}

	in, unpacked := image(f), make([]byte, 4*pixels)
	unpack(in, unpacked, pixels)
	fmt.Fprintf(out, "%08x\n", crc32.ChecksumIEEE(unpacked))
	measured.Report(log, made, pixels, "pixels",
		func() { anyFormat(&f, in, unpacked, pixels) },
		func() { unpack(in, unpacked, pixels) })
	return nil
}

// parse takes the name of a format, or its bytes and its masks.
func parse(args []string) (f format, err error) {
	if len(args) == 1 && named[args[0]] != nil {
		args = named[args[0]]
	}
	if len(args) != 5 {
		return f, errors.New("name a format, rgb565, argb1555, bgrx8888 or rgb332, or give the bytes of a pixel and the masks of red, green, blue and alpha: 2 f800 07e0 001f 0")
	}
	n, err := strconv.ParseInt(args[0], 10, 32)
	if err != nil || n < 1 || n > 4 {
		return f, fmt.Errorf("a pixel of %s bytes: from 1 to 4 are possible", args[0])
	}
	f.Bytes = int32(n)
	for i, text := range args[1:] {
		mask, err := strconv.ParseUint(text, 16, int(8*n))
		if err != nil {
			return f, fmt.Errorf("%s is no mask of %d bits in hexadecimal digits", text, 8*n)
		}
		if f.Channel[i], err = channelOf(uint32(mask)); err != nil {
			return f, err
		}
	}
	return f, nil
}

// channelOf is where the mask has its bits, which must be neighbours.
func channelOf(mask uint32) (channel, error) {
	if mask == 0 {
		return channel{}, nil
	}
	c := channel{int32(bits.TrailingZeros32(mask)), int32(bits.OnesCount32(mask))}
	if mask>>c.Shift != 1<<c.Width-1 || c.Width > 16 {
		return c, fmt.Errorf("the mask %x: channels have up to 16 bits, side by side", mask)
	}
	return c, nil
}

// image is shades with noise.
func image(f format) []byte {
	in := make([]byte, pixels*int(f.Bytes))
	seed := uint32(9)
	for i := range in {
		seed = seed*1664525 + 1013904223
		in[i] = byte(uint32(i)/160 + seed>>28)
	}
	return in
}
