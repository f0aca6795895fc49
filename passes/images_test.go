package passes_test

import (
	"bytes"
	"os"
	"testing"

	"scf/internal/testing/golden"
	"scf/internal/testing/tier"
	"scf/passes"
	"scf/scfml"
	"scf/scfml/image"
)

// TestImages: the images are of the texts as they are, and a pass that is loaded from one is what its text is, positions and all.
func TestImages(t *testing.T) {
	tier.Standard(t, "it reads the texts of all passes")
	tier.Same(t)
	for _, p := range passes.All() {
		program, _, err := scfml.Load("", p.Sources()...)
		if err != nil {
			t.Fatal(err)
		}
		want := image.EncodeWhole(program)
		now := append(p.SumOfSources(), want...)
		if golden.Update() {
			if err := os.WriteFile(p.ImageFile(), now, 0o666); err != nil {
				t.Fatal(err)
			}
			continue // what is embedded is of before
		}
		if there, err := os.ReadFile(p.ImageFile()); err != nil || !bytes.Equal(there, now) {
			t.Errorf("%s is not up to date: %v; go test ./passes -run Images -update makes it", p.ImageFile(), err)
			continue
		}
		if !p.HasImage() {
			t.Errorf("%s: its image is not taken", p.Name)
		}
		loaded, err := p.Load()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(image.EncodeWhole(loaded), want) {
			t.Errorf("%s: the image is of another program", p.Name)
		}
	}
}

// TestImageOfBefore: where a text has been changed behind its image the text counts.
func TestImageOfBefore(t *testing.T) {
	p, _ := passes.Lookup("dae")
	p.Source += "\n(* changed *)"
	if p.HasImage() {
		t.Error("the image of another text is taken")
	}
	if _, err := p.Load(); err != nil {
		t.Error(err)
	}
}

// BenchmarkLoad is the loading of all standard passes, by their images and by their texts.
func BenchmarkLoad(b *testing.B) {
	load := func(b *testing.B, one func(p passes.Pass) error) {
		for b.Loop() {
			for _, p := range passes.Standard() {
				if err := one(p); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("image", func(b *testing.B) {
		load(b, func(p passes.Pass) error { _, err := p.Load(); return err })
	})
	b.Run("text", func(b *testing.B) {
		load(b, func(p passes.Pass) error { _, _, err := scfml.Load(passes.Entry, p.Sources()...); return err })
	})
}
