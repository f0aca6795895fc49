package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"scf/internal/testing/tier"
	"scf/stager"
)

// TestContourLinks: what contours are said to have become is there.
func TestContourLinks(t *testing.T) {
	tier.Standard(t, "it stages, or has a browser show pages")
	tier.Same(t)
	t.Parallel()
	p := pageOf(t, "int f(int n, int x)\n{\n    int i, s = 0;\n    for (i = 0; i < n; i++)\n        s += x * i;\n    return s;\n}\n", map[string]string{"n": "CONSTANT"})
	for _, program := range p.Programs {
		is := make([]bool, len(program.Residual))
		for i, c := range program.Contours {
			for _, f := range c.Functions {
				if f >= len(is) {
					t.Fatalf("%s: contour %d became function %d of %d", program.Name, i, f, len(is))
				}
				is[f] = is[f] || c.End == stager.EndKept && strings.HasPrefix(program.Residual[f].Name, c.Function)
			}
		}
		if !program.Composed && slices.Contains(is, false) {
			t.Errorf("%s: functions that are no contours: %v of %v", program.Name, is, program.Residual)
		}
	}
}

// links goes from a contour deep in the tree to its function and back, and tells where it is, what folds it opened, and what it made.
const links = `(async () => {
	const said = [];
	const wait = async what => { for (let i = 0; i < 200 && !what(); i++) await new Promise(r => setTimeout(r, 20)); };
	const at = () => document.activeElement;
	try {
		await wait(() => document.documentElement.dataset.ready && document.querySelector('#contour-view .to'));
		const to = [...document.querySelectorAll('#contour-view .to')].at(-1);
		said.push('from ' + to.parentElement.textContent);
		to.focus();
		to.click();
		await wait(() => at() !== to);
		said.push('to ' + at().textContent + ' ' + at().tagName + ' ' + at().parentElement.open + ' in ' + at().closest('[role=region]').getAttribute('aria-label'));
		said.push('told ' + document.getElementById('status').textContent);
		for (const d of at().parentElement.querySelectorAll('details.links')) { d.open = true; await d.fill(); }
		const back = [...at().parentElement.querySelectorAll('.links .to')].at(-1);
		const number = back.textContent.split('#')[1];
		back.focus();
		back.click();
		await wait(() => at() !== back);
		said.push('back to #' + number + ': ' + at().textContent.includes(' #' + number) + ' ' + at().classList.contains('here') + ' ' + at().checkVisibility());
		said.push('told ' + document.getElementById('status').textContent);
		said.push('elements ' + document.querySelectorAll('*').length);
	} catch (e) { said.push('error ' + e.stack); }
	document.body.append(Object.assign(document.createElement('pre'), { id: 'said', textContent: said.join('\n') }));
})();`

// saidOf is what a script says on the page.
func saidOf(t *testing.T, p *Page, script string) (said string) {
	t.Helper()
	doc, _ := dumped(t, htmlOf(t, p), script)
	each(doc, func(n *html.Node) {
		if attribute(n, "id") == "said" {
			said = text(n)
		}
	})
	return said
}

// TestContourLinksFollowed: in a browser a contour leads to its function, which is opened, and the function to its contours; of large programs, which the
// long tier has, nothing else is made for that.
func TestContourLinksFollowed(t *testing.T) {
	tier.Standard(t, "it has a browser show pages")
	browser(t)
	said := saidOf(t, example(t), links)
	for _, want := range []string{"from inlined into optimize", "to optimize 60 nodes SUMMARY true in Residual program of cnp", "told optimize, 60 nodes, in the residual program of cnp", ": true true true", "told contour "} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q:\n%s", want, said)
		}
	}

	if !tier.Long {
		return
	}
	p := large(2 << 20)
	program := p.Programs[0]
	last := len(program.Residual) - 1
	for i := range 50_000 { // each under the one before it, from the hundredth on all under that
		program.Contours = append(program.Contours, Contour{Function: "f", Parent: min(i-1, 100), Evaluations: 1, End: stager.EndInlined, Functions: []int{last}})
	}
	program.Contours[5].Functions = []int{0}
	program.Contours[49_999].End, program.Contours[49_999].Functions = stager.EndKept, []int{0}
	said = saidOf(t, p, strings.Replace(links, ".at(-1);\n\t\tsaid.push('from", "[5];\n\t\tsaid.push('from", 1))
	elements := 0
	if _, after, found := strings.Cut(said, "elements "); found {
		_, _ = fmt.Sscan(after, &elements)
	}
	for _, want := range []string{"to f0 1,000 nodes SUMMARY true", "back to #6: true true true", "told contour 6"} {
		if !strings.Contains(said, want) {
			t.Errorf("the large page does not say %q:\n%s", want, said)
		}
	}
	if elements == 0 || elements > 8_000 {
		t.Errorf("%d elements are made:\n%s", elements, said)
	}
	t.Log(said)
}
