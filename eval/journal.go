package eval

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"scf/internal/diag"
	"scf/stager"
)

// Journal keeps the rows of an evaluation in a file while it runs, so that one that was interrupted goes on where it stopped. The file has a line
// for each row: what identifies the work, which is everything that it depends on, this program among it, and what was found. A line that was not
// written to its end is as if it were not there. A row with an error is not kept.
type Journal struct {
	path    string
	program string // what identifies this program
	file    *os.File
	rows    map[string]json.RawMessage
	taken   int
}

// journalLine is a line of a journal.
type journalLine struct {
	Key string          `json:"key"`
	Row json.RawMessage `json:"row"`
}

// OpenJournal opens the journal at path, or makes it. What is there and is no journal is refused.
func OpenJournal(path string) (*Journal, error) {
	program, err := hashOfProgram()
	if err != nil {
		return nil, err
	}
	err = os.MkdirAll(filepath.Dir(path), 0o777)
	var file *os.File
	if err == nil {
		file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	}
	if err != nil {
		return nil, unwritable(path, err)
	}
	j := &Journal{path: path, program: program, file: file, rows: map[string]json.RawMessage{}}
	if err := j.read(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

func unwritable(path string, err error) error {
	return diag.Errorf(diag.Pos{File: path}, "cannot write the journal of the evaluation: %v", diag.WithoutPath(err))
}

// hashOfProgram identifies the program that runs: another one may measure something else.
func hashOfProgram() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// read reads the rows that are there, and cuts off what is behind the last whole one.
func (j *Journal) read() error {
	whole := int64(0)
	r := bufio.NewReader(j.file)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF {
			break
		}
		var e journalLine
		if json.Unmarshal(line, &e) != nil || e.Key == "" || e.Row == nil {
			return diag.Errorf(diag.Pos{File: j.path, Line: 1, Col: 1}, "this is no journal of an evaluation").WithHint(
				"it stands where the rows of an evaluation that is not finished are kept: move it away, or choose another directory")
		}
		whole += int64(len(line))
		j.rows[e.Key] = e.Row
	}
	return j.file.Truncate(whole)
}

// Taken is how many rows were taken from the journal instead of being measured.
func (j *Journal) Taken() int { return j.taken }

// Close closes the journal: a finished evaluation needs it no more, and it is removed.
func (j *Journal) Close(finished bool) error {
	err := j.file.Close()
	if finished || len(j.rows) == 0 {
		err = errors.Join(err, os.Remove(j.path))
	}
	return err
}

// keep writes a row.
func (j *Journal) keep(key string, row any) error {
	text, err := json.Marshal(row)
	if err != nil {
		return err
	}
	line, err := json.Marshal(journalLine{key, text})
	if err != nil {
		return err
	}
	j.rows[key] = text
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return unwritable(j.path, err)
	}
	return nil
}

// journaled is the row of the work that depends on parts: from the journal where it is there, else as measure makes it, which is kept if failed does not
// report that it has an error. Without a journal it is measured.
func journaled[Row any](j *Journal, parts []any, failed func(*Row) bool, measure func() (Row, error)) (Row, error) {
	if j == nil {
		return measure()
	}
	key, err := j.key(parts)
	if err != nil {
		var none Row
		return none, err
	}
	if text, ok := j.rows[key]; ok {
		var row Row
		if json.Unmarshal(text, &row) == nil {
			j.taken++
			return row, nil
		}
	}
	row, err := measure()
	if err == nil && !failed(&row) {
		err = j.keep(key, row)
	}
	return row, err
}

func (j *Journal) key(parts []any) (string, error) {
	text, err := json.Marshal(append([]any{j.program}, parts...))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

// identity is everything that the rows of a case depend on.
func (e *evaluator) identity(c Case, p *prepared) []any {
	w := *c.Workload
	var passes, file []byte
	for _, pass := range p.pipeline {
		passes = append(append(passes, pass.Name...), pass.Source.Text...)
	}
	if u, err := p.fn.Unit(); err == nil {
		file = u.Image(func(string) string { return "" }) // with what the file includes
	}
	w.C.FS = nil // what it has stands in file
	return []any{fmt.Sprintf("%+v", c.Variant), fmt.Sprintf("%+v", w), string(passes), file, e.measuring()}
}

// measuring is what rows depend on beside their case.
func (e *evaluator) measuring() []any {
	o, cc := e.Options, ""
	o.Stager.Watch, o.Stager.Debug = nil, stager.Debug{}
	if e.cc != nil {
		cc = e.cc.version + " " + o.CFlags
	}
	return []any{fmt.Sprintf("%+v", o.Stager), o.Disabled, o.Budget, e.ablating, o.Limit, cc, o.Explain}
}

// failed reports whether the row, or one of its sets of late values, has an error.
func (r *Result) failed() bool {
	for _, l := range r.Late {
		if l.Error != "" {
			return true
		}
	}
	return r.Error != ""
}
