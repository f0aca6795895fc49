package explain

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
)

// browser is the path of a Chromium.
func browser(t *testing.T) string {
	t.Helper()
	return toolchain.Tool(t, "chromium", "chromium-browser", "google-chrome")
}

// dumped is what a browser makes of the page when the script has run behind it, and how long that takes.
func dumped(t *testing.T, page, script string) (*html.Node, time.Duration) {
	t.Helper()
	path := browser(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	page = strings.Replace(page, "</body>", "<script>"+script+"</script></body>", 1)
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	start := time.Now()
	dom, err := exec.CommandContext(ctx, path, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+dir, "--virtual-time-budget=60000", "--dump-dom", "file://"+file).Output()
	took := time.Since(start)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return parsed(t, string(dom)), took
}

// work uses a page as a reader does: it waits until the page is there, goes to a word of the source and on to the residual program, opens all
// folds, and chooses the last late value. What it meets is written into an element.
const work = `(async () => {
	const said = [];
	const wait = async what => { for (let i = 0; i < 200 && !what(); i++) await new Promise(r => setTimeout(r, 20)); };
	try {
		await wait(() => document.documentElement.dataset.ready);
		await wait(() => document.querySelector('#pass-view .residual .w'));
		const folded = document.querySelectorAll('*').length;
		const from = document.querySelector('#pass-view .residual .w');
		from.focus();
		said.push('marked ' + document.querySelectorAll('.on').length, document.querySelector('.info').textContent);
		from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
		await wait(() => document.activeElement !== from);
		said.push('went to ' + document.activeElement.textContent + ' in ' + document.activeElement.closest('.pane').getAttribute('aria-label'));
		document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
		await wait(() => document.activeElement.closest('.residual'));
		said.push('and back to ' + document.activeElement.textContent);
		for (let more = true; more;) {
			more = false;
			for (const d of document.querySelectorAll('details:not([open])')) { d.open = more = true; await d.filled; }
			await new Promise(r => setTimeout(r, 20));
		}
		said.push('unfolded ' + (document.querySelectorAll('*').length > folded));
		document.querySelector('[data-do=unfold]').click();
		said.push('forms ' + [...document.querySelectorAll('#form-list pre')].map(p => p.textContent.replaceAll('−', '')).join('\n'));
		const tab = document.querySelector('#pass-view [role=tab]');
		tab.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
		said.push('tab ' + document.activeElement.textContent);
		const select = document.querySelector('select');
		select.value = select.options.length - 1;
		select.dispatchEvent(new Event('change'));
		await wait(() => document.querySelector('#late-view .code').textContent.includes('<<'));
		said.push('late ' + document.querySelector('#late-view .code').textContent);
		document.querySelector('.flame button:last-child').click();
		said.push('flame ' + document.querySelector('.flame .chosen').getAttribute('aria-label'));
		const names = [...document.querySelectorAll('button, select, [role=region], [role=group]')].filter(e => !(e.textContent.trim() || e.getAttribute('aria-label')));
		said.push('without a name ' + names.length);
	} catch (e) { said.push('error ' + e.stack); }
	const pre = document.createElement('pre');
	pre.id = 'said';
	pre.textContent = said.join('\n');
	document.body.append(pre);
})();`

// TestBrowser: in a browser folds open, words lead to each other by keys, and late values are chosen.
func TestBrowser(t *testing.T) {
	tier.Standard(t, "it stages, or has a browser show pages")
	tier.Same(t)
	browser(t)
	p := example(t)
	doc, _ := dumped(t, htmlOf(t, p), work)
	said := ""
	each(doc, func(n *html.Node) {
		if attribute(n, "id") == "said" {
			said = text(n)
		}
	})
	for _, want := range []string{
		"marked 1", "kept", "late values decide", "went to case in Source of cnp", "and back to case", "unfolded true", formText(p.Forms[3].Tree), "tab 2 cpp",
		"late ", "x << 3", ": match list: 5 operations, 27.8 %", "without a name 0",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q:\n%s", want, said)
		}
	}
}

// large is a page with a residual program of about so many bytes, a word in every line.
func large(bytes int) *Page {
	p := pageShell()
	program := p.Programs[0]
	var b strings.Builder
	before := 0
	for i := 0; b.Len() < bytes; i++ {
		program.Residual = append(program.Residual, Residual{Name: fmt.Sprint("f", i), Nodes: 1000, At: b.Len(), Word: len(program.Words) / 4})
		fmt.Fprintf(&b, "fun f%d (x : cmd) : cmd =\n", i)
		for range 2000 {
			b.WriteString("  if isAssignment x then ")
			program.Words = append(program.Words, b.Len()-21-before, 2, 0, 0)
			before = b.Len() - 21
			b.WriteString("seq (assign (\"a variable\", integer (\"int\", 32, true), L 12), skip (L 34)) else\n")
		}
		b.WriteString("    x\n\n")
	}
	program.Text = b.String()
	return p
}

// pageShell is a page with one program that has one place.
func pageShell() *Page {
	return &Page{
		Function: "f", File: "f.c", Text: "int f;\n", Forms: []Form{}, Sources: []Source{{"p.scf-ml", "fun f x = if x then 1 else 2\n", []Function{{"f", 1}}}},
		Programs: []*Program{{
			Name: "p", Report: [][2]any{}, Places: []Place{{Line: 1, Col: 11, Length: 2, Fate: Kept}}, Contours: []Contour{}, Residual: []Residual{}, Words: []int{},
			Reasons: []Reason{{Text: "late values decide"}},
		}},
		Trees: []Tree{{Functions: []FunctionTree{}}},
	}
}

// TestLarge: of a residual program of ten megabytes a small part is made, and the page is there soon.
func TestLarge(t *testing.T) {
	tier.OnlyLong(t, "it has a browser show a large page")
	p := large(10 << 20)
	page := htmlOf(t, p)
	if len(page) > 2<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	doc, took := dumped(t, page, "")
	elements, lines := 0, 0
	each(doc, func(n *html.Node) {
		elements++
		if attribute(n, "class") == "l" {
			lines++
		}
	})
	ready := 0
	each(doc, func(n *html.Node) {
		if n.Data == "html" {
			ready, _ = strconv.Atoi(attribute(n, "data-ready"))
		}
	})
	t.Logf("%d elements, %d lines, in %d ms, with the browser's start and end in %v", elements, lines, ready, took)
	if ready == 0 || ready > 10_000 { // tenths of a second, where nothing else runs
		t.Errorf("the page is there after %d ms", ready)
	}
	if elements > 5_000 || lines < 300 || lines > 1_000 {
		t.Errorf("%d elements and %d lines are made", elements, lines)
	}
}
