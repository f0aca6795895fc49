package kernel_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"scf/ast"
	"scf/backend"
	"scf/backend/interp"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/kernel"
)

// other is interp under another name.
type other struct {
	backend.Backend
	unavailable, refuses error
}

func (other) Name() string       { return "other" }
func (o other) Available() error { return o.unavailable }

func (o other) Compile(ctx context.Context, m *backend.Module, f *ast.Func, opts backend.Options) (backend.Code, error) {
	if o.refuses != nil {
		return nil, o.refuses
	}
	return interp.New().Compile(ctx, m, f, opts)
}

const weighText = "int weigh(int a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a * i ^ s >> 3; return s; }"

func weigh(a, n int32) (s int32) {
	for i := range n {
		s += a*i ^ s>>3
	}
	return s
}

// TestHot runs a function until it is hot. One that is not called stays as it is.
func TestHot(t *testing.T) {
	tier.Standard(t, "it waits and measures")
	tier.Same(t)
	k, err := kernel.New(t.Context(), "weigh.c", []byte(weighText), kernel.Options{
		Abstract: kernel.Abstract{"a": "CONSTANT"}, Optimizer: other{Backend: interp.New()}, HotAfter: 20 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	var specialized []*kernel.Specialization
	var funcs []func(n int32) int32
	for a := range 2 {
		s, err := k.Specialize(t.Context(), kernel.Values{"a": a})
		if err != nil {
			t.Fatal(err)
		}
		f, err := kernel.As[func(n int32) int32](s)
		if err != nil {
			t.Fatal(err)
		}
		specialized, funcs = append(specialized, s), append(funcs, f)
	}
	cold, hot := specialized[0], specialized[1]
	for i := int32(0); hot.Tier() != kernel.Optimized; i++ {
		if got, want := funcs[1](100000+i%10), weigh(1, 100000+i%10); got != want {
			t.Fatalf("%d instead of %d", got, want)
		}
		if i%1000 == 0 && t.Context().Err() != nil {
			t.Fatal("it is not made")
		}
	}
	if funcs[1](500) != weigh(1, 500) {
		t.Error("the optimised code")
	}
	if text := hot.Explain().String(); !strings.Contains(text, "runs the optimized code, by the back end other") {
		t.Error(text)
	}
	if cold.Tier() != kernel.Specialized {
		t.Errorf("optimised code for a function that is not called\n%v", cold.Explain())
	}
	runtime.KeepAlive(k)
}

func TestOptimize(t *testing.T) {
	tier.Same(t)
	for _, c := range []struct {
		options kernel.Options
		want    string
	}{
		{kernel.Options{Optimizer: other{Backend: interp.New()}}, ""},
		{kernel.Options{Optimizer: other{Backend: interp.New()}, NoOptimized: true}, "switched off"},
		{kernel.Options{Optimizer: other{unavailable: errors.New("no compiler")}}, "the back end other is not available: no compiler"},
		{kernel.Options{Optimizer: other{refuses: errors.New("not this one")}}, "not this one"},
	} {
		s, err := mulAddKernel(t, c.options).Specialize(t.Context(), kernel.Values{"a": 3})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Optimize(t.Context())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		if f, err := kernel.As[func(b, c int32) int32](s); err != nil || f(2, 1) != 7 {
			t.Errorf("%v", err)
		}
	}
}

// TestEveryBackend runs one kernel in every back end that is available, with optimised code by the C compiler behind it.
func TestEveryBackend(t *testing.T) {
	tier.Standard(t, "it stages")
	toolchain.Compiler(t)
	for _, b := range kernel.Backends() {
		if err := b.Available(); err != nil {
			t.Logf("%s: %v", b.Name(), err)
			continue
		}
		s, err := mulAddKernel(t, kernel.Options{Backend: b.Name()}).Specialize(t.Context(), kernel.Values{"a": 3})
		if err != nil || s.Err() != nil || s.Explain().Backend != b.Name() {
			t.Fatal(b.Name(), err, s.Err())
		}
		f, err := kernel.As[func(b, c int32) int32](s)
		if err != nil || f(5, 1) != 16 {
			t.Errorf("%s: %v", b.Name(), err)
		}
		err = s.Optimize(t.Context())
		switch {
		case err != nil && strings.Contains(err.Error(), "is not available"):
			t.Log(err)
		case err != nil || s.Tier() != kernel.Optimized || s.Explain().Backend != "c" || f(6, 1) != 19:
			t.Errorf("%s: %v\n%v", b.Name(), err, s.Explain())
		}
	}
}
