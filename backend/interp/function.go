package interp

import (
	"fmt"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/internal/diag"
)

// compiler compiles one function.
type compiler struct {
	program *program
	tree    *ast.Func
	layouts ast.Layouts

	slots   map[string]int     // the words of variables
	objects map[string]storage // the memory of others
	words   int
	memory  int64
	align   int64

	bounds map[string]int // the first of the two words of a pointer's region, if that is checked
	spaces []object       // what the memory is divided into

	blocks map[ast.Label]signal
	result int    // the slot of the address that a struct is returned to; -1 for none
	at     *place // of the command that is compiled
	last   *place // that was made last
	err    error  // the first thing that cannot be compiled
}

// storage is where an object of a function lies: at the offset in the frame's memory, or where the word of a slot says.
type storage struct {
	offset   int64
	size     int64
	slot     int
	indirect bool
}

// compile makes the closures of the function.
func (fn *function) compile(p *program) error {
	tree := *fn.tree
	tree.Body = backend.WithoutGraphs(tree.Body)
	c := &compiler{program: p, tree: &tree, layouts: p.module.Layouts(), slots: map[string]int{}, objects: map[string]storage{},
		align: 16, bounds: map[string]int{}, blocks: map[ast.Label]signal{}, result: -1, at: &place{function: fn}}
	fn.entry = *c.at
	if _, ok := fn.tree.Result.(ast.Record); ok {
		c.result = c.slot()
	}
	c.refuseType(fn.tree.Result)
	fn.params = c.parameters()
	c.locals()
	fn.body = c.cmd(tree.Body)
	if p.checked {
		fn.checkedParameters(c)
	}
	fn.words, fn.align = c.words, uint64(c.align)
	fn.memory = int(c.memory)
	fn.frame = fn.words
	if fn.memory > 0 {
		fn.frame += int(c.memory+c.align)/8 + 1
	}
	if c.memory > maxFrames {
		c.failf("its local variables have %d bytes", c.memory)
	}
	return c.err
}

// failf notes that something cannot be compiled.
func (c *compiler) failf(format string, args ...any) {
	if c.err == nil {
		c.err = diag.Errorf(c.at.pos, "%s: %s", c.tree.Name, fmt.Sprintf(format, args...))
	}
}

// refuseType notes types that there are no words for.
func (c *compiler) refuseType(t ast.Type) {
	if f, ok := t.(ast.Floating); ok && f.Width > 64 {
		c.failf("%s is not computed with here: use double, or the back end c", ast.TypeName(t))
	}
}

func (c *compiler) slot() int {
	c.words++
	return c.words - 1
}

// space is memory of the frame for an object of type t.
func (c *compiler) space(size, align int64) int64 {
	c.align = max(c.align, align)
	offset := mem.RoundUp(c.memory, max(align, 1))
	c.memory = offset + max(size, 1)
	c.spaces = append(c.spaces, object{offset, offset + size})
	return offset
}

func (c *compiler) spaceFor(t ast.Type) int64 {
	return c.space(backend.SizeOf(t), backend.AlignOf(t, c.layouts))
}

// parameters gives each parameter a word, in order, and memory to those that lie there. Those that have to be copied there are listed.
func (c *compiler) parameters() []param {
	var out []param
	for _, p := range c.tree.Params {
		c.refuseType(p.Ty)
		slot := c.slot()
		c.slots[p.Name] = slot
		if _, ok := p.Ty.(ast.Record); ok {
			c.objects[p.Name] = storage{slot: slot, indirect: true, size: backend.SizeOf(p.Ty)}
		} else if p.InMemory {
			s := storage{offset: c.spaceFor(p.Ty), size: backend.SizeOf(p.Ty)}
			c.objects[p.Name] = s
			out = append(out, param{slot, uint64(s.offset), p.Ty})
		}
	}
	for _, p := range c.tree.Params {
		if !p.InMemory {
			c.bound(p.Name, p.Ty)
		}
	}
	return out
}

// locals gives each variable that the body declares its place. Variables of one name share it: passes copy declarations, and copies do not live at the
// same time.
func (c *compiler) locals() {
	used := map[string]bool{}
	ast.Walk(c.tree.Body, nil, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok {
			used[o.Name] = true
		}
	}, nil)
	size, align := map[string]int64{}, map[string]int64{}
	var order []string
	ast.Walk(c.tree.Body, func(x ast.Cmd) {
		d, ok := x.(*ast.Declare)
		if !ok {
			return
		}
		if ast.IsScalar(d.Ty) && !used[d.Name] {
			if _, again := c.slots[d.Name]; !again {
				c.slots[d.Name] = c.slot()
			}
			c.bound(d.Name, d.Ty)
			return
		}
		if _, again := size[d.Name]; !again {
			order = append(order, d.Name)
		}
		size[d.Name] = max(size[d.Name], backend.SizeOf(d.Ty))
		align[d.Name] = max(align[d.Name], backend.AlignOf(d.Ty, c.layouts))
	}, nil, nil)
	for _, name := range order {
		c.objects[name] = storage{offset: c.space(size[name], align[name]), size: size[name]}
	}
}

// variable is the word of a variable.
func (c *compiler) variable(name string) int {
	slot, ok := c.slots[name]
	if !ok {
		c.failf("the variable %s is not declared", name)
	}
	return slot
}
