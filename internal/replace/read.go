package replace

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// Read calls read with the directory, of which it sees one version: the files behind the handle are never changed, and where some of them
// are gone because the directory was replaced meanwhile, Read calls it again with the new one. The error is read's, the one of
// opening the directory (fs.ErrNotExist where there is none), or ctx's.
func (d Dir) Read(ctx context.Context, read func(*os.Root) error) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		root, err := d.open()
		if err != nil {
			return err
		}
		err = read(root)
		again := err != nil && d.replaced(root)
		root.Close()
		if !again {
			return err
		}
	}
}

// replaced reports whether another directory than root is at d's path, or none.
func (d Dir) replaced(root *os.Root) bool {
	read, err := root.Stat(".")
	now, err2 := os.Stat(d.Path)
	return err == nil && (err2 != nil || !os.SameFile(read, now))
}

// open opens the directory, and the draft while one is moved to its place in steps.
func (d Dir) open() (*os.Root, error) {
	const tries = 5 // what is not there may be so because a replacement goes on
	for n := 1; ; n++ {
		root, err := os.OpenRoot(d.Path)
		if !errors.Is(err, fs.ErrNotExist) || n == tries {
			return root, err
		}
		resolved, resolveErr := d.resolved()
		if resolveErr != nil {
			return nil, err
		}
		if draft, ok := resolved.between(); ok {
			if root, draftErr := os.OpenRoot(draft); draftErr == nil {
				return root, nil
			}
		}
	}
}
