// Cache simulates a processor's cache on a trace of references: the C function simulate, made for the cache that the command line describes.
//
//	go run ./examples/cache 32 8 64 lru
//	go run ./examples/cache 16 2 32 random -around -through < TRACE
//
// A cache is its kilobytes, how many lines an address may lie in, the bytes of a line, and which line makes room: lru, fifo or random. With -through writes go to
// memory at once, with -around those that miss bring no line in. A trace is lines `r ADDRESS` and `w ADDRESS`, in hexadecimal digits; on a terminal it is that of a product of
// matrices. It prints what happened, and on standard error what specialising gave.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"scf/examples/internal/measured"
	"scf/kernel"
)

//go:embed c/simulate.c
var source []byte

// config, line and counts are the structs of the C file.
type config struct {
	Sets, Ways, Line, Replacement int32
	WriteBack                     bool `c:"write_back"`
	WriteAround                   bool `c:"write_around"`
}

type line struct {
	Tag, Stamp uint32
	Dirty      int32
}

type counts struct {
	Reads, Writes, ReadMisses, WriteMisses, Bytes int64
	Clock, Seed                                   uint32
}

var replacements = []string{"lru", "fifo", "random"}

func main() {
	var trace io.Reader
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice == 0 {
		trace = os.Stdin
	}
	if err := run(context.Background(), os.Args[1:], trace, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run simulates a cache on the references that in has; on those of a product if it is nil or empty.
func run(ctx context.Context, args []string, in io.Reader, out, log io.Writer) error {
	c, err := parse(args)
	if err != nil {
		return err
	}
	trace, err := references(in)
	if err != nil {
		return err
	}
	// Early: a program would do this once, when it starts, or open what `stager -o` wrote when it was built. The one pass that puts in what the constants decide is enough
	// here: what it leaves to be done the compiler of machine code does.
	k, err := kernel.New(ctx, "simulate.c", source, kernel.Options{
		Abstract: kernel.Abstract{"c": "{sets:Int, ways:Int, line:Int, replacement:Int, write_back:Int, write_around:Int}"},
		Pipeline: "cnp",
	})
	if err != nil {
		return err
	}
	anyCache, err := kernel.Bind[func(c *config, lines []line, n *counts, trace []uint32, length int64)](k, nil)
	if err != nil {
		return err
	}
	// Late: the cache.
	made, err := k.Specialize(ctx, kernel.Values{"c": c})
	if err != nil {
		return err
	}
	simulate, err := kernel.As[func(lines []line, n *counts, trace []uint32, length int64)](made)
	if err != nil {
		return err
	}

	lines, n := make([]line, c.Sets*c.Ways), &counts{}
	simulate(lines, n, trace, int64(len(trace)))
	fmt.Fprintln(out, n)
	measured.Report(log, made, float64(len(trace)), "references",
		func() { anyCache(&c, lines, n, trace, int64(len(trace))) },
		func() { simulate(lines, n, trace, int64(len(trace))) })
	return nil
}

func (n *counts) String() string {
	return fmt.Sprintf("%d of %d reads and %d of %d writes missed, %d bytes to and from memory", n.ReadMisses, n.Reads, n.WriteMisses, n.Writes, n.Bytes)
}

// parse takes the description of a cache.
func parse(args []string) (c config, err error) {
	c.WriteBack = true
	if len(args) < 4 {
		return c, errors.New("describe a cache by its kilobytes, the lines that an address may lie in, the bytes of a line, and which line makes room: 32 8 64 lru")
	}
	for _, flag := range args[4:] {
		switch flag {
		case "-through":
			c.WriteBack = false
		case "-around":
			c.WriteAround = true
		default:
			return c, fmt.Errorf("%s: there are -through and -around", flag)
		}
	}
	var sizes [3]int32
	for i, text := range args[:3] {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 1 || n > 1<<16 {
			return c, fmt.Errorf("%s: from 1 to %d are possible", text, 1<<16)
		}
		sizes[i] = int32(n)
	}
	c.Ways, c.Line = sizes[1], sizes[2]
	c.Replacement = int32(slices.Index(replacements, args[3]))
	c.Sets = int32(int64(sizes[0]) * 1024 / (int64(c.Ways) * int64(c.Line)))
	switch {
	case c.Replacement < 0:
		return c, fmt.Errorf("%s: what makes room is lru, fifo or random", args[3])
	case c.Ways > 64:
		return c, fmt.Errorf("an address may lie in up to 64 lines, and not in %d", c.Ways)
	case c.Sets < 1:
		return c, fmt.Errorf("%s kilobytes are less than %d lines of %d bytes", args[0], c.Ways, c.Line)
	}
	return c, nil
}
