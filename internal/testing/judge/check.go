package judge

import "testing"

// Check runs programs from a seed on, as All does, and fails t where one differs, or where fewer than half could be compared.
func (r *Random) Check(t *testing.T, first uint64, programs int) {
	t.Helper()
	r.Log = t.Logf
	found, err := r.All(t.Context(), first, programs)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		t.Error(m)
		if testing.Verbose() {
			t.Logf("%s", m.Text)
		}
	}
	t.Log(r)
	if r.Programs < programs/2 {
		t.Errorf("only %d of %d programs were compared", r.Programs, programs)
	}
}
