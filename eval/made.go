package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"scf/ast"
	"scf/stager"
)

// Drivers with random data, for functions of numbers and of arrays of numbers.
//
// Which data a function may be called with, nobody says: a length that does not fit an array is an error of the caller's. So a driver that is
// made is first run with the original under the compiler's sanitizers, and if they object, numbers are drawn from a smaller range. What no
// range suits has no such driver.

// madeElements is how many elements arrays have, and madeBounds are the ranges that numbers are drawn from, the first that suits.
const madeElements = 1 << 16

var madeBounds = []int{1000, 100, 10}

// madeTime is how long a driver that is made runs with the original, about.
const madeTime = 50 * time.Millisecond

// sanitizers are the flags for the first run: whatever C leaves undefined and the passes do not define ends it.
var sanitizers = []string{"-O1", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=shift-base,signed-integer-overflow", "-fno-sanitize-recover=all"}

// sanitizedLimit bounds that run.
const sanitizedLimit = 10 * time.Second

// MakeDriver makes a driver with random data for a function of which the values in late are constant; none is an error, if there is no right one
// or no C compiler, which needs the flags to compile the file. The note says what the data is.
func MakeDriver(ctx context.Context, o Options, fn *stager.Function, flags []string, late map[string]string) (text, note string, err error) {
	e := newEvaluator(ctx, o)
	if e.cc == nil {
		return "", "", fmt.Errorf("there is no C compiler")
	}
	m := maker{fn: fn, flags: flags, late: late}
	if bad := m.unfit(); bad != "" {
		return "", "", fmt.Errorf("there is no random data for its parameter %s", bad)
	}
	dir, err := os.MkdirTemp("", "scf-eval-")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	for _, bound := range madeBounds {
		calls, err := m.try(ctx, e.cc, filepath.Join(dir, fmt.Sprint(bound)), bound)
		if ctx.Err() != nil {
			return "", "", ctx.Err()
		}
		var unbuilt *unbuiltError
		switch {
		case err == nil:
			return m.text(bound, calls), m.note(bound), nil
		case errors.As(err, &unbuilt):
			return "", "", unbuilt
		}
	}
	return "", "", fmt.Errorf("with random data it does what C leaves undefined, or does not end")
}

// madeCalls is how often a driver that is made calls the function at least, and mostCalls at most.
const (
	madeCalls = 64
	mostCalls = 1 << 30
)

// unbuiltError is that a driver and the C file make no program.
type unbuiltError struct{ err error }

// Error says so in the words of the compiler, or of the linker, which come first.
func (e *unbuiltError) Error() string {
	said := e.err.Error()
	if lines := complaint.FindStringSubmatch(said); lines != nil {
		said = lines[1]
	}
	return "a driver and the C file alone make no program: " + said
}

var complaint = regexp.MustCompile(`(undefined reference to .*|(?:fatal )?error: .*)`)

// maker makes drivers for a function.
type maker struct {
	fn    *stager.Function
	flags []string // of the C compiler
	late  map[string]string
}

// unfit is a parameter that has no random data; empty for none.
func (m maker) unfit() string {
	for _, name := range sortedKeys(m.late) {
		if p, err := m.fn.Param(name); err == nil && p.Variable {
			return name // which nobody sets
		}
	}
	for _, p := range m.fn.Params {
		if p.Variable {
			continue
		}
		elem, array := p.Type, false
		if pointer, ok := p.Type.(ast.Pointer); ok {
			elem, array = pointer.Elem, true
		}
		constant, known := m.late[p.Name]
		if spelled(elem) == "" || known && array && !strings.HasPrefix(constant, "[") && !strings.HasPrefix(constant, `"`) {
			return p.Name
		}
	}
	return ""
}

// spelled is a type of numbers as C has it everywhere; empty for another.
func spelled(t ast.Type) string {
	switch t := t.(type) {
	case ast.Boolean:
		return "_Bool"
	case ast.Integer:
		name := map[int64]string{8: "char", 16: "short", 32: "int", 64: "long long"}[t.Width]
		if t.Signed {
			return "signed " + name
		}
		return "unsigned " + name
	case ast.Floating:
		return map[int64]string{32: "float", 64: "double"}[t.Width]
	}
	return ""
}

// try runs the original with numbers below bound under the sanitizers, and tells how many calls take madeTime without them.
func (m maker) try(ctx context.Context, c *compiler, dir string, bound int) (calls int, err error) {
	t := Trial{Function: m.fn.Name, File: m.fn.File, Flags: m.flags, Original: m.fn.Source, Driver: m.text(bound, madeCalls), Late: m.late}
	checked := &compiler{path: c.path, flags: slices.Concat(flags, sanitizers)}
	inner, cancel := context.WithTimeout(ctx, sanitizedLimit)
	defer cancel()
	program, err := checked.build(inner, dir+"-checked", t, t.original())
	if err != nil {
		return 0, &unbuiltError{err}
	}
	if _, _, err = runDriver(inner, program); err != nil {
		return 0, err
	}
	if program, err = c.build(inner, dir, t, t.original()); err != nil {
		return 0, &unbuiltError{err}
	}
	for calls = madeCalls; calls < mostCalls; calls *= 2 {
		if _, took, err := runDriver(ctx, program, fmt.Sprint(calls)); err != nil || took >= madeTime {
			return calls, err
		}
	}
	return calls, nil
}

func (m maker) note(bound int) string {
	return fmt.Sprintf("measured with random data: numbers from 0 to %d, arrays of %d elements; -driver D.c takes data of your own", bound-1, madeElements)
}

// text is the driver. Each call gets other numbers, all get the same arrays; what the function gives and what the arrays hold at the end is
// hashed.
func (m maker) text(bound, calls int) string {
	var declared, made, args, hashed []string
	add := func(to *[]string, format string, values ...any) { *to = append(*to, fmt.Sprintf(format, values...)) }
	for i, p := range m.fn.Params {
		if p.Variable {
			continue
		}
		pointer, isArray := p.Type.(ast.Pointer)
		_, known := m.late[p.Name]
		switch {
		case isArray && known:
			add(&declared, "static %s made_%d[] = LATE_%s;", spelled(pointer.Elem), i, p.Name)
			add(&args, "made_%d", i)
		case isArray:
			add(&declared, "static %s *made_%d;", spelled(pointer.Elem), i)
			add(&made, "made_%d = malloc(%d * sizeof *made_%d);\n    for (i = 0; i < %d; i++) made_%d[i] = made_random(%d);", i, madeElements, i, madeElements, i, bound)
			add(&hashed, "made_hash(made_%d, %d * sizeof *made_%d);", i, madeElements, i)
			add(&args, "made_%d", i)
		case known:
			add(&args, "(%s)LATE_%s", spelled(p.Type), p.Name)
		default:
			add(&args, "(%s)made_random(%d)", spelled(p.Type), bound)
		}
	}
	return fmt.Sprintf(madeDriver, filepath.Base(m.fn.File), strings.Join(declared, "\n"), calls, strings.Join(made, "\n    "),
		m.fn.Name, strings.Join(args, ", "), strings.Join(hashed, "\n    "))
}

// madeDriver is a driver but for its data. The hash leaves out what is not a number, which compilers may give either sign, and pointers.
const madeDriver = `#include <stdio.h>
#include <stdlib.h>
#include "%s"

static unsigned long long made_seed = 1, made_sum;

static unsigned made_random(unsigned bound)
{
    made_seed = made_seed * 6364136223846793005ull + 1442695040888963407ull;
    return (made_seed >> 33) %% bound;
}

static void made_hash(const void *p, unsigned long size)
{
    for (const unsigned char *c = p; size-- > 0; c++)
        made_sum = made_sum * 31 + *c;
}

#define MADE_VALUE(e) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(e), void), ((e), 0), (e))
%s

/* The argument, where there is one, says how many calls. */
int main(int argc, char **argv)
{
    int i, calls = argc > 1 ? atoi(argv[1]) : %d;
    %s
    for (i = 0; i < calls; i++) {
        __auto_type value = MADE_VALUE(%s(%s));
        if (value == value && __builtin_classify_type(value) != 5)
            made_hash(&value, sizeof value);
    }
    %s
    printf("%%llu\n", made_sum);
    return 0;
}
`
