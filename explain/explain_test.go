package explain

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"scf/eval"
	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/stager"
)

const mulAdd = `int mul_add(int x, int y, int a)
{
    int u = x * a;
    int v = u + y;
    return v;
}
`

// pageOf is the page of the only function of a C text.
func pageOf(t testing.TB, source string, known map[string]string, choices ...Choice) *Page {
	t.Helper()
	return pageBy(t, "cnp,cpp,dae", source, known, choices...)
}

func pageBy(t testing.TB, passes, source string, known map[string]string, choices ...Choice) *Page {
	t.Helper()
	p, err := tryPage(passes, source, known, choices...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tryPage(passes, source string, known map[string]string, choices ...Choice) (*Page, error) {
	ctx := context.Background()
	f, err := stager.ParseC(ctx, "f.c", []byte(source), "", stager.CConfig{})
	if err != nil {
		return nil, err
	}
	return pageOfFunction(ctx, f, passes, known, choices...)
}

func pageOfFunction(ctx context.Context, f *stager.Function, passes string, known map[string]string, choices ...Choice) (*Page, error) {
	pipeline, err := stager.ParsePipeline(passes)
	if err != nil {
		return nil, err
	}
	early, err := f.ParseAbstract(known)
	if err != nil {
		return nil, err
	}
	s, err := stager.Stage(ctx, f, pipeline, early, stager.Options{Record: true})
	if err != nil {
		return nil, err
	}
	return New(ctx, s, pipeline, choices)
}

// example is the page of the first example, which tests do not change.
func example(t testing.TB) *Page {
	t.Helper()
	p, err := exampleOnce()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var exampleOnce = sync.OnceValues(func() (*Page, error) {
	return tryPage("cnp,cpp,dae", mulAdd, map[string]string{"a": "CONSTANT"}, Choice{"a", []string{"0", "8"}})
})

func htmlOf(t testing.TB, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMulAdd holds what the page of the first example says.
func TestMulAdd(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	p := example(t)
	golden.Compare(t, "testdata/mul_add.txt", []byte(summary(p)))
	if n := len(htmlOf(t, p)); n > 300_000 {
		t.Errorf("the page of a small function has %d bytes", n)
	}
}

// summary is what a page says, as text: places that staging did not come to are counted alone.
func summary(p *Page) string {
	var b strings.Builder
	fmt.Fprintln(&b, p.Function, p.File, p.Known, p.Notes, p.Loops)
	for _, f := range p.Forms {
		fmt.Fprintf(&b, "\n%s, %s:\n%s\n", f.Title, f.Origin, formText(f.Tree))
	}
	for i, program := range p.Programs {
		fmt.Fprintf(&b, "\n%s: %v\n", program.Name, program.Report)
		fates := map[Fate]int{}
		for _, x := range program.Places {
			if fates[x.Fate]++; x.Fate != Unmet && x.Fate != Executed {
				fmt.Fprintf(&b, "  %s:%d:%d %s: %s, evaluated %d, decided %d, copies %d, removed %v, left %d\n",
					p.Sources[x.Source].Name, x.Line, x.Col, x.What, x.Fate, x.Evaluated, x.Decided, x.Copies, x.Removed, x.Left)
			}
		}
		fmt.Fprintln(&b, fates)
		for _, c := range program.Contours {
			fmt.Fprintf(&b, "  contour %+v\n", c)
		}
		words(&b, p, program)
		tree, err := json.MarshalIndent(p.Trees[i], "", " ")
		fmt.Fprintln(&b, string(tree), err)
	}
	for _, r := range p.Results {
		fmt.Fprintf(&b, "\n%v: %d operations, %d unstaged, %d nodes, %v %v\n%s\n", r.Values, r.Staged.Total, r.Unstaged.Total, r.Nodes, r.Loops, r.Notes, r.C)
		for _, s := range r.Staged.Spent {
			fmt.Fprintf(&b, "  %+v\n", s)
		}
	}
	return b.String()
}

// words writes the words of a residual program with where they are from and why they are there.
func words(b *strings.Builder, p *Page, program *Program) {
	at := 0
	for i := 0; i < len(program.Words); i += 4 {
		at += program.Words[i]
		x, why := program.Places[program.Words[i+2]], program.Reasons[program.Words[i+3]]
		fmt.Fprintf(b, "  %s from %s:%d:%d: %s %s\n", program.Text[at:at+program.Words[i+1]], p.Sources[x.Source].Name, x.Line, x.Col, why.Text, why.At)
	}
}

// TestPlaces: what a page says to stand somewhere stands there.
func TestPlaces(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	p := pageOf(t, "int f(int n, int x)\n{\n    int i, s = 0;\n    for (i = 0; i < n; i++)\n        s += x * i;\n    return s;\n}\n", map[string]string{"n": "3|4"})
	if len(p.Loops) != 1 || p.Loops[0].Line != 4 || !strings.HasPrefix(p.Loops[0].Text, "loop unrolled") {
		t.Errorf("the loops: %v", p.Loops)
	}
	checkPlaces(t, p)
}

// TestWorkloads: the same of functions of the evaluation, whose forms are trees of their texts, too.
func TestWorkloads(t *testing.T) {
	tier.OnlyLong(t, "it stages workloads")
	ws, err := eval.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ws {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			v := w.Variants[0]
			for _, x := range w.Variants {
				if !x.Slow {
					v = x
				}
			}
			f, err := stager.ParseC(t.Context(), w.File, []byte(w.Text), w.Function, w.C)
			if err != nil {
				t.Fatal(err)
			}
			if f, err = f.Inline(v.Inlining); err != nil {
				t.Fatal(err)
			}
			var choices []Choice
			for name, value := range v.Late[0].Values {
				choices = append(choices, Choice{name, []string{value}})
			}
			p, err := pageOfFunction(t.Context(), f, v.Pipeline, v.Abstract, choices...)
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, p)
			t.Logf("%d bytes", len(htmlOf(t, p)))
		})
	}
}

// checkPlaces checks that what the page says to stand somewhere stands there.
func checkPlaces(t *testing.T, p *Page) {
	t.Helper()
	for _, program := range p.Programs {
		for _, x := range program.Places {
			line := strings.Split(p.Sources[x.Source].Text, "\n")[x.Line-1]
			if text := line[x.Col-1 : x.Col-1+x.Length]; strings.TrimSpace(text) == "" {
				t.Errorf("%s: nothing stands at %s:%d:%d", program.Name, p.Sources[x.Source].Name, x.Line, x.Col)
			}
		}
		left, at := make([]int, len(program.Places)), 0
		for i := 0; i < len(program.Words); i += 4 {
			at += program.Words[i]
			left[program.Words[i+2]]++
			if text := program.Text[at : at+program.Words[i+1]]; strings.ContainsAny(text, " \n") {
				t.Errorf("%s: the word %q", program.Name, text)
			}
		}
		for i, x := range program.Places {
			if left[i] != x.Left {
				t.Errorf("%s: %s:%d:%d has %d words, %d are left", program.Name, p.Sources[x.Source].Name, x.Line, x.Col, left[i], x.Left)
			}
		}
		for i, f := range program.Residual {
			if text := program.Text[f.At:]; !strings.Contains(text[:strings.Index(text+"\n", "\n")], " "+f.Name+" ") || i > 0 && program.Residual[i-1].At >= f.At {
				t.Errorf("%s: the function %s does not begin at %q", program.Name, f.Name, text[:min(40, len(text))])
			}
		}
		for i, c := range program.Contours {
			if c.Parent >= i {
				t.Errorf("%s: contour %d stands under %d", program.Name, i, c.Parent)
			}
		}
	}
}

// TestForms: the tree of a form has the form's text, and its sets are found.
func TestForms(t *testing.T) {
	tier.Same(t)
	m := stager.Mark
	for _, c := range []struct{ marked, want string }{
		{"int f()\n", `[{"text":"int f()\n"}]`},
		{"u = " + m + "{0 | x * " + m + "'Int | (a | b)};", `[{"text":"u = "},{"text":"{","alternatives":[[{"text":"0"}],[{"text":"x * "},{"text":"'Int","open":true}],[{"text":"(a | b)"}]],"between":" | ","end":"}"},{"text":";"}]`},
		{"  " + m + "{\n    a;\n  |\n    " + m + "{\n      b;\n    }\n  }\nc;", `[{"text":"  "},{"text":"{\n","alternatives":[[{"text":"    a;\n"}],[{"text":"    "},{"text":"{\n","alternatives":[[{"text":"      b;\n"}]],"between":"    |\n","end":"    }"},{"text":"\n"}]],"between":"  |\n","end":"  }"},{"text":"\nc;"}]`},
		{m + "{ fix X.\n  a;\n|\n  X\n}\n", `[{"text":"{ fix X.\n","alternatives":[[{"text":"  a;\n"}],[{"text":"  X\n"}]],"between":"|\n","end":"}"},{"text":"\n"}]`},
		{m + "{| | & | | | ^}", `[{"text":"{","alternatives":[[{"text":"|"}],[{"text":"&"}],[{"text":"|"}],[{"text":"^"}]],"between":" | ","end":"}"}]`},
		{m + "{ never closed", `[{"text":"{","open":true},{"text":" never closed"}]`},
	} {
		tree := parseForm(c.marked)
		var got bytes.Buffer
		e := json.NewEncoder(&got)
		e.SetEscapeHTML(false)
		if err := e.Encode(tree); err != nil {
			t.Fatal(err)
		}
		if text := strings.TrimSpace(got.String()); text != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.marked, text, c.want)
		}
		if want := strings.ReplaceAll(c.marked, m, ""); formText(tree) != want {
			t.Errorf("%q has the text %q", c.marked, formText(tree))
		}
	}
	p := pageOf(t, "int f(int n, int x)\n{\n    if (n > x)\n        x = n * 3;\n    else if (n == 7)\n        x = 2;\n    return x + n;\n}\n", map[string]string{"n": "CONSTANT"})
	sets := 0
	for _, f := range p.Forms {
		for _, part := range f.Tree {
			sets += len(part.Alternatives)
		}
	}
	if sets == 0 {
		t.Error("no form has alternatives")
	}
}

// TestEscaping: texts of the source are shown as they are, whatever HTML would make of them.
func TestEscaping(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	const source = "/* </script><b>\"&amp; */\nint f(int n) { return n < 3 ? 'a' : \"<i>\"[n]; }\n"
	p := pageBy(t, "dae", source, map[string]string{"n": "1"}, Choice{"n", []string{"1"}})
	if !strings.Contains(p.Text, "</script>") || !strings.Contains(p.Results[0].C, "<i>") {
		t.Fatalf("the text is another one:\n%s\n%s", p.Text, p.Results[0].C)
	}
	doc := parsed(t, htmlOf(t, p))
	var code strings.Builder
	each(doc, func(n *html.Node) {
		if n.Data == "div" && attribute(n, "class") == "l" {
			code.WriteString(text(n) + "\n")
		}
		if n.Type == html.ElementNode && (n.Data == "b" || n.Data == "i") {
			t.Errorf("an element <%s> is made of the source", n.Data)
		}
	})
	if code.String() != p.Text {
		t.Errorf("the page shows\n%s", code.String())
	}
}

// TestLinks: every target that the page names exists, names are unique, and the data are there.
func TestLinks(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	p := example(t)
	doc := parsed(t, htmlOf(t, p))
	ids, targets, blobs := map[string]bool{}, []string{}, map[string]any{}
	each(doc, func(n *html.Node) {
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements are called %s", id)
			}
			ids[id] = true
		}
		if href, ok := strings.CutPrefix(attribute(n, "href"), "#"); ok {
			targets = append(targets, href)
		} else if attribute(n, "href")+attribute(n, "src") != "" {
			t.Errorf("the page needs %s%s", attribute(n, "href"), attribute(n, "src"))
		}
		if label := attribute(n, "aria-labelledby"); label != "" {
			targets = append(targets, label)
		}
		if attribute(n, "type") == "application/json" {
			blobs[attribute(n, "id")] = unpacked(t, text(n))
		}
	})
	for _, target := range targets {
		if !ids[target] {
			t.Errorf("nothing is called %s", target)
		}
	}
	for _, name := range []string{"outline", "forms", "sources", "program0", "program3", "tree0", "tree3", "result0", "result1"} {
		if blobs["data-"+name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	for _, tree := range p.Trees {
		names := []string{}
		for _, f := range tree.Functions {
			names = append(names, f.Name)
		}
		for _, f := range tree.Functions {
			checkCalls(t, f.Steps, names)
		}
	}
}

// checkCalls checks that what the steps call is among the names.
func checkCalls(t *testing.T, steps []Step, names []string) {
	for _, s := range steps {
		for _, call := range s.Calls {
			if !slices.Contains(names, call) {
				t.Errorf("there is no function %s", call)
			}
		}
		for _, a := range s.Arms {
			checkCalls(t, a.Steps, names)
		}
	}
}

// TestCombinations: of several parameters all combinations of values are shown, in order.
func TestCombinations(t *testing.T) {
	tier.Same(t)
	t.Parallel()
	p := pageBy(t, "cnp", "int f(int a, int b)\n{\n    return a * 10 + b;\n}\n", map[string]string{"a": "1|2", "b": "3|4|5"}, Choice{"a", []string{"1", "2"}}, Choice{"b", []string{"3", "4", "5"}})
	var got []string
	for _, r := range p.Results {
		_, result, _ := strings.Cut(r.C, "return ")
		got = append(got, fmt.Sprint(r.Values, " ", result[:2]))
	}
	if all := strings.Join(got, ", "); all != "[0 0] 13, [0 1] 14, [0 2] 15, [1 0] 23, [1 1] 24, [1 2] 25" {
		t.Error(all)
	}
	if len(p.Programs) != 1 || p.Programs[0].Composed {
		t.Error("one pass has one program")
	}
}

// TestRefused: what cannot be shown is an error that says why.
func TestRefused(t *testing.T) {
	tier.Same(t)
	var many []string
	for i := range MaxResults + 1 {
		many = append(many, fmt.Sprint(i))
	}
	known := map[string]string{"a": "0|1"}
	for _, c := range []struct {
		choice Choice
		want   string
	}{
		{Choice{"a", []string{"0", "2"}}, "was staged for"},
		{Choice{"b", []string{"0"}}, "mul_add has no parameter b"},
		{Choice{"a", many}, "65 combinations of late values, more than 64"},
	} {
		if _, err := tryPage("dae", mulAdd, known, c.choice); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.choice, err)
		}
	}
	f, err := stager.ParseC(t.Context(), "f.c", []byte(mulAdd), "", stager.CConfig{})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := stager.ParsePipeline("dae")
	if err != nil {
		t.Fatal(err)
	}
	s, err := stager.Stage(t.Context(), f, pipeline, nil, stager.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), s, pipeline, nil); err == nil {
		t.Error("a page of a staging without records")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err = stager.Stage(t.Context(), f, pipeline, nil, stager.Options{Record: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := New(ctx, s, pipeline, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a page in a cancelled context: %v", err)
	}
}

func parsed(t *testing.T, page string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func each(n *html.Node, f func(*html.Node)) {
	for c := range n.Descendants() {
		f(c)
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	each(n, func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	})
	return b.String()
}

// unpacked is what the script makes of a piece of data.
func unpacked(t *testing.T, packed string) (data any) {
	t.Helper()
	var base string
	if err := json.Unmarshal([]byte(packed), &base); err != nil {
		t.Fatal(err)
	}
	zipped, err := base64.StdEncoding.DecodeString(base)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(r).Decode(&data); err != nil {
		t.Fatal(err)
	}
	return data
}
