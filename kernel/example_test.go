package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"scf/backend"
	"scf/kernel"
	"scf/stager"
)

// dot is what a program would have in a file of its own, with //go:embed.
var dot = []byte(`
int dot(const int *weights, const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += weights[i] * v[i];
    return sum;
}
`)

// Which parameters will be constant is known when the program starts, and to what later: then there is a func for them.
func Example() {
	k, err := kernel.New(context.Background(), "dot.c", dot, kernel.Options{Abstract: kernel.Abstract{"weights": "[Int*]", "n": "CONSTANT"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, weights := range [][]int32{{3, 0, 1}, {1, 1}} {
		dot, err := kernel.Bind[func(v []int32) int32](k, kernel.Values{"weights": weights, "n": len(weights)})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(dot([]int32{2, 5, 7}))
	}
	// Output:
	// 13
	// 7
}

// The func may have the constant parameters, too; what they are given does not matter.
func ExampleBind() {
	k, err := kernel.New(context.Background(), "scale.c", []byte("long scale(int a, int x) { return (long)a * x; }"), kernel.Options{Abstract: kernel.Abstract{"a": "CONSTANT"}})
	if err != nil {
		log.Fatal(err)
	}
	short, err := kernel.Bind[func(x int32) int64](k, kernel.Values{"a": 7})
	if err != nil {
		log.Fatal(err)
	}
	whole, err := kernel.Bind[func(a, x int32) int64](k, kernel.Values{"a": 7})
	if err != nil {
		log.Fatal(err)
	}
	_, err = kernel.Bind[func(x int64) int64](k, kernel.Values{"a": 7})
	fmt.Println(short(6), whole(7, 6))
	fmt.Println(err)
	// Output:
	// 42 42
	// scale cannot be a func(int64) int64: parameter x: C has int here, which is int32 in Go, and not int64
}

// Without constants a func runs the C function as it is. A context ends a call that runs long, if the func takes one and gives an error.
func ExampleBind_context() {
	source := "int wait(const int *flag) { int n = 0; while (!*flag) n++; return n; }"
	k, err := kernel.New(context.Background(), "wait.c", []byte(source), kernel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	wait, err := kernel.Bind[func(ctx context.Context, flag *int32) (int32, error)](k, nil)
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = wait(ctx, new(int32))
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	// Output: true
}

// Specialize waits for the code that is made for the constants.
func ExampleKernel_Specialize() {
	ctx := context.Background()
	k, err := kernel.New(ctx, "dot.c", dot, kernel.Options{Abstract: kernel.Abstract{"weights": "[Int*]", "n": "CONSTANT"}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := k.Specialize(ctx, kernel.Values{"weights": []int32{0, 0, 1}, "n": 3})
	if err != nil {
		log.Fatal(err)
	}
	if s.Err() != nil { // the func works all the same
		fmt.Println("not specialised:", s.Err())
	}
	dot, err := kernel.As[func(v []int32) int32](s)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dot([]int32{2, 5, 7}), s.Tier())
	// Output: 7 specialized
}

// Constants are Go values: of structs the fields are found by their names.
func ExampleValues() {
	source := `
struct options { _Bool fold; unsigned char other; const char *letters; };

// how many of the n characters of text are one of the letters
int count(const struct options *o, const char *text, long n)
{
    int found = 0;
    for (long i = 0; i < n; i++) {
        char c = text[i];
        if (o->fold && c >= 'A' && c <= 'Z')
            c += 'a' - 'A';
        for (const char *l = o->letters; *l; l++)
            found += c == *l;
    }
    return found;
}
`
	type options struct {
		Fold    bool
		Other   uint8
		Letters string
	}
	k, err := kernel.New(context.Background(), "count.c", []byte(source), kernel.Options{Abstract: kernel.Abstract{"o": "{fold:Int, other:Int, letters:[Int*]}"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range []options{{Letters: "aeiou"}, {Fold: true, Letters: "aeiou"}} {
		count, err := kernel.Bind[func(text string, n int64) int32](k, kernel.Values{"o": o})
		if err != nil {
			log.Fatal(err)
		}
		text := "An Example Of Constants"
		fmt.Println(count(text, int64(len(text))))
	}
	// Output:
	// 4
	// 7
}

// What a C file declares and does not define the program gives: functions, which may end the call with an error, and variables.
func ExampleHosts() {
	source := `
extern int limit;
int next(void);

int sum(void)
{
    int all = 0;
    for (int i = 0; i < limit; i++)
        all += next();
    return all;
}
`
	numbers := []int32{3, 4, 5}
	limit := int32(2)
	next := func() (int32, error) {
		if len(numbers) == 0 {
			return 0, errors.New("there are no more numbers")
		}
		n := numbers[0]
		numbers = numbers[1:]
		return n, nil
	}
	k, err := kernel.New(context.Background(), "sum.c", []byte(source), kernel.Options{Hosts: kernel.Hosts{"limit": &limit, "next": next}})
	if err != nil {
		log.Fatal(err)
	}
	sum, err := kernel.Bind[func() (int32, error)](k, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sum())
	_, err = sum()
	fmt.Println(err)
	// Output:
	// 7 <nil>
	// sum.c:9:9: a function of the program failed in sum: there are no more numbers
}

// A kernel has one instance of the file's variables.
func ExampleKernel_Get() {
	source := `
static int table[4] = {1, 2, 3, 4};
int look(int i) { static int calls; calls++; return table[i & 3]; }
`
	k, err := kernel.New(context.Background(), "look.c", []byte(source), kernel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	look, err := kernel.Bind[func(i int32) int32](k, nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := k.Set("table", [4]int32{10, 20, 30, 40}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(look(1), look(2))
	var calls int
	if err := k.Get("look.calls", &calls); err != nil {
		log.Fatal(err)
	}
	fmt.Println(calls, "calls")
	// Output:
	// 20 30
	// 2 calls
}

// A cache, of one kernel or of several, bounds how many specialisations are kept. Funcs live on.
func ExampleCache() {
	ctx := context.Background()
	cache := kernel.NewCache(2)
	k, err := kernel.New(ctx, "scale.c", []byte("int scale(int a, int x) { return a * x; }"), kernel.Options{Abstract: kernel.Abstract{"a": "CONSTANT"}, Cache: cache})
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range []int{1, 2, 2, 3, 1} {
		if _, err := k.Specialize(ctx, kernel.Values{"a": a}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("%+v\n", cache.Stats())
	// Output: {Hits:1 Misses:4 Evictions:2 Entries:2}
}

func ExampleSpecialization_Explain() {
	ctx := context.Background()
	k, err := kernel.New(ctx, "scale.c", []byte("int scale(int a, int x) { return a * x; }"), kernel.Options{Abstract: kernel.Abstract{"a": "CONSTANT(2|3)"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range []int{2, 4} {
		s, err := k.Specialize(ctx, kernel.Values{"a": a})
		if err != nil {
			log.Fatal(err)
		}
		e := s.Explain() // as text it says more: which back end, how long it took
		fmt.Printf("%s with %s runs the %s code\n", e.Function, e.Constants, e.Tier)
		if err := s.Err(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// scale with a=2 runs the specialized code
	// scale with a=4 runs the general code
	// scale.c: the value 4 of parameter a is not among those that scale was staged for: CONSTANT(2|3)
}

// Checked code ends a call that leaves the memory which it was given with an error that names the C line.
func ExampleOptions_checked() {
	k, err := kernel.New(context.Background(), "dot.c", dot, kernel.Options{Checked: true})
	if err != nil {
		log.Fatal(err)
	}
	dot, err := kernel.Bind[func(weights, v []int32, n int32) (int32, error)](k, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dot([]int32{3, 0, 1}, []int32{2, 5, 7}, 3))
	_, err = dot([]int32{3, 0, 1}, []int32{2, 5, 7}, 4)
	fmt.Println(err)
	var fault *backend.Fault
	fmt.Println(errors.As(err, &fault) && fault.Kind == backend.OutOfBounds)
	// Output:
	// 13 <nil>
	// dot.c:6:9: an access outside of the memory that was given in dot
	// true
}

// A program need not stage when it starts: `stager dot.c --abstract 'weights=[Int*]' --abstract n -o dot.staged` does it when it is built. So does
// package stager.
func ExampleOpen() {
	ctx := context.Background()
	f, err := stager.ParseC(ctx, "dot.c", dot, "dot", stager.CConfig{})
	if err != nil {
		log.Fatal(err)
	}
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	if err != nil {
		log.Fatal(err)
	}
	abstract, err := f.ParseAbstract(kernel.Abstract{"weights": "[Int*]", "n": "CONSTANT"})
	if err != nil {
		log.Fatal(err)
	}
	staged, err := stager.Stage(ctx, f, pipeline, abstract, stager.Options{})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := staged.Save(filepath.Join(dir, "dot.staged")); err != nil {
		log.Fatal(err)
	}

	k, err := kernel.Open(ctx, filepath.Join(dir, "dot.staged"), kernel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	dot, err := kernel.Bind[func(v []int32) int32](k, kernel.Values{"weights": []int32{3, 0, 1}, "n": 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dot([]int32{2, 5, 7}))
	// Output: 13
}
