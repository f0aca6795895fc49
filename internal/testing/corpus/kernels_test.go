package main

import (
	"strings"
	"testing"
)

// The kernels can be read, and each says what is constant, early and late, and has a driver that has to do with its function.
func TestKernels(t *testing.T) {
	all, err := kernelTable()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	for _, k := range all {
		packages[k.source.name] = true
		if k.function == "" || len(k.abstract) == 0 || len(k.value) == 0 {
			t.Errorf("%s has no function, or nothing that is constant", k.name)
		}
		if !strings.Contains(string(k.driver), k.function) {
			t.Errorf("the driver of %s does not mention %s", k.name, k.function)
		}
		if !strings.HasPrefix(k.name, k.source.name+"_") && !strings.HasPrefix(k.source.name, strings.Split(k.name, "_")[0]) {
			t.Errorf("%s is a kernel of %s, which its name does not say", k.name, k.source.name)
		}
	}
	if len(all) < 40 || len(packages) < 20 {
		t.Errorf("%d kernels of %d packages", len(all), len(packages))
	}
}

// A kernel that says too little is refused.
func TestKernelErrors(t *testing.T) {
	for text, want := range map[string]string{
		"A.\n\npackage: zlib\nfile: a.c\n":                              "a kernel has one file, driver.c",
		"A.\n\nfile: a.c\n-- driver.c --\n":                             "a kernel needs a package and a file",
		"A.\n\npackage: zlib\nfile: a.c\nfunction: f\n-- driver.c --\n": "no such key: function",
	} {
		if _, err := parseKernel("k", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
