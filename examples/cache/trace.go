package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A reference is the address of a byte, below 2³¹, times two, and 1 more for a write.
func reference(address uint32, write bool) uint32 {
	if write {
		return address<<1 | 1
	}
	return address << 1
}

// references are those of a trace as text; those of a product if there are none.
func references(in io.Reader) (trace []uint32, err error) {
	if in == nil {
		return product(), nil
	}
	text := bufio.NewScanner(in)
	for n := 1; text.Scan(); n++ {
		kind, digits, _ := strings.Cut(text.Text(), " ")
		address, err := strconv.ParseUint(digits, 16, 31)
		if err != nil || kind != "r" && kind != "w" {
			return nil, fmt.Errorf("line %d of the trace: %q is no reference: write r or w and an address of 31 bits, as in r 7f00", n, text.Text())
		}
		trace = append(trace, reference(uint32(address), kind == "w"))
	}
	if len(trace) == 0 && text.Err() == nil {
		return product(), nil
	}
	return trace, text.Err()
}

// product is what c = a * b refers to, with matrices of order times order doubles.
func product() (trace []uint32) {
	const order, a, b, c = 40, 0x10000, 0x28000, 0x40000
	at := func(matrix, i, j uint32) uint32 { return matrix + 8*(i*order+j) }
	for i := range uint32(order) {
		for j := range uint32(order) {
			for k := range uint32(order) {
				trace = append(trace, reference(at(a, i, k), false), reference(at(b, k, j), false))
			}
			trace = append(trace, reference(at(c, i, j), true))
		}
	}
	return trace
}
