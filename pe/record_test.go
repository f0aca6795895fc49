package pe

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"scf/absval"
	"scf/internal/testing/scfmltest"
	"scf/scfml/core"
)

// TestRecord: contours stand under those that called them first, and of each expression is known how often it was evaluated and decided. What is
// specialised does not depend on whether it is recorded.
func TestRecord(t *testing.T) {
	const source = `fun twice x = x + x
		fun power (x, 0) = 1 | power (x, n) = x * power (x, n - 1)
		fun main (x, n) = if n > 0 then power (x, 2) + twice n else twice 4 + twice n`
	var programs []string
	var record *Record
	for _, on := range []bool{false, true} {
		p := scfmltest.Load(t, source)
		p.Entry = p.Func("main")
		d := absval.New(absval.Options{})
		input, err := d.Parse("('Int, 'Int)", p.Entry.ArgType(), p)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Run(context.Background(), p, d, input, Options{Record: on})
		if err != nil {
			t.Fatal(err)
		}
		if on != (res.Record != nil) {
			t.Error("a record: ", res.Record != nil)
		}
		programs, record = append(programs, res.Program.String()), res.Record
	}
	if programs[0] != programs[1] {
		t.Errorf("recording changes the residual program:\n%s\n%s", programs[0], programs[1])
	}
	var contours []string
	for i, c := range record.Contours {
		if c.Parent >= i {
			t.Errorf("contour %d stands under %d", i, c.Parent)
		}
		contours = append(contours, fmt.Sprintf("%s(%s)/%d", c.Func.Name, c.Arguments, c.Parent))
	}
	const want = "main('Int, 'Int)/-1 power('Int, 2)/0 power('Int, 1)/1 power('Int, 0)/2 twice('Int)/0"
	if got := strings.Join(contours, " "); got != want {
		t.Errorf("contours: %s\nwant:     %s", got, want)
	}
	for f, n := range record.Executed {
		if f.Name != "twice" || n != 1 {
			t.Errorf("%s was executed %d times", f.Name, n)
		}
	}
	for e, fate := range record.Fates {
		if c, ok := e.(*core.CaseExpr); ok && c.Pos.Line == 2 && (fate.Evaluated != 3 || fate.Decided != 3) {
			t.Errorf("the match of power: %+v", fate)
		}
	}
}
