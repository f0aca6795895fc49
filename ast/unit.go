package ast

import (
	"fmt"
	"math/bits"
	"strings"
)

// Unit is what functions of a C file need to run: the functions that calls and addresses reach from them, and the objects with static
// storage that those mention, as C initialises them. Names are the trees': an Object that no Declare or parameter of its function names is
// a variable that is local to the function, one of the file, a function, or an Extern.
type Unit struct {
	Funcs     []*Func   // in the order of the source
	Refused   []Refused // what is reached, but cannot be had
	Variables []Variable
	Externs   []Extern
	Layouts   Layouts // of all structs and unions in it; one that two functions define differently has two names
}

// Refused is a function without a tree: it is an error to call it; its address is one like others. Or it is a global variable that cannot
// be made; the functions that mention it are refused, too.
type Refused struct {
	Name string
	Err  error
}

// Variable is an object that lives as long as the program: a global variable, a static one of a function, a string or a compound
// literal that an initialiser points to. The latter two have names that no variable of C has: "#string1", "#literal2".
type Variable struct {
	Name  string
	Func  string // the function that a static variable is local to; "" for others
	Ty    Type
	Size  int64 // in bytes; more than that of Ty where the initialiser says how long the last member is
	Align int64 // in bytes, a power of two
	Const bool  // never written
	// Init is the bytes that it begins with; zeros at the end are left out, and there are zeros where addresses lie.
	Init      []byte
	Addresses []Address // by their offsets
	// Members are those of unions that the initialiser begins, by the offsets of the unions: others are what these bytes happen to mean.
	Members []UnionMember
}

// Scoped is what the static variable called name of the function fn is called outside of it: FUNC.NAME; name itself where fn is empty.
func Scoped(fn, name string) string {
	if fn == "" {
		return name
	}
	return fn + "." + name
}

// Unscoped is the function, "" for none, and the name of what is called so.
func Unscoped(scoped string) (fn, name string) {
	if fn, name, ok := strings.Cut(scoped, "."); ok {
		return fn, name
	}
	return "", scoped
}

// UnionMember is member number Index, in the order of the source, of the union of that name that lies at the offset in a variable.
type UnionMember struct {
	Offset int64
	Union  string // as in Record.Name
	Index  int64
}

// Address is a pointer, or an integer as wide, that a variable begins with: the address of what it names plus Addend bytes.
type Address struct {
	Offset int64  // in the variable
	Of     string // a variable or function
	Func   string // the function that the variable Of is local to; "" for others
	Addend int64
}

// Extern is a function or variable that the file declares and does not define: libc's, or one that whoever runs the unit has.
type Extern struct {
	Name string
	Ty   Type // a *Function for a function
}

// Function is the tree of the function with that name; nil if there is none.
func (u *Unit) Function(name string) *Func {
	for _, f := range u.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Refusal is the refused function or variable with that name; nil if there is none.
func (u *Unit) Refusal(name string) *Refused {
	for i := range u.Refused {
		if u.Refused[i].Name == name {
			return &u.Refused[i]
		}
	}
	return nil
}

// Variable is what the name means in the function fn ("" outside of functions); nil if that is no variable of the unit. Variables and
// parameters that the function's tree declares hide it.
func (u *Unit) Variable(fn, name string) *Variable {
	var global *Variable
	for i := range u.Variables {
		switch v := &u.Variables[i]; {
		case v.Name != name:
		case v.Func == fn:
			return v
		case v.Func == "":
			global = v
		}
	}
	return global
}

// Extern is the declaration with that name; nil if there is none.
func (u *Unit) Extern(name string) *Extern {
	for i := range u.Externs {
		if u.Externs[i].Name == name {
			return &u.Externs[i]
		}
	}
	return nil
}

// Verify checks that every name in u means something, once, and that what variables begin with lies in them.
func (u *Unit) Verify() error {
	known, err := u.names()
	if err != nil {
		return err
	}
	for _, v := range u.Variables {
		if err := v.verify(known); err != nil {
			return fmt.Errorf("the variable %s: %w", v.Name, err)
		}
	}
	for _, f := range u.Funcs {
		if err := Verify(f); err != nil {
			return fmt.Errorf("the function %s: %w", f.Name, err)
		}
		for _, name := range Outside(f) {
			if !known[scoped{f.Name, name}] && !known[scoped{"", name}] {
				return fmt.Errorf("the function %s: nothing is called %s", f.Name, name)
			}
		}
	}
	return nil
}

// scoped is a name and the function that it belongs to, "" for none.
type scoped struct{ fn, name string }

func (u *Unit) names() (map[scoped]bool, error) {
	known := map[scoped]bool{}
	var twice error
	add := func(fn, name string) {
		if known[scoped{fn, name}] && twice == nil {
			twice = fmt.Errorf("two things are called %s", name)
		}
		known[scoped{fn, name}] = true
	}
	for _, f := range u.Funcs {
		add("", f.Name)
	}
	for _, r := range u.Refused {
		add("", r.Name)
	}
	for _, v := range u.Variables {
		add(v.Func, v.Name)
	}
	for _, e := range u.Externs {
		add("", e.Name)
	}
	return known, twice
}

// pointerSize is the size of an address in bytes.
const pointerSize = 8

func (v *Variable) verify(known map[scoped]bool) error {
	switch {
	case v.Size < 0:
		return fmt.Errorf("its size is %d", v.Size)
	case v.Align <= 0 || bits.OnesCount64(uint64(v.Align)) != 1:
		return fmt.Errorf("its alignment is %d", v.Align)
	case int64(len(v.Init)) > v.Size:
		return fmt.Errorf("%d bytes begin what has %d", len(v.Init), v.Size)
	}
	end := int64(0)
	for _, a := range v.Addresses {
		switch {
		case a.Offset < end || a.Offset > v.Size-pointerSize:
			return fmt.Errorf("an address at the offset %d", a.Offset)
		case !known[scoped{a.Func, a.Of}]:
			return fmt.Errorf("the address of %s, which is nothing", a.Of)
		}
		end = a.Offset + pointerSize
	}
	return nil
}

// Outside are the names of the variables and functions outside of f that it mentions, and of its static variables, each once, in the order of Walk.
func Outside(f *Func) []string {
	seen := map[string]bool{}
	for _, p := range f.Params {
		seen[p.Name] = true
	}
	Walk(f.Body, func(c Cmd) {
		if d, ok := c.(*Declare); ok {
			seen[d.Name] = true
		}
	}, nil, nil)
	var out []string
	Walk(f.Body, nil, func(e Expr) {
		if o, ok := e.(*Object); ok && !seen[o.Name] {
			seen[o.Name] = true
			out = append(out, o.Name)
		}
	}, nil)
	return out
}
