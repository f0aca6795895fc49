package stager

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"

	"scf/internal/textfile"
)

// Which directories a stager replaces: those in which every entry is a file that a stager wrote, as it wrote it.

// firstSealed is the first schema whose manifests are sealed and have the hash of every file.
const firstSealed = 4

// checkOwn reports whether everything in a directory with a manifest is a stager's; the error says what is not. Files that are
// missing do not matter.
func checkOwn(root *os.Root) error {
	text, err := textfile.ReadIn(root, manifestName, manifestName, defaultStagedBytes)
	if err != nil {
		return errors.New("it is no staged directory")
	}
	files, err := ownFiles(text)
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		hash, listed := files[e.Name()]
		switch {
		case e.Type().IsRegular() && e.Name() == manifestName:
		case !listed || !e.Type().IsRegular():
			return fmt.Errorf("it holds %s, which staging did not write", e.Name())
		case !isFile(root, e.Name(), hash):
			return fmt.Errorf("it holds %s, which was changed since staging wrote it", e.Name())
		}
	}
	return nil
}

// ownFiles are the hashes of the files that a manifest has, of whatever schema, by name.
func ownFiles(text []byte) (map[string]string, error) {
	var head manifestHead
	if err := json.Unmarshal(text, &head); err != nil || head.Format != manifestFormat {
		return nil, errors.New("it is no staged directory")
	}
	if head.Schema < firstSealed {
		return nil, errors.New("an older stager wrote it, and whether its files were changed since cannot be told")
	}
	var m struct{ Files []manifestFile }
	if err := json.Unmarshal(text, &m); err != nil || !isSealed(text) {
		return nil, fmt.Errorf("its %s was changed since staging wrote it", manifestName)
	}
	return ownNames(m.Files)
}

// programName matches the names of the files that staging writes, the C file's and the manifest's excepted.
var programName = regexp.MustCompile(`^(([0-9]+-.*|composed\.staged)\.(scf-ml|image)|unit\.image)$`)

// ownNames are the files by name. One of them, the C file, may have any name.
func ownNames(files []manifestFile) (map[string]string, error) {
	if err := checkNames(files); err != nil {
		return nil, fmt.Errorf("its %s is damaged: %w", manifestName, err)
	}
	out, source := map[string]string{}, ""
	for _, f := range files {
		if !programName.MatchString(f.Name) {
			if source != "" {
				return nil, fmt.Errorf("its %s has %s and %s, which staging does not write both", manifestName, source, f.Name)
			}
			source = f.Name
		}
		out[f.Name] = f.SHA256
	}
	return out, nil
}

// isFile reports whether the file has that hash, or is gone.
func isFile(root *os.Root, name, hash string) bool {
	f, err := textfile.OpenIn(root, name, name)
	if err != nil {
		_, err := root.Lstat(name)
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return err == nil && hex.EncodeToString(h.Sum(nil)) == hash
}
