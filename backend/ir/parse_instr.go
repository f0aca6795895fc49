package ir

import (
	"math"
	"strconv"
	"text/scanner"
)

var opNames = func() map[string]Op {
	out := map[string]Op{}
	for op := Param + 1; int(op) < len(infos); op++ {
		out[op.String()] = op
	}
	return out
}()

// instr reads one instruction: [ value "=" ] operation { "." word } operands { flag } [ place ]. One that gives
// no value is -n, the nth of these, until all values of the text are known.
func (p *parser) instr() Value {
	v := Value(0)
	in := Instr{}
	if _, ok := opNames[p.lex.TokenText()]; !ok {
		v = p.define()
		p.expect("=")
	}
	op, ok := opNames[p.lex.TokenText()]
	if !ok {
		p.failf("an operation is missing here")
	}
	p.next()
	in.Op = op
	p.resultType(&in, v != 0)
	p.operands(&in)
	in.Volatile = p.is("volatile")
	if p.is("class") {
		in.Class = uint16(p.count())
	}
	in.Place = p.place()
	if v == 0 {
		p.nameless = append(p.nameless, in)
		return -Value(len(p.nameless))
	}
	p.f.Values[v] = in
	return v
}

// resultType reads the type of the result where the operation leaves it open.
func (p *parser) resultType(in *Instr, has bool) {
	switch in.Type = infos[in.Op].result.fixed(); {
	case has && in.Type == None && in.Op != Call:
		p.expect(".")
		in.Type = p.typ()
	case !has && in.Type != None:
		p.failf("%v gives a value", in.Op)
	}
}

func (p *parser) operands(in *Instr) {
	switch in.Op {
	case Const:
		in.Imm = p.integer()
	case FConst:
		in.Imm = p.number(in.Type)
	case Addr:
		in.Symbol = Symbol(p.numbered("g", "a symbol"))
		in.Imm = p.offset()
	case StackAddr:
		in.Slot = Slot(p.numbered("s", "a slot"))
		in.Imm = p.offset()
	case Cmp, FCmp:
		p.expect(".")
		in.Cond = Cond(pick(p, condNames[:], 0, "a condition"))
		p.args(in)
	case Load, Store:
		p.access(in)
	case Copy, Zero, TrapIf:
		p.args(in)
		p.expect(",")
		in.Imm = p.integer()
	case Call:
		p.call(in)
	case CallPtr:
		p.args(in)
		p.list(func() { in.List = append(in.List, p.value()) })
	default:
		p.args(in)
	}
}

func (p *parser) args(in *Instr) {
	for i := range in.Op.Operands() {
		if i > 0 {
			p.expect(",")
		}
		in.Args[i] = p.value()
	}
}

func (p *parser) access(in *Instr) {
	p.expect(".")
	in.Mem = Mem(pick(p, memNames[:], 1, "what lies in memory"))
	in.Args[0] = p.value()
	in.Imm = p.offset()
	if in.Op == Store {
		p.expect(",")
		in.Args[1] = p.value()
	}
}

func (p *parser) call(in *Instr) {
	in.Symbol = Symbol(p.numbered("g", "a symbol"))
	if int(in.Symbol) >= len(p.f.Symbols) {
		p.failf("func %s has no symbol g%d", p.f.Name, in.Symbol)
	}
	in.Type = p.f.Symbols[in.Symbol].Result
	p.list(func() { in.List = append(in.List, p.value()) })
}

// offset reads "+ n", "- n" or nothing.
func (p *parser) offset() int64 {
	sign := ""
	switch {
	case p.is("+"):
	case p.is("-"):
		sign = "-"
	default:
		return 0
	}
	n, err := strconv.ParseInt(sign+p.lex.TokenText(), 10, 64)
	if p.tok != scanner.Int || err != nil {
		p.failf("an offset is missing here")
	}
	p.next()
	return n
}

// number reads a floating number of type t: in decimal, or its bits in hexadecimal.
func (p *parser) number(t Type) int64 {
	size := 8 * int(t.Size())
	negative := p.is("-")
	text := p.lex.TokenText()
	if p.tok != scanner.Int && p.tok != scanner.Float {
		p.failf("a number is missing here")
	}
	if bits, err := strconv.ParseUint(text, 0, size); err == nil && len(text) > 1 && text[1] == 'x' {
		p.next()
		return int64(bits)
	}
	v, err := strconv.ParseFloat(text, size)
	if err != nil {
		p.failf("a number is missing here")
	}
	p.next()
	if negative {
		v = math.Copysign(v, -1)
	}
	if t == F32 {
		return int64(math.Float32bits(float32(v)))
	}
	return int64(math.Float64bits(v))
}
