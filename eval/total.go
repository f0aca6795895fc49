package eval

import (
	"fmt"
	"time"
)

// What who runs a program waits for in all (§8.1.1): the program, and what optimising the function at run time takes.

// Total is what the driver takes in all with one back end, by processor time.
type Total struct {
	Backend string
	// None is without optimisation at run time, t_total_noOpt; Staged with the staged pipeline, t_total_staged: the time from constants to code, then
	// the driver with the optimised function; Unstaged the same with the pipeline not staged, t_total_unstaged.
	None, Staged, Unstaged time.Duration
	// StagedPays and UnstagedPays are how many such drivers save what optimising takes; 0 for never.
	StagedPays, UnstagedPays float64
}

// Totals are those of the back ends whose code the driver runs, C compilers' and native code.
func (l *Late) Totals() []Total {
	k, run := l.Kernel, l.Running
	if k == nil || k.Original == nil || run == nil || l.Staged.Time == nil {
		return nil
	}
	var out []Total
	for _, b := range run.Backends {
		driver := k.with(b.Name)
		if driver == nil || b.Latency == nil {
			continue
		}
		staged := b.Latency.Median
		unstaged := staged + l.Unstaged.Time.Median - l.Staged.Time.Median
		gain := k.Original.Median - driver.Median
		out = append(out, Total{
			Backend: b.Name, None: k.Original.Median, Staged: staged + driver.Median, Unstaged: unstaged + driver.Median,
			StagedPays: paysAfter(staged, gain), UnstagedPays: paysAfter(unstaged, gain),
		})
	}
	return out
}

// with is the time of the driver with a back end's code; nil where there is none.
func (k *Kernel) with(name string) *Times {
	switch {
	case name == "c":
		return k.Optimised
	case name == "native" && k.Native != nil:
		return &k.Native.Time
	}
	return nil
}

func paysAfter(loss, gain time.Duration) float64 {
	if gain <= 0 {
		return 0
	}
	return float64(loss) / float64(gain)
}

// totals is the table of Totals.
func (r *Report) totals() *Table {
	t := &Table{Title: "In all (§8.1.1): the driver as it was; the time to code and the driver with that, with the staged passes and with those that are not staged; how many drivers save that time" + r.without(), Left: 3}
	t.add("workload", "late", "by", "no optimisation", "staged", "not staged", "pays after", "not staged")
	r.eachLate(func(name string, l Late) {
		for _, x := range l.Totals() {
			t.add(name, l.Name, x.Backend, duration(x.None), duration(x.Staged), duration(x.Unstaged), pays(x.StagedPays), pays(x.UnstagedPays))
		}
	})
	return t
}

// pays is after how many times something pays.
func pays(times float64) string {
	if times == 0 {
		return "never"
	}
	return fmt.Sprintf("%.3g", times)
}
