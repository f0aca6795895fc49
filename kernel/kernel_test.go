package kernel_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"scf/backend"
	"scf/internal/testing/tier"
	"scf/kernel"
	"scf/stager"
)

const mulAdd = "int mul_add(int a, int b, int c) {\n    return a * b + c;\n}\n"

func newKernel(t testing.TB, source string, o kernel.Options) *kernel.Kernel {
	t.Helper()
	k, err := kernel.New(t.Context(), "test.c", []byte(source), o)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// stagedMulAdd is mul_add, staged for any a.
var stagedMulAdd = sync.OnceValues(func() (*stager.Staged, error) {
	ctx := context.Background()
	f, err := stager.ParseC(ctx, "mul_add.c", []byte(mulAdd), "", stager.CConfig{})
	if err != nil {
		return nil, err
	}
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		return nil, err
	}
	early, err := f.ParseAbstract(map[string]string{"a": "CONSTANT"})
	if err != nil {
		return nil, err
	}
	return stager.Stage(ctx, f, pipeline, early, stager.Options{})
})

// mulAddDir is a directory with it.
func mulAddDir(t testing.TB) string {
	t.Helper()
	staged, err := stagedMulAdd()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "staged")
	if err := staged.Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// mulAddKernel is a kernel of it.
func mulAddKernel(t testing.TB, o kernel.Options) *kernel.Kernel {
	t.Helper()
	k, err := kernel.Open(t.Context(), mulAddDir(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestBind(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{})
	for _, a := range []int32{0, 1, 3, -7} {
		all, err := kernel.Bind[func(a, b, c int32) int32](k, kernel.Values{"a": a})
		if err != nil {
			t.Fatal(err)
		}
		rest, err := kernel.Bind[func(b, c int32) int32](k, kernel.Values{"a": a})
		if err != nil {
			t.Fatal(err)
		}
		s, err := k.Specialize(t.Context(), kernel.Values{"a": a})
		if err != nil || s.Err() != nil || s.Tier() != kernel.Specialized {
			t.Fatalf("%v, %v\n%v", err, s.Err(), s.Explain())
		}
		for _, b := range []int32{0, 5, -2, math.MaxInt32} {
			if want := a*b + 9; all(a, b, 9) != want || rest(b, 9) != want {
				t.Errorf("%d*%d+9 = %d, %d", a, b, all(a, b, 9), rest(b, 9))
			}
		}
	}
}

// TestConstantCode checks that a func with constants has no use for what it is given for them, whichever code runs.
func TestConstantCode(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{})
	s, err := k.Specialize(t.Context(), kernel.Values{"a": 2})
	if err != nil {
		t.Fatal(err)
	}
	f, err := kernel.As[func(a, b, c int32) int32](s)
	if err != nil {
		t.Fatal(err)
	}
	if got := f(100, 5, 1); got != 11 || s.Tier() != kernel.Specialized {
		t.Errorf("%d\n%v", got, s.Explain())
	}
	general, err := kernel.Bind[func(a, b, c int32) int32](k, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := general(100, 5, 1); got != 501 {
		t.Errorf("%d", got)
	}
}

// TestConstantMemory is that for memory: what is left of it in the code, here t[i], is that of the constant.
func TestConstantMemory(t *testing.T) {
	const look = "int look(const int *t, int n, int i) { int s = 0; for (int k = 0; k < n; k++) s += t[k]; return t ? s + t[i] : -1; }"
	k, err := kernel.New(t.Context(), "look.c", []byte(look), kernel.Options{Abstract: kernel.Abstract{"t": "[Int*]", "n": "CONSTANT"}})
	if err != nil {
		t.Fatal(err)
	}
	values := kernel.Values{"t": []int32{1, 2, 3}, "n": 3}
	all, err := kernel.Bind[func(t []int32, n, i int32) int32](k, values)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := kernel.Bind[func(i int32) int32](k, values)
	if err != nil {
		t.Fatal(err)
	}
	check := func() {
		t.Helper()
		for i, want := range []int32{7, 8, 9} {
			i := int32(i)
			if got := []int32{rest(i), all([]int32{100, 200, 300}, 2, i), all(nil, 0, i)}; got[0] != want || got[1] != want || got[2] != want {
				t.Errorf("look(%d) = %v, and not %d", i, got, want)
			}
		}
	}
	check() // of the general code, as a rule
	s, err := k.Specialize(t.Context(), values)
	if err != nil || s.Tier() != kernel.Specialized {
		t.Fatalf("%v, %v", err, s.Explain())
	}
	check()
}

const sums = `struct point { int x; double y; };
struct config { short n; unsigned char scale, shift; const int *weights; };
int calls;
int sum(const struct config *c, const int *v, int n) {
    int s = 0;
    calls++;
    for (int i = 0; i < n; i++)
        s += v[i] * c->weights[i % c->n] * c->scale >> c->shift;
    return s;
}
double far(struct point *p, int n) {
    double d = 0;
    for (int i = 0; i < n; i++) { d += p[i].x * p[i].y; p[i].x = -p[i].x; }
    return d;
}
int letters(const char *s, unsigned long n) { int k = 0; for (unsigned long i = 0; i < n; i++) k += s[i] >= 'a'; return k; }
void upper(char *s, unsigned long n) { for (unsigned long i = 0; i < n; i++) if (s[i] >= 'a') s[i] -= 32; }
struct point both(struct point p) { return p; }
float half(float x, _Bool up) { return up ? x * 2 : x / 2; }
void *same(void *p) { return p; }
`

type config struct {
	N            int16
	Scale, Shift uint8
	Weights      []int32
}

// TestMemoryConstants has constants in memory, left out and given.
// TestTables: values lead into const variables of the file, by their names.
func TestTables(t *testing.T) {
	const source = `struct ring { int v; const struct ring *next; };
static const struct ring R[] = { { 1, &R[1] }, { 2, &R[2] }, { 3, &R[0] } };
struct at { const struct ring *r; int n; };
int sum(const struct at *a, int x) { int s = 0; const struct ring *r = a->r; for (int i = 0; i < a->n; i++, r = r->next) s = s * 10 + r->v; return s * x; }`
	for _, o := range []kernel.Options{{Abstract: kernel.Abstract{"a": "{r:&R[0]|&R[1], n:Int}"}}, {NoSpecialized: true, Tables: []string{"R"}}} {
		k, err := kernel.New(t.Context(), "ring.c", []byte(source), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []any{map[string]any{"r": "&R[1]", "n": 5}, struct {
			R string
			N int
		}{"&R[1]", 5}} {
			f, err := kernel.Bind[func(x int32) int32](k, kernel.Values{"a": a})
			if err != nil {
				t.Fatal(err)
			}
			if got := f(2); got != 46246 {
				t.Errorf("%d, not 46246", got)
			}
		}
	}
	k, err := kernel.New(t.Context(), "ring.c", []byte(source), kernel.Options{NoSpecialized: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = kernel.Bind[func(x int32) int32](k, kernel.Values{"a": map[string]any{"r": "&R[1]", "n": 5}}); err == nil || !strings.Contains(err.Error(), "table") {
		t.Errorf("a table that the code does not have: %v", err)
	}
	if _, err := kernel.New(t.Context(), "ring.c", []byte(source), kernel.Options{Tables: []string{"Q"}}); err == nil || !strings.Contains(err.Error(), "Q is no array") {
		t.Errorf("no such table: %v", err)
	}
}

func TestMemoryConstants(t *testing.T) {
	tier.Standard(t, "it stages")
	tier.Same(t)
	k := newKernel(t, sums, kernel.Options{Func: "sum", Abstract: kernel.Abstract{"c": "{n:Int, scale:Int, shift:Int, weights:[Int*]}"}})
	values := kernel.Values{"c": config{N: 3, Scale: 2, Shift: 1, Weights: []int32{1, 10, 100}}}
	want := int32(1*1*2>>1 + 2*10*2>>1 + 3*100*2>>1 + 4*1*2>>1)
	for _, o := range []string{"general", "specialized"} {
		f, err := kernel.Bind[func(v []int32, n int32) int32](k, values)
		if err != nil {
			t.Fatal(err)
		}
		if got := f([]int32{1, 2, 3, 4}, 4); got != want {
			t.Errorf("%s: %d, want %d", o, got, want)
		}
		if s, err := k.Specialize(t.Context(), values); err != nil || s.Err() != nil {
			t.Fatal(err, s.Err())
		}
	}
	var calls int
	if err := k.Get("calls", &calls); err != nil || calls != 2 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestTypes(t *testing.T) {
	type point struct {
		X int32
		Y float64
	}
	bind := func(name string) *kernel.Kernel { return newKernel(t, sums, kernel.Options{Func: name}) }
	far, err := kernel.Bind[func(p []point, n int32) float64](bind("far"), nil)
	if err != nil {
		t.Fatal(err)
	}
	ps := []point{{1, 2}, {3, 0.5}}
	if got := far(ps, 2); got != 3.5 || ps[1].X != -3 {
		t.Errorf("%v %v", got, ps)
	}
	letters, err := kernel.Bind[func(s string, n uint64) int32](bind("letters"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := letters("abC d", 5); got != 3 {
		t.Errorf("%d", got)
	}
	upper, err := kernel.Bind[func(ctx context.Context, s []byte, n uint64) error](bind("upper"), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("hello")
	if err := upper(t.Context(), text, 4); err != nil || string(text) != "HELLo" {
		t.Errorf("%v %s", err, text)
	}
	half, err := kernel.Bind[func(x float32, up bool) float32](bind("half"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if half(3, true) != 6 || half(3, false) != 1.5 {
		t.Error("half")
	}
	same, err := kernel.Bind[func(p *point) unsafe.Pointer](bind("same"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if same(&ps[0]) != unsafe.Pointer(&ps[0]) {
		t.Error("same")
	}
}

// wrong is the error of binding the function as an F.
func wrong[F any](t *testing.T, name string) string {
	t.Helper()
	_, err := kernel.Bind[F](newKernel(t, sums, kernel.Options{Func: name}), nil)
	if err == nil {
		return "no error"
	}
	return err.Error()
}

func TestWrongTypes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{wrong[func(p []int32, n int32) float64](t, "far"), "far cannot be a func([]int32, int32) float64: parameter p: C wants struct point *, and not []int32: struct point has 16 bytes, and int32 has 4"},
		{wrong[func(p unsafe.Pointer, n int64) float64](t, "far"), "parameter n: C has int here, which is int32 in Go, and not int64"},
		{wrong[func(p unsafe.Pointer, n int32)](t, "far"), "C's function gives double, and the Go func nothing"},
		{wrong[func(p unsafe.Pointer, n int32) int64](t, "far"), "the result: C has double here, which is float64 in Go, and not int64"},
		{wrong[func(p unsafe.Pointer) float64](t, "far"), "it has 1 parameter: C's function has (struct point *p, int n)"},
		{wrong[func(s string, n uint64)](t, "upper"), "which it may write to: give a []byte"},
		{wrong[func(s []int16, n uint64) int32](t, "letters"), "C wants const char *, and not []int16"},
		{wrong[func(p unsafe.Pointer) unsafe.Pointer](t, "both"), "it returns a struct"},
		{wrong[int](t, "far"), "int is not a func type"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s\nwant %s", c.got, c.want)
		}
	}
}

func TestWrongValues(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{})
	for want, v := range map[string]kernel.Values{
		"has no parameter d":  {"d": 1},
		"is out of the range": {"a": int64(1) << 40},
	} {
		if _, err := k.Specialize(t.Context(), v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestRefused has constants that nothing was staged for: the general code runs, and the reason is there.
func TestRefused(t *testing.T) {
	tier.Same(t)
	k := newKernel(t, mulAdd, kernel.Options{Abstract: kernel.Abstract{"a": "CONSTANT(0|1)"}})
	s, err := k.Specialize(t.Context(), kernel.Values{"a": 2})
	if err != nil {
		t.Fatal(err)
	}
	f, err := kernel.As[func(b, c int32) int32](s)
	if err != nil {
		t.Fatal(err)
	}
	if f(20, 2) != 42 || s.Tier() != kernel.General || s.Err() == nil {
		t.Errorf("%d\n%v", f(20, 2), s.Explain())
	}
	if text := s.Explain().String(); !strings.Contains(text, "mul_add with a=2 runs the general code") || !strings.Contains(text, "specialized: there is none: ") {
		t.Error(text)
	}
}

func TestTiersSwitchedOff(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{NoSpecialized: true})
	s, err := k.Specialize(t.Context(), kernel.Values{"a": 2})
	if err != nil || s.Tier() != kernel.General {
		t.Errorf("%v", err)
	}
	k = mulAddKernel(t, kernel.Options{NoGeneral: true})
	f, err := kernel.Bind[func(a, b, c int32) int32](k, kernel.Values{"a": 2})
	if err != nil || f(100, 5, 1) != 11 {
		t.Errorf("%v", err)
	}
	k = mulAddKernel(t, kernel.Options{NoGeneral: true, NoSpecialized: true})
	if _, err := kernel.Bind[func(a, b, c int32) int32](k, kernel.Values{"a": 2}); err == nil {
		t.Error("code of nothing")
	}
}

func TestHosts(t *testing.T) {
	tier.Same(t)
	source := "int twice(int);\nextern int base;\nint f(int a, int b) { return twice(a) + b + base; }\n"
	base := int32(1000)
	k := newKernel(t, source, kernel.Options{Func: "f", Abstract: kernel.Abstract{"b": "CONSTANT"}, Hosts: kernel.Hosts{
		"twice": func(x int32) (int32, error) {
			if x < 0 {
				return 0, errors.New("too small")
			}
			return 2 * x, nil
		}, "base": &base,
	}})
	if err := k.Missing(); err != nil {
		t.Fatal(err)
	}
	f, err := kernel.Bind[func(a int32) (int32, error)](k, kernel.Values{"b": 5})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f(10); got != 1025 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	if _, err := f(-1); err == nil || !strings.Contains(err.Error(), "too small") {
		t.Error(err)
	}
	if err := newKernel(t, source, kernel.Options{Func: "f"}).Missing(); err == nil || !strings.Contains(err.Error(), "twice") || !strings.Contains(err.Error(), "base") {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	k := newKernel(t, "int f(int a, int b) { for (; b > 0;) a++; return a / b; }\n", kernel.Options{Backend: "interp", Steps: 1 << 20})
	f, err := kernel.Bind[func(a, b int32) (int32, error)](k, nil)
	if err != nil {
		t.Fatal(err)
	}
	var fault *backend.Fault
	if _, err := f(1, 0); !errors.As(err, &fault) || fault.Kind != backend.DivisionByZero {
		t.Error(err)
	}
	for _, b := range kernel.Backends() {
		for _, op := range []string{"/", "%"} {
			if b.Available() != nil {
				continue
			}
			f, err := kernel.Bind[func(a, b int32) (int32, error)](newKernel(t, "int f(int a, int b) { return a "+op+" b; }\n", kernel.Options{Backend: b.Name()}), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f(7, 0); !errors.As(err, &fault) || fault.Kind != backend.DivisionByZero || fault.Pos.Line != 1 {
				t.Errorf("%s: 7 %s 0: %v", b.Name(), op, err)
			}
			if got, err := f(math.MinInt32, -1); err != nil || op == "/" && got != math.MinInt32 || op == "%" && got != 0 {
				t.Errorf("%s: the least int %s -1: %d, %v", b.Name(), op, got, err)
			}
		}
	}
	long, err := kernel.Bind[func(ctx context.Context, a, b int32) (int32, error)](newKernel(t, "int f(int a, int b) { for (; b > 0;) a++; return a / b; }\n", kernel.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := long(ctx, 1, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestOpen(t *testing.T) {
	dir := mulAddDir(t)
	fromDir, err := kernel.Open(t.Context(), dir, kernel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fromFS, err := kernel.OpenFS(t.Context(), os.DirFS(filepath.Dir(dir)), "staged", kernel.Options{Func: "mul_add"})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*kernel.Kernel{fromDir, fromFS} {
		s, err := k.Specialize(t.Context(), kernel.Values{"a": 3})
		if err != nil || s.Err() != nil {
			t.Fatal(err, s.Err())
		}
		f, err := kernel.As[func(b, c int32) int32](s)
		if err != nil || f(4, 5) != 17 {
			t.Errorf("%v", err)
		}
	}
	if _, err := kernel.Open(t.Context(), dir, kernel.Options{Func: "other"}); err == nil {
		t.Error("another function")
	}
}

func TestCache(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{Cache: kernel.NewCache(4)})
	first, err := kernel.Bind[func(b, c int32) int32](k, kernel.Values{"a": 100})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		for a := range 8 {
			if _, err := k.Specialize(t.Context(), kernel.Values{"a": a}); err != nil {
				t.Fatal(err)
			}
			if _, err := k.Specialize(t.Context(), kernel.Values{"a": a}); err != nil {
				t.Fatal(err)
			}
		}
		want := kernel.Stats{Hits: 8 * int64(round+1), Misses: 1 + 8*int64(round+1), Evictions: 8*int64(round+1) - 3, Entries: 4}
		if got := k.Cache().Stats(); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	k.Cache().Clear()
	if got := k.Cache().Stats(); got.Entries != 0 || got.Evictions != got.Misses {
		t.Errorf("%+v", got)
	}
	runtime.GC()
	if first(2, 1) != 201 {
		t.Error("what fell out of the cache does not run")
	}
}

// TestSingle specialises to one constant from many goroutines: it is made once.
func TestSingle(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{})
	var wait sync.WaitGroup
	made := make(chan *kernel.Specialization, 16)
	for range 16 {
		wait.Go(func() {
			s, err := k.Specialize(context.Background(), kernel.Values{"a": 5})
			if err != nil {
				t.Error(err)
			}
			made <- s
		})
	}
	wait.Wait()
	close(made)
	first := <-made
	for s := range made {
		if s != first {
			t.Error("made twice")
		}
	}
	if n := len(first.Explain().Steps); n != 1 {
		t.Errorf("%d steps", n)
	}
}

// TestConcurrent specialises, binds and calls at once.
func TestConcurrent(t *testing.T) {
	k := mulAddKernel(t, kernel.Options{Cache: kernel.NewCache(8)})
	var wait sync.WaitGroup
	for g := range int32(8) {
		wait.Go(func() {
			for i := range int32(60) {
				a := (g*7 + i) % 20
				f, err := kernel.Bind[func(b, c int32) int32](k, kernel.Values{"a": a})
				if err != nil {
					t.Error(err)
					return
				}
				for b := range int32(20) {
					if got := f(b, i); got != a*b+i {
						t.Errorf("%d*%d+%d = %d", a, b, i, got)
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

// TestFreed checks that what nothing leads to is freed, and nothing else is.
func TestFreed(t *testing.T) {
	f, err := kernel.Bind[func(b, c int32) int32](mulAddKernel(t, kernel.Options{}), kernel.Values{"a": 6})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		runtime.GC()
		if f(7, 0) != 42 {
			t.Fatal("the kernel of a func is gone")
		}
	}
}

// TestMoreThanStaged: fields of a Go struct that the function was not staged for are no constants of the code, and lie where it reads them.
func TestMoreThanStaged(t *testing.T) {
	const source = `struct options { int size; const char *name; struct { int deep, other; } in[2]; };
int f(const struct options *o, int i) { return o->size * i + o->in[1].deep + (o->name ? o->name[1] : -1); }`
	type in struct{ Deep, Other int32 }
	type options struct {
		Size int32
		Name *string
		In   []in
	}
	k, err := kernel.New(t.Context(), "f.c", []byte(source), kernel.Options{Abstract: kernel.Abstract{"o": "{size:Int, in:[{deep:Int},{deep:Int}]}"}})
	if err != nil {
		t.Fatal(err)
	}
	name := "xyz"
	for _, c := range []struct {
		o    options
		want int32
	}{
		{options{3, nil, []in{{1, 2}, {50, 4}}}, 3*7 + 50 - 1},
		{options{4, &name, []in{{1, 2}, {60, 5}}}, 4*7 + 60 + 'y'},
		{options{4, nil, []in{{1, 2}, {60, 5}}}, 4*7 + 60 - 1},
	} {
		s, err := k.Specialize(t.Context(), kernel.Values{"o": c.o})
		if err != nil || s.Err() != nil || s.Tier() != kernel.Specialized {
			t.Fatalf("%+v: %v, %v\n%v", c.o, err, s.Err(), s.Explain())
		}
		f, err := kernel.As[func(i int32) int32](s)
		if err != nil {
			t.Fatal(err)
		}
		if got := f(7); got != c.want {
			t.Errorf("%+v: %d, and not %d", c.o, got, c.want)
		}
	}
	// Calls may differ in the other fields, and change them.
	const counting = "struct state { int step; int count; }; int f(struct state *s) { return s->count += s->step; }"
	type state struct{ Step, Count int32 }
	c, err := kernel.New(t.Context(), "f.c", []byte(counting), kernel.Options{Abstract: kernel.Abstract{"s": "{step:Int}"}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := kernel.Bind[func(s *state) int32](c, kernel.Values{"s": state{3, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, wait := range []bool{false, true} {
		if wait {
			if s, err := c.Specialize(t.Context(), kernel.Values{"s": state{3, 0}}); err != nil || s.Tier() != kernel.Specialized {
				t.Fatal(err, s.Explain())
			}
		}
		if s := (state{3, 10}); f(&s) != 13 || f(&s) != 16 || s.Count != 16 {
			t.Errorf("count is %d", s.Count)
		}
	}
	if s, err := k.Specialize(t.Context(), kernel.Values{"o": options{Size: 3}}); err != nil || s.Err() == nil {
		t.Errorf("in[1].deep is not given: %v", err)
	}
}
