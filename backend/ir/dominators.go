package ir

// Dominators gives the immediate dominator of each block, by their numbers: of the entry itself, and -1 of a block that
// nothing leads to. It uses the memory of idom. The order of blocks makes one pass enough: when it comes to a block, all ways into it but those from behind, which its
// dominators do not depend on, have been seen (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm).
func Dominators(f *Func, idom []int32) []int32 {
	idom = idom[:0]
	for range f.Blocks {
		idom = append(idom, -1)
	}
	idom[0] = 0
	for i, b := range f.Blocks {
		if idom[i] < 0 {
			continue
		}
		for _, e := range b.Term.Edges {
			if to := e.To.ID; to > i {
				idom[to] = meet(idom, idom[to], int32(i))
			}
		}
	}
	return idom
}

func meet(idom []int32, a, b int32) int32 {
	if a < 0 {
		return b
	}
	for a != b {
		if a > b {
			a = idom[a]
		} else {
			b = idom[b]
		}
	}
	return a
}

// Dominates reports whether each way from the entry to block b leads through a.
func Dominates(idom []int32, a, b int) bool {
	for b > a {
		b = int(idom[b])
	}
	return a == b
}
