package lsp

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/google/go-cmp/cmp"
)

// session is an editor that talks to a server.
type session struct {
	t     *testing.T
	to    *jrpc2.Client
	found chan diagnosticsParams
}

func start(t *testing.T) *session {
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	done := make(chan error)
	go func() { done <- Serve(fromEditor, toEditor) }()
	s := &session{t: t, found: make(chan diagnosticsParams, 10)}
	s.to = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p diagnosticsParams
		if err := r.UnmarshalParams(&p); err != nil {
			t.Error(err)
		}
		s.found <- p
	}})
	t.Cleanup(func() {
		var nothing any
		s.call("shutdown", nil, &nothing)
		s.notify("exit", nil)
		if err := <-done; err != nil {
			t.Error(err)
		}
		s.to.Close()
	})
	s.call("initialize", map[string]any{"processId": nil, "capabilities": map[string]any{}}, &map[string]any{})
	s.notify("initialized", map[string]any{})
	return s
}

func (s *session) call(method string, params, result any) {
	s.t.Helper()
	if err := s.to.CallResult(context.Background(), method, params, result); err != nil {
		s.t.Fatalf("%s: %v", method, err)
	}
}

func (s *session) notify(method string, params any) {
	s.t.Helper()
	if err := s.to.Notify(context.Background(), method, params); err != nil {
		s.t.Fatal(err)
	}
}

// set opens a document and gives what is wrong with it.
func (s *session) set(uri, text string) []diagnostic {
	s.t.Helper()
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "scf-ml", "version": 1, "text": text}})
	p := <-s.found
	if p.URI != uri {
		s.t.Fatalf("diagnostics of %s", p.URI)
	}
	return p.Diagnostics
}

// at is the place of the n-th occurrence of word in text.
func at(uri, content, word string, n int) positionParams {
	offset := -1
	for range n {
		offset += 1 + strings.Index(content[offset+1:], word)
	}
	return positionParams{document{URI: uri}, text(content).position(offset)}
}

const program = `structure S = struct
  datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
  type pair = int * string
  structure M = MapFn (type key = string type value = int)
  val none = M.empty
  (* "αβ𝄞" *) fun size t = case t of Leaf => 0 | Node (l, x, r) => size l + 1 + size r
  fun main (p : pair, t) = let val (n, s) = p in (M.find (M.insert (none, "𝄞", n), s), size (Node (Leaf, n, t))) end
end
`

const uri = "file:///home/x/my%20file.scf-ml"

func TestHover(t *testing.T) {
	s := start(t)
	if found := s.set(uri, program); slices.ContainsFunc(found, func(d diagnostic) bool { return d.Severity == severityError }) {
		t.Fatal(found)
	}
	for _, c := range []struct {
		word string
		n    int
		want string
	}{
		{"size", 1, "size : 'a tree -> int"}, {"size l", 1, "size : 'a tree -> int"}, {"t = case", 1, "t : 'a tree"}, {"case t", 1, "case : int"}, {"x, r", 1, "x : 'a"},
		{"+ 1", 1, "+ : int"}, {"M.find", 1, "M.find : (string, int) map * string -> int option"}, {"none,", 1, "none : (string, int) map"},
		{"n, s", 1, "n : int"}, {"(Leaf, n", 1, ""}, {"n, t", 1, "n : int"}, {"main", 1, "main : (int * string) * int tree -> int option * int"},
		{"Node", 3, "Node : 'a tree * 'a * 'a tree -> 'a tree"}, {`"𝄞", n`, 1, `"𝄞" : string`}, {"struct", 2, ""},
	} {
		var h *hover
		s.call("textDocument/hover", at(uri, program, c.word, c.n), &h)
		got := ""
		if h != nil {
			got = strings.TrimSuffix(strings.TrimPrefix(h.Contents.Value, "```sml\n"), "\n```")
		}
		if got != c.want {
			t.Errorf("%s, %d: %q, not %q", c.word, c.n, got, c.want)
		}
	}
}

func TestDefinition(t *testing.T) {
	s := start(t)
	s.set(uri, program)
	for _, c := range []struct {
		word, want string
		n, nth     int
	}{
		{"size (Node", "size t", 1, 1}, {"Node (Leaf", "Node of", 1, 1}, {"l +", "l, x", 1, 1}, {"M.find", "M = MapFn", 1, 1}, {"none,", "none =", 1, 1},
		{"pair, t", "pair =", 1, 1}, {"tree *", "'a tree", 1, 1}, {"p in", "p : pair", 1, 1},
	} {
		var l *location
		s.call("textDocument/definition", at(uri, program, c.word, c.n), &l)
		if want := at(uri, program, c.want, c.nth).Position; l == nil || l.URI != uri || l.Range.Start != want {
			t.Errorf("%s: %v, not %v", c.word, l, want)
		}
	}
}

// A pass uses structures that are embedded: they are shown as files of the source tree, or as files that cannot be written.
func TestDefinitionInLibrary(t *testing.T) {
	pass := "structure P = struct\n  open AST\n  fun f (c : cmd) = Tree.labelOfCommand c\nend\n"
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{"file:///nowhere/p.scf-ml": cache, "file://" + root + "/passes/p.scf-ml": root} {
		s := start(t)
		s.set(from, pass)
		var l *location
		s.call("textDocument/definition", at(from, pass, "Tree.", 1), &l)
		if l == nil || !strings.HasPrefix(l.URI, "file://"+want) || !strings.HasSuffix(l.URI, "/tree.scf-ml") {
			t.Fatalf("from %s: %v", from, l)
		}
		content, err := os.ReadFile(pathOf(l.URI))
		if err != nil {
			t.Fatal(err)
		}
		if line := strings.Split(string(content), "\n")[l.Range.Start.Line]; !strings.Contains(line, "fun labelOfCommand") && !strings.Contains(line, "and labelOfCommand") {
			t.Errorf("from %s: %s", from, line)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	s := start(t)
	for text, want := range map[string][]diagnostic{
		"fun f x =\n  case x of 1 => 2": {{span{position{1, 2}, position{1, 6}}, severityWarning, "stager",
			"the case expression has no case for 0\na value that no case matches is an error at run time"}},
		"fun f (x : int list, y) = x = y": {{span{position{0, 28}, position{0, 29}}, severityWarning, "stager",
			"= compares whole values of type int list\nlate, that costs as much as they are large; compare labels or names that tell them apart, if there are such"}},
		"fun f x = x +": {{span{position{0, 13}, position{0, 13}}, severityError, "stager", "syntax error at the end of the text: expected an expression"}},
		"fun f x = y\nfun g x = \"𝄞\" + 1": {{span{position{0, 10}, position{0, 11}}, severityError, "stager", "unknown value y"},
			{span{position{1, 10}, position{1, 14}}, severityError, "stager", "the left operand of + is of type string, but it takes int"}},
	} {
		if diff := cmp.Diff(want, s.set(uri, text)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
	s.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": []any{map[string]any{"text": "fun f x = x\n"}}})
	if p := <-s.found; len(p.Diagnostics) > 0 {
		t.Errorf("of what is right: %v", p)
	}
}

func TestSymbols(t *testing.T) {
	s := start(t)
	s.set(uri, program)
	var all []symbol
	s.call("textDocument/documentSymbol", documentParams{document{URI: uri}}, &all)
	var names []string
	var list func([]symbol)
	list = func(of []symbol) {
		for _, sym := range of {
			names = append(names, sym.Name)
			list(sym.Children)
		}
	}
	list(all)
	if diff := cmp.Diff("S tree Leaf Node pair M none size main", strings.Join(names, " ")); diff != "" {
		t.Error(diff)
	}
}

func TestFormatting(t *testing.T) {
	s := start(t)
	s.set(uri, "fun f(x,y)=\n x (* 𝄞 *)")
	var edits []textEdit
	s.call("textDocument/formatting", documentParams{document{URI: uri}}, &edits)
	want := []textEdit{{span{position{}, position{1, 11}}, "fun f (x, y) =\n  x (* 𝄞 *)\n"}}
	if diff := cmp.Diff(want, edits); diff != "" {
		t.Error(diff)
	}
}
