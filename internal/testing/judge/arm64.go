package judge

import (
	"bytes"
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
	"scf/backend/program"
)

// ARM64 is the side of machine code for arm64 that is made on this machine, whatever it is: only the code itself runs under qemu's emulation of one
// process, with a C program around it that maps it and the module's memory to where they lie here.
type ARM64 struct{ emulator, dir, loader string }

//go:embed loader/loader.c
var loaderSource []byte

// NewARM64 makes what images are run with, in the directory; what is there already from an earlier time is used. It needs Debian's gcc-aarch64-linux-gnu,
// libc6-dev-arm64-cross and qemu-user.
func NewARM64(dir string) (*ARM64, error) {
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		return nil, err
	}
	a := &ARM64{emulator: emulator, dir: dir, loader: filepath.Join(dir, "loader")}
	if _, err := os.Stat(a.loader); err == nil {
		return a, nil
	}
	cmd := exec.Command(crossCompiler, "-static", "-O1", "-w", "-x", "c", "-", "-o", a.loader, "-lm")
	cmd.Stdin = bytes.NewReader(loaderSource)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", crossCompiler, err, out)
	}
	return a, nil
}

// crossCompiler makes the loader.
const crossCompiler = "aarch64-linux-gnu-gcc"

// Name is arm64.
func (a *ARM64) Name() string { return "arm64" }

// textBase is where the code lies: where neither Go nor a C program that is linked statically has memory.
const textBase = 1 << 36

// Main runs the program.
func (a *ARM64) Main(ctx context.Context, u *ast.Unit, prefixes []string) (program.End, error) {
	hosts := backend.Hosts{}
	for _, prefix := range prefixes {
		hosts[prefix+"sum"] = sum(prefix, nil) // which the loader has, too
	}
	m, _, err := program.Run{Hosts: hosts}.ModuleOf(u)
	if err != nil {
		return program.End{}, err
	}
	f, err := program.Entry(m)
	if err != nil {
		return program.End{}, err
	}
	image, err := native.ARM64(ctx, m, f.Tree, textBase)
	if err != nil {
		return program.End{}, err
	}
	file, err := os.CreateTemp(a.dir, "image")
	if err != nil {
		return program.End{}, err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(imageFile(m, image, prefixes))
	if err := errors.Join(err, file.Close()); err != nil {
		return program.End{}, err
	}
	return a.run(ctx, file.Name())
}

// loaderRefused is how the loader ends, after a message, where it does not have a function.
const loaderRefused = 4

// run is what the program in the image prints.
func (a *ARM64) run(ctx context.Context, image string) (program.End, error) {
	var messages strings.Builder
	cmd := exec.CommandContext(ctx, a.emulator, a.loader, image)
	cmd.Stderr = &messages
	out, err := cmd.Output()
	var exit *exec.ExitError
	end := program.End{Out: string(out), Status: cmd.ProcessState.ExitCode()}
	message := strings.TrimSpace(messages.String()) // of the loader: programs have no way to write there
	switch {
	case ctx.Err() != nil:
		return end, ctx.Err()
	case message != "" && end.Status == loaderRefused:
		return program.End{}, errors.New(message)
	case message != "" || end.Status < 0:
		return end, &Broken{fmt.Sprintf("%v: %s", err, message)}
	case errors.As(err, &exit):
		return end, nil
	}
	return end, err
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
