package diskcache_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"scf/internal/diskcache"
	"scf/internal/testing/tier"
)

func key(n int) diskcache.Key { return sha256.Sum256([]byte(fmt.Sprint("key ", n))) }

func value(n, size int) []byte {
	return bytes.Repeat([]byte(fmt.Sprint("value ", n, ",")), size/8+1)[:size]
}

// put puts entry n.
func put(t testing.TB, c *diskcache.Cache, n, size int) {
	t.Helper()
	if err := c.Put(key(n), value(n, size)); err != nil {
		t.Fatal(err)
	}
}

// has reports whether there is an entry n, which must then be right.
func has(t testing.TB, c *diskcache.Cache, n, size int) bool {
	t.Helper()
	v, ok := c.Get(key(n))
	if ok && !bytes.Equal(v, value(n, size)) {
		t.Errorf("entry %d is wrong", n)
	}
	return ok
}

// files are the paths of all files below dir.
func files(t testing.TB, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEntries(t *testing.T) {
	c := diskcache.New(filepath.Join(t.TempDir(), "not", "there"), 1<<20)
	if has(t, c, 1, 10) {
		t.Error("an entry in a directory that does not exist")
	}
	for n := range 50 {
		put(t, c, n, n)
	}
	put(t, c, 7, 7)
	for n := range 50 {
		if !has(t, c, n, n) {
			t.Errorf("no entry %d", n)
		}
	}
	if n, size, err := c.Size(); n != 50 || size < 50*49/2 || err != nil {
		t.Errorf("%d entries of %d bytes, %v", n, size, err)
	}
	if err := c.Clear(); err != nil || has(t, c, 1, 1) {
		t.Errorf("an entry in a cache that was cleared, %v", err)
	}
	if _, err := os.Stat(c.Dir()); err == nil {
		t.Error("the empty directory is still there")
	}
}

// TestDamaged: an entry of which a byte was changed, that was cut off or grew, or that another has the name of is absent, and can be put again.
func TestDamaged(t *testing.T) {
	c := diskcache.New(t.TempDir(), 1<<20)
	put(t, c, 1, 40)
	file := files(t, c.Dir())[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(what string, text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Get(key(1)); ok {
			t.Errorf("an entry with %s", what)
		}
	}
	for i := range whole {
		damaged(fmt.Sprint("its end at ", i), whole[:i])
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1 << (i % 8)
		damaged(fmt.Sprint("another byte at ", i), flipped)
	}
	damaged("a byte more", append(bytes.Clone(whole), 0))
	put(t, c, 1, 40)
	if !has(t, c, 1, 40) {
		t.Error("it cannot be put again")
	}
	put(t, c, 2, 40)
	for _, other := range files(t, c.Dir()) {
		if other != file {
			text, err := os.ReadFile(other)
			if err != nil {
				t.Fatal(err)
			}
			damaged("the text of another", text)
		}
	}
}

// TestBound: a cache keeps to its bound, and the entries that were used last.
func TestBound(t *testing.T) {
	tier.Standard(t, "many results")
	const max, size = 16 * 1000, 200
	c := diskcache.New(t.TempDir(), max)
	put(t, c, 0, size)
	old := time.Now().Add(-time.Hour)
	for n := range 500 {
		put(t, c, n+1, size)
		if !has(t, c, 0, size) {
			t.Fatalf("the entry that is always used has gone after %d others", n)
		}
		for _, f := range files(t, c.Dir()) {
			if info, err := os.Stat(f); err == nil && time.Since(info.ModTime()) > 0 {
				_ = os.Chtimes(f, old, info.ModTime().Add(-time.Second))
			}
		}
		if _, bytes, _ := c.Size(); bytes > max {
			t.Fatalf("%d bytes", bytes)
		}
	}
	if n, _, _ := c.Size(); n < 40 {
		t.Errorf("only %d entries are kept", n)
	}
	put(t, c, 1000, max/16)
	if has(t, c, 1000, max/16) {
		t.Error("an entry that is larger than a part of the cache may be")
	}
}

// TestForeignFiles: what a cache did not write it neither counts nor removes; a draft that a process left is an entry like any other.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	c := diskcache.New(dir, 16*300)
	put(t, c, 1, 10)
	part := filepath.Dir(files(t, dir)[0])
	mine := filepath.Join(part, "thesis.tex")
	if err := os.WriteFile(mine, value(1, 5000), 0o666); err != nil {
		t.Fatal(err)
	}
	draft := files(t, dir)[0] + ".123.tmp"
	if err := os.WriteFile(draft, value(1, 200), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, _, _ := c.Size(); n != 2 {
		t.Errorf("%d entries", n)
	}
	if err := c.Clear(); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); len(left) != 1 || left[0] != mine {
		t.Errorf("%v is left", left)
	}
}

// TestNoDirectory: where nothing can be written there are no entries, and an error for who asks.
func TestNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	c := diskcache.New(filepath.Join(file, "cache"), 1<<20)
	if err := c.Put(key(1), nil); err == nil {
		t.Error("no error")
	}
	if has(t, c, 1, 0) {
		t.Error("an entry")
	}
}

const workDir = "DISKCACHE_TEST_DIR"

// TestProcesses: several processes, each with several goroutines, read and write the same few entries in too little room: whatever is found is whole.
func TestProcesses(t *testing.T) {
	const max = 16 * 4000
	if dir := os.Getenv(workDir); dir != "" {
		work(t, diskcache.New(dir, max))
		return
	}
	dir := t.TempDir()
	var running []*exec.Cmd
	for range 3 {
		c := exec.Command(os.Args[0], "-test.run=^TestProcesses$")
		c.Env = append(os.Environ(), workDir+"="+dir)
		var out strings.Builder
		c.Stdout, c.Stderr = &out, &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, c)
	}
	for _, c := range running {
		if err := c.Wait(); err != nil {
			t.Errorf("%v\n%s", err, c.Stdout)
		}
	}
	if n, bytes, err := diskcache.New(dir, max).Size(); n == 0 || bytes > max || err != nil {
		t.Errorf("%d entries of %d bytes are left, %v", n, bytes, err)
	}
	for _, f := range files(t, dir) {
		if strings.HasSuffix(f, ".tmp") {
			t.Errorf("%s is left", f)
		}
	}
}

func work(t *testing.T, c *diskcache.Cache) {
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 150 {
				n := (i*7 + g) % 60
				if !has(t, c, n, 100*n) {
					put(t, c, n, 100*n)
				}
			}
		})
	}
	all.Wait()
}
