package ir

// shape says what an operand or a result may be.
type shape uint8

const (
	nothing  shape = iota
	anInt          // I32 or I64
	aFloat         // F32 or F64
	anything       // any of the four
	maybe          // any of the four, or None
	same           // an operand of the type of the result
	likeX          // an operand of the type of the first
	i32
	i64
	f32
	f64
)

// info is what is known of an operation.
type info struct {
	name   string
	result shape
	args   [3]shape
	pure   bool // its value depends on its operands alone; it has no effect
	traps  bool // and yet it may not run where the program would not run it
}

func pure(name string, result shape, args ...shape) info {
	in := info{name: name, result: result, pure: true}
	copy(in.args[:], args)
	return in
}

func effect(name string, result shape, args ...shape) info {
	in := pure(name, result, args...)
	in.pure = false
	return in
}

func division(name string) info {
	in := pure(name, anInt, same, same)
	in.traps = true
	return in
}

var infos = [...]info{
	NoOp: {}, Param: pure("param", anything),

	Const: pure("const", anInt), FConst: pure("fconst", aFloat), Addr: pure("addr", i64), StackAddr: pure("stackaddr", i64),

	Add: pure("add", anInt, same, same), Sub: pure("sub", anInt, same, same), Mul: pure("mul", anInt, same, same),
	Div: division("div"), DivU: division("divu"), Rem: division("rem"), RemU: division("remu"),
	And: pure("and", anInt, same, same), Or: pure("or", anInt, same, same), Xor: pure("xor", anInt, same, same),
	Shl: pure("shl", anInt, same, i32), Sar: pure("sar", anInt, same, i32), Shr: pure("shr", anInt, same, i32),
	Neg: pure("neg", anInt, same), Not: pure("not", anInt, same),

	Sext8: pure("sext8", anInt, same), Sext16: pure("sext16", anInt, same), Zext8: pure("zext8", anInt, same), Zext16: pure("zext16", anInt, same),
	Sext32: pure("sext32", i64, i32), Zext32: pure("zext32", i64, i32), Trunc: pure("trunc", i32, i64),

	FAdd: pure("fadd", aFloat, same, same), FSub: pure("fsub", aFloat, same, same), FMul: pure("fmul", aFloat, same, same),
	FDiv: pure("fdiv", aFloat, same, same), FNeg: pure("fneg", aFloat, same), FAbs: pure("fabs", aFloat, same), FSqrt: pure("fsqrt", aFloat, same),

	FromInt: pure("fromint", aFloat, anInt), FromUint: pure("fromuint", aFloat, anInt), ToInt: pure("toint", anInt, aFloat), ToUint: pure("touint", anInt, aFloat),
	FWiden: pure("fwiden", f64, f32), FNarrow: pure("fnarrow", f32, f64), Bits: pure("bits", anything, anything),

	Cmp: pure("cmp", i32, anInt, likeX), FCmp: pure("fcmp", i32, aFloat, likeX), Select: pure("select", anything, i32, same, same),

	Load: effect("load", anything, i64), Store: effect("store", nothing, i64, anything), Copy: effect("copy", nothing, i64, i64), Zero: effect("zero", nothing, i64),

	Call: effect("call", maybe), CallPtr: effect("callptr", maybe, i64),

	Poll: effect("poll", nothing), TrapIf: effect("trapif", nothing, i32),
}

// String is the name of op in the text form.
func (op Op) String() string { return infos[op].name }

// Pure reports whether what op gives depends on its operands alone, and it does nothing else.
func (op Op) Pure() bool { return pureOps[op] }

// Speculable reports whether op may run where the program would not run it, too: it is pure, and defined, if not useful, for all
// operands.
func (op Op) Speculable() bool { return infos[op].pure && !infos[op].traps }

// Operands is how many of an instruction's Args op has.
func (op Op) Operands() int { return int(operands[op]) }

var pureOps, operands = func() (pure [len(infos)]bool, n [len(infos)]uint8) {
	for op, known := range infos {
		pure[op] = known.pure
		for _, s := range known.args {
			if s != nothing {
				n[op]++
			}
		}
	}
	return pure, n
}()

// Commutes reports whether x op y is y op x.
func (op Op) Commutes() bool {
	switch op {
	case Add, Mul, And, Or, Xor, FAdd, FMul:
		return true
	}
	return false
}

var (
	typeNames = [...]string{None: "none", I32: "i32", I64: "i64", F32: "f32", F64: "f64"}
	memNames  = [...]string{NoMem: "none", S8: "s8", U8: "u8", S16: "s16", U16: "u16", S32: "s32", U32: "u32", M64: "m64", MF32: "f32", MF64: "f64"}
	condNames = [...]string{"eq", "ne", "lt", "le", "gt", "ge", "below", "beloweq", "above", "aboveeq"}
	kindNames = [...]string{Data: "data", Function: "func", Host: "host"}
	termNames = [...]string{Jump: "jump", Branch: "branch", Switch: "switch", Return: "return", Unreachable: "unreachable"}
)

func (t Type) String() string       { return typeNames[t] }
func (m Mem) String() string        { return memNames[m] }
func (c Cond) String() string       { return condNames[c] }
func (k SymbolKind) String() string { return kindNames[k] }
func (k TermKind) String() string   { return termNames[k] }

// Size is the number of bytes of a value of type t.
func (t Type) Size() int64 { return [...]int64{0, 4, 8, 4, 8}[t] }

// IsInt reports whether t is an integer type, IsFloat whether it is a floating one.
func (t Type) IsInt() bool   { return t == I32 || t == I64 }
func (t Type) IsFloat() bool { return t == F32 || t == F64 }

// allows reports whether a value of type t has shape s, in an instruction of type result whose first operand has type x.
func (s shape) allows(t, result, x Type) bool {
	switch s {
	case nothing:
		return t == None
	case anInt:
		return t.IsInt()
	case aFloat:
		return t.IsFloat()
	case anything:
		return t != None
	case maybe:
		return true
	case same:
		return t == result
	case likeX:
		return t == x
	default:
		return t == s.fixed()
	}
}

// fixed is the only type of shape s; None where there are several or none.
func (s shape) fixed() Type {
	if s >= i32 {
		return I32 + Type(s-i32)
	}
	return None
}

// HasType reports whether m, in memory, becomes a value of type t and back.
func (m Mem) HasType(t Type) bool {
	switch m {
	case NoMem:
		return false
	case M64:
		return t == I64
	case MF32:
		return t == F32
	case MF64:
		return t == F64
	}
	return t.IsInt()
}
