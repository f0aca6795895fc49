package tier

import "testing"

var count = Flag("count-of-this", 1, 2, 3, "how many")

func TestCount(t *testing.T) {
	want := 2
	if testing.Short() {
		want = 1
	}
	if Long {
		want = 3
	}
	if got := count.Int(); got != want {
		t.Errorf("%d instead of %d", got, want)
	}
	if err := count.Set("7"); err != nil || count.Int() != 7 || count.Uint64() != 7 || count.String() != "7" {
		t.Errorf("%v: %s", err, count)
	}
	if count.Set("x") == nil || count.Set("-1") == nil {
		t.Error("nonsense is accepted")
	}
}

// TestCase: each tier does all cases that the one before it does, the long one all of them.
func TestCase(t *testing.T) {
	for _, c := range []struct{ short, standard int }{{1, 1}, {4, 2}, {6, 3}, {0, 2}, {0, 0}} {
		done := 0
		for i := range 12 {
			t.Run("", func(t *testing.T) {
				Case(t, i, c.short, c.standard)
				done++
			})
		}
		n := c.standard
		switch {
		case Long && Repeats() && n > 0:
			n = 12 - 12/n
		case Long:
			n = 12
		case testing.Short() && c.short > 0:
			n = 12 / c.short
		case testing.Short() || n == 0:
			n = 0
		default:
			n = 12 / n
		}
		if done != n {
			t.Errorf("one of %d, of %d with -short: %d of 12 were done, not %d", c.standard, c.short, done, n)
		}
	}
}
