package stager

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"scf/internal/diag"
)

// Where commands stand in the source, in the manifest of a staged directory.

// manifestPlaces are places in one file, one after the other.
type manifestPlaces struct {
	File string `json:"file,omitempty"` // relative to the C file; empty for that itself
	At   string `json:"at"`             // LINE:COL, separated by spaces
}

// encodePlaces are the places in a function of the C file source, those that follow each other in one file together.
func encodePlaces(places []diag.Pos, source string) []manifestPlaces {
	var out []manifestPlaces
	for i, p := range places {
		at := fmt.Sprintf("%d:%d", p.Line, p.Col)
		if i > 0 && places[i-1].File == p.File {
			out[len(out)-1].At += " " + at
		} else {
			out = append(out, manifestPlaces{relativeTo(source, p.File), at})
		}
	}
	return out
}

// relativeTo is the name of file as seen from the C file source: no path of the machine is kept, so that what is not below the C file's
// directory has its last element alone.
func relativeTo(source, file string) string {
	if file == source {
		return ""
	}
	if below, err := filepath.Rel(filepath.Dir(source), file); err == nil && filepath.IsLocal(below) {
		return filepath.ToSlash(below)
	}
	return filepath.Base(file)
}

// decodePlaces are the places that encodePlaces was given, in the C file source; ok is false for what it does not give.
func decodePlaces(files []manifestPlaces, source string) (places []diag.Pos, ok bool) {
	for _, f := range files {
		for _, at := range strings.Fields(f.At) {
			line, col, _ := strings.Cut(at, ":")
			l, err := strconv.Atoi(line)
			c, err2 := strconv.Atoi(col)
			if err != nil || err2 != nil {
				return nil, false
			}
			places = append(places, diag.Pos{File: cmp.Or(f.File, source), Line: l, Col: c})
		}
	}
	return places, true
}
