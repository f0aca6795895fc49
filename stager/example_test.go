package stager_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"scf/stager"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// The early stage and the late stage in one process.
func Example() {
	ctx := context.Background()

	fn, err := stager.ReadC(ctx, "../examples/mul_add.c", "", stager.CConfig{})
	check(err)
	pipeline, err := stager.ParsePipeline("cnp,cpp,dae")
	check(err)
	early, err := fn.ParseAbstract(map[string]string{"a": "CONSTANT"})
	check(err)
	staged, err := stager.Stage(ctx, fn, pipeline, early, stager.Options{})
	check(err)

	late, err := fn.ParseLate(map[string]string{"a": "0"})
	check(err)
	result, err := staged.Run(ctx, late)
	check(err)
	text, err := result.C(stager.Output{})
	check(err)
	fmt.Printf("%s", text)

	// Output:
	// int mul_add(int x, int y, int a)
	// {
	//     return y;
	// }
}

// A staged pipeline is saved by one process and used by another.
func ExampleOpen() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)

	fn, err := stager.ReadC(ctx, "../examples/mul_add.c", "mul_add", stager.CConfig{})
	check(err)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	check(err)
	early, err := fn.ParseAbstract(map[string]string{"a": "1|3"})
	check(err)
	staged, err := stager.Stage(ctx, fn, pipeline, early, stager.Options{})
	check(err)
	check(staged.Save(filepath.Join(dir, "mul_add.staged")))

	opened, err := stager.Open(ctx, filepath.Join(dir, "mul_add.staged"), stager.Limits{})
	check(err)
	for _, a := range []string{"1", "3"} {
		late, err := opened.Function.ParseLate(map[string]string{"a": a})
		check(err)
		result, err := opened.Run(ctx, late)
		check(err)
		text, err := result.C(stager.Output{})
		check(err)
		fmt.Printf("%s", text)
	}

	// Output:
	// int mul_add(int x, int y, int a)
	// {
	//     int v = x + y;
	//     return v;
	// }
	// int mul_add(int x, int y, int a)
	// {
	//     int u = x * 3;
	//     int v = u + y;
	//     return v;
	// }
}

// The stager specialises any SCF-ML program.
func ExampleSpecialize() {
	p, _, err := stager.ReadProgram("testdata/power.scf-ml", "")
	check(err)
	s, err := stager.Specialize(context.Background(), p, "(Int, 3)", stager.Options{})
	check(err)
	fmt.Print(s.Program)
	fmt.Println(s.Result)

	// Output:
	// fun power (x : int, n : int) : int = x * (x * x)
	// 'Int
}

// What a pointer reaches is constant too: memory that does not change, here a Go struct with a slice.
func ExampleFunction_Late() {
	ctx := context.Background()

	fn, err := stager.ParseC(context.Background(), "filter.c", []byte(`
struct filter { int gain; const int *taps; int length; };

int filter(const struct filter *f, const int *x)
{
    int sum = x[0] * f->taps[0] + x[1] * f->taps[1];
    return sum * f->gain;
}
`), "filter", stager.CConfig{})
	check(err)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	check(err)
	early, err := fn.ParseAbstract(map[string]string{"f": "{gain:Int, taps:[Int*], length:Int}"})
	check(err)
	staged, err := stager.Stage(ctx, fn, pipeline, early, stager.Options{})
	check(err)

	type Filter struct {
		Gain   int32
		Taps   []int32
		Length int `c:"length"`
	}
	late, err := fn.Late(map[string]any{"f": Filter{Gain: 8, Taps: []int32{1, 4}, Length: 2}})
	check(err)
	fmt.Println(late["f"])
	result, err := staged.Run(ctx, late)
	check(err)
	text, err := result.C(stager.Output{As: "filter_8"})
	check(err)
	fmt.Printf("%s", text[len(fn.Source):])

	// Output:
	// {gain:8, taps:[1,4], length:2}
	//
	// int filter_8(const struct filter *f, const int *x)
	// {
	//     int sum = x[0] + (x[1] << 2);
	//     return sum << 3;
	// }
}

// Helper functions are inlined before the passes run.
func ExampleFunction_Inline() {
	fn, err := stager.ParseC(context.Background(), "clamp.c", []byte(`
static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

int brighten(int v, int by) { return clamp(v + by, 0, 255); }
`), "brighten", stager.CConfig{})
	check(err)
	fn, err = fn.Inline(stager.Inlining{Names: []string{"clamp"}})
	check(err)
	pipeline, err := stager.ParsePipeline(stager.DefaultPipeline)
	check(err)
	late, err := fn.Late(map[string]any{"by": 0})
	check(err)
	result, err := stager.RunUnstaged(context.Background(), fn, pipeline, late)
	check(err)
	text, err := result.C(stager.Output{As: "brighten_0"})
	check(err)
	fmt.Printf("%s", text[len(fn.Source):])

	// Output:
	// int brighten_0(int v, int by) {
	//     return v < 0 ? 0 : v > 255 ? 255 : v;
	// }
}
