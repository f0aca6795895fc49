package cfront

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"scf/cfront/ctext"
	"scf/internal/diag"
	"scf/internal/textfile"
)

// This file reads the files that are included, and bounds them.

// headers are the files that are included, as a file system for cc. Each is read once, so that all readings see the same.
type headers struct {
	fsys    fs.FS // has the files that are not absolute paths; nil: the machine's
	left    int64 // bytes that may still be read
	limit   int64
	read    map[string][]byte
	asides  asides                 // what is left out of them
	refused map[string]*diag.Error // files that are there and cannot be included
}

func newHeaders(fsys fs.FS, limit int64) *headers {
	return &headers{fsys: fsys, left: limit, limit: limit, read: map[string][]byte{}, refused: map[string]*diag.Error{}}
}

// text is the text of the file at path.
func (h *headers) text(path string) ([]byte, error) {
	if text, ok := h.read[path]; ok {
		return text, nil
	}
	if err := h.refused[path]; err != nil {
		return nil, err
	}
	text, err := h.open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if textfile.IsTooLarge(err) {
		panic(beyond(diag.Pos{File: path}, "IncludeBytes", "the files that are included are larger than %s", textfile.Bytes(h.limit)))
	}
	if err != nil {
		var e *diag.Error
		if errors.As(err, &e) {
			h.refused[path] = e
		}
		return nil, err
	}
	h.left -= int64(len(text))
	text = ctext.Apply(text, utf8Prefixes(text))
	text = ctext.Apply(text, pastes(text))
	h.read[path] = text
	return text, nil
}

// open reads the file at path.
func (h *headers) open(path string) ([]byte, error) {
	if h.fsys == nil || filepath.IsAbs(path) {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return textfile.Read(path, h.left)
	}
	name := filepath.ToSlash(filepath.Clean(path))
	if _, err := fs.Stat(h.fsys, name); err != nil {
		return nil, fs.ErrNotExist
	}
	return textfile.ReadFS(h.fsys, name, path, h.left)
}

// Open implements fs.FS.
func (h *headers) Open(path string) (fs.File, error) {
	text, err := h.text(path)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return newHeader(path, bytes.Clone(text)), nil
}

// why says why a file that was not found, which an inclusion calls name, cannot be included; empty where it is not there.
func (h *headers) why(name string) string {
	name = strings.Trim(name, `"<>`)
	for path, e := range h.refused {
		if name != "" && strings.HasSuffix(path, strings.TrimLeft(name, "./")) {
			return e.Msg
		}
	}
	return ""
}

// header is an open file.
type header struct {
	bytes.Reader
	name string
}

func newHeader(name string, text []byte) *header {
	return &header{*bytes.NewReader(text), name}
}

func (h *header) Close() error               { return nil }
func (h *header) Stat() (fs.FileInfo, error) { return h, nil }
func (h *header) Name() string               { return h.name }
func (h *header) Mode() fs.FileMode          { return 0o444 }
func (h *header) ModTime() time.Time         { return time.Time{} }
func (h *header) IsDir() bool                { return false }
func (h *header) Sys() any                   { return nil }
