package kernel_test

import (
	"context"
	"testing"
	"time"

	"scf/kernel"
)

const convolution = `
void convolve(const float *in, float *out, int w, int h, const float *k, int n)
{
    for (int y = 0; y <= h - n; y++)
        for (int x = 0; x <= w - n; x++) {
            float sum = 0;
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    sum += k[j * n + i] * in[(y + j) * w + x + i];
            out[y * (w - n + 1) + x] = sum;
        }
}
`

// BenchmarkChecked is what checks cost a convolution: how many times longer checked code takes than unchecked, the least times of both, which are taken in turns.
func BenchmarkChecked(b *testing.B) {
	for _, backend := range []string{"native", "interp"} {
		for _, special := range []bool{false, true} {
			name, size := backend+"/general", 128
			if special {
				name = backend + "/specialized"
			}
			if backend == "interp" {
				size = 24
			}
			b.Run(name, func(b *testing.B) { benchmarkChecked(b, backend, special, size) })
		}
	}
}

func benchmarkChecked(b *testing.B, backend string, special bool, size int) {
	in, out, weights := make([]float32, size*size), make([]float32, size*size), []float32{1, 2, 1, 2, 4, 2, 1, 2, 1}
	var calls [2]func()
	for i := range calls {
		o := kernel.Options{Backend: backend, Checked: i == 1, NoOptimized: true}
		var values kernel.Values
		if special {
			o.Abstract = kernel.Abstract{"k": "[Float*]", "n": "CONSTANT"}
			values = kernel.Values{"k": weights, "n": 3}
		}
		s, err := newKernel(b, convolution, o).Specialize(context.Background(), values)
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			b.Fatal(err)
		}
		f, err := kernel.As[func(in, out []float32, w, h int32, k []float32, n int32)](s)
		if err != nil {
			b.Fatal(err)
		}
		calls[i] = func() { f(in, out, int32(size), int32(size), weights, 3) }
	}
	var least [2]time.Duration
	for b.Loop() {
		for i, call := range calls {
			begin := time.Now()
			call()
			if took := time.Since(begin); least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(least[0]), "unchecked-ns")
	b.ReportMetric(float64(least[1])/float64(least[0]), "x-checked")
}
