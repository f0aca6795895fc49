//go:build long

package tier

const long = true
