package defaults

import "testing"

type limits struct {
	Given, Open int
	Wide        int64
	Part        float64
	Off         bool
	Inner       struct{ N int }
	hidden      int
}

func TestFill(t *testing.T) {
	l := limits{Given: 1}
	byDefault := limits{Given: 2, Open: 3, Wide: 4, Part: 0.5, Off: true, hidden: 6}
	byDefault.Inner.N = 7
	Fill(&l, byDefault)
	if want := (limits{Given: 1, Open: 3, Wide: 4, Part: 0.5}); l != want {
		t.Errorf("got %+v, want %+v", l, want)
	}
}
