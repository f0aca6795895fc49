package stager_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"scf/internal/testing/tier"
	"scf/stager"
)

// FuzzStagedDirectory edits the files of a staged directory and repairs the hashes: it opens, runs, prints and is saved, or one of these ends
// with an error that is no internal one. An edit is of which file, at which place, how many bytes to delete, and what to insert.
func FuzzStagedDirectory(f *testing.F) {
	s := stage(f, parseC(f, mulAdd), map[string]string{"a": "CONSTANT"}, stager.Options{})
	original := filepath.Join(f.TempDir(), "staged")
	if err := s.Save(original); err != nil {
		f.Fatal(err)
	}
	texts := readFiles(f, original)
	names := sortedNames(texts)
	for i := range names[:min(len(names), tier.Pick(1, 3, len(names)))] {
		f.Add(uint8(i), uint16(100), uint8(1), "7", uint8(i+1), uint16(300), uint8(2), "")
		f.Add(uint8(i), uint16(0), uint8(0), "", uint8(i), uint16(40000), uint8(3), "\x00")
	}
	at := bytes.Index(texts["stage.json"], []byte("integer"))
	manifest := uint8(slices.Index(names, "stage.json"))
	f.Add(manifest, uint16(at), uint8(7), "pointer", manifest, uint16(at+30), uint8(2), "-1")
	f.Fuzz(func(t *testing.T, file1 uint8, at1 uint16, cut1 uint8, put1 string, file2 uint8, at2 uint16, cut2 uint8, put2 string) {
		edited := map[string][]byte{}
		for name, text := range texts {
			edited[name] = bytes.Clone(text)
		}
		for _, e := range []edit{{file1, at1, cut1, put1}, {file2, at2, cut2, put2}} {
			name := names[int(e.file)%len(names)]
			edited[name] = e.apply(edited[name])
		}
		dir := filepath.Join(t.TempDir(), "staged")
		writeRepaired(t, dir, edited)
		useStaged(t, dir)
	})
}

// edit replaces cut bytes of a file.
type edit struct {
	file uint8
	at   uint16
	cut  uint8
	put  string
}

func (e edit) apply(text []byte) []byte {
	at := int(e.at) % (len(text) + 1)
	return slices.Concat(text[:at], []byte(e.put), text[min(at+int(e.cut), len(text)):])
}

func readFiles(t testing.TB, dir string) map[string][]byte {
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, e := range list {
		if out[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func sortedNames(texts map[string][]byte) []string {
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// writeRepaired writes a staged directory whose manifest has the hashes that its files have now, as far as it is still JSON.
func writeRepaired(t testing.TB, dir string, texts map[string][]byte) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	m := object{}
	if err := json.Unmarshal(texts["stage.json"], &m); err == nil {
		repairHashes(m, texts)
		delete(m, "seal")
		if text, err := json.MarshalIndent(m, "", "  "); err == nil {
			texts["stage.json"] = stager.Seal(append(text, '\n'))
		}
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func repairHashes(m object, texts map[string][]byte) {
	files, _ := m["files"].([]any)
	for _, f := range files {
		f, _ := f.(object)
		if name, ok := f["name"].(string); ok && texts[name] != nil {
			sum := sha256.Sum256(texts[name])
			f["sha256"] = hex.EncodeToString(sum[:])
		}
	}
}

// useStaged does everything with a directory that can be done with it. It gives up what takes long, as programs may.
func useStaged(t *testing.T, dir string) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	for _, open := range []func(context.Context, string, stager.Limits) (*stager.Staged, error){stager.Open, stager.OpenSeparate} {
		s, err := open(ctx, dir, stager.Limits{StagedBytes: 1 << 20})
		notInternal(t, err)
		if err != nil {
			continue
		}
		notInternal(t, s.Save(dir+".again"))
		_, err = s.Pipeline()
		notInternal(t, err)
		late, err := s.Function.ParseLate(map[string]string{"a": "3"})
		if err != nil {
			continue
		}
		r, err := s.Run(ctx, late)
		notInternal(t, err)
		if err == nil {
			_, err = r.C(stager.Output{})
			notInternal(t, err)
			_, err = r.C(stager.Output{Guard: true})
			notInternal(t, err)
			_, err = r.Profile(ctx)
			notInternal(t, err)
		}
	}
}

// notInternal checks that err is no panic.
func notInternal(t *testing.T, err error) {
	t.Helper()
	if stager.ExitCode(err) == stager.ExitInternal {
		t.Errorf("%v\n%s", err, stackOf(err))
	}
}

// stackOf is where the panic of an internal error was.
func stackOf(err error) []byte {
	var internal *stager.InternalError
	if errors.As(err, &internal) {
		return internal.Stack
	}
	return nil
}
