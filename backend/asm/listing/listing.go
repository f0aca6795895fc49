// Package listing prints machine code: addresses, bytes, instructions as assemblers write them, between them the lines of the source.
//
//	mul_add.c:3  return a * b + c;
//	  7f30c0001000  0f af fe              imul edi, esi
//	  7f30c0001003  8d 04 17              lea eax, ptr [rdi+rdx]
//
//	listing.go  the page
//	decode.go   instructions of both machines
package listing

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"scf/backend/asm"
)

// Decoder is the text of the first instruction of code, which lies at the address pc, and its length; no length if it is none. Addresses of jumps
// and calls are absolute.
type Decoder func(code []byte, pc uint64) (text string, length int)

// For is the decoder of a machine that Go names so: "amd64" or "arm64"; nil of others.
func For(goarch string) Decoder {
	switch goarch {
	case "amd64":
		return AMD64
	case "arm64":
		return ARM64
	}
	return nil
}

// Page says what a listing shows beside the instructions.
type Page struct {
	Decode Decoder
	Base   uint64                    // where the code lies
	Line   func(place int32) string  // the line of the source for a mark of the code; may be nil, or give nothing
	Name   func(addr uint64) string  // what lies at an address that an instruction jumps to or calls; the same
	Symbol func(symbol int32) string // what a reference out of the code is to; nil where references are patched
}

// Text is the listing of code.
func (p Page) Text(code asm.Code) string {
	var out strings.Builder
	marks, tables, refs, shown := code.Marks, code.Tables, code.Refs, ""
	for at := int32(0); int(at) < len(code.Bytes); {
		for ; len(marks) > 0 && marks[0].Offset <= at; marks = marks[1:] {
			if line := p.line(marks[0].Place); line != shown {
				out.WriteString(line + "\n")
				shown = line
			}
		}
		if len(tables) > 0 && tables[0].From <= at {
			p.table(&out, code.Bytes[at:tables[0].To], at)
			at, tables = tables[0].To, tables[1:]
			continue
		}
		text, n := p.instruction(code.Bytes[at:], at)
		if len(refs) > 0 && refs[0].Offset < at+n && p.Symbol != nil {
			text = operation(text) + " " + p.Symbol(refs[0].Symbol)
		}
		for len(refs) > 0 && refs[0].Offset < at+n {
			refs = refs[1:]
		}
		row(&out, p.Base+uint64(at), code.Bytes[at:at+n], text)
		at += n
	}
	return out.String()
}

func (p Page) line(place int32) string {
	if p.Line == nil {
		return ""
	}
	return p.Line(place)
}

// instruction is the text of the first instruction of code, and its length.
func (p Page) instruction(code []byte, at int32) (string, int32) {
	text, n := p.Decode(code, p.Base+uint64(at))
	if n == 0 {
		return "?", 1
	}
	if target, ok := target(text); ok && p.Name != nil {
		if name := p.Name(target); name != "" {
			text += " <" + name + ">"
		}
	}
	return text, int32(n)
}

// operation is what stands before the operands.
func operation(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

// target is the address that stands at the end of the text of a jump or a call.
func target(text string) (addr uint64, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	_, err := fmt.Sscanf(text[i+1:], "0x%x", &addr)
	return addr, err == nil
}

// table prints what is no instruction, in words of 4 bytes.
func (p Page) table(out *strings.Builder, data []byte, at int32) {
	for word := range slices.Chunk(data, 4) {
		row(out, p.Base+uint64(at), word, ".long "+"0x"+reversed(word))
		at += int32(len(word))
	}
}

// reversed is a number in memory as one writes it.
func reversed(word []byte) string {
	w := slices.Clone(word)
	slices.Reverse(w)
	return hex.EncodeToString(w)
}

func row(out *strings.Builder, pc uint64, code []byte, text string) {
	fmt.Fprintf(out, "  %6x  %-29s %s\n", pc, fmt.Sprintf("% x", code), text)
}
