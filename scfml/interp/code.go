package interp

import (
	"cmp"
	"slices"

	"scf/scfml/core"
)

// The code that the interpreter runs: instructions for frames of slots, words of 32 bits one behind the other. A large residual program does little
// with each part of its code, so that its time is that of going through memory: code is small, and lies in the order in which it runs.
//
// An operand is a slot, or ^i for constant number i. A target is the position of an instruction.

// opcode is the first byte of an instruction; the other three are a count n, of operands for instance.
type opcode uint8

const (
	opMove      opcode = iota // to, operand
	opReturn                  // operand
	opConstruct               // to, constructor, n operands
	opTuple                   // to, n operands
	opCall                    // to, function, n operands
	opTailCall                // function, n operands
	opUnary                   // to, operation, operand
	opBinary                  // to, operation, 2 operands; n is 1 for operations on maps and sets
	opFind                    // to, operation, 2 operands: M.find
	opInsert                  // to, operation, 3 operands
	opMapEach                 // to, operand, slot, end: the code behind it, up to end, is for the values of a map
	opMapUnion                // to, 2 operands, 2 slots, end
	opYield                   // operand: what such code gives
	opJump                    // target

	// Of case expressions. The target is for what a test does not let pass; n is what the test costs, or the fetch.
	opIf        // slot, target, target: the second one for what is no truth value
	opIfNot     // slot, target, target: the same where false passes
	opTestCon   // slot, constructor, target
	opTestLit   // slot, constant, target
	opFetch     // to, slot, component
	opFetchNeed // to, slot, component: unless it is there
	opFetchFew  // slot, n times: to, component
	opForget    // slots from, to: of components that are fetched by need, none is there
	opSwitch    // slot, table
	opNoMatch   // n slots: the parts of what is matched
	opFail      // the site has the error

	// Of profiles.
	opBegin // the function of the code begins
	opEnter // place
	opLeave
)

// longest is how many words of an instruction can be looked at at once: so many follow the last one.
const longest = 8

// compiled is a compiled function. Its parameters are the first slots.
type compiled struct {
	code      []int32
	constants []core.Value
	cons      []*core.Con
	callees   []*function
	tables    []jumpTable
	sites     []sited // in the order of the code
	slots     int
	source    *site // the function's own
}

// sited is an instruction with its place in the program.
type sited struct {
	at   int32
	site *site
}

// site is the place of the instruction at pc, which is the function's own for one that has none.
func (f *compiled) site(pc int) *site {
	i, found := slices.BinarySearchFunc(f.sites, int32(pc), func(s sited, pc int32) int { return cmp.Compare(s.at, pc) })
	if !found {
		return f.source
	}
	return f.sites[i].site
}

// jumpTable leads from a constructor to the first arm that may match it. The arms before it test the root for other
// constructors, each at the cost of one test.
type jumpTable struct {
	data  *core.Datatype
	tests []int32 // by index of constructor
	to    []int32
}

// assembler puts instructions together.
type assembler struct {
	*compiled
	numbers map[core.Value]int32 // of constants that are compared by what they are
	conAt   map[*core.Con]int32
	funcAt  map[*function]int32
}

func newAssembler(source *site) assembler {
	return assembler{&compiled{source: source}, map[core.Value]int32{}, map[*core.Con]int32{}, map[*function]int32{}}
}

// put appends an instruction, and gives its position.
func (a *assembler) put(op opcode, n int, words ...int32) int {
	at := len(a.code)
	a.code = append(append(a.code, int32(op)|int32(n)<<8), words...)
	return at
}

// sited appends an instruction that may fail.
func (a *assembler) sited(s *site, op opcode, n int, words ...int32) int {
	a.sites = append(a.sites, sited{int32(len(a.code)), s})
	return a.put(op, n, words...)
}

func (a *assembler) here() int32 { return int32(len(a.code)) }

// constant is v as an operand.
func (a *assembler) constant(v core.Value) int32 {
	i, known := a.numbers[v]
	if !known {
		i = int32(len(a.constants))
		a.numbers[v] = i
		a.constants = append(a.constants, v)
	}
	return ^i
}

func (a *assembler) con(c *core.Con) int32 { return numbered(&a.cons, a.conAt, c) }

func (a *assembler) callee(f *function) int32 { return numbered(&a.callees, a.funcAt, f) }

// numbered is the position of x in the list, which it is appended to if it is not there.
func numbered[T comparable](list *[]T, at map[T]int32, x T) int32 {
	i, known := at[x]
	if !known {
		i = int32(len(*list))
		at[x] = i
		*list = append(*list, x)
	}
	return i
}

// done is the function as it runs.
func (a *assembler) done() *compiled {
	f := a.compiled
	f.code = append(f.code, make([]int32, longest)...)
	f.code, f.constants, f.cons = slices.Clip(f.code), slices.Clip(f.constants), slices.Clip(f.cons)
	f.callees, f.tables, f.sites = slices.Clip(f.callees), slices.Clip(f.tables), slices.Clip(f.sites)
	return f
}
