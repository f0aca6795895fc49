//go:build amd64 || arm64

package code

//lint:file-ignore U1000 assembly calls what stands here, or uses its numbers

// thunk is what Go calls as the code of a Closure: it has no arguments that Go knows of.
func thunk()

// hold calls leave for a thunk. Having a type here, it keeps what its argument points to.
func hold(h held)

// enterCode, resumeCode and exitCode switch between the goroutine's stack and that of generated code.
func enterCode()
func resumeCode()
func exitCode()

// thunkAddress and exitAddress are the addresses of thunk's and exitCode's first instructions. (A func value of theirs would lead to a
// wrapper that Go puts around functions in assembly.)
func thunkAddress() uintptr
func exitAddress() uintptr

// thread is the address of Go's record of the operating system's thread that runs this at this moment.
func thread() uintptr

// goroutineThread is the offset of the thread's record in that of a goroutine.
const goroutineThread = 48
