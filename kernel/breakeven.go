package kernel

import (
	"math"

	"scf/ast"
)

// This file predicts after how many calls specialising pays: what it took to make the code, divided by what a call saves. What a call saves is measured once the
// func is called: the monitor, which samples calls anyway, has a few of them run the general code. Before there are samples, and where calls are too short for them, it is
// guessed from the trees: each node has a cost, a loop or graph that is kept does its body as often as its test says where that compares a variable with a number or a constant
// parameter, and unknownTrips times otherwise. That is exact for no function; it says whether ten calls are needed or a million.

// unknownTrips is how often a loop is taken to go round of which nothing is known.
const unknownTrips = 10

// maxCost bounds guesses.
const maxCost = 1e15

// nanoseconds are what a node costs in a back end: processors do several nodes of machine code a cycle, a closure takes tens.
var nanoseconds = map[string]float64{"native": 0.12, "interp": 8}

// BreakEven predicts how many calls of the specialised code save the time that making it took; less than one where a part of a call does. It is not ok where there is no such code, or where a
// call of it does not seem to take less than one of the C function as it is: then it never pays.
func (s *Specialization) BreakEven() (calls float64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	saved, sampled := s.sampled()
	switch {
	case !sampled:
		saved = s.guessed()
	case math.Abs(saved) < leastSaved:
		saved = min(s.guessed(), leastSaved)
	}
	for _, step := range s.steps {
		if step.Tier == Specialized && step.Err == nil && saved > 0 {
			return float64(step.Took.Nanoseconds()) / saved, true
		}
	}
	return 0, false
}

// pair is calls of the general and of the specialised code that ran in turn.
type pair struct{ general, special *calls }

const (
	// enoughPairs is how many windows of calls run the general code.
	enoughPairs = 5
	// leastSaved is what a call must save, in nanoseconds, for samples to tell. Where they do not tell it saves less.
	leastSaved = 12
)

// compare has calls run the general and the specialised code in turn for a window. It reports whether no further windows are needed.
func (s *Specialization) compare() (done bool) {
	s.mu.Lock()
	general, special := s.kernel.general, s.code
	done = s.tier != Specialized || general == nil || s.kernel.options.NoGeneral || len(s.pairs) == enoughPairs
	s.mu.Unlock()
	if done {
		return true
	}
	p := pair{&calls{}, &calls{}}
	if !s.window(alternating{counted{special, p.special}, counted{general, p.general}}, &windowed{calls: p.general}) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.general.begun.Load() > 0 {
		s.pairs = append(s.pairs, p)
	}
	return len(s.pairs) == enoughPairs
}

// sampled is what a call saves in nanoseconds, as samples tell: the pair that took least, as what else the machine does only adds. It is not ok where there
// are none. s.mu is held.
func (s *Specialization) sampled() (ns float64, ok bool) {
	least := math.Inf(1)
	for _, p := range s.pairs {
		general, ended := p.general.typical()
		special, ended2 := p.special.typical()
		if ended && ended2 && general+special < least {
			ns, least = general-special, general+special
		}
	}
	return ns, !math.IsInf(least, 1)
}

// guessed is what a call saves in nanoseconds, as the trees say; 0 where there is no specialised code. s.mu is held.
func (s *Specialization) guessed() float64 {
	if s.tree == nil {
		return 0
	}
	ns, known := nanoseconds[s.kernel.backend.Name()]
	if !known {
		ns = nanoseconds["native"]
	}
	constants := s.constantParams()
	return ns * (costOf(s.kernel.tree, constants) - costOf(s.tree, constants))
}

// constantParams are the constant integer parameters by name.
func (s *Specialization) constantParams() map[string]int64 {
	out := map[string]int64{}
	for i, p := range s.kernel.function.Params {
		if s.late[i].IsConstant() && ast.IsInteger(p.Type) {
			out[p.Name] = s.late[i].Value()
		}
	}
	return out
}

// costOf guesses what a call of f costs, in nodes.
func costOf(f *ast.Func, constants map[string]int64) float64 {
	return min(coster{constants}.cmd(f.Body), maxCost)
}

type coster struct{ constants map[string]int64 }

func (c coster) cmd(x ast.Cmd) float64 {
	switch x := x.(type) {
	case *ast.Seq:
		return c.cmd(x.First) + c.cmd(x.Second)
	case *ast.Scope:
		return c.cmd(x.Body)
	case *ast.Block:
		return c.cmd(x.Body)
	case *ast.Advised:
		return c.cmd(x.Loop)
	case *ast.Declare:
		return 1 + c.init(x.Init)
	case *ast.Assign:
		return 1 + c.expr(x.X)
	case *ast.Store:
		return 1 + c.expr(x.Dest) + c.expr(x.X)
	case *ast.Eval:
		return c.expr(x.X)
	case *ast.Return:
		return 1 + c.expr(x.X)
	case *ast.If:
		return c.expr(x.Test) + (c.cmd(x.Then)+c.cmd(x.Else))/2
	case *ast.Switch:
		return c.choice(x)
	}
	return c.loop(x)
}

// choice takes every arm for as likely as the others.
func (c coster) choice(x *ast.Switch) float64 {
	sum := 0.0
	for _, a := range x.Arms {
		sum += c.cmd(a.Body)
	}
	return 2 + c.expr(x.Test) + sum/float64(max(len(x.Arms), 1))
}

func (c coster) loop(x ast.Cmd) float64 {
	switch x := x.(type) {
	case *ast.While:
		return c.trips(x.Test) * (c.expr(x.Test) + c.cmd(x.Body))
	case *ast.DoWhile:
		return c.trips(x.Test) * (c.expr(x.Test) + c.cmd(x.Body))
	case *ast.For:
		return c.cmd(x.Init) + c.trips(x.Test)*(c.expr(x.Test)+c.cmd(x.Step)+c.cmd(x.Body))
	case *ast.Graph:
		return unknownTrips * c.nodes(x)
	}
	return 0 // a skip, an exit, a jump, a return
}

// nodes takes every node for as likely as the others.
func (c coster) nodes(x *ast.Graph) float64 {
	sum := 0.0
	for _, n := range x.Nodes {
		sum += c.cmd(n.Body)
	}
	return sum / float64(max(len(x.Nodes), 1))
}

// trips guesses how often a loop with the test goes round.
func (c coster) trips(test ast.Expr) float64 {
	b, ok := test.(*ast.Binary)
	if !ok || !b.Op.IsComparison() {
		return unknownTrips
	}
	if n, ok := c.number(b.Y); ok && n > 0 {
		return min(float64(n), 1e6)
	}
	return unknownTrips
}

// number is the value of a constant or a constant parameter.
func (c coster) number(e ast.Expr) (n int64, ok bool) {
	switch e := e.(type) {
	case *ast.Const:
		v, isInt := e.Value.(ast.IntConst)
		return int64(v), isInt
	case *ast.Var:
		n, ok = c.constants[e.Name]
		return n, ok
	case *ast.Convert:
		return c.number(e.X)
	}
	return 0, false
}

func (c coster) init(i ast.Init) float64 {
	switch i := i.(type) {
	case *ast.InitExpr:
		return c.expr(i.X)
	case *ast.InitList:
		sum := 0.0
		for _, x := range i.Elems {
			sum += 1 + c.init(x)
		}
		return sum
	}
	return 0
}

// Costs of nodes beside those of their operands.
const (
	callCost           = 10
	divisionCost       = 20 // by what is not known
	multiplicationCost = 1.5
)

func (c coster) expr(e ast.Expr) float64 {
	sum := nodeCost(e)
	for _, x := range ast.Operands(e) {
		sum += c.expr(x)
	}
	return sum
}

func nodeCost(e ast.Expr) float64 {
	switch e := e.(type) {
	case *ast.Const, *ast.Var, *ast.Object, *ast.Str, *ast.AddressOf:
		return 0
	case *ast.Convert:
		return 0.5
	case *ast.Call:
		return callCost
	case *ast.Binary:
		_, byNumber := e.Y.(*ast.Const)
		switch {
		case (e.Op == ast.Div || e.Op == ast.Rem) && !byNumber:
			return divisionCost
		case e.Op == ast.Mul && !byNumber:
			return multiplicationCost
		}
	}
	return 1
}
