package results

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"scf/eval"
	"scf/internal/replace"
	"scf/internal/textfile"
)

// docs/results.md is made anew by go generate, which takes the machine for itself.
//
//go:generate go run scf/cmd/stager eval -o ../../docs/results/evaluation
//go:generate go run scf/cmd/stager eval -quick -ablations -disable simplify -time 0 -o ../../docs/results/techniques
//go:generate go test . -run Docs -update

const reportFile = "report.json"

// maxReport bounds a report that is read, in bytes.
const maxReport = 1 << 30

// Write writes the report to dir, which must not exist, be empty, or be what Write wrote, which is replaced as a whole. On an error what was there stays.
func Write(dir string, r *eval.Report) error {
	files, err := filesOf(r)
	if err != nil {
		return err
	}
	d := directory(dir)
	return d.Explain("results", d.Write(files))
}

// Check tells what Write would refuse of dir.
func Check(dir string) error {
	d := directory(dir)
	return d.Explain("results", d.Check())
}

// Read reads the report at path: a file, or a directory that Write wrote.
func Read(path string) (*eval.Report, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, reportFile)
	}
	text, err := textfile.Read(path, maxReport)
	if err != nil {
		return nil, err
	}
	return eval.ReadReport(path, text)
}

func directory(dir string) replace.Dir {
	return replace.Dir{Path: dir, Last: reportFile, Own: own}
}

// own tells what is in a directory that Write did not write.
func own(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !ours(e.Name()) {
			return fmt.Errorf("it holds %s, which is no part of an evaluation", e.Name())
		}
	}
	return nil
}

// ours reports whether Write may write a file of that name.
func ours(name string) bool {
	base, isChart := strings.CutSuffix(name, ".svg")
	for _, c := range charts {
		if isChart && c.name == base {
			return true
		}
	}
	switch name {
	case reportFile, pageFile, lateFile, stagingFile, ablationsFile:
		return true
	}
	return false
}

// filesOf are what the directory holds.
func filesOf(r *eval.Report) ([]replace.File, error) {
	drawn, err := drawings(r)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(r, drawn)
	if err != nil {
		return nil, err
	}
	files := []replace.File{{Name: pageFile, Text: page}}
	for _, d := range drawn {
		files = append(files, replace.File{Name: d.name + ".svg", Text: d.svg})
	}
	for name, rows := range map[string][][]string{lateFile: lateRows(r), stagingFile: stagingRows(r), ablationsFile: ablationRows(r)} {
		if len(rows) < 2 {
			continue
		}
		text, err := csvOf(rows)
		if err != nil {
			return nil, err
		}
		files = append(files, replace.File{Name: name, Text: text})
	}
	var json bytes.Buffer
	if err := r.WriteJSON(&json); err != nil {
		return nil, err
	}
	return append(files, replace.File{Name: reportFile, Text: json.Bytes()}), nil
}
