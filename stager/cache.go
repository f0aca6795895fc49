package stager

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"

	"scf/internal/diskcache"
)

// This file keeps results of stagings in a directory (package diskcache), for later ones, in this process or another. What is kept is what
// the passes of a pipeline gave, each by itself, and the compositions of their residual programs. They are found by what they were made of:
//
//	a pass         the function that the pass got, as the abstract value that the one before gave, and what is known of the parameters; its source
//	a composition  the residual programs
//
// and for both the options that change results, and the executable file that is running. So what was staged once is found again where the C
// file was edited elsewhere, and in a staging for other constants from the pass on that gets the same. A staging that found
// something gives, byte for byte, what it gives without a cache: programs are kept with their positions and live keys (image.EncodeWhole).
//
// No version of the stager takes what another one has kept, since the executable is part of the keys. What was damaged is not found
// (package diskcache), and a directory that cannot be read or written is an empty cache.

// DefaultCacheBytes is what a cache may take on disk where nothing else is said.
const DefaultCacheBytes = 1 << 30

// Cache keeps results of stagings, for Options.Cache. It is safe for concurrent use, by many processes, too.
type Cache struct{ store *diskcache.Cache }

// OpenCache is the cache in the directory, which is made when it is first written to. It takes at most maxBytes there; 0 means DefaultCacheBytes. What has not been used for longest goes
// first.
func OpenCache(dir string, maxBytes int64) *Cache {
	if maxBytes == 0 {
		maxBytes = DefaultCacheBytes
	}
	go func() { _, _ = executableHash() }() // while passes and C files are read
	return &Cache{diskcache.New(dir, maxBytes)}
}

// DefaultCacheDir is where the command has its cache: scf in the user's directory for caches. It is an error where there is none.
func DefaultCacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "scf"), err
}

// Dir is the directory.
func (c *Cache) Dir() string { return c.store.Dir() }

// Size is how many results are kept, and their bytes.
func (c *Cache) Size() (results int, bytes int64, err error) { return c.store.Size() }

// Clear removes all results. What else is in the directory stays.
func (c *Cache) Clear() error { return c.store.Clear() }

// executableHash is the hash of the file that this process runs.
var executableHash = sync.OnceValues(func() ([]byte, error) {
	path, err := os.Executable()
	if runtime.GOOS == "linux" {
		path, err = "/proc/self/exe", nil // another file may have its name by now
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
})

// keeper looks results up and keeps them, for stagings with the same options. A nil one finds and keeps nothing.
type keeper struct {
	cache  *Cache
	common []byte  // what all keys have in common
	growth float64 // Options.ComposedGrowth
}

// keeper is nil where there is no cache, and where a staging is to be seen at work or has options that cannot be told apart.
func (o Options) keeper() *keeper {
	if o.Cache == nil || o.Record || o.watched() || o.Debug.Verify || !isPlain(reflect.ValueOf(o)) {
		return nil
	}
	exe, err := executableHash()
	if err != nil {
		return nil
	}
	growth := o.ComposedGrowth
	o.Separate, o.ComposedGrowth, o.MaxMemory = false, 0, 0 // what is kept of passes does not depend on them
	options, err := json.Marshal(o.changed())
	if err != nil {
		return nil
	}
	return &keeper{o.Cache, framed(exe, options), growth}
}

// isPlain reports whether v, options, are numbers and truths alone, apart from what serves to look on, and Options.Cache.
func isPlain(v reflect.Value) bool {
	for i := range v.NumField() {
		field := v.Field(i)
		switch field.Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64:
		case reflect.Struct:
			if field.Type() != reflect.TypeFor[Debug]() && !isPlain(field) {
				return false
			}
		default:
			name := v.Type().Field(i).Name
			looks := v.Type() == reflect.TypeFor[Options]() && (name == "Watch" || name == "Cache")
			if !looks && !field.IsZero() {
				return false
			}
		}
	}
	return true
}

// framed are the parts one behind the other, each with its length, so that no other parts give the same.
func framed(parts ...[]byte) []byte {
	var out []byte
	for _, p := range parts {
		out = binary.AppendUvarint(out, uint64(len(p)))
		out = append(out, p...)
	}
	return out
}

// key is the key of a kind of result that is made of parts.
func (k *keeper) key(kind string, parts ...[]byte) diskcache.Key {
	return sha256.Sum256(framed([]byte(kind), k.common, framed(parts...)))
}
