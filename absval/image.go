package absval

import (
	"bytes"
	"encoding/binary"
	"errors"

	"scf/absval/tree"
)

// Abstract values as bytes. An image holds what Import makes a value of: the structure, and which places have equal tags. It depends on nothing
// else: values that say the same have one image, whatever domain they are of and however their parts are shared there, so that its hash
// names what a value says.
//
//	image  = magic nodes values
//	values = count { node tag kids }    parts before what they are parts of, the value itself the last
//
// Tags are numbered by where they are met first, 0 is none; values that have neither a tag nor kids with tags are their nodes.

const imageMagic = "SCF abstract value 1\n"

// Encode is v as bytes.
func Encode(v *Value) []byte {
	w := &imageWriter{nodes: tree.NewEncoder(), ids: map[ID]int{0: 0}, values: map[*Value]int{}, written: map[string]int{}}
	w.value(v)
	out := w.nodes.Append([]byte(imageMagic))
	out = binary.AppendUvarint(out, uint64(len(w.written)))
	return append(out, w.out...)
}

type imageWriter struct {
	nodes   *tree.Encoder
	ids     map[ID]int
	values  map[*Value]int
	written map[string]int // values by what is written of them
	out     []byte
}

// value is the number of v.
func (w *imageWriter) value(v *Value) int {
	if n, ok := w.values[v]; ok {
		return n
	}
	text := binary.AppendUvarint(nil, uint64(w.nodes.Number(v.node)))
	id, ok := w.ids[v.id]
	if !ok {
		id = len(w.ids)
		w.ids[v.id] = id
	}
	text = binary.AppendUvarint(text, uint64(id))
	text = binary.AppendUvarint(text, uint64(len(v.kids)))
	for _, k := range v.kids {
		text = binary.AppendUvarint(text, uint64(w.value(k)))
	}
	n, ok := w.written[string(text)]
	if !ok {
		n = len(w.written)
		w.written[string(text)] = n
		w.out = append(w.out, text...)
	}
	w.values[v] = n
	return n
}

// Decode is a value with that image, which Encode gave: one of no domain, for Import alone.
func Decode(image []byte) (*Value, error) {
	rest, ok := bytes.CutPrefix(image, []byte(imageMagic))
	if !ok {
		return nil, errors.New("this is no image of an abstract value, or one of another version")
	}
	r := &tree.Decoder{In: rest}
	r.Nodes()
	var values []*Value
	for range r.Count() {
		v := &Value{node: r.Node(), id: ID(2 * r.Number()), num: uint64(len(values) + 1)}
		for range r.Count() {
			k := r.Number()
			if k >= len(values) {
				r.Fail()
				break
			}
			v.kids = append(v.kids, values[k])
		}
		if v.kids != nil && len(v.kids) != len(v.node.Kids) {
			r.Fail()
		}
		values = append(values, v)
	}
	if len(values) == 0 || len(r.In) > 0 {
		r.Fail()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return values[len(values)-1], nil
}
