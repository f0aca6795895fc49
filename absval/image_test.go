package absval

import (
	"bytes"
	"testing"

	"scf/internal/testing/tier"
)

// TestImage: what is imported of a value's image is what is imported of the value, and has the same image whatever domain it is in.
func TestImage(t *testing.T) {
	check(t, func(s *source) {
		ty := s.typ()
		v := s.value(ty)
		if s.p(2) {
			v = s.w.Join(v, s.value(ty))
		}
		if s.p(2) {
			v = s.w.Tuple([]*Value{v, s.value(ty), v})
		}
		image := Encode(v)
		back, err := Decode(image)
		if err != nil {
			s.t.Fatalf("%s: %v", v, err)
		}
		if !bytes.Equal(Encode(back), image) {
			s.t.Fatalf("the image of the image of %s is another", v)
		}
		imported := func(v *Value) *Value {
			other := newWorld(s.w.opts)
			im, err := other.Import(v, other.prog)
			if err != nil {
				s.t.Fatal(err)
			}
			if err := other.Verify(im); err != nil {
				s.t.Fatal(err)
			}
			return im
		}
		direct, read := imported(v), imported(back)
		if direct.String() != read.String() || !bytes.Equal(Encode(direct), Encode(read)) {
			s.t.Fatalf("%s is imported as %s, its image as %s", v, direct, read)
		}
	})
}

// TestImageTellsApart: values that differ, if only in which of their places are equal, have different images.
func TestImageTellsApart(t *testing.T) {
	check(t, func(s *source) {
		ty := s.typ()
		v, w := s.value(ty), s.value(ty)
		same := bytes.Equal(Encode(v), Encode(w))
		if same && (v.node != w.node || !s.w.sameTagged([]*Value{v}, []*Value{w})) {
			s.t.Fatalf("%s and %s have one image", v, w)
		}
	})
}

// TestImageDamaged: what is no image is an error, or some value, and nothing goes wrong.
func TestImageDamaged(t *testing.T) {
	w := newWorld(Options{})
	image := Encode(w.parse(t, "fix X. leaf | node(X, X)", w.tree))
	for n := range len(image) {
		if _, err := Decode(image[:n]); err == nil {
			t.Errorf("%d bytes of %d are an image", n, len(image))
		}
	}
	if _, err := Decode(append(bytes.Clone(image), 0)); err == nil {
		t.Error("a byte behind an image is part of it")
	}
	for i := range image {
		for b := range tier.Pick(8, 64, 256) {
			other := bytes.Clone(image)
			other[i] ^= byte(b)
			_, _ = Decode(other)
		}
	}
}
