package pe

// Merging is how far contours are merged that would be kept apart if there were more memory ([PE-MERGE]).
type Merging int

const (
	// Apart: as the limits say.
	Apart Merging = iota
	// ByKey: calls with the same finite arguments have one contour, wherever they are.
	ByKey
	// ByFunction: functions have one contour each, whatever they are given; but for those of Options.Once.
	ByFunction
	// Unspecialised: no more contours are made.
	Unspecialised
)

func (m Merging) String() string {
	return [...]string{"apart", "by finite arguments", "by functions", "unspecialised"}[m]
}

// merge asks how far contours are to be merged from now on. What was made before stays, so it never gets less.
func (s *specializer) merge() {
	if s.o.Merge != nil {
		s.report.Merged = max(s.report.Merged, s.o.Merge())
	}
}
