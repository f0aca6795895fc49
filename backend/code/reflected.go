package code

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// reflected is c as a func value by reflection: of the same behaviour, but slower, and for Go functions only (Dispatched).
func (c *Closure) reflected() reflect.Value {
	return reflect.MakeFunc(c.sig.Type, func(args []reflect.Value) []reflect.Value {
		ctx := context.Background()
		if c.sig.Context && !args[0].IsNil() {
			ctx = args[0].Interface().(context.Context)
		}
		var words []uint64
		for i, arg := range args {
			if i > 0 || !c.sig.Context {
				words = appendWords(words, arg)
			}
		}
		code := c.code.Load()
		if code.dispatch == nil {
			panic(fmt.Sprintf("code: machine code for %v cannot be called on %s/%s", c.sig.Type, runtime.GOOS, runtime.GOARCH))
		}
		result, err := code.dispatch(ctx, words)
		runtime.KeepAlive(args)
		return c.results(result, err)
	})
}

// appendWords appends the pieces of arg.
func appendWords(words []uint64, arg reflect.Value) []uint64 {
	p := reflect.New(arg.Type())
	p.Elem().Set(arg)
	pieces(arg.Type(), 0, func(k reflect.Kind, at uintptr) bool {
		if k != reflect.Array {
			words = append(words, value(k, unsafe.Add(p.UnsafePointer(), at)))
		}
		return true
	})
	return words
}

func (c *Closure) results(result uint64, err error) []reflect.Value {
	if err != nil && !c.sig.Err {
		panic(err)
	}
	var out []reflect.Value
	if c.sig.Result != reflect.Invalid {
		out = append(out, fromWord(c.sig.Type.Out(0), result))
	}
	if c.sig.Err {
		out = append(out, reflect.ValueOf(&err).Elem())
	}
	return out
}

// fromWord is the value of the type t that a word is.
func fromWord(t reflect.Type, w uint64) reflect.Value {
	v := reflect.New(t)
	switch p := v.UnsafePointer(); t.Size() {
	case 1:
		*(*uint8)(p) = uint8(w)
	case 2:
		*(*uint16)(p) = uint16(w)
	case 4:
		*(*uint32)(p) = uint32(w)
	default:
		*(*uint64)(p) = w
	}
	return v.Elem()
}
