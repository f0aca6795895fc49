package stager_test

import (
	"context"
	"strings"
	"testing"

	"scf/internal/testing/tier"
	"scf/stager"
)

const severalFunctions = "int twice(int x) { return x * 2; }\r\n" +
	"int again(int n) { return ({ if (n-- > 0) goto out; n; }); out: return 1; }\r\n" +
	"int sum(int x, int y) { return twice(x) + y * 1; } /* behind */\r\n"

// TestSeveralFunctions: all functions of a file are optimised at once, and the one that is refused stays as it is.
func TestSeveralFunctions(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	all, err := stager.ParseFunctions(context.Background(), "several.c", []byte(severalFunctions), stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var done []stager.Replacement
	for _, o := range all {
		names = append(names, o.Name)
		if o.Err != nil {
			if o.Name != "again" || o.Function != nil || !strings.Contains(o.Err.Error(), "goto") {
				t.Errorf("%s is refused: %v", o.Name, o.Err)
			}
			continue
		}
		late, err := o.Function.ParseLate(map[string]string{"x": "4"})
		if err != nil {
			t.Fatal(err)
		}
		result, err := stager.RunUnstaged(context.Background(), o.Function, pipeline(t, stager.DefaultPipeline), late)
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, stager.Replacement{Result: result, Output: stager.Output{Guard: o.Name == "twice"}})
	}
	if got := strings.Join(names, " "); got != "twice again sum" || len(done) != 2 {
		t.Fatalf("the functions are %s, of which %d are taken", got, len(done))
	}
	text, err := stager.ReplaceAll(done)
	if err != nil {
		t.Fatal(err)
	}
	again := severalFunctions[strings.Index(severalFunctions, "int again"):strings.Index(severalFunctions, "int sum")]
	for _, part := range []string{again, "return 8;", "x == 4", "return 8 + y", "/* behind */\r\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

// TestReplaceAllRefuses: functions of two parsings of a file are no functions of one file.
func TestReplaceAllRefuses(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	if _, err := stager.ReplaceAll(nil); stager.ExitCode(err) != stager.ExitUsage {
		t.Errorf("nothing to replace: %v", err)
	}
	var both []stager.Replacement
	for range 2 {
		result, err := stager.RunUnstaged(context.Background(), parseC(t, mulAdd), pipeline(t, stager.DefaultPipeline), nil)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, stager.Replacement{Result: result})
	}
	if _, err := stager.ReplaceAll(both); err == nil || !strings.Contains(err.Error(), "not from the same parsing") {
		t.Errorf("two parsings: %v", err)
	}
}
