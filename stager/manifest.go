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
	"slices"
	"strings"

	"scf/ast"
	"scf/cfront/splice"
	"scf/internal/diag"
)

// The manifest of a staged directory: stage.json. It says what was staged, with what, and which files belong to it.

// manifestFormat marks a staged directory's manifest, whatever its schema.
const manifestFormat = "scf staged pipeline"

// schemaVersion is the version of the manifest and of the layout of its directory.
const schemaVersion = 11

type manifest struct {
	Format     string              `json:"format"`
	Schema     int                 `json:"schema"`
	AST        int                 `json:"ast"` // the version of the tree's datatype
	ABI        string              `json:"abi"` // the target whose types the tree has
	Source     manifestSource      `json:"source"`
	Function   manifestFunction    `json:"function"`
	Unit       string              `json:"unit"` // the file with what the function needs to run (ast.Unit.Image)
	Parameters []manifestParameter `json:"parameters"`
	Passes     []manifestPass      `json:"passes"`
	Composed   *manifestProgram    `json:"composed,omitempty"` // all passes as one program
	Options    map[string]any      `json:"options"`            // those that differ from the default
	// Files are the files of the directory, the manifest's excepted. Every schema from 4 on has format, files and seal.
	Files []manifestFile `json:"files"`
}

// manifestFile is a file of the directory.
type manifestFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// manifestSource is the C file.
type manifestSource struct {
	File string `json:"file"` // its name in the directory
}

// manifestFunction is the function as staging read it, so that the late stage needs neither the headers that the file includes
// nor time to parse it.
type manifestFunction struct {
	Name string       `json:"name"`
	Site *splice.Site `json:"site"`
	Tree string       `json:"tree"` // a value of the datatype func or prog, as text
	// Inlined are the functions that the tree has in place of their calls.
	Inlined []string `json:"inlined,omitempty"`
	// Callees are where the functions stand that the tree, then of prog, has beside the first.
	Callees []*splice.Site `json:"callees,omitempty"`
	// Passed is how many variables each of these has as parameters behind its own.
	Passed  []int            `json:"passed,omitempty"`
	Layouts []manifestLayout `json:"layouts,omitempty"` // of the structs that parameters reach
	// Reached are those that all types of the function and its callees reach, where addresses are passed for references.
	Reached []manifestLayout `json:"reached,omitempty"`
	// Functions are those that constant pointers may lead to.
	Functions []manifestPointee `json:"functions,omitempty"`
	// Numbers are the integers that the source has names for, but for those of system headers.
	Numbers map[string]int64 `json:"numbers,omitempty"`
	Places  []manifestPlaces `json:"places,omitempty"` // where the tree's commands stand in the source, in order (ast.Places)
}

type manifestParameter struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Abstract string `json:"abstract"`
	// Variable tells that it is a variable that lives as long as the program, Initial that it is const and has an initialiser, Table that
	// pointers lead into it by its name, and Array, of an array, how many elements it has.
	Variable bool   `json:"variable,omitempty"`
	Initial  bool   `json:"initial,omitempty"`
	Table    bool   `json:"table,omitempty"`
	Array    *int64 `json:"array,omitempty"`
}

type manifestPass struct {
	Name       string `json:"name"`
	From       string `json:"from"`             // the built-in name, or that of the file of a user's own pass
	Source     string `json:"source,omitempty"` // the file in the directory with the source of a user's own pass
	PassSHA256 string `json:"passSha256"`       // of the pass's source
	// Reports is the pass's function reports.
	Reports *programFiles `json:"reports,omitempty"`
	manifestProgram
}

// programFiles are the files in the directory that a program is in.
type programFiles struct {
	File  string `json:"file"`
	Image string `json:"image"` // with its image (image.Encode), which is loaded in place of its text
}

// manifestProgram is a residual program.
type manifestProgram struct {
	Entry string `json:"entry"`
	programFiles
	Report Report `json:"report"`
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// manifestHead is what every version's manifest has.
type manifestHead struct {
	Format string `json:"format"`
	Schema int    `json:"schema"`
	AST    int    `json:"ast"`
}

// parseManifest reads a manifest that this version wrote. Other text is an error that says what to do.
func parseManifest(path string, text []byte) (*manifest, error) {
	var head manifestHead
	err := json.Unmarshal(text, &head)
	switch {
	case head.Format != manifestFormat:
		return nil, fileErrorf(path, "this is no manifest of a staged directory").WithHint("name a directory that staging wrote")
	case err != nil:
		return nil, wrongType(path, text, err)
	case head.Schema != schemaVersion || head.AST != ast.Version:
		return nil, fileErrorf(path, "another version of the stager wrote this directory (schema %d, tree datatype %d; this one reads schema %d, tree datatype %d)",
			head.Schema, head.AST, schemaVersion, ast.Version).WithHint("stage again with this version")
	case !isSealed(text):
		return nil, damaged(path, "the file is not the one that was written")
	}
	m := &manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, wrongType(path, text, err)
	}
	if len(m.Passes) == 0 || m.Function.Site == nil {
		return nil, damaged(path, "it names no passes or no function")
	}
	if err := checkNames(m.Files); err != nil {
		return nil, damaged(path, err.Error())
	}
	return m, nil
}

// checkNames reports whether each of the files may be in a staged directory, and only once.
func checkNames(files []manifestFile) error {
	seen := map[string]bool{strings.ToLower(manifestName): true}
	for _, f := range files {
		if !filepath.IsLocal(f.Name) || filepath.Base(f.Name) != f.Name || f.Name == "." || strings.ContainsAny(f.Name, "/\\\x00") {
			return fmt.Errorf("it names what is no file in its directory: %q", f.Name)
		}
		if folded := strings.ToLower(f.Name); seen[folded] {
			return fmt.Errorf("it names %q twice", f.Name)
		} else {
			seen[folded] = true
		}
	}
	return nil
}

// The seal is the manifest's last member: the hash of the text before it.
const sealStart, sealEnd = ",\n  \"seal\": \"", "\"\n}\n"

// seal is text, an object without a seal, with one.
func seal(text []byte) []byte {
	body := bytes.TrimSuffix(text, []byte("\n}\n"))
	return slices.Concat(body, []byte(sealStart+hash(body)+sealEnd))
}

// isSealed reports whether text is as it was sealed.
func isSealed(text []byte) bool {
	at := bytes.LastIndex(text, []byte(sealStart))
	return at >= 0 && bytes.Equal(text, seal(text[:at]))
}

func damaged(path, why string) *diag.Error {
	return fileErrorf(path, "the staged directory is damaged: %s", why).WithHint("remove the directory and stage again")
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
	return seal(append(text, '\n')), err
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
			case v.Type().Field(i).Anonymous:
				walk(prefix, field)
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
