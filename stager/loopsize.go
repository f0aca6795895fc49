package stager

import (
	"fmt"

	"scf/ast"
	"scf/causes"
)

// This file says which bound a loop that is too long has come to. The bounds, and how commands are counted, are those of
// passes/library/copies.scf-ml.

const (
	maxIterations = 128
	unrollRoom    = 1000 // commands that a nest of loops may become
	// How many times more where a pragma asks for it, and where a loop is copied for each state of what decides about it.
	adviceFactor, dispatchFactor = 8, 4
)

// tooLongReason says why the loop c, under a pragma that asks to unroll it or not, is too long; it begins with what the loop has, or early may have.
func tooLongReason(c ast.Cmd, advised, early bool) string {
	has := "it has"
	if early {
		has = "it may have"
	}
	room, advice := unrollRoom, fmt.Sprintf("; `#pragma unroll` before it allows %d times as many", adviceFactor)
	if advised {
		room, advice = adviceFactor*unrollRoom, ""
	}
	size := commandsOf(c)
	switch {
	case interprets(c):
		return fmt.Sprintf("%s too many states for its size: its copies may be %s commands%s", has, thousands(dispatchFactor*room), advice)
	case isNest(c):
		return fmt.Sprintf("%s too many iterations for its size: the copies of the loops in it may be %s commands together%s", has, thousands(room), advice)
	}
	if limit := room / (size + 1); limit < maxIterations {
		return fmt.Sprintf("%s more than %d iterations of %d commands, whose copies may be %s commands%s", has, limit, size, thousands(room), advice)
	}
	return fmt.Sprintf("%s more than %d iterations, which is the most that are unrolled", has, maxIterations)
}

func thousands(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }

// interprets reports whether the loop c may be one that interprets a program.
func interprets(c ast.Cmd) bool {
	switch c := c.(type) {
	case *ast.While:
		return causes.Interprets(c.Body)
	case *ast.For:
		return causes.Interprets(c.Body)
	}
	return false
}

// isNest reports whether there is a loop in the loop c.
func isNest(c ast.Cmd) bool {
	nest := false
	ast.Walk(c, func(inner ast.Cmd) {
		switch inner.(type) {
		case *ast.While, *ast.For, *ast.DoWhile:
			nest = nest || inner != c
		}
	}, nil, nil)
	return nest
}

// commandsOf is how many commands an iteration of c can become, loops in it taken once.
func commandsOf(c ast.Cmd) int {
	switch c := c.(type) {
	case *ast.Seq:
		return commandsOf(c.First) + commandsOf(c.Second)
	case *ast.Scope:
		return commandsOf(c.Body)
	case *ast.Block:
		return commandsOf(c.Body)
	case *ast.Advised:
		return commandsOf(c.Loop)
	case *ast.If:
		return 1 + commandsOf(c.Then) + commandsOf(c.Else)
	case *ast.Graph:
		sum := 0
		for _, n := range c.Nodes {
			sum += commandsOf(n.Body)
		}
		return sum
	case *ast.Switch:
		largest := 0
		for _, a := range c.Arms {
			largest = max(largest, commandsOf(a.Body))
		}
		return 1 + largest
	case *ast.While:
		return 1 + commandsOf(c.Body)
	case *ast.DoWhile:
		return 1 + commandsOf(c.Body)
	case *ast.For:
		return 1 + commandsOf(c.Init) + commandsOf(c.Step) + commandsOf(c.Body)
	case *ast.Skip:
		return 0
	}
	return 1
}
