package code

// A stack for generated code is StackSize bytes, aligned to its size. At its lower end is a guard; the last StateSize bytes are the
// state of the call that runs on it, whose address is therefore (SP | StackSize-1) + 1 - StateSize. When code is entered, SP is the
// address of the state, less the return address on machines that push it.
const (
	StackSize = 256 << 10
	StateSize = 256
	// StackReserve is what is kept free below the lowest SP that State's limit allows.
	StackReserve = 4 << 10
)

// Offsets in the state of a call. The machines write Status, Code, Place and Words before they call the routine at Exit; nothing else is
// theirs to write.
const (
	StateGoSP     = 0  // the goroutine's stack pointer, as it is in the thunk
	StateGoPC     = 8  // where the thunk goes on, on machines with a link register
	StateResumeSP = 16 // where generated code goes on
	StateResumePC = 24 // on machines with a link register
	StateStatus   = 32 // why the code leaves: Poll, Host or Trap
	StateCode     = 40 // which function or which trap
	StatePlace    = 48 // where in the source, as the code's maker numbers it
	StateExit     = 56 // the address of the routine that leaves: called, it returns when the code is to go on
	StateOwner    = 64 // the thread that may take the stack without a lock; 0: none
	StateBusy     = 72 // not 0 while a call is on it
	StateLimit    = 80 // the lowest SP that functions may go down to
	StateWords    = 96 // the arguments of a Go function that is called, in order; the first is its result afterwards
	// MaxWords is how many words there are.
	MaxWords = 16
)

// Why generated code leaves. All registers but the stack pointer may have changed when it goes on (the goroutine's, R14 on amd64 and
// R28 on arm64, holds the goroutine).
const (
	Poll = 1 // the scheduler or the collector wants the goroutine
	Host = 2 // the Go function with the number in StateCode is to be called
	Trap = 3 // the call is over; StateCode says why
)
