package scfml_test

import (
	"context"
	"fmt"
	"log"

	"scf/scfml"
)

// A program is loaded, and run on a value that is given as text.
func Example() {
	const source = `datatype tree = Leaf | Node of tree * int * tree
		fun sum Leaf = 0 | sum (Node (l, n, r)) = sum l + n + sum r`
	p, _, err := scfml.Load("sum", scfml.Source{Name: "sum.scf-ml", Text: source})
	if err != nil {
		log.Fatal(err)
	}
	tree, err := scfml.ParseValue("Node (Node (Leaf, 1, Leaf), 2, Leaf)", p.Entry.ArgType(), p)
	if err != nil {
		log.Fatal(err)
	}
	result, counts, err := scfml.NewInterp(p).Run(context.Background(), tree, scfml.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %d operations\n", scfml.FormatValue(result), counts.Total())
	// Output: 3, 19 operations
}

// A mistake is an error with its place, and what Load accepts may still have warnings.
func ExampleLoad() {
	_, _, err := scfml.Load("", scfml.Source{Name: "prog.scf-ml", Text: "fun main n = n + true"})
	fmt.Println(err)
	// Output: prog.scf-ml:1:18: the right operand of + is of type bool, but here it takes int
}
