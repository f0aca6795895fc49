package interp_test

import (
	"context"
	"testing"

	"scf/internal/testing/scfmltest"
	"scf/scfml/interp"
)

// bench runs a program on an argument. One operation is one run.
func bench(b *testing.B, src, arg string) {
	p := scfmltest.Load(b, src)
	in, v := interp.New(p), scfmltest.Arg(b, p, arg)
	b.ReportAllocs()
	var counts interp.Counts
	for b.Loop() {
		var err error
		if _, counts, err = in.Run(context.Background(), v, interp.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(counts.Total()), "ns/count")
}

func BenchmarkLoop(b *testing.B) {
	bench(b, `fun loop (n, acc) = if n = 0 then acc else loop (n - 1, acc + n)
		fun main n = loop (n, 0)`, "1000000")
}

func BenchmarkFib(b *testing.B) {
	bench(b, `fun fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)
		fun main n = fib n`, "22")
}

func BenchmarkReverse(b *testing.B) {
	bench(b, `fun make (n, l) = if n = 0 then l else make (n - 1, n :: l)
		fun reverse (l, r) = case l of [] => r | x :: l' => reverse (l', x :: r)
		fun main n = reverse (make (n, []), [])`, "100000")
}

func BenchmarkMapInserts(b *testing.B) {
	bench(b, `structure M = MapFn(type key = int type value = int)
		fun fill (n, m) = if n = 0 then m else fill (n - 1, M.insert (m, n * 7919 mod 10007, n))
		fun main n = fill (n, M.empty)`, "10000")
}

func BenchmarkDispatch(b *testing.B) {
	bench(b, `datatype e = K of int | X | Add of e * e | Sub of e * e | Mul of e * e | Neg of e
		fun eval (e, x) = case e of K n => n | X => x | Add (a, b) => eval (a, x) + eval (b, x)
			| Sub (a, b) => eval (a, x) - eval (b, x) | Mul (a, b) => eval (a, x) * eval (b, x) | Neg a => ~(eval (a, x))
		fun double (n, e) = if n = 0 then e else double (n - 1, Add (Sub (e, X), Neg (Mul (e, K 3))))
		fun main n = eval (double (n, X), 2)`, "10")
}
