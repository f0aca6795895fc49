package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"scf/backend"
	"scf/backend/mem"
)

// stdio is what a program prints.
type stdio struct {
	out    strings.Builder
	module *backend.Module
	run    Run
}

// exit is how a program ends that calls exit.
type exit struct{ status int32 }

func (e *exit) Error() string { return fmt.Sprintf("exit(%d)", e.status) }

// Leave is what random programs have for exit where a child ends.
const Leave = "leave"

// hosts are printf and its kin; and fork, which goes on as the child, with every variable as it was in the beginning: programs fork to run parts of them
// apart. The child ends with leave, which returns: then it is the parent, and finds that its child ended well.
func (s *stdio) hosts() backend.Hosts {
	word := func(f func(args []uint64) (uint64, error)) backend.HostFunc {
		return func(_ context.Context, args []uint64) (uint64, error) { return f(args) }
	}
	return backend.Hosts{
		"printf":           word(func(args []uint64) (uint64, error) { return s.printf(cstring(args[0]), args[1:]) }),
		"__builtin_printf": word(func(args []uint64) (uint64, error) { return s.printf(cstring(args[0]), args[1:]) }),
		"sprintf":          word(s.sprintf),
		"puts":             word(func(args []uint64) (uint64, error) { s.out.WriteString(cstring(args[0]) + "\n"); return 0, nil }),
		"putchar":          word(func(args []uint64) (uint64, error) { s.out.WriteByte(byte(args[0])); return args[0], nil }),
		"fflush":           word(func([]uint64) (uint64, error) { return 0, nil }),
		"alarm":            word(func([]uint64) (uint64, error) { return 0, nil }),
		"qsort":            s.qsort,
		"fork":             word(func([]uint64) (uint64, error) { return 0, s.module.Reset() }),
		"wait":             word(func(args []uint64) (uint64, error) { mem.Store32(args[0], 0); return 1, nil }),
		Leave:              word(func([]uint64) (uint64, error) { return 0, nil }),
		"exit":             word(func(args []uint64) (uint64, error) { return 0, &exit{int32(args[0])} }),
	}
}

// qsort sorts with the program's function, which runs in the back end in turn.
func (s *stdio) qsort(ctx context.Context, args []uint64) (uint64, error) {
	base, n, size := args[0], int(args[1]), int(args[2])
	f := s.module.FunctionAt(args[3])
	if f == nil || f.Tree == nil {
		return 0, errors.New("qsort: no function")
	}
	compare, err := s.run.Backend.Compile(ctx, s.module, f.Tree, s.run.Options)
	if err != nil {
		return 0, err
	}
	all := bytes.Clone(mem.Bytes(base, n*size))
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		r, failed := compare.Call(ctx, []uint64{base + uint64(i*size), base + uint64(j*size)})
		err = errors.Join(err, failed)
		return int(int32(r))
	})
	for to, from := range order {
		copy(mem.Bytes(base+uint64(to*size), size), all[from*size:])
	}
	return 0, err
}

func cstring(addr uint64) string { return string(mem.Bytes(addr, mem.Length(addr))) }

// printf prints as C does, for the conversions of numbers, characters, strings and pointers.
func (s *stdio) printf(format string, args []uint64) (uint64, error) {
	before := s.out.Len()
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		s.out.WriteString(text)
		if !found {
			break
		}
		n := strings.IndexFunc(rest, func(r rune) bool { return strings.ContainsRune("diuxXocspfegaGEF%", r) })
		if n < 0 {
			return 0, fmt.Errorf("printf: %%%s", rest)
		}
		spec, verb := rest[:n], rest[n]
		format = rest[n+1:]
		if verb == '%' {
			s.out.WriteByte('%')
			continue
		}
		stars := strings.Count(spec, "*")
		if len(args) < stars+1 {
			return 0, errors.New("printf: too few arguments")
		}
		spec, args = starred(spec, args), args[stars:]
		s.convert(spec, verb, args[0])
		args = args[1:]
	}
	return uint64(s.out.Len() - before), nil
}

// starred is the specification with numbers from the arguments in place of its stars: a width below zero asks for the left, a precision
// below zero is none.
func starred(spec string, args []uint64) string {
	for strings.Contains(spec, "*") {
		before, rest, _ := strings.Cut(spec, "*")
		n := int(int32(args[0]))
		switch isPrecision := strings.HasSuffix(before, "."); {
		case !isPrecision && n < 0:
			before += "-"
			n = -n
		case isPrecision && n < 0:
			spec, args = strings.TrimSuffix(before, ".")+rest, args[1:]
			continue
		}
		spec, args = before+strconv.Itoa(n)+rest, args[1:]
	}
	return spec
}

func (s *stdio) sprintf(args []uint64) (uint64, error) {
	to := stdio{}
	n, err := to.printf(cstring(args[1]), args[2:])
	copy(mem.Bytes(args[0], int(n)+1), to.out.String()+"\x00")
	return n, err
}

func (s *stdio) convert(spec string, verb byte, w uint64) {
	flags := strings.TrimRight(spec, "hlzjt")
	long := strings.ContainsAny(spec, "lzjt")
	switch verb {
	case 'd', 'i':
		v := int64(w)
		if !long {
			v = int64(int32(w))
		}
		fmt.Fprintf(&s.out, "%"+flags+"d", v)
	case 'u', 'x', 'X', 'o':
		if !long {
			w = uint64(uint32(w))
		}
		if verb == 'u' {
			verb = 'd'
		}
		fmt.Fprintf(&s.out, "%"+flags+string(verb), w)
	case 'c':
		s.out.WriteByte(byte(w))
	case 's':
		fmt.Fprintf(&s.out, "%"+flags+"s", s.text(flags, w))
	case 'p':
		if w == 0 {
			s.out.WriteString("(nil)")
			break
		}
		fmt.Fprintf(&s.out, "%#x", w)
	default:
		s.float(flags, verb, math.Float64frombits(w))
	}
}

// text is the string at an address, of which no more is read than the precision among the flags says.
func (s *stdio) text(flags string, at uint64) string {
	_, precision, found := strings.Cut(flags, ".")
	if !found {
		return cstring(at)
	}
	limit, _ := strconv.Atoi(precision) // a point alone is zero
	var text []byte
	for ; len(text) < limit && mem.Load8(at) != 0; at++ {
		text = append(text, byte(mem.Load8(at)))
	}
	return string(text)
}

// float prints a floating number; Go has exponents of two digits at least, as C does, but other hexadecimal numbers.
func (s *stdio) float(flags string, verb byte, x float64) {
	switch {
	case math.IsNaN(x):
		s.out.WriteString("nan")
	case math.IsInf(x, 0):
		s.out.WriteString(strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+"))
	case verb == 'a':
		text := strconv.FormatFloat(x, 'x', -1, 64)
		text = strings.Replace(strings.Replace(text, "p+0", "p+", 1), "p-0", "p-", 1)
		s.out.WriteString(text)
	default:
		fmt.Fprintf(&s.out, "%"+flags+string(verb), x)
	}
}
