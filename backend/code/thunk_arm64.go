package code

// Go's calling convention for arm64, and the thunk's frame (thunk_arm64.s).
const (
	intRegisters   = 16 // R0 to R15
	floatRegisters = 16 // F0 to F15
	spillToStack   = 288
	// GoStack is how far above the address at StateGoSP the first argument on the goroutine's stack lies.
	GoStack = 504
)
