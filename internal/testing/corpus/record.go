package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// record is what became of one function. It is a line of the worker's output and of the JSON file.
type record struct {
	Package  string  `json:"package,omitempty"`
	File     string  `json:"file"`
	Func     string  `json:"func"`
	Constant string  `json:"constant,omitempty"` // the parameter that was constant, and its value
	Outcome  outcome `json:"outcome"`
	Reason   string  `json:"reason,omitempty"`
	Staged   string  `json:"staged,omitempty"` // what became of staging it: ok, time, memory, or an error
	Millis   int64   `json:"millis"`           // to optimise it
	StageMs  int64   `json:"stage_millis,omitempty"`
	Changed  bool    `json:"changed,omitempty"`  // its text is not the original's
	Compiles *bool   `json:"compiles,omitempty"` // where it was tried
	How      string  `json:"how,omitempty"`      // of the command suite: plain, guard or vouched
	Version  string  `json:"version,omitempty"`  // the file with the function, where that went wrong and was kept
}

// outcome is a kind of result.
type outcome string

const (
	begun     outcome = "begun" // the worker has only begun with it
	optimised outcome = "optimised"
	refused   outcome = "refused"
	timeout   outcome = "time"   // the budget of time was reached
	memory    outcome = "memory" // that of memory
	failed    outcome = "failed" // a bug
	// Of the command suite:
	differs    outcome = "differs"          // from the original when it runs
	broken     outcome = "does not compile" // where the original does
	passedOver outcome = "passed over"      // a file that is not tried
	done       outcome = "done"             // with all of a file
)

// generic is a message without the names in it, so that messages of one kind are counted together.
func generic(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	line = folders.ReplaceAllString(places.ReplaceAllString(line, ""), "")
	return identifiers.ReplaceAllString(strings.TrimSpace(line), "$1 …")
}

var (
	folders     = regexp.MustCompile(`/[^ :]*/`)
	places      = regexp.MustCompile(`^[^ ]*:\d+:\d+: `)
	identifiers = regexp.MustCompile(`\b(the text of|the field|the bit-field|initial value of the bit-field|the function|the global variable|the name|the label|label|the macro|called|redefinition of|of type|member|struct|union) [\w$']+`)
)

// count is how often something occurs.
type count struct {
	what string
	n    int
}

// counts are sorted by frequency.
func counts(all map[string]int) []count {
	var out []count
	for _, k := range slices.Sorted(maps.Keys(all)) {
		out = append(out, count{k, all[k]})
	}
	slices.SortStableFunc(out, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	return out
}

// report prints tables of the records and writes them to a JSON file, if it has a name.
func report(records []record, file string) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	byPackage(w, records)
	reasons, staged := map[string]int{}, map[string]int{}
	for _, r := range records {
		switch {
		case r.Outcome == optimised && r.Compiles != nil && !*r.Compiles:
			reasons["DOES NOT COMPILE: "+generic(r.Reason)]++
		case r.Outcome != optimised:
			reasons[string(r.Outcome)+": "+generic(r.Reason)]++
		}
		if r.Staged != "" {
			staged[generic(r.Staged)]++
		}
	}
	for _, table := range []struct {
		title string
		of    map[string]int
	}{{"why not", reasons}, {"staging", staged}} {
		if len(table.of) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", table.title)
		for _, c := range counts(table.of) {
			fmt.Fprintf(w, "%d\t%s\n", c.n, c.what)
		}
	}
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(records, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func byPackage(w *tabwriter.Writer, records []record) {
	columns := []string{"functions", "optimised", "with a constant", "changed", "compile", "refused", "time", "memory", "failed"}
	rows := map[string]map[string]int{}
	for _, r := range records {
		for _, row := range []string{r.Package, "all"} {
			if rows[row] == nil {
				rows[row] = map[string]int{}
			}
			rows[row]["functions"]++
			rows[row][string(r.Outcome)]++
			if r.Outcome != optimised {
				continue
			}
			for column, holds := range map[string]bool{
				"with a constant": r.Constant != "", "changed": r.Changed, "compile": r.Compiles != nil && *r.Compiles,
			} {
				if holds {
					rows[row][column]++
				}
			}
		}
	}
	fmt.Fprintf(w, "package\t%s\n", strings.Join(columns, "\t"))
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(rows)), func(n string) bool { return n == "all" })
	for _, name := range append(names, "all") {
		fmt.Fprint(w, name)
		for _, c := range columns {
			fmt.Fprintf(w, "\t%d", rows[name][c])
		}
		fmt.Fprintln(w)
	}
}
