package core

import (
	"iter"
	"strings"
)

// The types and names of the primitive operations: one row for each.

// opInfo is how SCF-ML writes an operation and what type it has.
type opInfo struct {
	name      string // as one usually writes it; for an operation on maps or sets, the name in its structure
	qualified string // the name that no declaration can hide; empty for infix operators and operations on maps and sets
	prec      int    // of an infix operator, else 0
	// sig holds one letter for each argument and, last, for the result: i int, b bool, c char, s string, o an ordered type,
	// e an equality type, m the map or set, k its key or member, v its value, V an option of its value.
	sig string
}

var opInfos = [...]opInfo{
	OpAdd:           {"+", "", 6, "iii"},
	OpSub:           {"-", "", 6, "iii"},
	OpMul:           {"*", "", 7, "iii"},
	OpDiv:           {"div", "", 7, "iii"},
	OpMod:           {"mod", "", 7, "iii"},
	OpNeg:           {"~", "~", 0, "ii"},
	OpAbs:           {"abs", "Int.abs", 0, "ii"},
	OpMin:           {"Int.min", "Int.min", 0, "iii"},
	OpMax:           {"Int.max", "Int.max", 0, "iii"},
	OpQuot:          {"Int.quot", "Int.quot", 0, "iii"},
	OpRem:           {"Int.rem", "Int.rem", 0, "iii"},
	OpLt:            {"<", "", 4, "oob"},
	OpLe:            {"<=", "", 4, "oob"},
	OpGt:            {">", "", 4, "oob"},
	OpGe:            {">=", "", 4, "oob"},
	OpEq:            {"=", "", 4, "eeb"},
	OpNe:            {"<>", "", 4, "eeb"},
	OpNot:           {"not", "Bool.not", 0, "bb"},
	OpAndb:          {"Bits.andb", "Bits.andb", 0, "iii"},
	OpOrb:           {"Bits.orb", "Bits.orb", 0, "iii"},
	OpXorb:          {"Bits.xorb", "Bits.xorb", 0, "iii"},
	OpNotb:          {"Bits.notb", "Bits.notb", 0, "ii"},
	OpShl:           {"Bits.lshift", "Bits.lshift", 0, "iii"},
	OpShr:           {"Bits.rshift", "Bits.rshift", 0, "iii"},
	OpSar:           {"Bits.arshift", "Bits.arshift", 0, "iii"},
	OpLtu:           {"Bits.ltu", "Bits.ltu", 0, "iib"},
	OpLeu:           {"Bits.leu", "Bits.leu", 0, "iib"},
	OpDivu:          {"Bits.divu", "Bits.divu", 0, "iii"},
	OpModu:          {"Bits.modu", "Bits.modu", 0, "iii"},
	OpCtz:           {"Bits.ctz", "Bits.ctz", 0, "ii"},
	OpSext:          {"Bits.signExtend", "Bits.signExtend", 0, "iii"},
	OpZext:          {"Bits.zeroExtend", "Bits.zeroExtend", 0, "iii"},
	OpFAdd:          {"Float.add", "Float.add", 0, "iii"},
	OpFSub:          {"Float.sub", "Float.sub", 0, "iii"},
	OpFMul:          {"Float.mul", "Float.mul", 0, "iii"},
	OpFDiv:          {"Float.div", "Float.div", 0, "iii"},
	OpFLt:           {"Float.lt", "Float.lt", 0, "iib"},
	OpFLe:           {"Float.le", "Float.le", 0, "iib"},
	OpFEq:           {"Float.eq", "Float.eq", 0, "iib"},
	OpFWiden:        {"Float.widen", "Float.widen", 0, "ii"},
	OpFNarrow:       {"Float.narrow", "Float.narrow", 0, "ii"},
	OpFFromInt:      {"Float.fromInt", "Float.fromInt", 0, "iii"},
	OpFFromWord:     {"Float.fromWord", "Float.fromWord", 0, "iii"},
	OpFToInt:        {"Float.toInt", "Float.toInt", 0, "ii"},
	OpConcat:        {"^", "", 6, "sss"},
	OpSize:          {"size", "String.size", 0, "si"},
	OpStrSub:        {"String.sub", "String.sub", 0, "sic"},
	OpIntToString:   {"Int.toString", "Int.toString", 0, "is"},
	OpOrd:           {"ord", "Char.ord", 0, "ci"},
	OpChr:           {"chr", "Char.chr", 0, "ic"},
	OpStr:           {"str", "String.str", 0, "cs"},
	OpMapInsert:     {"insert", "", 0, "mkvm"},
	OpMapFind:       {"find", "", 0, "mkV"},
	OpMapRemove:     {"remove", "", 0, "mkm"},
	OpMapEqual:      {"equal", "", 0, "mmb"},
	OpSetAdd:        {"add", "", 0, "mkm"},
	OpSetDelete:     {"delete", "", 0, "mkm"},
	OpSetMember:     {"member", "", 0, "mkb"},
	OpSetUnion:      {"union", "", 0, "mmm"},
	OpSetDifference: {"difference", "", 0, "mmm"},
	OpSetEqual:      {"equal", "", 0, "mmb"},
}

// infixByName are the infix operators that are primitives.
var infixByName = func() map[string]Op {
	ops := map[string]Op{}
	for op := range Ops() {
		if op.Precedence() > 0 {
			ops[op.Name()] = op
		}
	}
	return ops
}()

// Infix is the primitive operation that an infix operator means, OpInvalid if it means none.
func Infix(name string) Op { return infixByName[name] }

// Ops are all operations, in the order of their numbers.
func Ops() iter.Seq[Op] {
	return func(yield func(Op) bool) {
		for op := OpInvalid + 1; int(op) < len(opInfos) && yield(op); op++ {
		}
	}
}

// Name is op's name as one usually writes it; of an operation on maps or sets, the name in its structure.
func (op Op) Name() string { return opInfos[op].name }

// Qualified is the name of op that no declaration can hide; empty for infix operators and operations on maps and sets.
func (op Op) Qualified() string { return opInfos[op].qualified }

// Precedence is that of an infix operator; 0 for other operations.
func (op Op) Precedence() int { return opInfos[op].prec }

// HasKey reports whether the second argument of op is a key or member.
func (op Op) HasKey() bool { return op.IsMap() && opInfos[op].sig[1] == 'k' }

// DeadName is DeadExpr where no declaration hides `dead`.
const DeadName = "General.dead"

// Arity is the number of op's arguments.
func (op Op) Arity() int { return len(opInfos[op].sig) - 1 }

// OpType is the type of an operation (of a structure, for maps and sets) at fresh unknowns: one type for each argument.
func (in *Inference) OpType(op Op, mod *Module) (args []Type, result Type) {
	key := opOf{op, mod}
	types, known := in.ops[key]
	if !known {
		types = in.newOpType(op, mod)
		if !strings.ContainsAny(opInfos[op].sig, "oe") {
			in.ops[key] = types
		}
	}
	return types[:len(types)-1], types[len(types)-1]
}

// opOf is an operation of a structure, or one of none.
type opOf struct {
	op  Op
	mod *Module
}

// newOpType is an operation's types, the result's last.
func (in *Inference) newOpType(op Op, mod *Module) (types []Type) {
	sig := opInfos[op].sig
	var shared *meta // the type behind the letters o and e: the same for all of them
	letter := func(c byte) Type {
		switch c {
		case 'i':
			return IntType
		case 'b':
			return BoolType
		case 'c':
			return CharType
		case 's':
			return StringType
		case 'm':
			return mod.Type()
		case 'k':
			return mod.Key
		case 'v':
			return mod.Value
		case 'V':
			return OptionOf(mod.Value)
		}
		if shared == nil {
			shared = in.freshKind(map[byte]typeKind{'o': ordKind, 'e': eqKind}[c])
		}
		return shared
	}
	for i := range len(sig) {
		types = append(types, letter(sig[i]))
	}
	return types
}

// Type is the type of the maps or sets of m.
func (m *Module) Type() Type {
	if m.IsSet {
		return &SetType{m.Key}
	}
	return &MapType{m.Key, m.Value}
}
