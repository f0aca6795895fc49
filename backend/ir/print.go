package ir

import (
	"go/token"
	"math"
	"strconv"
	"strings"
)

// String is f in the text form, which Parse reads.
func (f *Func) String() string {
	p := printer{f: f}
	p.header()
	for i, s := range f.Slots {
		p.put("\tslot s", itoa(i), " = ", name(s.Name), " size ", itoa(s.Size), " align ", itoa(s.Align), "\n")
	}
	for i, s := range f.Symbols {
		p.put("\tsymbol g", itoa(i), " = ", s.Kind.String(), " ", name(s.Name))
		p.signature(s)
	}
	for _, b := range f.Blocks {
		p.block(b)
	}
	p.put("}\n")
	return p.out.String()
}

// Text is one instruction in the text form.
func (f *Func) Text(v Value) string {
	p := printer{f: f}
	p.instr(v)
	return p.out.String()
}

type printer struct {
	f   *Func
	out strings.Builder
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.out.WriteString(s)
	}
}

func (p *printer) header() {
	p.put("func ", name(p.f.Name), "(")
	if len(p.f.Blocks) > 0 {
		p.params(p.f.Blocks[0].Params)
	}
	p.put(")")
	if p.f.Result != None {
		p.put(" ", p.f.Result.String())
	}
	p.put(" {\n")
}

func (p *printer) signature(s Sym) {
	if s.Kind != Data {
		p.put("(")
		for i, t := range s.Params {
			p.put(comma(i), t.String())
		}
		p.put(")")
		if s.Result != None {
			p.put(" ", s.Result.String())
		}
	}
	p.put("\n")
}

func (p *printer) block(b *Block) {
	p.put("b", itoa(b.ID))
	if b != p.f.Blocks[0] && len(b.Params) > 0 {
		p.put("(")
		p.params(b.Params)
		p.put(")")
	}
	p.put(":\n")
	for _, v := range b.Body {
		p.put("\t")
		p.instr(v)
		p.place(p.f.Values[v].Place)
		p.put("\n")
	}
	p.put("\t")
	p.term(b.Term)
	p.place(b.Term.Place)
	p.put("\n")
}

func (p *printer) params(params []Value) {
	for i, v := range params {
		p.put(comma(i), v.String(), ": ", p.f.Values[v].Type.String())
	}
}

func (p *printer) instr(v Value) {
	in, known := &p.f.Values[v], &infos[p.f.Values[v].Op]
	if in.Type != None {
		p.put(v.String(), " = ")
	}
	p.put(known.name)
	if known.result.fixed() == None && in.Type != None && in.Op != Call {
		p.put(".", in.Type.String())
	}
	p.operands(in)
	if in.Volatile {
		p.put(" volatile")
	}
	if in.Class != 0 {
		p.put(" class ", itoa(in.Class))
	}
}

func (p *printer) operands(in *Instr) {
	switch in.Op {
	case Const:
		p.put(" ", itoa(in.Imm))
	case FConst:
		p.put(" ", number(in.Type, in.Imm))
	case Addr:
		p.put(" g", itoa(in.Symbol), offset(in.Imm))
	case StackAddr:
		p.put(" s", itoa(in.Slot), offset(in.Imm))
	case Cmp, FCmp:
		p.put(".", in.Cond.String())
		p.args(in)
	case Load:
		p.put(".", in.Mem.String(), " ", in.Args[0].String(), offset(in.Imm))
	case Store:
		p.put(".", in.Mem.String(), " ", in.Args[0].String(), offset(in.Imm), ", ", in.Args[1].String())
	case Copy, Zero, TrapIf:
		p.args(in)
		p.put(", ", itoa(in.Imm))
	case Call:
		p.put(" g", itoa(in.Symbol))
		p.list(in.List)
	case CallPtr:
		p.args(in)
		p.list(in.List)
	default:
		p.args(in)
	}
}

func (p *printer) args(in *Instr) {
	for i := range in.Op.Operands() {
		p.put([]string{" ", ", ", ", "}[i], in.Args[i].String())
	}
}

func (p *printer) list(values []Value) {
	p.put("(")
	for i, v := range values {
		p.put(comma(i), v.String())
	}
	p.put(")")
}

func (p *printer) term(t Term) {
	p.put(t.Kind.String())
	switch t.Kind {
	case Jump:
		p.put(" ")
		p.edge(t.Edges[0])
	case Branch:
		p.put(" ", t.X.String(), ", ")
		p.edge(t.Edges[0])
		p.put(", ")
		p.edge(t.Edges[1])
	case Switch:
		p.put(" ", t.X.String(), ", ")
		p.edge(t.Edges[0])
		for i, c := range t.Cases {
			p.put(", ", itoa(c), ": ")
			p.edge(t.Edges[i+1])
		}
	case Return:
		if t.X != 0 {
			p.put(" ", t.X.String())
		}
	}
}

func (p *printer) edge(e Edge) {
	p.put("b", itoa(e.To.ID))
	if len(e.Args) > 0 {
		p.list(e.Args)
	}
}

func (p *printer) place(at Place) {
	if pos := p.f.Places[at]; pos.IsValid() {
		p.put(" @ ", name(pos.File), ":", itoa(pos.Line), ":", itoa(pos.Col))
	}
}

// String is v's name in the text form.
func (v Value) String() string { return "v" + itoa(v) }

func itoa[T ~int | ~int32 | ~int64 | ~uint16](n T) string { return strconv.FormatInt(int64(n), 10) }

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

func offset(n int64) string {
	switch {
	case n == 0:
		return ""
	case n < 0:
		return " - " + strconv.FormatUint(uint64(-n), 10)
	}
	return " + " + itoa(n)
}

// name is s, in quotes unless it is an identifier.
func name(s string) string {
	if token.IsIdentifier(s) {
		return s
	}
	return strconv.Quote(s)
}

// number is the floating number of type t with the given bits: in decimal where that is exact, else the bits in hexadecimal.
func number(t Type, bits int64) string {
	v, size := math.Float64frombits(uint64(bits)), 64
	if t == F32 {
		v, size = float64(math.Float32frombits(uint32(bits))), 32
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0x" + strconv.FormatUint(uint64(bits), 16)
	}
	return strconv.FormatFloat(v, 'g', -1, size)
}
