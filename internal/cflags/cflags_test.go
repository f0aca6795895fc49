package cflags

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scf/internal/diag"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]Flags{
		"-Ia -I b -iquote c -isystemd -idirafter e": {Include: []string{"a", "b"}, Quote: []string{"c"}, System: []string{"d"}, After: []string{"e"}},
		"-DA -D B=1=2 -UA -D'F(x, y)=x'": {Macros: []Macro{{Name: "A", Body: "1"}, {Name: "B", Body: "1=2"}, {Name: "A", Undefined: true},
			{Name: "F", Params: "(x, y)", Body: "x"}}},
		"-include x.h -nostdinc":                                       {Files: []string{"x.h"}, NoStandard: true},
		"-Wp,-DA=2,-MD,x.d -Wall -Wextra":                              {Macros: []Macro{{Name: "A", Body: "2"}}},
		"-O2 -std=c99 -mavx2 -pthread -fno-common -g -c":               {Asked: []string{"-O2", "-std=c99", "-mavx2", "-pthread"}},
		"-isysroot /x --sysroot=/y":                                    {Asked: []string{"-isysroot", "/x", "--sysroot=/y"}},
		"-o -Ix -MF -Dy x.c -m64 -fsigned-char -fplugin=x.so -specs=y": {},
		"-x c -MMD -MP -MT -Ia -lm -L/x --param max-inline=3":          {},
	} {
		words, ok := Split(line)
		got, err := Parse(words)
		if !ok || err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v %s", line, err, cmp.Diff(want, got))
		}
	}
	for line, want := range map[string]string{
		"-I": "needs a value", "-D 3": "is no name", "-D": "needs a value", "-Dx(a": "do not end", "-Dx=\x01": "control", "-U=x": "", "-U 1": "is no name",
		"-m32": "changes what C means", "-fpack-struct=1": "changes", "-funsigned-char": "changes", "-x c++": "not C", "@flags": "not read", "--target=arm": "changes",
		"-imacros x": "the flag -imacros x changes",
	} {
		words, _ := Split(line)
		if _, err := Parse(words); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestArgs: what is written is read again, with absolute directories.
func TestArgs(t *testing.T) {
	words, _ := Split("-Ia -iquote b -isystem c -idirafter d -DA -D'B(x)=x y' -UC -include e.h -O2 -nostdinc")
	f, err := Parse(words)
	if err != nil {
		t.Fatal(err)
	}
	f.Dir = "/dir"
	got, err := Parse(f.Args())
	want := Flags{Include: []string{"/dir/a"}, Quote: []string{"/dir/b"}, System: []string{"/dir/c"}, After: []string{"/dir/d"},
		Macros: f.Macros, Files: []string{"e.h"}, Asked: []string{"-O2"}, NoStandard: true}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Error(err, cmp.Diff(want, got))
	}
}

// TestSplit: command lines are taken apart as a shell does it.
func TestSplit(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOfN(rapid.SampledFrom([]rune(`ab'"\ -=`)), 0, 12, -1).Draw(t, "line")
		words, ok := Split(line)
		out, err := exec.Command(shell, "-c", `printf '%s\n' x `+line).CombinedOutput()
		if strings.HasSuffix(line, `\`) {
			return // what follows would count
		}
		if (err == nil) != ok {
			t.Fatalf("%q: %v, the shell %v %s", line, ok, err, out)
		}
		if want := "x\n" + strings.Join(append(words, ""), "\n"); ok && string(out) != want {
			t.Fatalf("%q: %q, the shell %q", line, want, out)
		}
	})
}

// TestFind: entries of databases, and what is wrong with them.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"src/x.c", "src/y.c", "build/z.c", "build/deep/here"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ text, file, want string }{
		{`[{"directory":"DIR/build","file":"../src/x.c","command":"cc -I../inc -DA=\\\"x\\\" -c ../src/x.c"}]`, "src/x.c", `-I DIR/inc -DA="x"`},
		{`[{"directory":"DIR/build","file":"z.c","arguments":["ccache", "gcc", "-DA=a b", "-O1", "z.c"]}]`, "build/z.c", `-O1 -DA=a b`},
		{`[{"directory":".","file":"z.c","arguments":["gcc", "-D1"]}, {"directory":".", "file":"z.c", "arguments":["gcc"]}]`, "build/z.c", "1:2: the flag -D1 defines"},
		{`[{"directory":".","file":"z.c","arguments":["gcc", "-Ix"]}, {"directory":".", "file":"z.c", "arguments":["gcc"]}]`, "build/z.c", "-I DIR/build/x"},
		{`[{"directory":".","file":"z.c","command":"gcc 'z.c"}]`, "build/z.c", "1:2: a quote"},
		{`[{"directory":".","file":"z.c"}]`, "build/z.c", "neither arguments nor a command"},
		{`[{"directory":".","file":"z.c","command":"arm-none-eabi-gcc z.c"}]`, "build/z.c", "another machine"},
		{`[{"directory":".","file":"z.c","command":"x86_64-linux-gnu-gcc-12 -DA z.c"}]`, "build/z.c", "-DA=1"},
		{"[\n {\"directory\":3}]", "build/z.c", "2:15: this is no compilation database"},
		{"[\n {\"directory\"]", "build/z.c", "2:14: this is no compilation database"},
		{`{}`, "build/z.c", "this is no compilation database"},
		{`[]`, "build/z.c", "it is empty"},
		{`[{"directory":"DIR/src","file":"y.c","command":"cc"}]`, "build/y.c", "there is no such file"},
		{`[{"directory":"DIR/src","file":"z.c","command":"cc"}]`, "build/z.c", "it has DIR/src/z.c"},
		{`[{"directory":"DIR/src","file":"y.c","command":"cc"}]`, "src/x.c", "only files that the build compiles"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "build", databaseName), []byte(strings.ReplaceAll(c.text, "DIR", dir)), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Find(filepath.Join(dir, "build/deep"), filepath.Join(dir, c.file))
		got := strings.Join(f.Args(), " ")
		if err != nil {
			got = diag.Render(err)
		} else if !f.Complete {
			t.Errorf("%s: not complete", c.text)
		}
		got = strings.ReplaceAll(got, dir, "DIR")
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
	if _, err := Find(filepath.Join(dir, "src"), "x.c"); err == nil || !strings.Contains(err.Error(), "no compile_commands.json here") {
		t.Error(err)
	}
	if _, err := Find(filepath.Join(dir, "none"), "x.c"); err == nil || !strings.Contains(err.Error(), "no such directory") {
		t.Error(err)
	}
}
