// Package defaults fills in the numbers that structs of limits and options leave open.
package defaults

import "reflect"

// Fill gives the exported numbers of the struct that are 0 their values of byDefault. Fields of other types stay as they are.
func Fill[T any](given *T, byDefault T) {
	to, from := reflect.ValueOf(given).Elem(), reflect.ValueOf(byDefault)
	for i := range to.NumField() {
		f := to.Field(i)
		if f.CanSet() && (f.CanInt() || f.CanFloat()) && f.IsZero() {
			f.Set(from.Field(i))
		}
	}
}
