package main

import (
	"context"
	"io"
	"os"

	"github.com/urfave/cli/v3"

	"scf/internal/lsp"
	"scf/stager"
)

func (a *app) lspCommand() *cli.Command {
	return a.command(&cli.Command{
		Name:      "lsp",
		Usage:     "be a language server for SCF-ML, on standard input and output",
		UsageText: "stager lsp",
		Description: `Editors start it: it tells them errors and warnings, types, where names are declared, what a file declares, and its layout.
editors/README.md says how to set up some editors.`,
		Action: a.serve,
	})
}

func (a *app) serve(_ context.Context, c *cli.Command) error {
	if c.NArg() > 0 {
		return &stager.UsageError{Msg: "lsp takes no arguments", Hint: "editors start it and send it the files"}
	}
	return lsp.Serve(os.Stdin, unclosed{a.screen})
}

// unclosed is a writer that is not closed.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
