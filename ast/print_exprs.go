package ast

import "strings"

// This file prints expressions as C. The tree has a node for every conversion; C does most of them by itself. An expression
// is therefore printed in one of two forms:
//
//	exact  the C expression has the type of the node
//	loose  the C expression may have another type; converting it to the node's type, as the context does, gives the value
//
// and each operator takes the forms of its operands with the fewest casts for which C's usual arithmetic conversions arrive at
// the type that the operation is done in. Operations on types narrower than int, which C does not have, are widened before
// (see widen). Types are compared as representations: names never matter.

type form int

const (
	exact form = iota
	loose
)

// isImplicit reports whether C converts from one type to the other without a cast, where it converts at all.
func isImplicit(from, to Type) bool {
	if IsArithmetic(from) && IsArithmetic(to) {
		return true
	}
	p, ok := from.(Pointer)
	q, ok2 := to.(Pointer)
	return ok && ok2 && (IsVoid(p.Elem) || IsVoid(q.Elem))
}

// typeAs is the C type of e printed in the form f.
func typeAs(e Expr, f form) Type {
	if f == loose {
		switch e := e.(type) {
		case *Convert:
			if isImplicit(TypeOf(e.X), e.Ty) {
				return TypeOf(e.X)
			}
		case *Const:
			if v, ok := e.Value.(IntConst); ok && isLoose(int64(v), e.Ty) {
				return Int
			}
		}
	}
	return TypeOf(e)
}

// isLoose reports whether the constant v of type t may stand as an int: C converts none but 0 to a pointer.
func isLoose(v int64, t Type) bool {
	_, isPointer := t.(Pointer)
	return isPlain(v) && (v == 0 || !isPointer)
}

// cost is how little a reader likes e in the form f.
func cost(e Expr, f form) int {
	if f == loose {
		return 0
	}
	switch e := e.(type) {
	case *Convert:
		return 2
	case *Const:
		if IsNarrow(e.Ty) {
			return 2
		}
		return 1
	}
	return 0
}

// print is e in the form f.
func print(e Expr, f form) piece {
	if f == loose {
		switch e := e.(type) {
		case *Convert:
			if isImplicit(TypeOf(e.X), e.Ty) {
				return print(unpromoted(e.X), exact)
			}
		case *Const:
			if v, ok := e.Value.(IntConst); ok && isLoose(int64(v), e.Ty) {
				return plainLiteral(int64(v))
			}
		}
	}
	return printExact(e)
}

// printed is e in the form f as an operand of an operator that binds as prec.
func printed(e Expr, f form, prec int) string { return atLeast(print(e, f), prec) }

// printValue is e where only its value matters, and its type only as far as C's promotions preserve it: a test against zero,
// an index. Constants of types that have no literals stand without a cast.
func printValue(e Expr) piece {
	if c, ok := e.(*Const); ok && IsNarrow(c.Ty) {
		return print(e, loose)
	}
	return print(unpromoted(e), exact)
}

// unpromoted is the bit-field that e promotes, or else e: wherever the type of a bit-field matters, C promotes it.
func unpromoted(e Expr) Expr {
	if c, ok := e.(*Convert); ok && IsBitField(c.X) && Same(c.Ty, Promote(TypeOf(c.X))) {
		return c.X
	}
	return e
}

func printExact(e Expr) piece {
	switch e := e.(type) {
	case *Const:
		return printConst(e)
	case *Var:
		return piece{e.Name, precPrimary}
	case *Object:
		return piece{e.Name, precPrimary}
	case *Str:
		return stringLiteral(e.Text)
	case *Unary:
		return printUnary(e)
	case *Binary:
		return printBinary(e)
	case *Convert:
		return cast(e.Ty, print(unpromoted(e.X), exact))
	case *LogAnd:
		return infix(precAnd, printValue(e.X), "&&", printValue(e.Y))
	case *LogOr:
		return infix(precOr, printValue(e.X), "||", printValue(e.Y))
	case *Cond:
		return printCond(e)
	case *Deref:
		return prefix("*", print(e.X, exact))
	case *Index:
		return piece{printed(e.X, exact, precPostfix) + "[" + printValue(e.I).text + "]", precPostfix}
	case *Member:
		return piece{printed(e.X, exact, precPostfix) + "." + e.Field, precPostfix}
	case *Arrow:
		return piece{printed(e.X, exact, precPostfix) + "->" + e.Field, precPostfix}
	case *AddressOf:
		return printAddress(e)
	}
	return printCall(e.(*Call))
}

// printAddress leaves it to C to make pointers of arrays and functions.
func printAddress(e *AddressOf) piece {
	p, _ := e.Ty.(Pointer)
	switch t := TypeOf(e.X).(type) {
	case Array:
		if !Same(t, p.Elem) {
			return print(e.X, exact)
		}
	case *Function:
		return print(e.X, exact)
	}
	return prefix("&", print(e.X, exact))
}

func printConst(c *Const) piece {
	if bits, ok := c.Value.(FloatConst); ok {
		return floatLiteral(int64(bits), c.Ty)
	}
	return literal(int64(c.Value.(IntConst)), c.Ty)
}

func prefix(op string, x piece) piece {
	text := atLeast(x, precNot)
	if (op == "-" || op == "&") && strings.HasPrefix(text, op) { // - -x is not --x
		text = "(" + text + ")"
	}
	if op == "!" {
		return piece{op + text, precNot}
	}
	return piece{op + text, precUnary}
}

// infix is a left-associative operation. Operands stand in parentheses where C needs them, and where gcc -Wall asks for them.
func infix(prec int, x piece, op string, y piece) piece {
	left, right := prec, prec+1
	if isDoubtful(prec, x.prec) || x.prec == precNot && precBitOr <= prec && prec <= precRelation && prec != precBitXor {
		left = precPrimary
	}
	if isDoubtful(prec, y.prec) {
		right = precPrimary
	}
	return piece{atLeast(x, left) + " " + op + " " + atLeast(y, right), prec}
}

// isDoubtful reports whether gcc -Wall takes an operator in the operand of another, which binds looser or as tight, for a mistake.
func isDoubtful(outer, inner int) bool {
	switch outer {
	case precOr:
		return inner == precAnd
	case precBitOr, precBitXor, precBitAnd:
		return inner != outer && inner < precShift || inner == precSum
	case precEquality, precRelation:
		return inner == precEquality || inner == precRelation
	case precShift:
		return inner == precSum
	}
	return false
}

func printUnary(e *Unary) piece {
	switch e.Op {
	case LogNot:
		return prefix("!", printValue(e.X))
	case BitNot:
		return prefix("~", print(e.X, promoted(e.X, e.Ty)))
	}
	return prefix("-", print(e.X, promoted(e.X, e.Ty)))
}

// promoted is the form of an operand that C promotes, and that has to end up with the type t.
func promoted(e Expr, t Type) form {
	if loosely := typeAs(e, loose); IsArithmetic(loosely) && Same(Promote(loosely), t) {
		return loose
	}
	return exact
}

type operator struct {
	text string
	prec int
}

var operators = [...]operator{
	Add: {"+", precSum}, Sub: {"-", precSum}, Mul: {"*", precProduct}, Div: {"/", precProduct}, Rem: {"%", precProduct},
	Shl: {"<<", precShift}, Shr: {">>", precShift},
	BitAnd: {"&", precBitAnd}, BitOr: {"|", precBitOr}, BitXor: {"^", precBitXor},
	Lt: {"<", precRelation}, Gt: {">", precRelation}, Le: {"<=", precRelation}, Ge: {">=", precRelation},
	Eq: {"==", precEquality}, Ne: {"!=", precEquality},
	PtrAdd: {"+", precSum}, PtrSub: {"-", precSum}, PtrDiff: {"-", precSum},
}

func printBinary(e *Binary) piece {
	op := operators[e.Op]
	x, y := binaryOperands(e)
	return infix(op.prec, x, op.text, y)
}

func binaryOperands(e *Binary) (x, y piece) {
	switch {
	case e.Op == Shl || e.Op == Shr:
		return print(e.X, promoted(e.X, e.Ty)), printShiftCount(e.Y)
	case e.Op == PtrAdd || e.Op == PtrSub:
		return print(e.X, exact), printValue(e.Y)
	case e.Op == PtrDiff:
		return print(e.X, exact), print(e.Y, exact)
	}
	fx, fy := balance(e.X, e.Y, e.Ty)
	return print(e.X, fx), print(e.Y, fy)
}

// printShiftCount lets C promote a converted count; a constant keeps its type.
func printShiftCount(e Expr) piece {
	if c, ok := e.(*Convert); ok {
		return print(c, promoted(c, c.Ty))
	}
	return printValue(e)
}

// balance is the forms of two operands, with the fewest casts, that C's usual arithmetic conversions bring to the type t.
func balance(x, y Expr, t Type) (fx, fy form) {
	if !IsArithmetic(t) {
		return pointerForms(x, y)
	}
	best := cost(x, exact) + cost(y, exact)
	for _, try := range [...][2]form{{loose, loose}, {exact, loose}, {loose, exact}} {
		a, b := typeAs(x, try[0]), typeAs(y, try[1])
		c := cost(x, try[0]) + cost(y, try[1])
		if c < best && IsArithmetic(a) && IsArithmetic(b) && Same(Usual(a, b), t) {
			best, fx, fy = c, try[0], try[1]
		}
	}
	return fx, fy
}

// pointerForms writes a null pointer beside another pointer as 0, and leaves one conversion to void * to C.
func pointerForms(x, y Expr) (fx, fy form) {
	switch {
	case isNull(x) && !isNull(y):
		return loose, exact
	case isNull(y) && !isNull(x):
		return exact, loose
	case isVoidPointer(typeAs(x, exact)) && !isVoidPointer(typeAs(x, loose)):
		return loose, exact
	case isVoidPointer(typeAs(y, exact)) && !isVoidPointer(typeAs(y, loose)):
		return exact, loose
	}
	return exact, exact
}

func isNull(e Expr) bool {
	c, ok := e.(*Const)
	return ok && c.Value == Constant(IntConst(0))
}

func isVoidPointer(t Type) bool {
	p, ok := t.(Pointer)
	return ok && IsVoid(p.Elem)
}

func printCond(e *Cond) piece {
	ft, fe := exact, exact
	if IsScalar(e.Ty) {
		ft, fe = balance(e.Then, e.Else, e.Ty)
	}
	text := atLeast(printValue(e.Test), precCond+1) + " ? " + print(e.Then, ft).text + " : " + printed(e.Else, fe, precCond)
	return piece{text, precCond}
}

func printCall(e *Call) piece {
	if text, ok := TextOf(e); ok {
		return printText(e, text)
	}
	var parts []string
	for i, a := range e.Args {
		parts = append(parts, printed(a, argumentForm(e, i), precAssign))
	}
	return piece{printed(e.Fn, exact, precPostfix) + "(" + strings.Join(parts, ", ") + ")", precPostfix}
}

// argumentForm is loose where the callee's prototype converts the argument number i.
func argumentForm(e *Call, i int) form {
	fn := calleeType(e.Fn)
	if fn != nil && i < len(fn.Params) {
		if fn.Params[i] == AnyPointer {
			return exact
		}
		return loose
	}
	a := e.Args[i]
	if loosely := typeAs(a, loose); IsArithmetic(loosely) && Same(PromoteArg(loosely), TypeOf(a)) {
		return loose
	}
	return exact
}

// calleeType is the type of the function that the expression, a function or a pointer to one, denotes.
func calleeType(e Expr) *Function {
	t := TypeOf(e)
	if p, ok := t.(Pointer); ok {
		t = p.Elem
	}
	fn, _ := t.(*Function)
	return fn
}
