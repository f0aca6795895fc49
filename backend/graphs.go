package backend

import (
	"fmt"

	"scf/ast"
)

// WithoutGraphs is c, as back ends run it, with loops in place of graphs. Where the loops of a graph have one way in each, the loops are those; else there is one that
// goes round for each jump, and does what the node does whose number a variable holds.
func WithoutGraphs(c ast.Cmd) ast.Cmd { return dispatching(ast.Structured(c)) }

func dispatching(c ast.Cmd) ast.Cmd {
	found := false
	ast.Walk(c, func(c ast.Cmd) { _, isGraph := c.(*ast.Graph); found = found || isGraph }, nil, nil)
	if !found {
		return c
	}
	c = ast.RebuildCmd(c, dispatching, sameExpr)
	if g, ok := c.(*ast.Graph); ok {
		return newDispatcher(g).loop()
	}
	return c
}

func sameExpr(e ast.Expr) ast.Expr { return e }

// dispatcher makes a graph a loop with a switch in it.
type dispatcher struct {
	graph      *ast.Graph
	numbers    map[ast.Label]int64
	node       string    // the variable with the number of the node
	round, end ast.Label // of the blocks whose ends are the next round and the end of the loop
}

func newDispatcher(g *ast.Graph) *dispatcher {
	d := &dispatcher{graph: g, numbers: map[ast.Label]int64{}, node: fmt.Sprintf("the node of graph %v", g.Label),
		round: ast.U{Of: g.Label, I: 0}, end: ast.U{Of: g.Label, I: 1}}
	for i, n := range g.Nodes {
		d.numbers[n.Label] = int64(i)
	}
	return d
}

func (d *dispatcher) loop() ast.Cmd {
	s := &ast.Switch{Test: &ast.Var{Name: d.node, Ty: ast.Int}}
	for i, n := range d.graph.Nodes {
		s.Arms = append(s.Arms, &ast.Arm{Values: []int64{int64(i)}, Body: ast.SeqOf(d.jumps(n.Body), &ast.Exit{To: d.end})})
	}
	forever := &ast.While{Test: nodeNumber(1), Body: &ast.Block{Body: s, Label: d.round}}
	return ast.SeqOf(&ast.Declare{Name: d.node, Ty: ast.Int, Init: &ast.InitExpr{X: nodeNumber(0)}}, &ast.Block{Body: forever, Label: d.end})
}

// jumps is c with what takes the loop to another node in place of jumps.
func (d *dispatcher) jumps(c ast.Cmd) ast.Cmd {
	if j, ok := c.(*ast.Jump); ok {
		if n, ok := d.numbers[j.To]; ok {
			return ast.SeqOf(&ast.Assign{Name: d.node, Ty: ast.Int, X: nodeNumber(n)}, &ast.Exit{To: d.round})
		}
	}
	return ast.RebuildCmd(c, d.jumps, sameExpr)
}

func nodeNumber(n int64) ast.Expr { return &ast.Const{Value: ast.IntConst(n), Ty: ast.Int} }
