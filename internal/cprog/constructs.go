package cprog

import "strings"

// Construct is a construct of C that programs may hold.
type Construct int

// The constructs.
const (
	Arrays Construct = iota
	Arrays2D
	Pointers
	PointerWalks
	PointerTests
	CharAliases
	Structs
	NestedStructs
	StructCopies
	StructValues
	Unions
	BitFields
	Lists
	Globals
	EscapedLocals
	Floats
	LongDoubles
	FloatToInt
	FloatBits
	For
	While
	DoWhile
	Break
	Continue
	Switch
	FallThrough
	EarlyReturn
	Goto
	IncrementValues
	AssignmentValues
	Commas
	Conditionals
	Casts
	Sizeof
	Strings
	Calls
	HelperCalls
	IndirectCalls
	VariadicCalls
	StaticLocals
	Enums
	Typedefs
	CompoundLiterals
	Designators
	ConstantMemory
	Shadowing
	Pragmas
	Interpreters
	ArrayParams
	AddressTests
	BareBodies
	OmittedOperands
	ConstCasts
	TypeOf
	LineDirectives
	Attributes
	MemberAddresses
	VariableSizes
	BackwardGotos
	InwardGotos
	InnerCases
	Kept
	Recursion
	Callbacks
	Cursors
	Loads
	Choices
	Tables

	constructs
)

var constructNames = [constructs]string{
	"arrays", "arrays2d", "pointers", "walks", "pointertests", "charaliases", "structs", "nestedstructs", "structcopies", "structvalues",
	"unions", "bitfields", "lists", "globals", "escapes", "floats", "longdoubles", "floattoint", "floatbits", "for", "while", "dowhile",
	"break", "continue", "switch", "fallthrough", "earlyreturn", "goto", "increments", "assignments", "commas", "conditionals", "casts",
	"sizeof", "strings", "calls", "helpers", "indirect", "variadic", "statics", "enums", "typedefs", "compoundliterals", "designators",
	"constantmemory", "shadowing", "pragmas", "interpreters", "arrayparams", "addresstests", "barebodies", "omittedoperands",
	"constcasts", "typeof", "lines", "attributes", "memberaddresses", "variablesizes",
	"backwardgotos", "inwardgotos", "innercases", "kept", "recursion", "callbacks", "cursors", "loads", "choices", "tables",
}

// Some sets of constructs.
var (
	// Loops are the constructs that repeat statements.
	Loops = SetOf(For, While, DoWhile)
	// BeyondScalars are those that functions of integers do without: all of whose variables are integers and lie in no memory.
	BeyondScalars = SetOf(Constructs()...).except(Loops.With(SetOf(Break, Continue, Switch, FallThrough, EarlyReturn, IncrementValues, AssignmentValues, Goto,
		BackwardGotos, InwardGotos, InnerCases, Commas, Conditionals, Casts, Sizeof, Calls, Enums, Typedefs, Shadowing, OmittedOperands, LineDirectives, Attributes)))
)

func (c Construct) String() string { return constructNames[c] }

// Constructs are all of them, in order.
func Constructs() []Construct {
	all := make([]Construct, constructs)
	for i := range all {
		all[i] = Construct(i)
	}
	return all
}

// Set is a set of constructs, a bit for each.
type Set [(constructs + 63) / 64]uint64

// SetOf is the set of some constructs.
func SetOf(cs ...Construct) (s Set) {
	for _, c := range cs {
		s[c/64] |= 1 << (c % 64)
	}
	return s
}

// Has reports whether c is in the set.
func (s Set) Has(c Construct) bool { return s[c/64]&(1<<(c%64)) != 0 }

// With is the set of what is in s or in t.
func (s Set) With(t Set) Set {
	for i, word := range t {
		s[i] |= word
	}
	return s
}

// except is s without what is in t.
func (s Set) except(t Set) Set {
	for i, word := range t {
		s[i] &^= word
	}
	return s
}

func (s Set) String() string {
	var names []string
	for _, c := range Constructs() {
		if s.Has(c) {
			names = append(names, c.String())
		}
	}
	return strings.Join(names, ",")
}

// ParseSet reads what String prints; unknown names are returned.
func ParseSet(text string) (s Set, unknown []string) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		found := false
		for _, c := range Constructs() {
			if c.String() == name {
				s, found = s.With(SetOf(c)), true
			}
		}
		if !found {
			unknown = append(unknown, name)
		}
	}
	return s, unknown
}

// needs says what programs without the second construct are without, too.
var needs = [][2]Construct{
	{Arrays2D, Arrays}, {PointerWalks, Pointers}, {PointerTests, Pointers}, {CharAliases, Pointers}, {EscapedLocals, Pointers},
	{ConstantMemory, Pointers}, {Lists, Pointers}, {Lists, Structs}, {Lists, Globals}, {NestedStructs, Structs}, {StructCopies, Structs},
	{StructValues, Structs}, {Unions, Structs}, {BitFields, Structs}, {CompoundLiterals, Structs}, {FloatToInt, Floats},
	{FloatBits, Floats}, {LongDoubles, Floats}, {FallThrough, Switch}, {HelperCalls, Calls}, {VariadicCalls, Calls},
	{IndirectCalls, Calls}, {IndirectCalls, HelperCalls}, {ArrayParams, Arrays}, {ArrayParams, Pointers}, {AddressTests, Arrays},
	{AddressTests, Pointers}, {BareBodies, CompoundLiterals}, {BareBodies, For}, {OmittedOperands, Conditionals},
	{ConstCasts, Pointers}, {ConstCasts, Casts}, {MemberAddresses, Pointers}, {MemberAddresses, Structs}, {VariableSizes, ArrayParams},
	{BackwardGotos, Goto}, {InwardGotos, Goto}, {InnerCases, Switch}, {InnerCases, DoWhile}, {Callbacks, IndirectCalls},
	{Cursors, ConstantMemory}, {Cursors, Structs}, {Cursors, HelperCalls}, {Loads, Cursors},
	{Choices, Recursion}, {Choices, ConstantMemory}, {Choices, Structs}, {Choices, HelperCalls}, {Tables, Arrays},
}

// closed is s with everything that needs something in it.
func (s Set) closed() Set {
	for before := (Set{}); before != s; {
		before = s
		for _, n := range needs {
			if s.Has(n[1]) {
				s = s.With(SetOf(n[0]))
			}
		}
	}
	return s
}

// may reports whether programs hold c.
func (g *generator) may(c Construct) bool { return !g.o.Without.Has(c) }

// use counts a use of c.
func (g *generator) use(c Construct) { g.p.Uses[c]++ }

// choose decides, with a chance in percent, to use c, and counts that.
func (g *generator) choose(c Construct, percent int) bool {
	if !g.may(c) || !g.chance(percent) {
		return false
	}
	g.use(c)
	return true
}
