package passes

func (p Pass) ImageFile() string    { return p.imageFile() }
func (p Pass) SumOfSources() []byte { return sumOf(p.Sources()) }

func (p Pass) HasImage() bool {
	_, ok := p.fromImage(p.Sources())
	return ok
}
