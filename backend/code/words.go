package code

import (
	"reflect"
	"unsafe"
)

// value is the word of the kind k at p, as Dispatch wants it.
func value(k reflect.Kind, p unsafe.Pointer) uint64 {
	switch k {
	case reflect.Int8:
		return uint64(*(*int8)(p))
	case reflect.Int16:
		return uint64(*(*int16)(p))
	case reflect.Int32:
		return uint64(*(*int32)(p))
	case reflect.Uint8, reflect.Bool:
		return uint64(*(*uint8)(p))
	case reflect.Uint16:
		return uint64(*(*uint16)(p))
	case reflect.Uint32, reflect.Float32:
		return uint64(*(*uint32)(p))
	case reflect.Int:
		return uint64(*(*int)(p))
	case reflect.Uint, reflect.Uintptr, reflect.UnsafePointer:
		return uint64(*(*uint)(p))
	default:
		return *(*uint64)(p)
	}
}
