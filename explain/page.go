package explain

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var pageTemplate = template.Must(template.New("page.html").Parse(pageText))

// filled is what the template shows.
type filled struct {
	*Page
	Style  template.CSS
	Script template.JS
	Lines  []line
	Above  []Note // about no line
	Blobs  []blob
}

// line is a line of the C file, with the notes about it.
type line struct {
	Number int
	Text   string
	Notes  []Note
}

// blob is data that the script decompresses when it is first asked for: JSON, by gzip, in base64.
type blob struct {
	Name string
	Data template.JS
}

// WriteHTML writes the page as one file.
func (p *Page) WriteHTML(w io.Writer) error {
	f := filled{Page: p, Style: template.CSS(pageStyle), Script: template.JS(pageScript)}
	f.Lines, f.Above = p.lines()
	for _, part := range p.parts() {
		b, err := newBlob(part.name, part.data)
		if err != nil {
			return err
		}
		f.Blobs = append(f.Blobs, b)
	}
	return pageTemplate.Execute(w, f)
}

// lines are those of the C file with what is said of them, and what is said of none.
func (p *Page) lines() (lines []line, above []Note) {
	for i, text := range strings.Split(strings.TrimRight(p.Text, "\n"), "\n") {
		lines = append(lines, line{Number: i + 1, Text: text})
	}
	for _, n := range append(p.Loops[:len(p.Loops):len(p.Loops)], p.Notes...) {
		if n.Line > 0 && n.Line <= len(lines) {
			lines[n.Line-1].Notes = append(lines[n.Line-1].Notes, n)
		} else {
			above = append(above, n)
		}
	}
	return lines, above
}

// part is data that a page asks for at a time.
type part struct {
	name string
	data any
}

// outline is what is to be known of all programs before one of them is looked at.
type outline struct {
	Choices  []Choice         `json:"choices"`
	Programs []programOutline `json:"programs"`
	Sources  []string         `json:"sources"`
}

type programOutline struct {
	Name     string       `json:"name"`
	Composed bool         `json:"composed"`
	Report   [][2]any     `json:"report"`
	Fates    map[Fate]int `json:"fates"` // how many places
}

// parts are the data of the page.
func (p *Page) parts() []part {
	o := outline{Choices: p.Choices}
	for _, s := range p.Sources {
		o.Sources = append(o.Sources, s.Name)
	}
	out := []part{{"outline", &o}, {"forms", p.Forms}, {"sources", p.Sources}}
	for i, program := range p.Programs {
		fates := map[Fate]int{}
		for _, x := range program.Places {
			fates[x.Fate]++
		}
		o.Programs = append(o.Programs, programOutline{program.Name, program.Composed, program.Report, fates})
		out = append(out, part{fmt.Sprint("program", i), program}, part{fmt.Sprint("tree", i), p.Trees[i]})
	}
	for i, r := range p.Results {
		out = append(out, part{fmt.Sprint("result", i), r})
	}
	return out
}

func newBlob(name string, data any) (blob, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	if err := json.NewEncoder(zip).Encode(data); err != nil {
		return blob{}, err
	}
	if err := zip.Close(); err != nil {
		return blob{}, err
	}
	return blob{name, template.JS(`"` + base64.StdEncoding.EncodeToString(b.Bytes()) + `"`)}, nil
}
