package diag_test

import (
	"testing"

	"scf/internal/diag"
)

// TestRenderControls renders lines and messages that hold what a terminal does not print as it is.
func TestRenderControls(t *testing.T) {
	for _, c := range []struct{ line, msg, want string }{
		{"int\ta;", "plain", "f.c:1:5: plain\nint\ta;\n   \t^"},
		{"a\x00b\x1b[31m", "unexpected \x00", "f.c:1:5: unexpected ␀\na␀b␛[31m\n    ^"},
		{"x\x7f\u202ey = 1", "direction", "f.c:1:5: direction\nx␡\ufffdy = 1\n   ^"},
		{"caf\xe9 = 1", "bytes", "f.c:1:5: bytes\ncaf\ufffd = 1\n    ^"},
		{"\r\v\f", "white space", "f.c:1:5: white space\n␍␋␌\n   ^"},
	} {
		e := diag.Errorf(diag.Pos{File: "f.c", Line: 1, Col: 5}, "%s", c.msg)
		e.Line = c.line
		if got := e.Render(); got != c.want {
			t.Errorf("%q is rendered as\n%s\nnot as\n%s", c.line, got, c.want)
		}
	}
}
