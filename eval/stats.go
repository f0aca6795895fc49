package eval

import (
	"maps"
	"slices"
	"time"
)

// Times summarise repeated measurements: the median, and how far measurements lie from it as a rule.
type Times struct {
	Median time.Duration `json:"medianNs"`
	// Deviation is the median absolute deviation from the median.
	Deviation time.Duration `json:"deviationNs"`
	Runs      int           `json:"runs"`
	// Parts are the medians of the measurements' parts, maxParts at most, in the order of time: what two reports are compared by.
	Parts []time.Duration `json:"partsNs"`
}

// maxParts bounds the parts of measurements. What disturbs a machine lasts longer than one measurement, so that neighbours are alike and hundreds of them say no
// more than a few parts do.
const maxParts = 20

// summarize is the summary of samples, of which there is at least one, each the mean of runs/len(samples) runs.
func summarize(samples []time.Duration, runs int) Times {
	m := median(samples)
	away := make([]time.Duration, len(samples))
	for i, s := range samples {
		away[i] = max(s-m, m-s)
	}
	return Times{m, median(away), runs, parts(samples)}
}

// parts cuts samples into at most maxParts parts of about the same length and gives the median of each.
func parts(samples []time.Duration) []time.Duration {
	n := min(len(samples), maxParts)
	out := make([]time.Duration, n)
	for i := range n {
		out[i] = median(samples[i*len(samples)/n : (i+1)*len(samples)/n])
	}
	return out
}

// median is the middle of ds, or the mean of both middles; 0 for none.
func median(ds []time.Duration) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(ds))
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}

// ratio is unstaged operations as a multiple of staged ones; none count as one.
func ratio(unstaged, staged int64) float64 { return float64(unstaged) / float64(max(staged, 1)) }

// per is a as a multiple of b; 0 where b is.
func per(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// sortedKeys are the keys of m in order.
func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
