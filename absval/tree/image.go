package tree

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"scf/scfml/core"
)

// Nodes as bytes. An image is a function of the trees that the nodes denote, whatever table they are of and whatever was made there before: nodes
// are numbered in the order in which they are met from the roots, breadth first, and constructors are named, with their datatypes and how many arguments
// they have. What is read of an image is nodes of no table, for a Translator to make nodes of.
//
//	nodes = count { string }, count { con: builtin datatype name arguments }, count { kind cyclic ... }
//
// Strings and constructors are numbered by where they are met first; numbers are varints.

// Encoder writes nodes.
type Encoder struct {
	numbers map[*Node]int
	nodes   []*Node
	strings map[string]int
	texts   []string
	cons    map[*core.Con]int
	heads   []byte // of the constructors
}

// NewEncoder has no nodes.
func NewEncoder() *Encoder {
	return &Encoder{numbers: map[*Node]int{}, strings: map[string]int{}, cons: map[*core.Con]int{}}
}

// Number is the number of n in the image.
func (e *Encoder) Number(n *Node) int {
	if i, ok := e.numbers[n]; ok {
		return i
	}
	number := e.note(n)
	for i := number; i < len(e.nodes); i++ {
		n := e.nodes[i]
		for _, k := range n.Keys {
			e.note(k)
		}
		for _, k := range n.Kids {
			e.note(k)
		}
		for _, m := range n.May {
			e.note(m.Key)
			e.note(m.Val)
		}
	}
	return number
}

func (e *Encoder) note(n *Node) int {
	i, ok := e.numbers[n]
	if !ok {
		i = len(e.nodes)
		e.numbers[n] = i
		e.nodes = append(e.nodes, n)
	}
	return i
}

// Append appends the image of all nodes that have numbers.
func (e *Encoder) Append(out []byte) []byte {
	var nodes []byte
	for _, n := range e.nodes {
		nodes = e.node(nodes, n)
	}
	out = appendNumbers(out, len(e.texts))
	for _, s := range e.texts {
		out = append(appendNumbers(out, len(s)), s...)
	}
	out = append(appendNumbers(out, len(e.cons)), e.heads...)
	return append(appendNumbers(out, len(e.nodes)), nodes...)
}

func appendNumbers(out []byte, ns ...int) []byte {
	for _, n := range ns {
		out = binary.AppendUvarint(out, uint64(n))
	}
	return out
}

func (e *Encoder) node(out []byte, n *Node) []byte {
	cyclic := 0
	if n.Cyclic {
		cyclic = 1
	}
	out = appendNumbers(out, int(n.Kind), cyclic)
	switch n.Kind {
	case Const:
		return e.scalar(out, n)
	case Base:
		return appendNumbers(out, int(n.Base))
	case Con:
		out = appendNumbers(out, e.con(n.Con))
	case Map:
		isSet := 0
		if n.IsSet {
			isSet = 1
		}
		out = e.refer(appendNumbers(out, isSet), n.Keys)
		out = appendNumbers(out, len(n.May))
		for _, m := range n.May {
			out = appendNumbers(out, e.numbers[m.Key], e.numbers[m.Val])
		}
	}
	return e.refer(out, n.Kids)
}

func (e *Encoder) refer(out []byte, ns []*Node) []byte {
	out = appendNumbers(out, len(ns))
	for _, n := range ns {
		out = appendNumbers(out, e.numbers[n])
	}
	return out
}

// scalar writes the base set and the value.
func (e *Encoder) scalar(out []byte, n *Node) []byte {
	out = appendNumbers(out, int(n.Base))
	switch v := n.val.(type) {
	case core.Int:
		return binary.AppendVarint(out, int64(v))
	case core.Bool:
		if v {
			return appendNumbers(out, 1)
		}
		return appendNumbers(out, 0)
	case core.Char:
		return appendNumbers(out, int(v))
	}
	return appendNumbers(out, e.text(string(n.val.(core.Str))))
}

func (e *Encoder) text(s string) int {
	i, ok := e.strings[s]
	if !ok {
		i = len(e.texts)
		e.strings[s] = i
		e.texts = append(e.texts, s)
	}
	return i
}

// builtin are the datatypes that all programs have, which are numbered from 1; a program may declare others of their names.
var builtin = []*core.Datatype{core.OptionData, core.ListData}

func (e *Encoder) con(c *core.Con) int {
	i, ok := e.cons[c]
	if !ok {
		i = len(e.cons)
		e.cons[c] = i
		e.heads = appendNumbers(e.heads, slices.Index(builtin, c.Data)+1, e.text(c.Data.Name), e.text(c.Name), len(c.Args))
	}
	return i
}

var errImage = errors.New("this is no image of abstract values")

// Decoder reads an image. Once something is wrong it reads zeros. It is for bytes that an Encoder wrote, which somebody vouches for: of others it makes
// nodes that may break the rules of normal form.
type Decoder struct {
	In     []byte // what is left to read
	failed bool
	texts  []string
	nodes  []*Node
}

// Err is an error where something was wrong.
func (d *Decoder) Err() error {
	if d.failed {
		return errImage
	}
	return nil
}

// Fail notes that something is wrong.
func (d *Decoder) Fail() { d.failed, d.In = true, nil }

// Number reads a number.
func (d *Decoder) Number() int {
	n, size := binary.Uvarint(d.In)
	if size <= 0 || n > math.MaxInt {
		d.Fail()
		return 0
	}
	d.In = d.In[size:]
	return int(n)
}

// Count reads how many there are of what takes a byte each at least.
func (d *Decoder) Count() int {
	n := d.Number()
	if n > len(d.In) {
		d.Fail()
		return 0
	}
	return n
}

// Nodes reads what Append wrote.
func (d *Decoder) Nodes() {
	for range d.Count() {
		n := d.Count()
		d.texts = append(d.texts, string(d.In[:n]))
		d.In = d.In[n:]
	}
	datatypes := map[string]*core.Datatype{}
	var cons []*core.Con
	for range d.Count() {
		cons = append(cons, d.con(datatypes))
	}
	n := d.Count()
	all := make([]Node, n)
	for i := range all {
		d.nodes = append(d.nodes, &all[i])
	}
	for i := range all {
		d.node(&all[i], cons)
	}
}

func (d *Decoder) text() string {
	if n := d.Number(); n < len(d.texts) {
		return d.texts[n]
	}
	d.Fail()
	return ""
}

// con reads a constructor: its name, those of its datatype and the number of its arguments are all that a Translator asks for.
func (d *Decoder) con(datatypes map[string]*core.Datatype) *core.Con {
	kind, data, name, args := d.Number(), d.text(), d.text(), d.Number()
	switch {
	case kind > len(builtin) || args > maxArgs:
		d.Fail()
		return nil
	case kind > 0:
		c := core.LookupCon(builtin[kind-1], name)
		if c == nil {
			d.Fail()
		}
		return c
	}
	of := datatypes[data]
	if of == nil {
		of = &core.Datatype{Name: data}
		datatypes[data] = of
	}
	return &core.Con{Name: name, Data: of, Args: make([]core.Type, args)}
}

// maxArgs bounds what is read as the number of a constructor's arguments.
const maxArgs = 1 << 16

func (d *Decoder) node(n *Node, cons []*core.Con) {
	kind := d.Number()
	n.Kind, n.Cyclic = Kind(kind), d.Number() == 1
	if kind > int(Alt) {
		d.Fail()
	}
	switch n.Kind {
	case Const:
		n.Base = d.base()
		n.val = d.scalar(n.Base)
		return
	case Base:
		n.Base = d.base()
		return
	case Con:
		c := d.Number()
		if c >= len(cons) || cons[c] == nil {
			d.Fail()
			return
		}
		n.Con = cons[c]
	case Map:
		n.IsSet = d.Number() == 1
		n.Keys = d.list()
		for range d.Count() {
			k := d.Node()
			n.May = append(n.May, Entry{Key: k, Val: d.Node()})
		}
	}
	n.Kids = d.list()
	if n.Kind == Con && len(n.Kids) != len(n.Con.Args) || n.Kind == Map && len(n.Kids) != len(n.Keys) {
		d.Fail()
	}
}

func (d *Decoder) list() []*Node {
	var out []*Node
	for range d.Count() {
		out = append(out, d.Node())
	}
	return out
}

// Node reads the number of a node.
func (d *Decoder) Node() *Node {
	if n := d.Number(); n < len(d.nodes) {
		return d.nodes[n]
	}
	d.Fail()
	return &Node{}
}

func (d *Decoder) base() core.Base {
	b := core.Base(d.Number())
	if b > core.StringType {
		d.Fail()
	}
	return b
}

func (d *Decoder) scalar(of core.Base) core.Value {
	switch of {
	case core.IntType:
		n, size := binary.Varint(d.In)
		if size <= 0 {
			d.Fail()
			return core.Int(0)
		}
		d.In = d.In[size:]
		return core.Int(n)
	case core.BoolType:
		return core.Bool(d.Number() == 1)
	case core.CharType:
		return core.Char(d.Number())
	}
	return core.Str(d.text())
}
