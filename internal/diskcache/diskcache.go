// Package diskcache keeps results of computations in a directory, by keys that name what they were computed from. Many processes may use one
// directory at a time; what is in it is bounded, what has not been used for longest goes first; what a crash, a full disk or anybody else
// did to a file is found, and such an entry is absent. It is a cache: nothing that goes wrong with it is an error for who uses it.
//
// The directory holds 16 parts, each a directory called by a hexadecimal digit, the first of the names of the entries in it, and has room for a 16th of
// the bound each, so that keeping to it takes a look at one part, by whoever writes there: no process needs to know what others did. (Copies of
// Go's build cache, as in rogpeppe/go-internal, bound the age of entries and not their bytes.) An entry is a file: a line that names
// the format, the SHA-256 of its key and what follows, and the value. A file is written under another name and then
// renamed; it is never changed. When it was used last is its time of modification.
package diskcache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Key names a value by what it was computed from.
type Key [sha256.Size]byte

// Cache is a directory of entries. It is safe for concurrent use.
type Cache struct {
	dir string
	max int64
}

// New is the cache in the directory, which need not exist, of max bytes at most.
func New(dir string, max int64) *Cache { return &Cache{dir: dir, max: max} }

// Dir is the directory.
func (c *Cache) Dir() string { return c.dir }

const (
	magic  = "SCF cache 1\n"
	parts  = 16
	header = len(magic) + sha256.Size
)

// entryName matches the names of files that a cache has written; one that is being written, or was when its process ended, has the longer name.
var entryName = regexp.MustCompile(`^[0-9a-f]{64}(\.[0-9]+\.tmp)?$`)

// path is where the entry of the key is, and the part that it is in.
func (c *Cache) path(k Key) (part, file string) {
	name := hex.EncodeToString(k[:])
	part = filepath.Join(c.dir, name[:1])
	return part, filepath.Join(part, name)
}

// Get is the value of the key, where there is one that is whole.
func (c *Cache) Get(k Key) ([]byte, bool) {
	_, file := c.path(k)
	text, err := os.ReadFile(file)
	if err != nil || len(text) < header || string(text[:len(magic)]) != magic {
		return nil, false
	}
	value, sum := text[header:], seal(k, text[header:])
	if !bytes.Equal(text[len(magic):header], sum[:]) {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // of a directory that is only read, nothing is bounded
	return value, true
}

// seal is the hash of an entry.
func seal(k Key, value []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(k[:])
	h.Write(value)
	h.Sum(sum[:0])
	return sum
}

// Put keeps the value of the key, unless it is too large. The error, of the file system, is for who wants to know.
func (c *Cache) Put(k Key, value []byte) error {
	size := int64(header + len(value))
	if size > c.max/parts {
		return nil
	}
	part, file := c.path(k)
	if err := os.MkdirAll(part, 0o777); err != nil {
		return err
	}
	sum := seal(k, value)
	draft, err := os.CreateTemp(part, filepath.Base(file)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = draft.Write(slices.Concat([]byte(magic), sum[:], value))
	err = cmp.Or(err, draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), file)
	}
	if err != nil {
		_ = os.Remove(draft.Name())
		return err
	}
	return trim(part, c.max/parts, draftAge)
}

// draftAge is from when on a file that is being written is one that nobody writes any more.
const draftAge = time.Hour

// trim removes what has not been used for longest from a part, until that has no more bytes than max. Files that are being written for less time than
// drafts it leaves alone.
func trim(part string, max int64, drafts time.Duration) error {
	files, err := filesOf(part)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f fs.FileInfo) bool {
		return filepath.Ext(f.Name()) != "" && time.Since(f.ModTime()) < drafts
	})
	total := sizeOf(files)
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, f := range files {
		if total <= max {
			break
		}
		if err := os.Remove(filepath.Join(part, f.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= f.Size()
	}
	return nil
}

// filesOf are the files of a part that a cache has written.
func filesOf(part string) ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []fs.FileInfo
	for _, e := range entries {
		if !e.Type().IsRegular() || !entryName.MatchString(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil { // or another process has just removed it
			out = append(out, info)
		}
	}
	return out, err
}

func sizeOf(files []fs.FileInfo) (total int64) {
	for _, f := range files {
		total += f.Size()
	}
	return total
}

// partsOf are the directories of all parts.
func (c *Cache) partsOf() []string {
	out := make([]string, parts)
	for i := range out {
		out[i] = filepath.Join(c.dir, "0123456789abcdef"[i:i+1])
	}
	return out
}

// Size is how many entries there are, and their bytes.
func (c *Cache) Size() (entries int, size int64, err error) {
	for _, part := range c.partsOf() {
		files, failed := filesOf(part)
		err = cmp.Or(err, failed)
		entries, size = entries+len(files), size+sizeOf(files)
	}
	return entries, size, err
}

// Clear removes all entries, and the directories that are empty then. It leaves what a cache did not write.
func (c *Cache) Clear() error {
	var failure error
	for _, part := range c.partsOf() {
		failure = cmp.Or(failure, trim(part, -1, 0))
		_ = os.Remove(part)
	}
	_ = os.Remove(c.dir)
	return failure
}
