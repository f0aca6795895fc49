package dse
import ("testing";"fmt";"time";"scf/passes";"scf/scfml";"scf/absval")
func TestScratchPasses(t *testing.T) {
	for _, p := range passes.All() {
		prog,_,err := scfml.Load("", p.Sources()...)
		if err!=nil {t.Fatal(err)}
		t0:=time.Now()
		out, r := Run(prog, absval.New(absval.Options{}), Options{})
		fmt.Println(p.Name, r, time.Since(t0), scfml.Verify(out), len(prog.Funcs))
	}
}
