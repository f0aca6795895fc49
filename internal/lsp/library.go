package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"scf/internal/replace"
	"scf/scfml"
)

// places are where the texts that the program has embedded lie in its source.
var places = []string{"ast", "passes", filepath.Join("passes", "library")}

// shown is a file with the text of an embedded source: the one of the source tree that the document lies in, or else a copy among the user's cached
// files, named after the text, that nobody is to write.
func shown(src scfml.Source, document string) (string, error) {
	for dir := filepath.Dir(document); ; dir = filepath.Dir(dir) {
		for _, place := range places {
			path := filepath.Join(dir, place, src.Name)
			if text, err := os.ReadFile(path); err == nil && string(text) == src.Text {
				return path, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return cached(src)
		}
	}
}

func cached(src scfml.Source) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(src.Text))
	dir := filepath.Join(cache, "stager", "library", hex.EncodeToString(sum[:8]))
	path := filepath.Join(dir, src.Name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if err := replace.WriteFile(path, []byte(src.Text)); err != nil {
		return "", err
	}
	return path, os.Chmod(path, 0o444)
}
