// Package lsp is a language server for SCF-ML (`stager lsp`): errors and warnings as one types, the type of what is under the cursor, the
// declaration of a name, the symbols of a file, and its layout. It speaks the Language Server Protocol over a stream; JSON-RPC and the framing of
// messages are github.com/creachadair/jrpc2.
//
//	server.go    the requests
//	text.go      places in texts, as the protocol counts
//	library.go   where declarations in embedded texts are shown
//	messages.go  the messages
package lsp

import (
	"context"
	"errors"
	"io"
	"net/url"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"scf/internal/diag"
	"scf/scfml"
	"scf/scfml/format"
	"scf/scfml/syntax"
	"scf/stager"
)

// server has the documents that are open, by their URIs.
type server struct {
	open map[string]*openDocument
}

// openDocument is a text with what is known of it.
type openDocument struct {
	text
	name     string // what messages call it
	library  []scfml.Source
	analysis *scfml.Analysis
}

// Serve answers the requests that come in, one after the other, until it ends or the editor says so.
func Serve(in io.Reader, out io.WriteCloser) error {
	s := &server{open: map[string]*openDocument{}}
	methods := handler.Map{
		"initialize":                  handler.New(func(context.Context, *jrpc2.Request) (any, error) { return capabilities, nil }),
		"initialized":                 handler.New(func(context.Context, *jrpc2.Request) error { return nil }),
		"shutdown":                    handler.New(func(context.Context, *jrpc2.Request) (any, error) { return nil, nil }),
		"exit":                        handler.New(exit),
		"textDocument/didOpen":        handler.New(s.didOpen),
		"textDocument/didChange":      handler.New(s.didChange),
		"textDocument/didClose":       handler.New(s.didClose),
		"textDocument/hover":          handler.New(s.hover),
		"textDocument/definition":     handler.New(s.definition),
		"textDocument/documentSymbol": handler.New(s.symbols),
		"textDocument/formatting":     handler.New(s.formatting),
	}
	return jrpc2.NewServer(methods, &jrpc2.ServerOptions{AllowPush: true, Concurrency: 1}).Start(channel.LSP(in, out)).Wait()
}

func exit(ctx context.Context, _ *jrpc2.Request) error {
	go jrpc2.ServerFromContext(ctx).Stop() // it waits for this request
	return nil
}

func (s *server) didOpen(ctx context.Context, p documentParams) error {
	return s.set(ctx, p.TextDocument.URI, p.TextDocument.Text)
}

func (s *server) didChange(ctx context.Context, p changeParams) error {
	if n := len(p.ContentChanges); n > 0 {
		return s.set(ctx, p.TextDocument.URI, p.ContentChanges[n-1].Text)
	}
	return nil
}

func (s *server) didClose(ctx context.Context, p documentParams) error {
	delete(s.open, p.TextDocument.URI)
	return publish(ctx, p.TextDocument.URI, []diagnostic{})
}

// set gives a document its text, and the editor what is wrong with that.
func (s *server) set(ctx context.Context, uri, content string) error {
	d := &openDocument{text: text(content), name: pathOf(uri)}
	sources := stager.ProgramSources(d.name, content)
	d.library = sources[:len(sources)-1]
	d.analysis = scfml.Analyze(sources...)
	s.open[uri] = d
	found := d.diagnostics(d.analysis.Errors, severityError)
	return publish(ctx, uri, append(found, d.diagnostics(d.analysis.Warnings, severityWarning)...))
}

func publish(ctx context.Context, uri string, found []diagnostic) error {
	return jrpc2.ServerFromContext(ctx).Notify(ctx, "textDocument/publishDiagnostics", diagnosticsParams{uri, found})
}

// diagnostics are the messages about the document; those about texts that it uses are shown at its beginning.
func (d *openDocument) diagnostics(list diag.List, severity int) []diagnostic {
	out := []diagnostic{}
	for _, e := range list {
		message := e.Msg
		if e.Pos.File != d.name {
			message = e.Error()
			e = &diag.Error{Hint: e.Hint}
		}
		if e.Hint != "" {
			message += "\n" + e.Hint
		}
		out = append(out, diagnostic{d.tokenAt(e.Pos), severity, "stager", message})
	}
	return out
}

// pathOf is the file of a URI; another URI stands for itself.
func pathOf(uri string) string {
	if u, err := url.Parse(uri); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return uri
}

// under is the document, and the place of the token that covers a position in it.
func (s *server) under(p positionParams) (d *openDocument, at diag.Pos, ok bool) {
	if d = s.open[p.TextDocument.URI]; d == nil {
		return nil, diag.Pos{}, false
	}
	offset := d.offset(p.Position)
	tokens, _ := syntax.Tokens(scfml.Source{Name: d.name, Text: string(d.text)})
	for _, t := range tokens {
		if t.Pos.Offset <= offset && offset < t.Pos.Offset+len(t.Value) {
			return d, syntax.DiagPos(t.Pos), true
		}
	}
	return d, diag.Pos{}, false
}

func (s *server) hover(_ context.Context, p positionParams) (*hover, error) {
	d, at, ok := s.under(p)
	if !ok {
		return nil, nil
	}
	typ := d.analysis.Type(at)
	if typ == "" {
		return nil, nil
	}
	span := d.tokenAt(at)
	token := string(d.text[d.offset(span.Start):d.offset(span.End)])
	return &hover{markup{"markdown", "```sml\n" + token + " : " + typ + "\n```"}, span}, nil
}

func (s *server) definition(_ context.Context, p positionParams) (*location, error) {
	d, at, ok := s.under(p)
	if !ok {
		return nil, nil
	}
	target, ok := d.analysis.Declaration(at)
	if !ok {
		return nil, nil
	}
	if target.File == d.name {
		return &location{p.TextDocument.URI, d.tokenAt(target)}, nil
	}
	for _, src := range d.library {
		if src.Name == target.File {
			path, err := shown(src, d.name)
			return &location{(&url.URL{Scheme: "file", Path: path}).String(), text(src.Text).tokenAt(target)}, err
		}
	}
	return nil, nil
}

func (s *server) symbols(_ context.Context, p documentParams) ([]symbol, error) {
	d := s.open[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	return d.symbols(scfml.Symbols(scfml.Source{Name: d.name, Text: string(d.text)}), d.position(len(d.text))), nil
}

// symbols are the symbols of declarations, each of which reaches to the next one, the last to end.
func (d *openDocument) symbols(of []scfml.Symbol, end position) []symbol {
	out := []symbol{}
	for i, sym := range of {
		name := d.tokenAt(sym.Pos)
		to := end
		if i+1 < len(of) {
			to = d.tokenAt(of[i+1].Pos).Start
		}
		out = append(out, symbol{sym.Name, symbolKinds[sym.Kind], span{name.Start, to}, name, d.symbols(sym.Inside, to)})
	}
	return out
}

// formatting replaces the whole text, if it changes.
func (s *server) formatting(_ context.Context, p documentParams) ([]textEdit, error) {
	d := s.open[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	laidOut, err := format.Source(scfml.Source{Name: d.name, Text: string(d.text)})
	var wrong *diag.Error
	switch {
	case errors.As(err, &wrong):
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "not laid out: %v", wrong)
	case err != nil || laidOut == string(d.text):
		return []textEdit{}, err
	}
	return []textEdit{{span{End: d.position(len(d.text))}, laidOut}}, nil
}
