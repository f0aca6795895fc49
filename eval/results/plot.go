package results

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// How a chart is drawn: a dot for each number, a line of the chart for each row, series told apart by colour and form.

// series is a number for each row; NaN where there is none.
type series struct {
	name   string
	values []float64
}

// drawing is a chart with its numbers.
type drawing struct {
	chart
	rows   []string // from the top
	series []series
	svg    []byte
}

// Colours that are told apart with any kind of colour vision (Okabe and Ito), on light and dark ground.
var colours = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 255}, color.RGBA{0xD5, 0x5E, 0x00, 255}, color.RGBA{0x00, 0x9E, 0x73, 255},
	color.RGBA{0xCC, 0x79, 0xA7, 255}, color.RGBA{0xE6, 0x9F, 0x00, 255}, color.RGBA{0x56, 0xB4, 0xE9, 255},
}

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.PlusGlyph{},
}

// sans is the variant of a font that has no serifs.
const sans = "Sans"

// faint is what is hardly seen.
var faint = color.NRGBA{0x80, 0x80, 0x80, 0x50}

const (
	width     = 8 * vg.Inch
	rowHeight = 0.22 * vg.Inch
	margins   = 1.1 * vg.Inch
)

// draw draws the chart as SVG.
func (d *drawing) draw() error {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.Title.Text, p.X.Label.Text = d.title, d.axis
	p.Title.Padding = vg.Points(6)
	for _, f := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font} {
		f.Variant = sans
	}
	names := slices.Clone(d.rows)
	slices.Reverse(names) // the axis goes upwards
	p.NominalY(names...)
	if d.log {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	}
	p.Add(&guides{rows: len(d.rows), at: d.reference})
	legend := plot.NewLegend()
	legend.TextStyle.Font.Variant, legend.Padding = sans, vg.Points(3)
	for i, s := range d.series {
		dots, err := plotter.NewScatter(s.points())
		if err != nil {
			return fmt.Errorf("chart %s: %w", d.name, err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: colours[i%len(colours)], Radius: vg.Points(3.2), Shape: glyphs[i%len(glyphs)]}
		p.Add(dots)
		legend.Add(s.name, dots)
	}
	d.bounds(p)
	legendHeight := vg.Length(len(d.series))*vg.Points(17) + vg.Points(6)
	canvas := vgsvg.New(width, vg.Length(len(d.rows))*rowHeight+margins+legendHeight)
	whole := draw.New(canvas)
	p.Draw(draw.Crop(whole, 0, -vg.Points(8), legendHeight, 0))
	legend.Left = true
	legend.Draw(draw.Crop(whole, vg.Points(12), 0, 0, legendHeight-whole.Max.Y+whole.Min.Y))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	d.svg = themed(b.String(), d.title)
	return nil
}

// points are those of the rows that have a number, the first row at the top.
func (s *series) points() plotter.XYs {
	var out plotter.XYs
	for i, v := range s.values {
		if !math.IsNaN(v) {
			out = append(out, plotter.XY{X: v, Y: float64(len(s.values) - 1 - i)})
		}
	}
	return out
}

// bounds sets the ends of the axes: a little more than all numbers and the reference.
func (d *drawing) bounds(p *plot.Plot) {
	p.Y.Min, p.Y.Max = -0.6, float64(len(d.rows))-0.4
	low, high := d.reference, d.reference
	for _, s := range d.series {
		for _, v := range s.values {
			if !math.IsNaN(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	if d.log {
		p.X.Min, p.X.Max = low/1.15, high*1.15
		return
	}
	pad := 0.03 * math.Max(high-low, 0.01)
	p.X.Min, p.X.Max = low-pad, high+pad
}

// logTicks are 1, 2 and 5 times the powers of ten.
func logTicks(low, high float64) []plot.Tick {
	var out []plot.Tick
	for decade := math.Floor(math.Log10(low)); decade <= math.Log10(high); decade++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, decade); v >= low && v <= high {
				out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
			}
		}
	}
	return out
}

// guides are the faint lines that lead from the names to the dots, and the line at the reference.
type guides struct {
	rows int
	at   float64
}

// Plot draws the lines. It implements plot.Plotter.
func (g *guides) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := range g.rows {
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.5)}, c.Min.X, y(float64(i)), c.Max.X, y(float64(i)))
	}
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(0.75), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}},
		x(g.at), c.Min.Y, x(g.at), c.Max.Y)
}

// themed makes of a drawing one in the colour of the text around it, which scales, and that a screen reader names.
func themed(svg, title string) []byte {
	if i := strings.Index(svg, "<svg"); i > 0 {
		svg = svg[i:]
	}
	head, rest, _ := strings.Cut(svg, ">")
	head = size.ReplaceAllString(head, "")
	for _, black := range []string{"#000000", "#000"} {
		rest = strings.ReplaceAll(rest, ":"+black+";", ":currentColor;")
	}
	name := template.HTMLEscapeString(title)
	return []byte(head + ` role="img" aria-label="` + name + `"><title>` + name + "</title>" + rest)
}

// size is what gives a drawing one size, beside the box of its coordinates.
var size = regexp.MustCompile(` (width|height)="[^"]*"`)
