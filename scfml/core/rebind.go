package core

import (
	"fmt"
	"scf/internal/diag"
	"slices"
)

// Moving values between loads of the same datatypes.

// Rebind is v with every constructor replaced by p's constructor of the same name (in p or in the source) in the datatype of
// the same name, so that a value built against one load of a program is one of another load, where constructors are other objects. It is an error
// if p has no such constructor, or one with another number of arguments.
func Rebind(v Value, p *Program) (Value, error) {
	r := &rebinder{data: map[string]*Datatype{}, cons: map[*Con]*Con{}}
	for _, d := range append([]*Datatype{OptionData, ListData}, p.Datatypes...) {
		r.data[d.Name] = d
	}
	return r.value(v)
}

type rebinder struct {
	data map[string]*Datatype
	cons map[*Con]*Con
	// done, where it is set, has the tuples and constructor values that are rebound, so that what values share is rebound once.
	done map[Value]Value
}

// hole is a place that waits for the rebound value of v.
type hole struct {
	place *Value
	v     Value
}

// value fills holes until none are left: lists and trees of any depth need no stack.
func (r *rebinder) value(v Value) (Value, error) {
	var root Value
	holes := []hole{{&root, v}}
	for len(holes) > 0 {
		h := holes[len(holes)-1]
		holes = holes[:len(holes)-1]
		if w, ok := r.done[h.v]; ok {
			*h.place = w
			continue
		}
		switch v := h.v.(type) {
		case *Tuple:
			t := &Tuple{make([]Value, len(v.Elems))}
			*h.place, holes = t, dig(holes, t.Elems, v.Elems)
			r.note(v, t)
		case *ConValue:
			c, err := r.con(v.Con)
			if err != nil {
				return nil, err
			}
			w := &ConValue{Con: c, Args: make([]Value, len(v.Args))}
			*h.place, holes = w, dig(holes, w.Args, v.Args)
			r.note(v, w)
		default:
			w, err := r.keyed(v)
			if err != nil {
				return nil, err
			}
			*h.place = w
		}
	}
	return root, nil
}

// note notes that v, a pointer, is rebound to w, the parts of which may still be holes.
func (r *rebinder) note(v, w Value) {
	if r.done != nil {
		r.done[v] = w
	}
}

// dig adds the holes of the places, to be filled with vs.
func dig(holes []hole, places, vs []Value) []hole {
	for i := range places {
		holes = append(holes, hole{&places[i], vs[i]})
	}
	return holes
}

// keyed rebinds maps and sets, whose order may change, and leaves scalars as they are. Keys are compared at once, so that they must have no
// holes: what is done already is not used.
func (r *rebinder) keyed(v Value) (Value, error) {
	r = &rebinder{data: r.data, cons: r.cons}
	switch v := v.(type) {
	case *MapValue:
		m := EmptyMap
		for k, x := range v.All() {
			k, err := r.value(k)
			if err != nil {
				return nil, err
			}
			if x, err = r.value(x); err != nil {
				return nil, err
			}
			m = m.Insert(k, x)
		}
		return m, nil
	case *SetValue:
		s := EmptySet
		for x := range v.All() {
			x, err := r.value(x)
			if err != nil {
				return nil, err
			}
			s = s.Insert(x)
		}
		return s, nil
	}
	return v, nil
}

func (r *rebinder) con(c *Con) (*Con, error) {
	if d, ok := r.cons[c]; ok {
		return d, nil
	}
	data := r.data[c.Data.Name]
	if data == nil {
		return nil, fmt.Errorf("the program has no datatype %s, of which the value's constructor %s is", c.Data.Name, c.Name)
	}
	d := sameCon(data, c)
	if d == nil {
		return nil, fmt.Errorf("the program's datatype %s has no constructor %s, which the value has", data.Name, c.Name)
	}
	if len(d.Args) != len(c.Args) {
		return nil, fmt.Errorf("constructor %s of datatype %s takes %s in the program, but %d in the value",
			c.Name, data.Name, diag.Count(len(d.Args), "argument"), len(c.Args))
	}
	r.cons[c] = d
	return d, nil
}

// sameCon is data's constructor with c's name, or else with the name that c has in its source.
func sameCon(data *Datatype, c *Con) *Con {
	if i := slices.IndexFunc(data.Cons, func(d *Con) bool { return d.Name == c.Name }); i >= 0 {
		return data.Cons[i]
	}
	if i := slices.IndexFunc(data.Cons, func(d *Con) bool { return declaredName(d) == declaredName(c) }); i >= 0 {
		return data.Cons[i]
	}
	return nil
}

func declaredName(c *Con) string {
	if c.Declared != "" {
		return c.Declared
	}
	return c.Name
}
