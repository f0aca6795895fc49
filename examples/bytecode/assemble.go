package main

import (
	"fmt"
	"strconv"
	"strings"
)

// The instructions of the C file: their operands are registers, numbers and places.
var (
	operations = []string{"halt", "set", "move", "add", "sub", "mul", "rem", "jnz", "jlt"}
	operands   = []string{"r", "rn", "rr", "rr", "rr", "rr", "rr", "rp", "rrp"}
)

// assemble is the byte code of a program: instructions are separated by ; or lines, names of places end with a colon.
func assemble(text string) (code []byte, err error) {
	places := map[string]int{}
	open := map[int]string{} // places that are not known yet, by where they are named
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		words := strings.Fields(line)
		for len(words) > 0 && strings.HasSuffix(words[0], ":") {
			places[strings.TrimSuffix(words[0], ":")] = len(code)
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		if code, err = instruction(code, words, open); err != nil {
			return nil, err
		}
	}
	for at, name := range open {
		to, ok := places[name]
		if !ok {
			return nil, fmt.Errorf("no place is called %s", name)
		}
		code[at] = byte(to)
	}
	if len(code) > 256 {
		return nil, fmt.Errorf("the program has %d bytes: up to 256 are possible", len(code))
	}
	return code, nil
}

// instruction adds an instruction to code.
func instruction(code []byte, words []string, open map[int]string) ([]byte, error) {
	for op, name := range operations {
		if name != words[0] {
			continue
		}
		if len(words)-1 != len(operands[op]) {
			return nil, fmt.Errorf("%s has %d operands", name, len(operands[op]))
		}
		code = append(code, byte(op))
		for i, kind := range operands[op] {
			b, err := operand(kind, words[i+1])
			if err != nil {
				return nil, err
			}
			if kind == 'p' {
				open[len(code)] = words[i+1]
			}
			code = append(code, b)
		}
		return code, nil
	}
	return nil, fmt.Errorf("no instruction is called %s: there are %s", words[0], strings.Join(operations, ", "))
}

// operand is a register, a number, or 0 for a place.
func operand(kind rune, text string) (byte, error) {
	switch kind {
	case 'r':
		if len(text) == 2 && text[0] == 'r' && '0' <= text[1] && text[1] <= '7' {
			return text[1] - '0', nil
		}
		return 0, fmt.Errorf("%s is no register: there are r0 to r7", text)
	case 'n':
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			return 0, fmt.Errorf("%s is no number from 0 to 255", text)
		}
		return byte(n), nil
	}
	return 0, nil
}

// most is how many instructions programs may run for.
const most = 10_000_000

// inGo is run in Go, which stops what goes wrong: then there are more instructions than most.
func inGo(code []byte, x, y uint32) (result uint32, instructions int) {
	defer func() {
		if recover() != nil {
			instructions = most + 1
		}
	}()
	r := [8]uint32{x, y}
	for pc := 0; ; instructions++ {
		if instructions > most {
			return 0, instructions
		}
		at := code[pc:]
		pc += 1 + len(operands[at[0]])
		switch operations[at[0]] {
		case "set":
			r[at[1]] = uint32(at[2])
		case "move":
			r[at[1]] = r[at[2]]
		case "add":
			r[at[1]] += r[at[2]]
		case "sub":
			r[at[1]] -= r[at[2]]
		case "mul":
			r[at[1]] *= r[at[2]]
		case "rem":
			r[at[1]] %= r[at[2]]
		case "jnz":
			if r[at[1]] != 0 {
				pc = int(at[2])
			}
		case "jlt":
			if r[at[1]] < r[at[2]] {
				pc = int(at[3])
			}
		default:
			return r[at[1]], instructions + 1
		}
	}
}
