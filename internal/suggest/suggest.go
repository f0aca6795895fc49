// Package suggest finds the name that was probably meant where a name is not known.
package suggest

import "fmt"

// Closest is the candidate nearest to name by edit distance (the first one of several), or "" where none is near: at most one
// edit for each three characters, at least one, and not as many as there are characters.
func Closest(name string, candidates []string) string {
	limit := max(1, len(name)/3)
	best := ""
	for _, c := range candidates {
		if d := distance(name, c); d <= limit && d < max(len(name), len(c)) {
			best, limit = c, d-1
		}
	}
	return best
}

// Hint is `did you mean X?` for the closest candidate, or "" where none is near.
func Hint(name string, candidates []string) string {
	if c := Closest(name, candidates); c != "" {
		return fmt.Sprintf("did you mean %s?", c)
	}
	return ""
}

// distance is the number of insertions, deletions, replacements and exchanges of neighbours that make b of a.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
