package simplify

import (
	"fmt"
	"os"
	"testing"

	"scf/scfml"
)

func TestDbgOne(t *testing.T) {
	f := os.Getenv("DBG")
	if f == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(f)
	p, _, err := scfml.Load("", scfml.Source{Name: "x", Text: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	q, r := Run(p, Options{Trace: os.Stdout})
	fmt.Println(q, "\n", r)
}
