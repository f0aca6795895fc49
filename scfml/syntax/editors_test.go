package syntax

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// grammarRule is a rule of a TextMate grammar.
type grammarRule struct {
	Name, Match, Begin, End, Include string
	Patterns                         []grammarRule
	Captures                         map[string]grammarRule
}

func readGrammar(t *testing.T) (start []grammarRule, repository map[string]grammarRule) {
	t.Helper()
	text, err := os.ReadFile("../../editors/scf-ml.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Patterns   []grammarRule
		Repository map[string]grammarRule
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g.Patterns, g.Repository
}

// flat are the rules with their inclusions resolved; those within begin and end stay there.
func flat(t *testing.T, rules []grammarRule, repository map[string]grammarRule) []grammarRule {
	t.Helper()
	var out []grammarRule
	for _, r := range rules {
		switch {
		case r.Include != "":
			named, ok := repository[r.Include[1:]]
			if !ok {
				t.Fatalf("no rules %s", r.Include)
			}
			out = append(out, flat(t, []grammarRule{named}, repository)...)
		case r.Match == "" && r.Begin == "":
			out = append(out, flat(t, r.Patterns, repository)...)
		default:
			out = append(out, r)
		}
	}
	return out
}

// scopeAt is the name that the first of the rules that match at the beginning of text gives to its beginning.
func scopeAt(rules []grammarRule, text string) string {
	for _, r := range rules {
		re := regexp.MustCompile("^(?:" + r.Match + r.Begin + ")")
		if !re.MatchString(text) {
			continue
		}
		if r.Name == "" {
			return r.Captures["1"].Name
		}
		return r.Name
	}
	return ""
}

// TestEditorGrammar holds the TextMate grammar of the folder editors to the lexer: each word and symbol of the language has the kind of name
// that it should.
func TestEditorGrammar(t *testing.T) {
	start, repository := readGrammar(t)
	rules := flat(t, start, repository)
	scopes := func(scope, prefix string) bool { return len(scope) >= len(prefix) && scope[:len(prefix)] == prefix }
	for word := range keywords {
		if scope := scopeAt(rules, word); !scopes(scope, "keyword.") && !scopes(scope, "invalid.") {
			t.Errorf("the keyword %s is %q", word, scope)
		}
		if _, ok := keywordHints[word]; ok != scopes(scopeAt(rules, word), "invalid.") && ok {
			t.Errorf("%s is no word of SCF-ML, but %q", word, scopeAt(rules, word))
		}
	}
	for _, set := range []map[string]bool{infixOps, symbolicPunct} {
		for op := range set {
			if scope := scopeAt(rules, op); !scopes(scope, "keyword.operator") {
				t.Errorf("the operator %s is %q", op, scope)
			}
		}
	}
	for text, want := range map[string]string{
		"(* c *)": "comment", `"s"`: "string", `#"c"`: "string", "~0xfF": "constant.numeric.hex", "~12": "constant.numeric.integer",
		"''a": "storage.type", "x'": "variable.other", "fun f": "keyword.other", "AST.seq": "entity.name.namespace", "truer": "variable.other", "SOME x": "constant.language",
	} {
		if scope := scopeAt(rules, text); !scopes(scope, want) {
			t.Errorf("%s is %q, not %s", text, scope, want)
		}
	}
	checkPatterns(t, rules)
}

// checkPatterns has every regular expression of the rules, and of those within them, compiled.
func checkPatterns(t *testing.T, rules []grammarRule) {
	for _, r := range rules {
		for _, re := range []string{r.Match, r.Begin, r.End} {
			if _, err := regexp.Compile(re); err != nil {
				t.Error(err)
			}
		}
		checkPatterns(t, slices.DeleteFunc(r.Patterns, func(r grammarRule) bool { return r.Include != "" }))
	}
}
