package judge

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"scf/ast"
	"scf/backend"
	"scf/backend/mem"
	"scf/backend/native"
	"scf/internal/ccompiler"
)

// ARM64 is the side of machine code for arm64 that is made on this machine, whatever it is: only the code itself runs under qemu's emulation of one
// process, with a C program around it that maps it and the module's memory to where they lie here.
type ARM64 struct{ emulator, loader, image string }

//go:embed loader/loader.c
var loaderSource []byte

// test is what NewARM64 needs of a testing.TB.
type test interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skip(args ...any)
	TempDir() string
}

// NewARM64 makes what images are run with. The test is skipped where Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user are missing.
func NewARM64(t test) *ARM64 {
	t.Helper()
	compiler := ccompiler.NeedTool(t, "aarch64-linux-gnu-gcc")
	dir := t.TempDir()
	a := &ARM64{emulator: ccompiler.NeedTool(t, "qemu-aarch64"), loader: filepath.Join(dir, "loader"), image: filepath.Join(dir, "image")}
	cmd := exec.Command(compiler, "-static", "-O1", "-w", "-x", "c", "-", "-o", a.loader, "-lm")
	cmd.Stdin = strings.NewReader(string(loaderSource))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return a
}

// Name is arm64.
func (a *ARM64) Name() string { return "arm64" }

// textBase is where the code lies: where neither Go nor a C program that is linked statically has memory.
const textBase = 1 << 36

// Main runs the program.
func (a *ARM64) Main(ctx context.Context, u *ast.Unit, prefixes []string) (string, error) {
	hosts := backend.Hosts{}
	for _, prefix := range prefixes {
		hosts[prefix+"sum"] = sum(prefix, nil) // which the loader has, too
	}
	m, _, err := Run{Hosts: hosts}.ModuleOf(u)
	if err != nil {
		return "", err
	}
	f, ok := m.Function("main")
	if !ok || f.Tree == nil {
		return "", errors.New("there is no main")
	}
	image, err := native.ARM64(ctx, m, f.Tree, textBase)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(a.image, imageFile(m, image, prefixes), 0o600); err != nil {
		return "", err
	}
	return a.run(ctx)
}

// How the loader ends.
const (
	loaderTrapped = 3
	loaderRefused = 4
)

// run is what the program in the image prints.
func (a *ARM64) run(ctx context.Context) (string, error) {
	var messages strings.Builder
	cmd := exec.CommandContext(ctx, a.emulator, a.loader, a.image)
	cmd.Stderr = &messages
	out, err := cmd.Output()
	var exit *exec.ExitError
	message := strings.TrimSpace(messages.String())
	switch {
	case ctx.Err() != nil:
		return string(out), ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == loaderRefused:
		return "", errors.New(message)
	case errors.As(err, &exit):
		return string(out), &Broken{fmt.Sprintf("%v: %s", err, message)}
	}
	return string(out), err
}

// imageFile is the form that the loader reads (loader.c: head, segments, functions).
func imageFile(m *backend.Module, image native.Image, prefixes []string) []byte {
	var out []byte
	word := func(w uint64) { out = binary.LittleEndian.AppendUint64(out, w) }
	segment := func(at uint64, bytes []byte) {
		word(at)
		word(uint64(len(bytes)))
		out = append(out, bytes...)
		out = append(out, make([]byte, -len(bytes)&7)...)
	}
	memory := m.Memory()
	word(0)
	word(image.Base + uint64(image.Entry))
	word(uint64(1 + len(memory)))
	word(uint64(len(image.Hosts)))
	segment(image.Base, image.Text)
	for _, r := range memory {
		segment(r.Lo, mem.Bytes(r.Lo, int(r.Hi-r.Lo)))
	}
	traces := map[string]uint64{}
	for _, prefix := range prefixes {
		traces[prefix+"sum"], _ = m.Address("", prefix+"trace")
	}
	for _, f := range image.Hosts {
		var name [48]byte
		copy(name[:47], f.Name)
		out = append(out, name[:]...)
		word(traces[f.Name])
	}
	return out
}
