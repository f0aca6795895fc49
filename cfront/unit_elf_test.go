package cfront

import (
	"bytes"
	"debug/elf"
	bin "encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/ast"
	"scf/internal/diag"
	"scf/internal/testing/toolchain"
)

// objectFile is what gcc makes of a file: its variables, their bytes and the addresses in them.
type objectFile struct {
	file    *elf.File
	symbols []elf.Symbol
	data    map[elf.SectionIndex][]byte
	relocs  map[elf.SectionIndex]map[uint64]destination
}

// destination is where an address points to: a place in a section, or a symbol that is not defined.
type destination struct {
	section elf.SectionIndex
	name    string // of a symbol that is not defined
	offset  int64
}

// compiled is the object file of a text.
func compiled(t testing.TB, src string) (*objectFile, error) {
	cc := toolchain.Compiler(t)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "x.c"), filepath.Join(dir, "x.o")
	if err := os.WriteFile(in, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(cc, "-c", "-O0", "-w", "-fwrapv", "-fno-common", "-fno-toplevel-reorder", "-fno-pic", "-fno-merge-constants", "-o", out, in)
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s", text)
	}
	file, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	o := &objectFile{file: file, data: map[elf.SectionIndex][]byte{}, relocs: map[elf.SectionIndex]map[uint64]destination{}}
	o.symbols, _ = file.Symbols()
	for i, s := range file.Sections {
		at := elf.SectionIndex(i)
		switch {
		case s.Type == elf.SHT_NOBITS:
			o.data[at] = make([]byte, s.Size)
		case s.Type == elf.SHT_RELA:
			o.readRelocs(t, s)
		default:
			o.data[at], _ = s.Data()
		}
	}
	return o, nil
}

func (o *objectFile) readRelocs(t testing.TB, s *elf.Section) {
	raw, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	at := map[uint64]destination{}
	o.relocs[elf.SectionIndex(s.Info)] = at
	for ; len(raw) >= 24; raw = raw[24:] {
		info := bin.LittleEndian.Uint64(raw[8:])
		sym := o.symbols[info>>32-1]
		to := destination{section: sym.Section, offset: int64(bin.LittleEndian.Uint64(raw[16:]))}
		if sym.Section == elf.SHN_UNDEF {
			to.name = sym.Name
		} else {
			to.offset += int64(sym.Value)
		}
		at[bin.LittleEndian.Uint64(raw)] = to
	}
}

// named are the symbols of a variable or function; static variables of functions have a number behind their names.
func (o *objectFile) named(name string, local bool) []elf.Symbol {
	var out []elf.Symbol
	for _, s := range o.symbols {
		base, number, _ := strings.Cut(s.Name, ".")
		if base == name && local == (number != "") && s.Section != elf.SHN_UNDEF {
			out = append(out, s)
		}
	}
	return out
}

// difference says how the object file has v otherwise than the unit; empty if it has it so.
func (o *objectFile) difference(u *ast.Unit, v *ast.Variable) string {
	why := "gcc has no such variable"
	for _, s := range o.named(v.Name, v.Func != "") {
		if why = o.differs(u, v, s); why == "" {
			return ""
		}
	}
	return why
}

func (o *objectFile) differs(u *ast.Unit, v *ast.Variable, s elf.Symbol) string {
	switch {
	case int64(s.Size) != v.Size:
		return fmt.Sprintf("its size is %d, not %d", s.Size, v.Size)
	case s.Value%uint64(v.Align) != 0 || o.file.Sections[s.Section].Addralign < uint64(v.Align):
		return fmt.Sprintf("its alignment is not %d", v.Align)
	}
	count := 0
	for at := range o.relocs[s.Section] {
		if s.Value <= at && at < s.Value+s.Size {
			count++
		}
	}
	if count != len(v.Addresses) {
		return fmt.Sprintf("it has %d addresses, not %d", count, len(v.Addresses))
	}
	return o.differsAt(u, v, s.Section, int64(s.Value))
}

// differsAt says how what lies at a place is not v.
func (o *objectFile) differsAt(u *ast.Unit, v *ast.Variable, section elf.SectionIndex, at int64) string {
	want := make([]byte, v.Size)
	copy(want, v.Init)
	data := o.data[section]
	if at < 0 || at+v.Size > int64(len(data)) {
		return fmt.Sprintf("%s does not lie at %d", v.Name, at)
	}
	if got := data[at : at+v.Size]; !bytes.Equal(got, want) {
		return fmt.Sprintf("%s begins with %x, not %x", v.Name, got, want)
	}
	for _, a := range v.Addresses {
		to, ok := o.relocs[section][uint64(at+a.Offset)]
		if !ok {
			return fmt.Sprintf("%s has no address at %d", v.Name, a.Offset)
		}
		if why := o.wrongTarget(u, a, to); why != "" {
			return fmt.Sprintf("%s, offset %d: %s", v.Name, a.Offset, why)
		}
	}
	return ""
}

func (o *objectFile) wrongTarget(u *ast.Unit, a ast.Address, to destination) string {
	if to.name != "" {
		if to.name != a.Of || to.offset != a.Addend || u.Extern(a.Of) == nil {
			return fmt.Sprintf("it is the address of %s+%d, not %v", to.name, to.offset, a)
		}
		return ""
	}
	if v := u.Variable("", a.Of); v != nil && strings.HasPrefix(a.Of, "#") {
		return o.differsAt(u, v, to.section, to.offset-a.Addend)
	}
	for _, s := range o.named(a.Of, a.Func != "") {
		if s.Section == to.section && int64(s.Value)+a.Addend == to.offset {
			return ""
		}
	}
	return fmt.Sprintf("it is the address of %v, not %v", to, a)
}

// checkUnit compares the variables of a file with gcc's.
func checkUnit(t *testing.T, src string) *ast.Unit {
	t.Helper()
	u := unitOf(t, src)
	o, err := compiled(t, src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	for i := range u.Variables {
		if v := &u.Variables[i]; !strings.HasPrefix(v.Name, "#") {
			if why := o.difference(u, v); why != "" {
				t.Errorf("%s %s: %s\n%s", v.Func, v.Name, why, src)
			}
		}
	}
	for _, s := range o.symbols {
		name, number, _ := strings.Cut(s.Name, ".")
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && number == "" && u.Variable("", name) == nil {
			t.Errorf("the unit has no variable %s\n%s", name, src)
		}
	}
	return u
}

// unitOf is the unit of a text, of the roots.
func unitOf(t *testing.T, src string, roots ...string) *ast.Unit {
	t.Helper()
	f, err := Parse(t.Context(), "x.c", []byte(src), Options{})
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), src)
	}
	u, err := f.Unit(roots...)
	if err != nil {
		t.Fatalf("%s\n%s", diag.Render(err), src)
	}
	if err := u.Verify(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	checkImage(t, u)
	return u
}

// checkImage checks that u is read from its image as it is.
func checkImage(t *testing.T, u *ast.Unit) {
	t.Helper()
	image := u.Image(same)
	again, err := ast.ReadUnit(image, same)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(u, again, cmp.Comparer(sameText)); diff != "" {
		t.Fatal(diff)
	}
	if !bytes.Equal(again.Image(same), image) {
		t.Fatal("what was read has another image")
	}
}

func same(file string) string { return file }

func sameText(a, b error) bool { return diag.Render(a) == diag.Render(b) }
