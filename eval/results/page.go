package results

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"scf/eval"
)

const pageFile = "index.html"

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New(pageFile).Parse(pageText))

// page is what the template shows.
type page struct {
	Machine string
	Without []string // techniques that were switched off
	Means   []eval.Summary
	Failed  []string
	Charts  []pageChart
	Tables  []*eval.Table
}

type pageChart struct {
	Name, Title, Figure, About string
	SVG                        template.HTML
}

// pageOf is the page: one file that needs no other.
func pageOf(r *eval.Report, drawn []drawing) ([]byte, error) {
	m := r.Machine
	p := page{Without: r.Disabled, Failed: r.Failures(), Tables: r.Tables()}
	p.Machine = fmt.Sprintf("%s/%s, CPUs: %d, %s", m.OS, m.Arch, m.CPUs, m.Go)
	if m.CC != "" {
		p.Machine += ", " + m.CC
	}
	for _, s := range r.Summaries() {
		if s.IsMean {
			p.Means = append(p.Means, s)
		}
	}
	for _, d := range drawn {
		p.Charts = append(p.Charts, pageChart{d.name, d.title, d.figure, d.about, template.HTML(d.svg)})
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
