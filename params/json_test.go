package params_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"scf/params"
)

// TestJSON: JSON is a text about a parameter.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{configParam, "{\"size\": 8,\n \"assoc\": null, \"next\": null,\n \"line\": {\"tag\": 3, \"weight\": 1e3}, \"ways\": [1, 2]}", "{size:8, line:{tag:3, weight:1000.0}, ways:[1,2], next:0}"},
		{textParam, `"a\/\u0041\t"`, "[97,47,65,9,0]"},
		{textParam, `"\ud83d\ude00"`, "[-16,-97,-104,-128,0]"},
		{ptrParam, "[true, false, null, -3]", "[1,0,NON_CONSTANT,-3]"},
		{rowsParam, "[[1],null,[2,3]]", "[[1],0,[2,3]]"},
		{intParam, "null", "NON_CONSTANT"},
		{ptrParam, "null", "0"},
		{packetParam, `{"data": [1, _, 3]}`, "{data:[1,NON_CONSTANT,3]}"},
	} {
		l, err := params.ParseLate(c.text, c.param)
		if err != nil || l.String() != c.want {
			t.Errorf("%s: %v, %v, want %s", c.text, l, err, c.want)
		}
	}
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{ptrParam, "[1,\n  2147483648]", "parameter p:2:3: 2147483648 is out of the range of p[1] (int)"},
		{configParam, "{\"size\": 1,\n\"sise\": 2}", "parameter cfg:2:1: struct config has no field sise"},
		{ptrParam, "[1,\n 2\n", "parameter p:3:1: it ends too early"},
		{ptrParam, "[1,\n 2}\n", "parameter p:2:3: unexpected token \"}\""},
		{doubleParam, "true", "parameter d:1:1: true is not a number"},
		{ptrParam, "true", "parameter p:1:1: p is a pointer to int, and its value is no number"},
	} {
		if _, err := params.ParseLate(c.text, c.param); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestJSONIsGo: a Go value and its JSON say the same.
func TestJSONIsGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []any
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			var row any = (*int)(nil)
			if rapid.Bool().Draw(t, "row") {
				row = rapid.SliceOfN(rapid.Int32(), 0, 3).Draw(t, "numbers")
			}
			rows = append(rows, row)
		}
		v := map[string]any{"size": rapid.Int32().Draw(t, "size"), "ways": []int{1}, "line": map[string]any{"weight": rapid.Float64().Draw(t, "weight")}}
		for p, v := range map[string]any{"rows": rows, "config": v} {
			param := map[string]params.Param{"rows": rowsParam, "config": configParam}[p]
			want, err := params.NewLate(v, param)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.MarshalIndent(v, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			if string(text) == "null" {
				text = []byte("[]")
			}
			if got, err := params.ParseLate(string(text), param); err != nil || got.String() != want.String() {
				t.Fatalf("%s is %v, %v, want %v", text, got, err, want)
			}
		}
	})
}
