package passes

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"strings"

	"scf/scfml"
	"scf/scfml/core"
	"scf/scfml/image"
)

// Passes as they are loaded: a text takes a tenth of a second to be parsed and checked, its image a few milliseconds. `go test ./passes -run Images
// -update` makes the images anew. As long as that has not been done since a text was changed, the text is what counts.

//go:embed images
var images embed.FS

// Load is p as a program, new each time.
func (p Pass) Load() (*core.Program, error) {
	sources := p.Sources()
	if program, ok := p.fromImage(sources); ok {
		return program, nil
	}
	program, _, err := scfml.Load(Entry, sources...)
	return program, err
}

// fromImage is the program of p's image, if that is of these sources.
func (p Pass) fromImage(sources []scfml.Source) (*core.Program, bool) {
	encoded, err := images.ReadFile(p.imageFile())
	if err != nil {
		return nil, false
	}
	encoded, ok := bytes.CutPrefix(encoded, sumOf(sources))
	if !ok {
		return nil, false
	}
	program, err := image.DecodeWhole(encoded)
	return program, err == nil
}

// imageFile is where p's image is: what its sources amount to (sumOf), then the image.
func (p Pass) imageFile() string { return "images/" + strings.ReplaceAll(p.Name, "/", "-") }

// sumOf tells sources from all others.
func sumOf(sources []scfml.Source) []byte {
	h := sha256.New()
	for _, s := range sources {
		for _, part := range []string{s.Name, s.Text} {
			sum := sha256.Sum256([]byte(part))
			h.Write(sum[:])
		}
	}
	return h.Sum(nil)
}
