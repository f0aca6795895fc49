package stager

import (
	"fmt"
	"strconv"
	"strings"

	"scf/internal/diag"
)

// Where commands stand in the source, in the manifest of a staged directory.

// manifestPlaces are places in one file, one after the other.
type manifestPlaces struct {
	File string `json:"file"`
	At   string `json:"at"` // LINE:COL, separated by spaces
}

// encodePlaces are the places, those that follow each other in one file together.
func encodePlaces(places []diag.Pos) []manifestPlaces {
	var out []manifestPlaces
	for i, p := range places {
		at := fmt.Sprintf("%d:%d", p.Line, p.Col)
		if i > 0 && places[i-1].File == p.File {
			out[len(out)-1].At += " " + at
		} else {
			out = append(out, manifestPlaces{p.File, at})
		}
	}
	return out
}

// decodePlaces are the places that encodePlaces was given; ok is false for what it does not give.
func decodePlaces(files []manifestPlaces) (places []diag.Pos, ok bool) {
	for _, f := range files {
		for _, at := range strings.Fields(f.At) {
			line, col, _ := strings.Cut(at, ":")
			l, err := strconv.Atoi(line)
			c, err2 := strconv.Atoi(col)
			if err != nil || err2 != nil {
				return nil, false
			}
			places = append(places, diag.Pos{File: f.File, Line: l, Col: c})
		}
	}
	return places, true
}
