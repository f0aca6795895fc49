package params

import "math/big"

// This file gives integers by the names that the source has for them: enumerators, and macros that stand for a number.

// named is the integer called name at the place; ok reports whether the source has that name.
func named(numbers func(string) (int64, bool), name string) (n *big.Int, ok bool) {
	if numbers == nil {
		return nil, false
	}
	v, ok := numbers(name)
	return big.NewInt(v), ok
}

// name elaborates the name of an integer.
func (e elaborator) name(f *formSyntax, name string, at place) (Abstract, error) {
	n, ok := named(e.param.Numbers, name)
	if !ok {
		return Abstract{}, e.errorf(f, "%s is no enumerator and no macro for an integer", name).WithHint("%s", knownForms(at.typ, e.late))
	}
	s, err := e.ranged(f, name, n, at)
	if err != nil {
		return Abstract{}, err
	}
	return one(s), nil
}
