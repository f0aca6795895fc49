package simplify

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func TestDbgScale(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	for _, n := range []int{5000} {
		p := manyFuncs(n / 12)
		for r := 1; r < 2; r += 2 {
			s := time.Now()
			_, rep := Run(p, Options{MaxRounds: r})
			fmt.Println(n, r, time.Since(s), rep.Rounds, rep.SizeBefore, rep.SizeAfter, rep.Work, rep.Inlined, rep.MatchesPushed, rep.FunctionsMerged)
		}
	}
}
