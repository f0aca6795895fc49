package valtext

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"scf/internal/diag"
	"scf/internal/testing/tier"
)

// canonical pairs texts with what they print as; where the second is empty the text is canonical itself.
var canonical = [][2]string{
	{"3", ""},
	{"~3", ""},
	{"-3", "~3"},
	{"0x1F", "31"},
	{"~0x8000000000000000", "~9223372036854775808"},
	{"9223372036854775807", ""},
	{`"a\n\065\^A\u0041\"\\"`, `"a\nA\001A\"\\"`},
	{"\"a\\  \n \\b\"", `"ab"`},
	{`#"c"`, ""},
	{`#"\""`, ""},
	{"\"é\"", `"\195\169"`},
	{"true", ""},
	{"'Int", ""},
	{"`String", "'String"},
	{"Int", ""},
	{"Any", ""},
	{"( )", "()"},
	{"(1)", "1"},
	{"(1, 2)", ""},
	{"c", ""},
	{"c 3", "c(3)"},
	{"c(1,2)", "c(1, 2)"},
	{"c(((1,2)))", "c((1, 2))"},
	{"c()", ""},
	{"c d(1)", "c(d(1))"},
	{"c [1]", "c([1])"},
	{"c map{}", "c(map{})"},
	{"AST.assign(x', y_1)", ""},
	{"[]", ""},
	{"[1,'Int]", "[1, 'Int]"},
	{"1 :: 2::[]", "1 :: 2 :: []"},
	{"(1 :: 2) :: 3", ""},
	{"1 :: (2 :: 3)", "1 :: (2 :: 3)"},
	{"1 | 2", ""},
	{"c 1 | d", "c(1) | d"},
	{"c(1 | 2)", ""},
	{"1 | (2 | 3)", ""},
	{"1 :: (2 | 3)", ""},
	{"fix X. nil | cons(1, X)", ""},
	{"fix nil | cons(1, rec)", "fix rec. nil | cons(1, rec)"},
	{"(fix X. nil | cons(1, X)) | 2", ""},
	{"1 | fix X. nil | cons(1, X)", "1 | (fix X. nil | cons(1, X))"},
	{"1 :: fix X. [] | 1 :: X", "1 :: (fix X. [] | 1 :: X)"},
	{"fix X. nil | fix Y. X | c(Y)", "fix X. nil | (fix Y. X | c(Y))"},
	{"map{1 -> 2, (1, 2) -> c}", ""},
	{"map{}", ""},
	{"map{must [1 -> 2], may ['Int -> 3 | 4]}", ""},
	{"map{may [1->2]}", "map{must [], may [1 -> 2]}"},
	{"map{must [1->2]}", "map{1 -> 2}"},
	{"set{1, 2}", ""},
	{"set{must [1], may [2, 'Int]}", ""},
	{"map", ""},
	{"set(1)", ""},
	{"must [1]", "must([1])"},
	{"map{must(1) -> 2}", ""},
	{"map{(must [1]) -> 2}", "map{must([1]) -> 2}"},
	{"'Int#1", ""},
	{"('Int#1, 'Int#1)", ""},
	{"c(1, 'Int)#2", ""},
	{"c 'Int#2", "c('Int#2)"},
	{"(c 'Int)#2", "c('Int)#2"},
	{"(1 | 2)#3", ""},
	{`#"a"#4`, ""},
	{"(1 :: 'Int)#1 :: 2", ""},
	{"(fix X. nil | cons(X))#1", ""},
	{"dead", ""},
	{"a.fix(1)", ""},
}

var ignorePos = cmpopts.IgnoreFields(Node{}, "Pos")

func TestCanonicalText(t *testing.T) {
	for _, c := range canonical {
		text, want := c[0], c[1]
		if want == "" {
			want = text
		}
		n, err := Parse("input", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := n.String(); got != want {
			t.Errorf("%s prints as %s, want %s", text, got, want)
		}
		checkRoundTrip(t, n)
	}
}

// checkRoundTrip holds that the tree's text parses to the same tree.
func checkRoundTrip(t *testing.T, n *Node) {
	t.Helper()
	again, err := Parse("again", n.String())
	if err != nil {
		t.Fatalf("%s does not parse back: %v", n, err)
	}
	if diff := cmp.Diff(n, again, ignorePos); diff != "" {
		t.Fatalf("%s parses back to another tree (-first +again):\n%s", n, diff)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "input:1:1: the end of the text where a value should be"},
		{"(1, 2", "input:1:6: the end of the text where `,` or `)` should be"},
		{"[1 2]", "input:1:4: the number 2 where `,` or `]` should be"},
		{"c 1 2", "input:1:5: the number 2 where the end of the value should be"},
		{"c fix X. X", "input:1:3: fix extends to the right: put it in parentheses here"},
		{"fix X.cons(1, X)", "input:1:1: the value of this fix does not mention rec"},
		{"fix A.X. A.X", "input:1:5: `A.X` where an unqualified variable should be"},
		{"fix X. cons(fix nil, X)", "input:1:13: the value of this fix does not mention rec"},
		{"99999999999999999999", "input:1:1: 99999999999999999999 is too large"},
		{"9223372036854775808", "input:1:1: 9223372036854775808 is too large"},
		{"12ab", "input:1:1: 12ab is not a number"},
		{"0x", "input:1:1: 0x is not a number"},
		{`"abc`, "input:1:1: a string without a closing quote"},
		{"\"ab\ncd\"", "input:1:4: a string does not end before the end of its line"},
		{`"a\q"`, `input:1:3: no escape \q in strings`},
		{`"\999"`, "input:1:2: character 999 in a string: characters are 0 to 255"},
		{`"\12"`, "input:1:2: an escape by number has 3 digits"},
		{`"\u00e"`, "input:1:2: an escape by number has 4 digits"},
		{`"\^a"`, `input:1:2: \^ is followed by one of @ A ... Z [ \ ] ^ _`},
		{`"\  x"`, "input:1:2: white space after a backslash in a string must end with another backslash"},
		{`"\`, "input:1:2: a string ends in a backslash"},
		{`#"ab"`, "input:1:1: a character literal holds one character, not 2"},
		{"1#0", "input:1:2: an identity tag is # and a number from 1 to 2147483647"},
		{"1#1#2", "input:1:4: a value has one identity tag, not two"},
		{"'Float", "input:1:1: no base type 'Float"},
		{"map{1}", "input:1:6: `}` where `->` should be"},
		{"map{must [1 -> 2], 3}", "input:1:20: the number 3 where `may` should be"},
		{"set{may [1], must [2]}", "input:1:12: `,` where `}` should be"},
		{"1 ::", "input:1:5: the end of the text where a value should be"},
		{"(1,\n  $)", "input:2:3: \"$\" does not begin a value"},
		{"(1,\n  é)", "input:2:3: \"é\" does not begin a value"},
		{"1 | | 2", "input:1:5: `|` where a value should be"},
		{strings.Repeat("(", MaxDepth+1), "input:1:100001: the value is nested more than 100000 levels deep"},
	} {
		_, err := Parse("input", c.text)
		var d *diag.Error
		if !errors.As(err, &d) {
			t.Errorf("%.40q: error %v, want %s", c.text, err, c.want)
			continue
		}
		if d.Error() != c.want {
			t.Errorf("%.40q: error\n%s\nwant\n%s", c.text, d.Error(), c.want)
		}
	}
}

func TestErrorShowsLine(t *testing.T) {
	_, err := Parse("input", "(1,\n  c d e)")
	want := "input:2:7: `e` where `,` or `)` should be\n  c d e)\n      ^"
	if got := diag.Render(err); got != want {
		t.Errorf("error\n%s\nwant\n%s", got, want)
	}
}

func TestDeepAndLong(t *testing.T) {
	tier.Standard(t, "deep and long texts")
	long := tier.Pick(100_000, 100_000, 1_000_000)
	for name, text := range map[string]string{
		"parentheses": strings.Repeat("(", MaxDepth-1) + "1" + strings.Repeat(")", MaxDepth-1),
		"arguments":   strings.Repeat("c(", MaxDepth-1) + "1" + strings.Repeat(")", MaxDepth-1),
		"list":        "[1" + strings.Repeat(",1", long) + "]",
		"cons":        strings.Repeat("1::", long) + "nil",
		"or":          "1" + strings.Repeat("|1", long),
	} {
		if _, err := Parse(name, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestResolve(t *testing.T) {
	user := func(name string) bool { return name == "Int" }
	none := func(string) bool { return false }
	for _, c := range []struct {
		text  string
		isCon func(string) bool
		want  Kind
	}{
		{"Int", none, Base}, {"Int", user, Name}, {"'Int", user, Base}, {"Any", user, Any}, {"Nothing", none, Nothing},
		{"c", none, Name}, {"Int(1)", none, Con},
	} {
		n, err := Parse("input", c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Resolve(c.isCon); got != c.want {
			t.Errorf("%s resolves to kind %d, want %d", c.text, got, c.want)
		}
	}
}

func TestQuoteEveryByte(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	q := Quote(string(all))
	if s, n, problem := Unquote(q); s != string(all) || n != len(q) || problem != "" {
		t.Errorf("Unquote(%s) = %q, %d, %q", q, s, n, problem)
	}
}

// FuzzParse holds that no text makes the parser panic, and that what parses prints as text that parses to the same tree.
func FuzzParse(f *testing.F) {
	for _, c := range canonical {
		f.Add(c[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse("input", text)
		if err == nil {
			checkRoundTrip(t, n)
		}
	})
}
