package simplify

import (
	"fmt"
	"testing"
	"time"
	"os"
)

func TestDbgScale(t *testing.T) {
	if os.Getenv("DBG") == "" {
		t.Skip()
	}
	for _, n := range []int{5000, 10000, 20000, 40000} {
		p := manyFuncs(n / 12)
		for r := 1; r < 13; r += 3 {
			s := time.Now()
			_, rep := Run(p, Options{MaxRounds: r})
			fmt.Println(n, r, time.Since(s), rep.Rounds, rep.SizeBefore, rep.SizeAfter, rep.Inlined, rep.MatchesPushed)
		}
	}
}
