package scfml
import ("testing";"os";"strings")
func TestTmpC(t *testing.T){
 b,_:=os.ReadFile("../docs/language.md")
 s:=strings.Replace(string(b),"## Cost model\n\n","## Cost model\n\n"+`What a run costs is the number of operations that it does, counted by kind; `+"`stager exec -stats`"+` prints the counts. Constants,
variables and `+"`dead`"+` are free: a compiler lays constants out beforehand.

`+CostTable()+`
An example of tests and loads: on `+"`C (B, C (A, B))`"+` this function does 4 tests (C, A, C, C) and 3 loads (the first component, the
second component, and z within it).

`+"```sml"+`
datatype t = A | B | C of t * t
fun main x = case x of C (A, y) => y | C (y, C (z, _)) => z | y => y

(* input: C(B, C(A, B)) *)
(* result: A *)
`+"```"+`

`,1)
 os.WriteFile("../docs/language.md",[]byte(s),0o644)
}
