package absval
import ("testing";"fmt";"pgregory.net/rapid")
func TestDbg(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := &source{rt, newWorld(Options{MaxMapKeys: 4})}
		ty := s.typ()
		v := s.value(ty)
		f, g := s.context(ty), s.context(ty)
		level := 1 + s.n(2)
		if s.w.Size(v) > 30 {return}
		for i := range 200 {
			step := f
			if i%3 == 2 { step = g }
			next := s.w.Widen(v, step(v), level)
			if i > 25 && i < 29 && s.w.Size(v)<60 { fmt.Println(i, "V", v, "\n  STEP", step(v), "\n  NEXT", next, next.node==v.node) }
			if next.node == v.node && i%3 == 2 {
				if s.w.Widen(v, f(v), level).node == v.node { return }
			}
			v = next
			if i>40 {break}
		}
		rt.Fatalf("grow")
	})
}
