package textfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"scf/internal/diag"
	"scf/internal/textfile"
)

// TestRefused reads what is no regular file, or too large, or not there.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(syscall.Mkfifo(in("fifo"), 0o600))
	must(os.Symlink(in("fifo"), in("to-fifo")))
	must(os.Symlink(in("loop"), in("loop")))
	must(os.WriteFile(in("large"), make([]byte, 11), 0o600))
	for path, want := range map[string]string{
		dir:           "this is a directory\nname a file in it",
		in("nothing"): "no such file",
		in("fifo"):    "this is a pipe, not a regular file\nwrite the text to a file first, and name that",
		in("to-fifo"): "this is a pipe, not a regular file\nwrite the text to a file first, and name that",
		in("loop"):    "its symbolic links lead nowhere: there are too many, or they lead back",
		in("large"):   "the file is larger than 10 bytes\nname a smaller file, or raise the limit",
		"/dev/zero":   "this is a device, not a regular file\nwrite the text to a file first, and name that",
	} {
		_, err := textfile.Read(path, 10)
		var e *diag.Error
		if !errors.As(err, &e) || e.Render() != path+": "+want {
			t.Errorf("%v, not %s: %s", err, path, want)
		}
	}
}

// TestSizeUnknown reads a file that says it is empty.
func TestSizeUnknown(t *testing.T) {
	const path = "/proc/self/status"
	if _, err := os.Stat(path); err != nil {
		t.Skip("there is no /proc here")
	}
	if text, err := textfile.Read(path, 1<<20); err != nil || !strings.Contains(string(text), "Name:") {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := textfile.Read(path, 10); err == nil {
		t.Error("more is read than the limit")
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{16 << 20: "16 MiB", 3 << 10: "3 KiB", 1000: "1000 bytes", 0: "0 bytes"} {
		if got := textfile.Bytes(n); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
