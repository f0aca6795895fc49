package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"scf/internal/testing/tier"
)

// inGo simulates in Go: sets are lists of lines, the one that makes room at the end.
func inGo(c config, trace []uint32) *counts {
	n, seed := &counts{}, uint32(0)
	sets := make([][]line, c.Sets)
	for _, reference := range trace {
		block, write := reference>>1/uint32(c.Line), reference&1 == 1
		set, tag := &sets[block%uint32(c.Sets)], block/uint32(c.Sets)
		if write {
			n.Writes++
		} else {
			n.Reads++
		}
		if write && !c.WriteBack {
			n.Bytes += 4
		}
		at := slices.IndexFunc(*set, func(l line) bool { return l.Tag == tag })
		if at < 0 {
			if write {
				n.WriteMisses++
			} else {
				n.ReadMisses++
			}
			if write && c.WriteAround {
				if c.WriteBack {
					n.Bytes += 4
				}
				continue
			}
			n.Bytes += int64(c.Line)
			at = bringIn(c, set, tag, &seed, n)
		} else if replacements[c.Replacement] == "lru" {
			used := (*set)[at]
			*set = slices.Insert(slices.Delete(*set, at, at+1), 0, used)
			at = 0
		}
		if write && c.WriteBack {
			(*set)[at].Dirty = 1
		}
	}
	return n
}

// bringIn puts a line into a set and says where it is now.
func bringIn(c config, set *[]line, tag uint32, seed *uint32, n *counts) int {
	leaves := func(l line) {
		if c.WriteBack && l.Dirty == 1 {
			n.Bytes += int64(c.Line)
		}
	}
	if replacements[c.Replacement] == "random" {
		for len(*set) < int(c.Ways) {
			*set = append(*set, line{Tag: 1 << 31}) // nothing
		}
		*seed = *seed*1103515245 + 12345
		at := int(*seed >> 16 % uint32(c.Ways))
		leaves((*set)[at])
		(*set)[at] = line{Tag: tag}
		return at
	}
	if *set = slices.Insert(*set, 0, line{Tag: tag}); len(*set) > int(c.Ways) {
		leaves((*set)[c.Ways])
		*set = (*set)[:c.Ways]
	}
	return 0
}

const someTrace = "r 1000\nw 1004\nr 2000\nw 3000\nr 1000\nr 5000\nw 2000\nr 9000\nw 1008\nr 3000\n"

func TestRun(t *testing.T) {
	tier.OnlyLong(t, "it stages and measures")
	for _, c := range []struct{ args, trace string }{
		{"32 8 64 lru", ""},
		{"4 2 32 fifo -through", ""},
		{"3 3 16 random -around", ""},
		{"1 4 64 lru -around -through", someTrace},
	} {
		args := strings.Fields(c.args)
		description, err := parse(args)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := references(strings.NewReader(c.trace))
		if err != nil {
			t.Fatal(err)
		}
		var out, log strings.Builder
		if err := run(t.Context(), args, strings.NewReader(c.trace), &out, &log); err != nil {
			t.Fatal(err)
		}
		if want := inGo(description, trace).String() + "\n"; out.String() != want {
			t.Errorf("%s: %s, want %s", c.args, out.String(), want)
		}
		if !strings.Contains(log.String(), "runs the specialized code") {
			t.Error(log.String())
		}
	}
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct{ args, trace, want string }{
		{"32 8 64", "", "describe a cache"},
		{"0 8 64 lru", "", "0: from 1 to 65536"},
		{"1 32 64 lru", "", "less than 32 lines of 64 bytes"},
		{"64 128 64 lru", "", "up to 64 lines"},
		{"32 8 64 oldest", "", "lru, fifo or random"},
		{"32 8 64 lru -back", "", "-through and -around"},
		{"32 8 64 lru", "r 100\nx 200\n", "line 2 of the trace"},
		{"32 8 64 lru", "r 80000000\n", "line 1 of the trace"},
	} {
		err := run(t.Context(), strings.Fields(c.args), strings.NewReader(c.trace), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}
