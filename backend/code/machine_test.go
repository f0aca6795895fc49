package code

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
)

var update = flag.Bool("update", false, "assemble testdata/*/*.s anew")

// assemblers are the commands that turn testdata into machine code.
var assemblers = map[string][2]string{
	"amd64": {"as", "objcopy"},
	"arm64": {"aarch64-linux-gnu-as", "aarch64-linux-gnu-objcopy"},
}

// TestMachineCode checks that the machine code in testdata is that of the text beside it.
func TestMachineCode(t *testing.T) {
	for arch, tools := range assemblers {
		if runtime.GOOS != "linux" || tools[0] == "as" && runtime.GOARCH != arch {
			continue
		}
		if _, err := exec.LookPath(tools[0]); err != nil {
			continue
		}
		files, err := filepath.Glob(filepath.Join("testdata", arch, "*.s"))
		if err != nil || len(files) == 0 && arch == runtime.GOARCH {
			t.Fatalf("nothing in testdata for %s: %v", arch, err)
		}
		for _, file := range files {
			assemble(t, tools, file)
		}
	}
}

func assemble(t *testing.T, tools [2]string, file string) {
	object, text := filepath.Join(t.TempDir(), "x.o"), filepath.Join(t.TempDir(), "x.bin")
	for _, args := range [][]string{{tools[0], "-o", object, file}, {tools[1], "-O", "binary", "-j", ".text", object, text}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	got, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	stored := file[:len(file)-2] + ".bin"
	if *update {
		if err := os.WriteFile(stored, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(stored); !bytes.Equal(got, want) {
		t.Errorf("%s is not what %s says; run with -update", stored, file)
	}
}

// machine is memory for code, for one test.
type machine struct{ *Arena }

func newMachine(t testing.TB) machine {
	a, err := NewArena(1 << 20)
	if err != nil {
		t.Skip(err)
	}
	return machine{a}
}

// load is the function of testdata with a name, for this machine.
func (m machine) load(t testing.TB, name string, n Native) *Code {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", runtime.GOARCH, name+".bin"))
	if err != nil {
		t.Fatal(err)
	}
	if n.Region, err = m.Install(text, nil); err != nil {
		t.Fatal(err)
	}
	return Machine(n)
}

// bound is code as a func.
func bound[F any](t testing.TB, c *Code) F {
	t.Helper()
	return Func[F](closure[F](t, c))
}

func closure[F any](t testing.TB, c *Code) *Closure {
	t.Helper()
	sig, err := Analyze(reflect.TypeFor[F]())
	if err != nil {
		t.Fatal(err)
	}
	return Bind(sig, c)
}
