package code

// Go's calling convention for amd64, and the thunk's frame (thunk_amd64.s).
const (
	intRegisters   = 9  // RAX RBX RCX RDI RSI R8 R9 R10 R11
	floatRegisters = 15 // X0 to X14
	spillToStack   = 224
	// GoStack is how far above the address at StateGoSP the first argument on the goroutine's stack lies.
	GoStack = 440
)
