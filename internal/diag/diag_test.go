package diag_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

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

// TestRenderShort: of a long line the part around the caret is shown, and the caret stands under the same character; a long message
// and a long hint lose their middle.
func TestRenderShort(t *testing.T) {
	line := strings.Repeat("α ", 25_000) + "HERE" + strings.Repeat("\tβ", 25_000)
	for _, c := range []struct {
		at   string
		line string
	}{
		{"HERE", line},
		{"FIRST", "FIRST" + line},
		{"LAST", line + "LAST"},
		{"SHORT", "\tα SHORT"},
	} {
		e := diag.Errorf(diag.Pos{File: "f.c", Line: 1, Col: 1 + strings.Index(c.line, c.at)}, "%s", strings.Repeat("long ", 10_000)+"end").
			WithHint("%s", strings.Repeat("hint ", 10_000))
		e.Line = c.line
		text := e.Render()
		lines := strings.Split(text, "\n")
		if len(lines) != 4 || utf8.RuneCountInString(text) > 2000 || !strings.Contains(lines[0], "end") {
			t.Fatalf("%s: a message of %d lines and %d characters", c.at, len(lines), utf8.RuneCountInString(text))
		}
		shown, caret := []rune(lines[1]), []rune(lines[2])
		if n := len(caret) - 1; len(shown) > 120 || caret[n] != '^' || !strings.HasPrefix(string(shown[n:]), c.at) {
			t.Errorf("%s: the caret is elsewhere:\n%s\n%s", c.at, lines[1], lines[2])
		}
		for i, r := range caret[:len(caret)-1] {
			if (r == '\t') != (shown[i] == '\t') {
				t.Errorf("%s: tabs differ at %d", c.at, i)
			}
		}
	}
}

func TestNames(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprint(i))
	}
	for n, want := range map[int]string{0: "", 2: "0, 1", 12: "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11", 13: "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 3 more"} {
		if got := diag.Names(names[:n]); got != want {
			t.Errorf("%d names: %q, not %q", n, got, want)
		}
	}
}
