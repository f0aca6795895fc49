package splice

import (
	"bytes"
	"strings"

	"scf/ast"
	"scf/cfront/ctext"
)

// This file puts an optimised function and its original into one body, behind a guard, where they share what two functions would not: static
// variables, and arguments that have no names.
//
//	int next(int by) {                     int next(int by) {
//	    static int n;                          static int n;
//	    return n += by;                        if (by == 1) {
//	}                                              n = n + 1;
//	                                               return n;
//	                                           }
//
//	                                           return n += by;
//	                                       }

// inOneBody reports whether the function cannot have a copy beside it.
func (s *splicer) inOneBody() bool { return s.site.Statics || s.site.Variadic }

// guardedInside puts the new body behind a test at the head of the original's. What it shares with that is declared before.
func (s *splicer) guardedInside() ([]ctext.Edit, error) {
	if s.how.As != "" {
		return nil, s.errorf("%s has static variables, or a variable number of arguments, so that what is optimised is no function %s of its own", s.site.Func, s.how.As).
			WithHint("use -guard without -as")
	}
	var moved []ctext.Edit
	var head strings.Builder
	if s.site.Statics {
		if s.site.Unmoved {
			return nil, s.errorf("the static variables of %s, which it would share with what is optimised, are declared by a macro, or by a function in it, or hold addresses of labels", s.site.Func).
				WithHint("replace the function, or move them out of it")
		}
		for _, text := range s.site.Kept {
			head.WriteString(s.style.Indent + text + s.style.Newline)
		}
		for _, m := range s.site.Moved {
			lines := bytes.Count(s.src[m.From:m.To], []byte("\n"))
			moved = append(moved, ctext.Edit{From: m.From, To: m.To, Text: m.Text + strings.Repeat("\n", lines)})
		}
	}
	tree, tables := s.withTables(s.recast(s.tree, s.site), s.site.Func)
	declared := tables
	if !s.site.Statics {
		declared = append(s.keptFor(tree, tables), tables...)
	}
	block := ast.PrintBlock(tree, s.style, declared...)
	open := s.site.Open + 1
	text := s.style.Newline + head.String() + s.style.Indent + s.ifHolds() + block + s.style.Newline + s.lineEnd(open)
	edits := append([]ctext.Edit{{From: open, To: open, Text: text}}, moved...)
	if made := s.made(); made != "" {
		edits = append([]ctext.Edit{{From: s.site.Start, To: s.site.Start, Text: made}}, edits...)
	}
	return edits, nil
}
