package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scf/internal/testing/toolchain"
)

// TestBackends: what a program prints and how it ends is compared; what is not taken, and what differs, is told apart.
func TestBackends(t *testing.T) {
	toolchain.Compiler(t)
	dir := t.TempDir()
	s := subject{trial: trial{dir: dir, path: filepath.Join(dir, "x.c"), run: true}}
	side, err := s.side("interp")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"int puts(const char *);\nint main(void) { puts(\"a\"); return 0; }":                "",
		"int puts(const char *); void exit(int);\nint main(void) { puts(\"b\"); exit(0); }": "differs",
		"int main(void) { return 3; }":                                                                 "it does not compile, or does not end well",
		"int f(int n, ...) { return n; }\nint main(void) { return f(0); }":                             "takes a variable number of arguments",
		"/* { dg-options \"-fsanitize=address\" } */ int main(void) { return 0; }":                     "another C",
		"int puts(const char *);\nint main(int argc, char **argv) { puts(argv[0] + argc); return 0; }": "its main has parameters",
	} {
		if err := os.WriteFile(s.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		u, end, why, err := s.compiled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if why != "" {
			if want == "" || !strings.Contains(why, want) {
				t.Errorf("%s: %s, not %s", text, why, want)
			}
			continue
		}
		if want == "differs" {
			end.Out = "c"
		}
		r := compare(t.Context(), side, u, end)
		switch {
		case want == "differs" && !(r.Wrong && strings.Contains(r.Reason, "b")),
			want == "" && r.Reason != "",
			want != "" && want != "differs" && (r.Wrong || !strings.Contains(r.Reason, want)):
			t.Errorf("%s: %+v, not %s", text, r, want)
		}
	}
}
