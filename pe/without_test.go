package pe_test

import (
	"testing"

	"scf/absval"
	"scf/internal/testing/tier"
	"scf/pe"
)

var ablated = tier.Flag("ablated", 1, 3, 10, "how many random programs each switched-off technique is tried on")

// withoutCases are the switches of §8.3 that change what values and contours are.
var withoutCases = []struct {
	name   string
	values absval.Without
	pe     pe.Options
}{
	{name: "tuples", values: absval.Without{Tuples: true}},
	{name: "alternatives", values: absval.Without{Alternatives: true}},
	{name: "recursion", values: absval.Without{Recursion: true}},
	{name: "forms", values: absval.Without{Tuples: true, Alternatives: true, Recursion: true}},
	{name: "tags", values: absval.Without{Tags: true}},
	{name: "must-may", values: absval.Without{MustMay: true}},
	{name: "careful-widening", values: absval.Without{CarefulWidening: true}},
	{name: "all-values", values: absval.Without{Tuples: true, Alternatives: true, Recursion: true, Tags: true, MustMay: true, CarefulWidening: true}},
	{name: "tags-and-widening", values: absval.Without{Tags: true, CarefulWidening: true}},
	{name: "must-may-and-tags", values: absval.Without{Tags: true, MustMay: true}},
	{name: "finite-arguments", pe: pe.Options{NoFiniteArguments: true, NoUnfolding: true}},
	{name: "helper-contours", pe: pe.Options{NoHelperContours: true}},
	{name: "helper-contours-and-alternatives", values: absval.Without{Alternatives: true}, pe: pe.Options{NoHelperContours: true}},
}

// TestWithout: whatever is switched off, residual programs agree with the programs.
func TestWithout(t *testing.T) {
	for _, c := range withoutCases {
		t.Run(c.name, func(t *testing.T) {
			for seed := range ablated.Int() {
				specializeWith(t, uint64(seed), absval.Options{Without: c.values}, c.pe)
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}
