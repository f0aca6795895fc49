package params

import "encoding/binary"

// AppendKey appends bytes to key that are alike for two values of a parameter where these are alike, and of which no others begin with them.
func (l Late) AppendKey(key []byte) []byte { return l.known.appendKey(key) }

// What keys begin with.
const (
	unknownKey = iota
	scalarKey
	arrayKey
	recordKey
	functionKey
	linkKey
	tableKey
)

func (a Abstract) appendKey(key []byte) []byte {
	if !a.IsConstant() {
		return append(key, unknownKey)
	}
	switch f := a.forms[0].(type) {
	case scalar:
		return binary.AppendVarint(append(key, scalarKey), f.bits)
	case *function:
		key = append(append(append(key, functionKey), f.Name...), 0)
	case *link:
		key = binary.AppendVarint(append(append(append(key, linkKey), f.table.Name...), 0), f.element)
	case *table:
		key = f.known.appendKey(append(key, tableKey))
	case *array:
		key = binary.AppendUvarint(append(key, arrayKey), uint64(len(f.elems)))
		for _, x := range f.elems {
			key = x.appendKey(key)
		}
	case *record:
		key = binary.AppendUvarint(append(key, recordKey), uint64(len(f.fields)))
		for _, x := range f.fields {
			key = append(append(key, x.name...), 0)
			key = x.value.appendKey(key)
		}
	}
	return key
}
