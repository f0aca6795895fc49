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
	"scf/internal/ccompiler"
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

// TestHot runs a function until it is hot.
func TestHot(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{Optimizer: other{Backend: interp.New()}, HotAfter: 20 * time.Millisecond})
	values := kernel.Values{"a": 3}
	f, err := kernel.Bind[func(b, c int32) int32](k, values)
	if err != nil {
		t.Fatal(err)
	}
	cold, err := k.Specialize(t.Context(), kernel.Values{"a": 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kernel.As[func(b, c int32) int32](cold); err != nil {
		t.Fatal(err)
	}
	s, err := k.Specialize(t.Context(), values)
	if err != nil {
		t.Fatal(err)
	}
	for i := int32(0); s.Tier() != kernel.Optimized; i++ {
		if got := f(i, 1); got != 3*i+1 {
			t.Fatalf("3*%d+1 = %d", i, got)
		}
		if i%1000 == 0 && t.Context().Err() != nil {
			t.Fatal("it is not made")
		}
	}
	if f(5, 1) != 16 {
		t.Error("the optimised code")
	}
	if text := s.Explain().String(); !strings.Contains(text, "runs the optimized code, by the back end other") {
		t.Error(text)
	}
	if cold.Tier() != kernel.Specialized {
		t.Errorf("optimised code for a function that is not called\n%v", cold.Explain())
	}
	runtime.KeepAlive(k)
}

func TestOptimize(t *testing.T) {
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
	ccompiler.Need(t)
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
