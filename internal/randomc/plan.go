package randomc

import (
	"math/rand/v2"
	"strings"

	"scf/internal/cprog"
)

// Plan is what the parameters of a random program are constant to.
type Plan struct {
	Seed   uint64
	Inline bool                     // the file's helper functions first
	Early  map[string]string        // what is known early, by parameter
	Late   []map[string]cprog.Value // the values, for one version each
}

// plan decides what the parameters are constant to.
func (r *Run) plan(seed uint64) Plan {
	rng := rand.New(rand.NewPCG(seed, 2))
	c := Plan{Seed: seed, Inline: rng.IntN(3) == 0, Early: map[string]string{}}
	choices := map[string][]cprog.Value{}
	params := r.program(seed).Params
	for _, q := range params {
		if q.MayBeConstant() && rng.IntN(3) > 0 {
			c.Early[q.Name], choices[q.Name] = early(rng, q)
		}
	}
	for range 2 {
		late := map[string]cprog.Value{}
		for _, q := range params {
			if _, constant := c.Early[q.Name]; !constant {
				continue
			}
			late[q.Name] = q.Value(rng)
			if vs := choices[q.Name]; vs != nil {
				late[q.Name] = vs[rng.IntN(len(vs))]
			}
		}
		c.Late = append(c.Late, late)
	}
	return c
}

// early is what is known early about a parameter, and the values that this allows; nil for all.
func early(rng *rand.Rand, q cprog.Param) (text string, values []cprog.Value) {
	if !q.IsNumber() {
		return q.Shape(rng), nil
	}
	n := rng.IntN(3)
	if n == 0 || q.IsFloat() {
		return "CONSTANT", nil
	}
	var texts []string
	for range n {
		v := q.Value(rng)
		values, texts = append(values, v), append(texts, v.Text)
	}
	return strings.Join(texts, "|"), values
}

// lateTexts are values as texts.
func lateTexts(values map[string]cprog.Value) map[string]string {
	texts := map[string]string{}
	for q, v := range values {
		texts[q] = v.Text
	}
	return texts
}
