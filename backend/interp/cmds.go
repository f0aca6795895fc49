package interp

import (
	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
)

// signal is how a command ends: next, leave, or the number of the block to go behind.
type signal int32

const (
	next  signal = 0
	leave signal = -1 // the function
)

// cmd is a command as a closure.
type cmd func(m *machine) signal

// skip is the command that does nothing.
func skip(*machine) signal { return next }

func (c *compiler) cmd(x ast.Cmd) cmd {
	saved := c.at
	defer func() { c.at = saved }()
	c.locate(x)
	switch x := x.(type) {
	case *ast.Skip:
		return skip
	case *ast.Seq:
		return c.sequence(x)
	case *ast.Scope:
		return c.cmd(x.Body)
	case *ast.Advised:
		return c.cmd(x.Loop)
	case *ast.Declare:
		return c.declare(x)
	case *ast.Assign:
		return c.assign(x.Name, x.Ty, x.X)
	case *ast.Store:
		return c.store(x.Dest, x.X)
	case *ast.Eval:
		value := c.expr(x.X)
		return func(m *machine) signal { value(m); return next }
	case *ast.If:
		return c.ifElse(x)
	case *ast.While:
		return c.loop(c.test(x.Test), c.cmd(x.Body), nil)
	case *ast.DoWhile:
		return c.doWhile(x)
	case *ast.For:
		first, body := c.cmd(x.Init), c.loop(c.test(x.Test), c.cmd(x.Body), c.cmd(x.Step))
		return pair(first, body)
	case *ast.Switch:
		return c.choice(x)
	case *ast.Block:
		return c.block(x)
	case *ast.Exit:
		to := c.blocks[x.To]
		return func(*machine) signal { return to }
	case *ast.Return:
		return c.ret(x)
	case *ast.ReturnVoid:
		return func(*machine) signal { return leave }
	}
	c.failf("%T is not known", x)
	return skip
}

func (c *compiler) sequence(x *ast.Seq) cmd {
	var list []cmd
	for _, y := range ast.Flatten(x) {
		list = append(list, c.cmd(y))
	}
	switch len(list) {
	case 0:
		return skip
	case 1:
		return list[0]
	case 2:
		return pair(list[0], list[1])
	}
	return func(m *machine) signal {
		for _, f := range list {
			if s := f(m); s != next {
				return s
			}
		}
		return next
	}
}

func pair(first, second cmd) cmd {
	return func(m *machine) signal {
		if s := first(m); s != next {
			return s
		}
		return second(m)
	}
}

// assign sets a variable.
func (c *compiler) assign(name string, t ast.Type, x ast.Expr) cmd {
	if o, ok := c.objects[name]; ok && c.isObject(name) {
		return c.storeAt(c.objectAt(o), t, c.expr(x))
	}
	slot := c.variable(name)
	if bounds, ok := c.bounds[name]; ok && isPointer(t) {
		return c.assignPointer(slot, bounds, x)
	}
	value := c.expr(x)
	return func(m *machine) signal {
		m.vars[slot] = value(m)
		return next
	}
}

// isObject reports whether the name means memory, and not a word.
func (c *compiler) isObject(name string) bool {
	_, isWord := c.slots[name]
	return !isWord
}

func (c *compiler) ifElse(x *ast.If) cmd {
	test, then, otherwise := c.test(x.Test), c.cmd(x.Then), c.cmd(x.Else)
	if _, ok := x.Else.(*ast.Skip); ok {
		return func(m *machine) signal {
			if test(m) {
				return then(m)
			}
			return next
		}
	}
	return func(m *machine) signal {
		if test(m) {
			return then(m)
		}
		return otherwise(m)
	}
}

// loop is while (test) { body; step }.
func (c *compiler) loop(test test, body, step cmd) cmd {
	at := c.at
	if step == nil {
		step = skip
	}
	return func(m *machine) signal {
		for test(m) {
			m.step(at)
			if s := body(m); s != next {
				return s
			}
			if s := step(m); s != next {
				return s
			}
		}
		return next
	}
}

func (c *compiler) doWhile(x *ast.DoWhile) cmd {
	at, body, test := c.at, c.cmd(x.Body), c.test(x.Test)
	return func(m *machine) signal {
		for {
			m.step(at)
			if s := body(m); s != next {
				return s
			}
			if !test(m) {
				return next
			}
		}
	}
}

func (c *compiler) block(x *ast.Block) cmd {
	number := signal(len(c.blocks) + 1)
	c.blocks[x.Label] = number
	body := c.cmd(x.Body)
	return func(m *machine) signal {
		if s := body(m); s != number {
			return s
		}
		return next
	}
}

// choice is a switch.
func (c *compiler) choice(x *ast.Switch) cmd {
	value, t := c.expr(x.Test), ast.TypeOf(x.Test)
	arms := map[uint64]int{}
	otherwise := len(x.Arms)
	var bodies []cmd
	for i, a := range x.Arms {
		for _, v := range a.Values {
			if w := uint64(ast.Wrap(v, t)); !hasKey(arms, w) {
				arms[w] = i
			}
		}
		if a.Default {
			otherwise = i
		}
		bodies = append(bodies, c.cmd(a.Body))
	}
	find := finder(arms, otherwise)
	return func(m *machine) signal {
		for i := find(value(m)); i < len(bodies); i++ {
			if s := bodies[i](m); s != next {
				return s
			}
		}
		return next
	}
}

func hasKey(m map[uint64]int, k uint64) bool {
	_, ok := m[k]
	return ok
}

// finder finds the arm of a value: in a table where the values lie close together.
func finder(arms map[uint64]int, otherwise int) func(uint64) int {
	if len(arms) == 0 {
		return func(uint64) int { return otherwise }
	}
	least, most := int64(0), int64(0)
	first := true
	for v := range arms {
		if first {
			least, most, first = int64(v), int64(v), false
		}
		least, most = min(least, int64(v)), max(most, int64(v))
	}
	if n := uint64(most - least); n < uint64(4*len(arms)+16) {
		table := make([]int, n+1)
		for i := range table {
			table[i] = otherwise
			if arm, ok := arms[uint64(least)+uint64(i)]; ok {
				table[i] = arm
			}
		}
		return func(v uint64) int {
			if at := v - uint64(least); at < uint64(len(table)) {
				return table[at]
			}
			return otherwise
		}
	}
	return func(v uint64) int {
		if arm, ok := arms[v]; ok {
			return arm
		}
		return otherwise
	}
}

func (c *compiler) ret(x *ast.Return) cmd {
	value := c.expr(x.X)
	if c.result < 0 {
		return func(m *machine) signal {
			m.result = value(m)
			return leave
		}
	}
	slot, size := c.result, int(backend.SizeOf(c.tree.Result))
	return func(m *machine) signal {
		from := value(m)
		mem.Move(m.vars[slot], from, size)
		m.result = m.vars[slot]
		return leave
	}
}
