// Package measured says what specialising gave. It is what a program that begins with one of the examples would leave out.
package measured

import (
	"fmt"
	"io"
	"math"
	"time"

	"scf/kernel"
)

// long is for how long functions are called, and longest for how long the one for the constants is until the kernel has taken samples, which its prediction is from.
const (
	long    = 200 * time.Millisecond
	longest = 5 * long
)

// Report writes how long it took to make the code for the constants, what a call of it takes beside one of the general code, and after how many units of work that has
// paid: a call does so many of them.
func Report(log io.Writer, made *kernel.Specialization, units float64, unit string, general, special func()) {
	before, after := shortest(general), shortest(special)
	for start := time.Now(); made.Explain().Saves == 0 && time.Since(start) < longest; {
		after = min(after, shortest(special))
	}
	e := made.Explain()
	for _, step := range e.Steps {
		if step.Tier != kernel.Specialized || step.Err != nil {
			continue
		}
		fmt.Fprintf(log, "made in %v; then a call takes %v, before %v: %.1f times as fast", step.Took, after, before, float64(before)/float64(after))
		if after < before {
			fmt.Fprintf(log, "; it pays after %s %s", count(units*float64(step.Took)/float64(before-after)), unit)
		}
		if predicted, ok := made.BreakEven(); ok {
			fmt.Fprintf(log, ", as the kernel predicts after %s", count(units*predicted))
		} else {
			fmt.Fprint(log, ", as the kernel predicts never")
		}
	}
	fmt.Fprintf(log, "\n%v\n", e)
}

func count(n float64) string {
	if n < 10 {
		return fmt.Sprintf("%.2g", n)
	}
	return fmt.Sprintf("%.0f", n)
}

// shortest is the shortest time of a call of f.
func shortest(f func()) time.Duration {
	least := time.Duration(math.MaxInt64)
	for start := time.Now(); time.Since(start) < long; {
		begin := time.Now()
		f()
		least = min(least, time.Since(begin))
	}
	return least
}
