package ast

import "scf/internal/diag"

// This file gives the loops that were graphs their tests.

// repeated is c, whose end and whose exits to head go round. Where it begins or ends with a test that leaves it, that is the loop's test.
func repeated(c Cmd, head Label) Cmd {
	at := firstPlace(c)
	cmds := Flatten(landed(c, head))
	if test, rest, out := lastTest(cmds, head); out != nil && !exits(rest, head) {
		return SeqOf(&DoWhile{Body: rest, Test: test, At: at}, out)
	}
	if test, rest, out := firstTest(cmds, head); out != nil {
		return SeqOf(&While{Test: test, Body: goingRound(rest, head), At: at}, out)
	}
	return &While{Test: &Const{Value: IntConst(1), Ty: Int}, Body: goingRound(SeqOf(cmds...), head), At: at}
}

// goingRound is the body c of a loop, of which exits to head are the end.
func goingRound(c Cmd, head Label) Cmd {
	if exits(c, head) {
		return &Block{c, head}
	}
	return c
}

// firstTest takes commands apart that begin with a test by which there is nothing to do but to exit from the loop that goes round to head.
func firstTest(cmds []Cmd, head Label) (test Expr, rest Cmd, out *Exit) {
	if len(cmds) == 0 {
		return nil, nil, nil
	}
	c, ok := cmds[0].(*If)
	if !ok {
		return nil, nil, nil
	}
	if out = exitAlone(c.Then); out != nil && out.To != head {
		return negate(c.Test), SeqOf(append(Flatten(c.Else), cmds[1:]...)...), out
	}
	if out = exitAlone(c.Else); out != nil && out.To != head {
		return c.Test, SeqOf(append(Flatten(c.Then), cmds[1:]...)...), out
	}
	return nil, nil, nil
}

// lastTest takes commands apart that end with a test which decides between going round to head and an exit, and nothing else.
func lastTest(cmds []Cmd, head Label) (test Expr, rest Cmd, out *Exit) {
	last := len(cmds) - 1
	if last < 0 {
		return nil, nil, nil
	}
	behind := &Exit{To: head} // what is done behind the test
	if e, ok := cmds[last].(*Exit); ok && last > 0 {
		last, behind = last-1, e
	}
	c, ok := cmds[last].(*If)
	if !ok {
		return nil, nil, nil
	}
	way := func(branch Cmd) *Exit {
		if doesNothing(branch) {
			return behind
		}
		return exitAlone(branch)
	}
	then, els := way(c.Then), way(c.Else)
	switch {
	case then == nil || els == nil:
	case then.To == head && els.To != head:
		return c.Test, SeqOf(cmds[:last]...), els
	case els.To == head && then.To != head:
		return negate(c.Test), SeqOf(cmds[:last]...), then
	}
	return nil, nil, nil
}

// exitAlone is the exit that c is; nil if it is no exit.
func exitAlone(c Cmd) *Exit {
	if cmds := Flatten(c); len(cmds) == 1 {
		e, _ := cmds[0].(*Exit)
		return e
	}
	return nil
}

// firstPlace is where the first command of c that has a place stands in the source.
func firstPlace(c Cmd) (at diag.Pos) {
	Walk(c, func(c Cmd) {
		if !at.IsValid() {
			at = PlaceOf(c)
		}
	}, nil, nil)
	return at
}
