// Bytecode runs programs of a small machine: the C function run, an interpreter, made for the program. A program that has a loop becomes a loop.
//
//	go run ./examples/bytecode primes 2000
//	go run ./examples/bytecode gcd 1071 462
//	go run ./examples/bytecode 'set r2 1; again: add r3 r0; sub r0 r2; jnz r0 again; halt r3' 100
//
// The numbers are what the registers r0 and r1 have in the beginning. It prints what the program computes, and on standard error what specialising gave.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"scf/examples/internal/measured"
	"scf/kernel"
)

//go:embed c/run.c
var source []byte

// named are programs.
var named = map[string]string{
	"gcd": "loop: move r2 r0; rem r2 r1; move r0 r1; move r1 r2; jnz r2 loop; halt r0",
	// how many primes there are below r0
	"primes": `
		set r5 1; set r1 2
	next:
		set r2 2
	try:
		move r3 r2; mul r3 r3; jlt r1 r3 prime
		move r3 r1; rem r3 r2; add r2 r5; jnz r3 try
		add r1 r5; jlt r1 r0 next; halt r4
	prime:
		add r4 r5; add r1 r5; jlt r1 r0 next; halt r4`,
}

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, log io.Writer) error {
	code, x, y, err := parse(args)
	if err != nil {
		return err
	}
	// Early: a program would do this once, when it starts, or open what `stager -o` wrote when it was built. The one pass that unfolds the interpreter is enough here: what it
	// leaves, assignments to a program counter that nobody reads, the compiler of machine code removes.
	k, err := kernel.New(ctx, "run.c", source, kernel.Options{Abstract: kernel.Abstract{"code": "[Int*]"}, Pipeline: "cnp"})
	if err != nil {
		return err
	}
	interpret, err := kernel.Bind[func(code []byte, x, y uint32) uint32](k, nil)
	if err != nil {
		return err
	}
	// Late: the program.
	made, err := k.Specialize(ctx, kernel.Values{"code": code})
	if err != nil {
		return err
	}
	program, err := kernel.As[func(x, y uint32) uint32](made)
	if err != nil {
		return err
	}

	fmt.Fprintln(out, program(x, y))
	_, instructions := inGo(code, x, y)
	measured.Report(log, made, float64(instructions), "instructions",
		func() { interpret(code, x, y) },
		func() { program(x, y) })
	return nil
}

// parse takes a program, by its name or as text, and what two registers have in the beginning.
func parse(args []string) (code []byte, x, y uint32, err error) {
	if len(args) < 1 || len(args) > 3 {
		return nil, 0, 0, errors.New("name a program, gcd or primes, or give its text, and one or two numbers: primes 2000")
	}
	text, ok := named[args[0]]
	if !ok {
		text = args[0]
	}
	if code, err = assemble(text); err != nil {
		return nil, 0, 0, err
	}
	for i, into := range []*uint32{&x, &y} {
		if i+1 < len(args) {
			n, err := strconv.ParseUint(args[i+1], 10, 32)
			if err != nil {
				return nil, 0, 0, fmt.Errorf("%s is no number of 32 bits", args[i+1])
			}
			*into = uint32(n)
		}
	}
	// Programs that do not end, or leave their code, would do so in C.
	if _, n := inGo(code, x, y); n > most {
		return nil, 0, 0, fmt.Errorf("the program runs for more than %d instructions, divides by zero, or leaves its code", most)
	}
	return code, x, y, nil
}
