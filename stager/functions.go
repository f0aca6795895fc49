package stager

import (
	"context"

	"scf/cfront/splice"
	"scf/internal/diag"
	"scf/internal/stop"
)

// Outcome is what became of one function of a C file: it was lowered to the tree, or Err says why it cannot be.
type Outcome struct {
	Name     string
	Function *Function
	Err      error
}

// ParseFunctions parses a C file and lowers every function that it defines, in order. The error is one of the file as a whole, or ctx's, as
// of ParseC.
func ParseFunctions(ctx context.Context, name string, source []byte, c CConfig) ([]Outcome, error) {
	return stop.Abandon(ctx, func() ([]Outcome, error) { return parseFunctions(ctx, name, source, c) })
}

func parseFunctions(ctx context.Context, name string, source []byte, c CConfig) (out []Outcome, err error) {
	defer catch("the parsing of "+name, &err)
	file, err := parseFile(ctx, name, source, c)
	if err != nil {
		return nil, err
	}
	file.File = file.Unfolded(ctx, "")
	for _, o := range file.Functions() {
		function, err := (*Function)(nil), o.Err
		if err == nil {
			function, err = newParsedFunction(file, o.Function)
		}
		out = append(out, Outcome{o.Name, function, err})
	}
	return out, nil
}

// Replacement is an optimised function and how it stands in its file.
type Replacement struct {
	*Result
	Output Output
}

// ReplaceAll is the text of a C file with several functions in it optimised. They come from one call of ParseFunctions. Everything
// else is left byte for byte; errors are those of Result.C, and that there would be two functions of one name.
func ReplaceAll(rs []Replacement) (text []byte, err error) {
	if len(rs) == 0 {
		return nil, &UsageError{Msg: "there is no function to replace"}
	}
	defer catch("the printing of "+rs[0].function.File, &err)
	file := rs[0].function.file
	var all []splice.Replacement
	for _, r := range rs {
		if r.function.file == nil || r.function.file != file {
			return nil, diag.Errorf(diag.Pos{File: r.function.File}, "%s is not from the same parsing of the file as %s", r.function.Name, rs[0].function.Name).
				WithHint("parse the file once, with ParseFunctions")
		}
		if r.Output.Only {
			return nil, &UsageError{Msg: "the text of " + r.function.Name + " alone is no file with several functions replaced", Hint: "leave Only out, or use Result.C"}
		}
		tree, how, err := r.replacing(r.Output)
		if err != nil {
			return nil, err
		}
		all = append(all, splice.Replacement{Site: r.function.site, Tree: tree, How: how})
	}
	return splice.All(file.Text, all)
}
