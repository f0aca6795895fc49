package stager

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"scf/ast"
	"scf/cfront"
	"scf/internal/diag"
)

// The manifest of a staged directory: stage.json. It says what was staged, with what, and which files belong to it.

// manifestFile is the manifest's name in its directory.
const manifestFile = "stage.json"

// manifestFormat marks a staged directory's manifest, whatever its schema.
const manifestFormat = "scf staged pipeline"

// schemaVersion is the version of the manifest and of the layout of its directory.
const schemaVersion = 3

type manifest struct {
	Format     string              `json:"format"`
	Schema     int                 `json:"schema"`
	AST        int                 `json:"ast"` // the version of the tree's datatype
	ABI        string              `json:"abi"` // the target whose types the tree has
	Source     manifestSource      `json:"source"`
	Function   manifestFunction    `json:"function"`
	Parameters []manifestParameter `json:"parameters"`
	Passes     []manifestPass      `json:"passes"`
	Composed   *manifestProgram    `json:"composed,omitempty"` // all passes as one program
	Options    map[string]any      `json:"options"`            // those that differ from the default
	// Files are the names of all files of the directory, the manifest's included. Every schema has format and files, so that a
	// directory of another version can be replaced.
	Files []string `json:"files"`
}

// manifestSource is the C file.
type manifestSource struct {
	File string `json:"file"` // its name in the directory
	hashed
}

// manifestFunction is the function as staging read it, so that the late stage needs neither the headers that the file includes
// nor time to parse it.
type manifestFunction struct {
	Name string       `json:"name"`
	Site *cfront.Site `json:"site"`
	Tree string       `json:"tree"` // a value of the datatype func, as text
	// Inlined are the functions that the tree has in place of their calls.
	Inlined []string         `json:"inlined,omitempty"`
	Layouts []manifestLayout `json:"layouts,omitempty"` // of the structs that parameters reach
	Places  []manifestPlaces `json:"places,omitempty"`  // where the tree's commands stand in the source, in order (ast.Places)
}

type manifestParameter struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Abstract string `json:"abstract"`
}

type manifestPass struct {
	Name       string `json:"name"`
	From       string `json:"from"`       // the built-in name or the path of the pass
	PassSHA256 string `json:"passSha256"` // of the pass's source
	manifestProgram
}

// manifestProgram is a residual program.
type manifestProgram struct {
	Entry string `json:"entry"`
	File  string `json:"file"` // in the directory
	hashed
	Image  manifestImage `json:"image"`
	Report Report        `json:"report"`
}

// manifestImage is the image of a program (scfml.Program.Image), which is loaded in place of its text.
type manifestImage struct {
	File string `json:"file"`
	hashed
}

type hashed struct {
	SHA256 string `json:"sha256"`
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// parseManifest reads a manifest that this version wrote. Other text is an error that says what to do.
func parseManifest(path string, text []byte) (*manifest, error) {
	var head struct {
		Format string `json:"format"`
		Schema int    `json:"schema"`
		AST    int    `json:"ast"`
	}
	err := json.Unmarshal(text, &head)
	switch {
	case head.Format != manifestFormat:
		return nil, fileErrorf(path, "this is no manifest of a staged directory").WithHint("name a directory that staging wrote")
	case err != nil:
		return nil, wrongType(path, text, err)
	case head.Schema != schemaVersion || head.AST != ast.Version:
		return nil, fileErrorf(path, "another version of the stager wrote this directory (schema %d, tree datatype %d; this one reads schema %d, tree datatype %d)",
			head.Schema, head.AST, schemaVersion, ast.Version).WithHint("stage again with this version")
	}
	m := &manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, wrongType(path, text, err)
	}
	if len(m.Passes) == 0 || m.Function.Site == nil {
		return nil, damaged(path, "it names no passes or no function")
	}
	for _, name := range m.names() {
		if !filepath.IsLocal(name) || filepath.Base(name) != name || name == "." {
			return nil, damaged(path, fmt.Sprintf("it names what is no file in its directory: %q", name))
		}
	}
	return m, nil
}

// names are the names of all files that the manifest has.
func (m *manifest) names() []string {
	names := append([]string{m.Source.File}, m.Files...)
	for _, p := range m.Passes {
		names = append(names, p.File, p.Image.File)
	}
	if m.Composed != nil {
		names = append(names, m.Composed.File, m.Composed.Image.File)
	}
	return names
}

func damaged(path, why string) *diag.Error {
	return fileErrorf(path, "the staged directory is damaged: %s", why).WithHint("stage again")
}

// wrongType is the error for a manifest in which err, which reading its text gave, found a value of another type.
func wrongType(path string, text []byte, err error) *diag.Error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return damaged(path, err.Error())
	}
	fields := strings.Split(wrong.Field, ".")
	got, _, _ := strings.Cut(wrong.Value, " ") // the text of a number behind it
	e := damaged(path, fmt.Sprintf("%s has %s where %s belongs", fields[len(fields)-1], jsonWords[got], jsonWords[jsonType(wrong.Type)]))
	before := text[:min(int(wrong.Offset), len(text))]
	e.Pos.Line, e.Pos.Col = 1+bytes.Count(before, []byte("\n")), len(before)-(1+bytes.LastIndexByte(before, '\n'))
	return e
}

// jsonWords is how messages call JSON's types, by their names in errors of package json.
var jsonWords = map[string]string{
	"object": "an object", "array": "an array", "string": "a string", "number": "a number", "integer": "a whole number", "bool": "true or false",
}

// jsonType is the type that a value of type t is written as.
func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonType(t.Elem())
	case reflect.Slice:
		return "array"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int64:
		return "integer"
	}
	return "object"
}

// encode is the manifest's text.
func (m *manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// changed are the options that differ from the default, by dotted name. What serves to look on is left out.
func (o Options) changed() map[string]any {
	out := map[string]any{}
	var walk func(prefix string, v reflect.Value)
	walk = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			name, field := prefix+v.Type().Field(i).Name, v.Field(i)
			switch {
			case !v.Type().Field(i).IsExported() || field.IsZero() || field.Type() == reflect.TypeFor[Debug]():
			case field.Kind() == reflect.Struct:
				walk(name+".", field)
			case field.Kind() == reflect.Bool, field.CanInt(), field.CanFloat():
				out[name] = field.Interface()
			}
		}
	}
	walk("", reflect.ValueOf(o))
	return out
}
