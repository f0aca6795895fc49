package replace

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"scf/internal/testing/tier"
)

var full = flag.Bool("replace.full", false, "64 readers during 1,000 replacements")

// dirAt is a directory of the files a, b and last, which all hold the same text.
func dirAt(path string) Dir { return Dir{Path: path, Last: "last", Own: ownTest} }

func ownTest(root *os.Root) error {
	list, err := entries(root)
	for _, e := range list {
		if !slices.Contains([]string{"a", "b", "last"}, e.Name()) {
			return fmt.Errorf("it holds %s", e.Name())
		}
	}
	return err
}

func version(text string) []File {
	return []File{{"a", []byte(text)}, {"last", []byte(text)}, {"b", []byte(text)}}
}

// read is the text of d's files, or an error where they are not of one version.
func read(d Dir) (text string, err error) {
	err = d.Read(noContext{}, func(root *os.Root) error {
		var texts []string
		for _, f := range version("") {
			text, err := root.ReadFile(f.Name)
			if err != nil {
				return err
			}
			texts = append(texts, string(text))
		}
		text = texts[0]
		if texts[1] != text || texts[2] != text {
			return fmt.Errorf("files of several versions: %q", texts)
		}
		return nil
	})
	return text, err
}

// noContext is never cancelled.
type noContext struct{}

func (noContext) Deadline() (time.Time, bool) { return time.Time{}, false }
func (noContext) Done() <-chan struct{}       { return nil }
func (noContext) Err() error                  { return nil }
func (noContext) Value(any) any               { return nil }

func mustWrite(t *testing.T, d Dir, text string) {
	t.Helper()
	if err := d.Write(version(text)); err != nil {
		t.Fatal(err)
	}
}

func wantText(t *testing.T, d Dir, want string) {
	t.Helper()
	if text, err := read(d); err != nil || text != want {
		t.Errorf("the directory holds %q, %v, want %q", text, err, want)
	}
}

// wantNames checks which names there are in a directory.
func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("there is %q, %v, want %q", names, err, want)
	}
}

func TestWrite(t *testing.T) {
	parent := t.TempDir()
	d := dirAt(filepath.Join(parent, "new", "dir"))
	for _, text := range []string{"1", "2", ""} {
		mustWrite(t, d, text)
		wantText(t, d, text)
	}
	wantNames(t, filepath.Dir(d.Path), "dir")
	if err := os.Chmod(d.Path, 0o750); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, d, "3")
	if info, err := os.Stat(d.Path); err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("the permissions have become %v, %v", info.Mode(), err)
	}
	empty := dirAt(filepath.Join(parent, "empty"))
	if err := os.Mkdir(empty.Path, 0o777); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, empty, "1")
	link := dirAt(filepath.Join(parent, "link"))
	if err := os.Symlink("empty", link.Path); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, link, "2")
	wantText(t, empty, "2")
	wantNames(t, parent, "empty", "link", "new")
}

// TestRefused: what is not the writer's own stays as it is.
func TestRefused(t *testing.T) {
	parent := t.TempDir()
	at := func(name string) Dir { return dirAt(filepath.Join(parent, name)) }
	foreign := at("foreign")
	mustWrite(t, foreign, "1")
	for _, err := range []error{
		os.WriteFile(filepath.Join(foreign.Path, "mine"), nil, 0o666),
		os.WriteFile(at("file").Path, nil, 0o666),
		os.Symlink("nowhere", at("nothing").Path),
		os.Mkdir(at("here").Path, 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(at("here").Path)
	for name, want := range map[string]string{"foreign": "it holds mine", "file": "it is a file", "nothing": "leads nowhere", "here": "working directory"} {
		err := at(name).Write(version("2"))
		var refused *Refused
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if check := at(name).Check(); check == nil || check.Error() != err.Error() {
			t.Errorf("%s: Check says %v", name, check)
		}
	}
	wantNames(t, parent, "file", "foreign", "here", "nothing")
	wantNames(t, foreign.Path, "a", "b", "last", "mine")
}

// TestFailedWrite: where writing fails what was there stays, and nothing else.
func TestFailedWrite(t *testing.T) {
	parent := t.TempDir()
	d := dirAt(filepath.Join(parent, "dir"))
	mustWrite(t, d, "1")
	if err := d.Write(append(version("2"), File{"no/such/directory", nil})); err == nil {
		t.Error("no error")
	}
	wantText(t, d, "1")
	wantNames(t, parent, "dir")
}

// TestLeftovers: drafts that nobody writes any more are removed, and nothing else.
func TestLeftovers(t *testing.T) {
	parent := t.TempDir()
	d := dirAt(filepath.Join(parent, "dir"))
	left := func(number, text string, names ...string) string {
		path := filepath.Join(parent, draftPrefix(d.Path)+number)
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	left("0000000000000000", "")
	left("0000000000000001", "half", "a")
	left("0000000000000002", "half", "a", "b", "last"+mark)
	left("0000000000000003", "whole", "a", "b", "last")
	left("0000000000000004"+aside, "whole", "a", "b", "last")
	foreign := left("000000000000000f", "whole", "a", "b", "last", "mine")
	other := left("000", "no draft", "a")
	alive := left("000000000000000a", "half", "a")
	lock, err := hold(alive)
	if err != nil {
		t.Fatal(err)
	}
	nested := left("000000000000000b", "half", "a")
	if err := os.Mkdir(filepath.Join(nested, "dir"), 0o777); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, d, "1")
	base := func(path string) string { return filepath.Base(path) }
	wantNames(t, parent, base(other), base(alive), base(nested), base(foreign), "dir")
	lock.Close()
	mustWrite(t, d, "2")
	wantNames(t, parent, base(other), base(nested), base(foreign), "dir")
}

// oldAndNew is a directory in parent that holds "old", and a draft for it that holds "new".
func oldAndNew(t *testing.T) (parent string, d Dir, halfway *draft) {
	t.Helper()
	parent = t.TempDir()
	d = dirAt(filepath.Join(parent, "dir"))
	mustWrite(t, d, "old")
	halfway, err := d.draft(version("new"))
	if err != nil {
		t.Fatal(err)
	}
	return parent, d, halfway
}

// TestBetween: a replacement in steps that ended between its first and its second is read, and finished by the next writer.
func TestBetween(t *testing.T) {
	parent, d, draft := oldAndNew(t)
	if err := os.Rename(d.Path, draft.path+aside); err != nil {
		t.Fatal(err)
	}
	wantText(t, d, "new")
	draft.close()
	wantText(t, d, "new")
	d.tidy()
	wantText(t, d, "new")
	wantNames(t, parent, "dir")
	mustWrite(t, d, "next")
	if err := os.RemoveAll(d.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := read(d); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was removed reads as %v", err)
	}
}

// TestSwapInSteps replaces as it is done where directories cannot be exchanged.
func TestSwapInSteps(t *testing.T) {
	parent, d, draft := oldAndNew(t)
	defer draft.close()
	if err := d.swapInSteps(draft.path); err != nil {
		t.Fatal(err)
	}
	wantText(t, d, "new")
	wantText(t, dirAt(draft.path), "old")
	if err := d.dropOld(draft.path); err != nil {
		t.Fatal(err)
	}
	wantNames(t, parent, "dir")
}

// TestChangedMeanwhile: a directory that became another one's after it was looked at gets its place back.
func TestChangedMeanwhile(t *testing.T) {
	_, d, draft := oldAndNew(t)
	defer draft.close()
	if err := d.swap(draft.path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(draft.path, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var refused *Refused
	if err := d.dropOld(draft.path); !errors.As(err, &refused) {
		t.Errorf("error %v", err)
	}
	wantText(t, d, "old")
	wantNames(t, d.Path, "a", "b", "last", "mine")
}

// TestReaders: goroutines and processes read while others write; each sees one version and no error.
func TestReaders(t *testing.T) {
	tier.Standard(t, "many readers")
	readers, processes, replacements := 8, 1, tier.Pick(10, 10, 40)
	if *full {
		readers, processes, replacements = 60, 4, 1000
	}
	parent := t.TempDir()
	d := dirAt(filepath.Join(parent, "dir"))
	mustWrite(t, d, "start")
	done := make(chan struct{})
	var reading sync.WaitGroup
	for range readers {
		reading.Go(func() {
			for open := true; open; {
				if _, err := read(d); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					open = false
				default:
				}
			}
		})
	}
	stop := filepath.Join(parent, "stop")
	for range processes {
		reading.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), readVariable+"="+d.Path, stopVariable+"="+stop)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	var writing sync.WaitGroup
	for w := range 2 {
		writing.Go(func() {
			for i := range replacements / 2 {
				if err := d.Write(version(fmt.Sprint(w, " ", i))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	close(done)
	if err := os.WriteFile(stop, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	reading.Wait()
	wantNames(t, parent, "dir", "stop")
}

const readVariable, stopVariable = "REPLACE_TEST_READ", "REPLACE_TEST_STOP"

// TestMain is a process that reads, too.
func TestMain(m *testing.M) {
	path := os.Getenv(readVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	for n := 0; ; n++ {
		if _, err := read(dirAt(path)); err != nil {
			fmt.Fprintf(os.Stderr, "read %d: %v\n", n, err)
			os.Exit(1)
		}
		if _, err := os.Stat(os.Getenv(stopVariable)); err == nil {
			os.Exit(0)
		}
	}
}

func TestWriteFile(t *testing.T) {
	parent := t.TempDir()
	at := func(name string) string { return filepath.Join(parent, name) }
	want := func(name, text string, mode fs.FileMode) {
		t.Helper()
		got, err := os.ReadFile(at(name))
		info, statErr := os.Lstat(at(name))
		if err != nil || statErr != nil || string(got) != text || info.Mode() != mode {
			t.Errorf("%s holds %q, %v, %v, want %q", name, got, info.Mode(), err, text)
		}
	}
	if err := os.WriteFile(at("script"), []byte("old"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("script", at("link")); err != nil {
		t.Fatal(err)
	}
	left := at(draftPrefix("script") + "0123456789abcdef")
	if err := os.WriteFile(left, []byte("ha"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(at("link"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	want("script", "new", 0o700)
	if err := WriteFile(at("other"), []byte("text")); err != nil {
		t.Fatal(err)
	}
	want("other", "text", 0o644)
	wantNames(t, parent, "link", "other", "script")
	if err := WriteFile(filepath.Join(parent, "no", "directory"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if err := WriteFile(os.DevNull, []byte("text")); err != nil {
		t.Error(err)
	}
}
