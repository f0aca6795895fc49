package lsp

// The messages of the Language Server Protocol, version 3.17, as far as the server has them
// (https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification).

type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"` // in UTF-16 code units
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	document struct {
		URI  string `json:"uri"`
		Text string `json:"text,omitempty"`
	}
	documentParams struct {
		TextDocument document `json:"textDocument"`
	}
	positionParams struct {
		TextDocument document `json:"textDocument"`
		Position     position `json:"position"`
	}
	changeParams struct {
		TextDocument   document `json:"textDocument"`
		ContentChanges []struct {
			Text string `json:"text"` // the whole text
		} `json:"contentChanges"`
	}
	diagnostic struct {
		Range    span   `json:"range"`
		Severity int    `json:"severity"`
		Source   string `json:"source"`
		Message  string `json:"message"`
	}
	diagnosticsParams struct {
		URI         string       `json:"uri"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	symbol struct {
		Name           string   `json:"name"`
		Kind           int      `json:"kind"`
		Range          span     `json:"range"`
		SelectionRange span     `json:"selectionRange"`
		Children       []symbol `json:"children,omitempty"`
	}
)

// The severities of diagnostics.
const (
	severityError = iota + 1
	severityWarning
)

// symbolKinds are the protocol's kinds of symbols, by those of scfml.Symbol.
var symbolKinds = map[string]int{"structure": 2, "type": 5, "datatype": 10, "fun": 12, "val": 14, "constructor": 22}

// capabilities is what the server tells about itself: whole texts are sent at each change.
var capabilities = map[string]any{
	"serverInfo": map[string]any{"name": "stager lsp"},
	"capabilities": map[string]any{
		"textDocumentSync":           map[string]any{"openClose": true, "change": 1},
		"hoverProvider":              true,
		"definitionProvider":         true,
		"documentSymbolProvider":     true,
		"documentFormattingProvider": true,
	},
}
