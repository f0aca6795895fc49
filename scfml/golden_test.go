package scfml_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"scf/internal/diag"
	"scf/internal/testing/golden"
	"scf/internal/testing/scfmltest"
	"scf/scfml"
	"scf/scfml/syntax"
)

// Each archive under testdata/programs holds a program (prog), maybe values of its entry's argument (input, one a line), and what is
// wanted: the program as printed (want-print), warnings (want-warnings) and results (want-results).
func TestPrograms(t *testing.T) {
	for _, file := range archives(t, "programs") {
		t.Run(name(file), func(t *testing.T) {
			compare(t, file, func(in map[string]string) map[string]string {
				p, warns, err := scfml.Load("", syntax.Source{Name: "prog", Text: in["prog"]})
				if err != nil {
					t.Fatal(diag.Render(err))
				}
				scfmltest.CheckRoundTrip(t, p)
				out := map[string]string{"want-print": p.String()}
				if len(warns) > 0 {
					out["want-warnings"] = diag.Render(diag.List(warns)) + "\n"
				}
				for _, input := range strings.Split(strings.TrimSpace(in["input"]), "\n") {
					if input != "" {
						out["want-results"] += run(t, p, input).value + "\n"
					}
				}
				return out
			})
		})
	}
}

// Each archive under testdata/errors holds programs, and for each of them the errors and warnings that Load reports.
func TestErrors(t *testing.T) {
	for _, file := range archives(t, "errors") {
		t.Run(name(file), func(t *testing.T) {
			compare(t, file, func(in map[string]string) map[string]string {
				out := map[string]string{}
				for prog, text := range in {
					if !strings.HasSuffix(prog, ".want") {
						out[prog+".want"] = messages(prog, text)
					}
				}
				return out
			})
		})
	}
}

func messages(name, text string) string {
	entry := ""
	if i := strings.Index(text, "(* entry: "); i >= 0 {
		entry, _, _ = strings.Cut(text[i+len("(* entry: "):], " ")
	}
	_, warns, err := scfml.Load(entry, syntax.Source{Name: name, Text: text})
	if err == nil {
		if len(warns) == 0 {
			return "no errors\n"
		}
		err = errors.Join(diag.List(warns))
	}
	return diag.Render(err) + "\n"
}

func archives(t testing.TB, dir string) []string {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives under testdata/%s: %v", dir, err)
	}
	return files
}

func name(file string) string { return strings.TrimSuffix(filepath.Base(file), ".txtar") }

// compare compares the wanted sections of an archive with what f makes of the archive; with -update it writes them, each
// behind the section that it stands behind now, or at the end, or behind the section whose name it extends.
func compare(t *testing.T, file string, f func(in map[string]string) map[string]string) {
	t.Helper()
	ar := golden.Read(t, file)
	in, want := map[string]string{}, map[string]string{}
	for _, s := range ar.Files {
		if strings.HasSuffix(s.Name, ".want") || strings.HasPrefix(s.Name, "want-") {
			want[s.Name] = string(s.Data)
		} else {
			in[s.Name] = string(s.Data)
		}
	}
	got := f(in)
	var files []txtar.File
	for _, s := range ar.Files {
		if _, ok := want[s.Name]; !ok {
			files = append(files, s)
			files = appendSection(files, got, s.Name+".want")
		}
	}
	for _, name := range []string{"want-warnings", "want-print", "want-results"} {
		files = appendSection(files, got, name)
	}
	ar.Files = files
	golden.CompareArchive(t, file, ar)
}

func appendSection(files []txtar.File, got map[string]string, name string) []txtar.File {
	if text, ok := got[name]; ok {
		files = append(files, txtar.File{Name: name, Data: []byte(text)})
	}
	return files
}

// Each archive under testdata/check holds programs, and for each of them the warnings of Check.
func TestCheck(t *testing.T) {
	for _, file := range archives(t, "check") {
		compare(t, file, func(in map[string]string) map[string]string {
			out := map[string]string{}
			for name, text := range in {
				p, _, err := scfml.Load("", syntax.Source{Name: name, Text: text})
				if err != nil {
					t.Fatal(err)
				}
				warns := diag.List(scfml.Check(p))
				_ = diag.AttachSource(warns, name, text)
				out[name+".want"] = "no warnings\n"
				if len(warns) > 0 {
					out[name+".want"] = diag.Render(warns) + "\n"
				}
			}
			return out
		})
	}
}
