// Package similar finds the functions of a program that do the same up to names of variables, and up to constants, and makes one of those that
// differ in constants alone.
//
// [SIM-SIMILAR] Functions that are equal but for constants, and for calls of functions that are that in turn, are one, with parameters for the constants
// that differ, where this makes the program smaller. To pass a constant costs nothing. It comes last: in the function that is made nothing is known of them any more.
//
//	text.go       functions as texts, which are equal where the functions are
//	partition.go  which functions are equal, recursive ones among them
//	merge.go      functions that differ in constants become one
package similar
