//go:build !(amd64 || arm64)

package code

// There is no thunk for this processor: func values are made by reflection.
const (
	intRegisters    = 0
	floatRegisters  = 0
	spillToStack    = 0
	goroutineThread = 0
	GoStack         = 0
)

func thunkAddress() uintptr { return 0 }
func exitAddress() uintptr  { return 0 }
func thread() uintptr       { return 0 }
