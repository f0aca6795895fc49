package absval

import "scf/internal/defaults"

// This file is what bounds what is known of values beyond their structures, each number with the measurement that chose it, as tree/limits.go
// has them for structures. It is repeated by
//
//	go test ./eval -run '^$' -bench Limits/absval -benchtime 1x

// DefaultOptions are the limits of the zero value, but for those of structures.
func DefaultOptions() Options {
	return Options{
		// 10 and 2,048 change nothing.
		MaxProduct: 1024,
		// 40: late 107 % (152 %), evaluations 110 %. 2,000 and 8,000 change nothing.
		MaxPlaces: 4000,
		// 10: late 184 %, evaluations 134 %. 60: 103 % (136 % of main_loop/fetch,update,find). 125 and 250: late 100.0 % (106 % of dotproduct/any). 1,000: late
		// 100.1 %, contours 100.4 %, and a function of 1,000 statements takes 4.9 s instead of 4.2.
		MaxRecorded: 500,
		// 40: the largest workload, main_loop/fetch,update,find, has 60 names, and stages to 457,251 nodes where it is 359,691 with them. Others
		// have 6 to 13. 256 bounds functions of very many variables.
		MaxNames: 256,
		// 1 and 16 change nothing.
		MaxRestCases: 8,
	}
}

func (o Options) withDefaults() Options {
	defaults.Fill(&o, DefaultOptions())
	return o
}
