package image

import (
	"encoding/binary"

	"scf/scfml/core"
)

// Constants of images. They are a graph: a constant's parts are constants before it.

// literal reads the number of a constant that stands in an expression or a pattern.
func (r *imageReader) literal() core.Value {
	n := r.number()
	v := pickAt(r, r.values, n)
	if !r.failed {
		r.meet(r.sizes[n])
	}
	return v
}

// meet counts parts that are gone through.
func (r *imageReader) meet(s constSize) {
	r.parts += s.parts
	r.need(r.parts <= imageParts)
}

// addConstant reads the next constant.
func (r *imageReader) addConstant() {
	size := &constSize{parts: 1}
	v := r.constant(size)
	r.need(size.parts <= imageParts && size.depth <= imageDepth)
	switch v.(type) {
	case *core.MapValue, *core.SetValue: // their keys have been compared
		r.meet(*size)
	}
	r.values, r.sizes = append(r.values, v), append(r.sizes, *size)
}

// part reads the number of a constant that is part of one of that size; last reports whether it is its last.
func (r *imageReader) part(of *constSize, last bool) core.Value {
	n := r.number()
	v := pickAt(r, r.values, n)
	if r.failed {
		return nil
	}
	s := r.sizes[n]
	of.parts = min(of.parts+s.parts, imageParts+1)
	if !last {
		s.depth++
	}
	of.depth = max(of.depth, s.depth)
	return v
}

func (r *imageReader) partsOf(of *constSize) []core.Value {
	left := r.count()
	return listOfLength(r, left, func() core.Value {
		left--
		return r.part(of, left == 0)
	})
}

func (r *imageReader) constant(size *constSize) core.Value {
	switch r.number() {
	case tagInt:
		n, length := binary.Varint(r.in)
		if length > 0 {
			r.in = r.in[length:]
			return core.Int(n)
		}
	case tagFalse:
		return core.Bool(false)
	case tagTrue:
		return core.Bool(true)
	case tagChar:
		c := r.number()
		r.need(c < 256)
		return core.Char(c)
	case tagString:
		return core.Str(r.text())
	case tagTuple:
		if elems := r.partsOf(size); len(elems) > 0 {
			r.need(len(elems) > 1)
			return &core.Tuple{Elems: elems}
		}
		return core.UnitValue
	case tagConValue:
		v := &core.ConValue{Con: pick(r, r.cons), Args: r.partsOf(size)}
		r.need(v.Con != nil && len(v.Args) == len(v.Con.Args))
		return v
	case tagMap:
		return r.mapConstant(size)
	case tagSet:
		return r.setConstant(size)
	case tagDead:
		return core.Dead{}
	}
	r.fail()
	return nil
}

func (r *imageReader) mapConstant(size *constSize) core.Value {
	m := core.EmptyMap
	for range r.count() {
		k, x := r.part(size, false), r.part(size, false)
		if r.need(size.parts <= imageParts); r.failed {
			break
		}
		m = m.Insert(k, x)
	}
	return m
}

func (r *imageReader) setConstant(size *constSize) core.Value {
	s := core.EmptySet
	for range r.count() {
		x := r.part(size, false)
		if r.need(size.parts <= imageParts); r.failed {
			break
		}
		s = s.Insert(x)
	}
	return s
}
