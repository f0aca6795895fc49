// Package asm is what the assemblers of all machines have in common, and what they leave: code that runs wherever it is put.
//
//	asm.go      code, references out of it, the places in the source that it is from
//	buffer.go   code that is being made: labels, jumps, padding, constants, tables
//	finish.go   how long jumps are, where everything lies in the end
//	amd64/      the assembler of amd64
//	arm64/      the assembler of arm64
//	listing/    code as text
package asm

// Code is machine code that may be put anywhere once its references are patched.
type Code struct {
	Bytes  []byte
	Refs   []Ref
	Marks  []Mark // in order of offset
	Tables []Span // in order; what of Bytes are no instructions: jump tables and constants
}

// Ref is a direct call or jump out of the code; the machine's package patches it (Patch).
type Ref struct {
	Offset int32 // of the field to patch
	Symbol int32 // whatever the caller of the assembler numbers
}

// Mark says that the code from Offset on, up to the next mark, is from a place in the source.
type Mark struct {
	Offset int32
	Place  int32 // whatever the caller of the assembler numbers
}

// Span is a range of bytes.
type Span struct{ From, To int32 }
