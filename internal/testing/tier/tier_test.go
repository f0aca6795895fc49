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
