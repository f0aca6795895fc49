package params_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scf/absval"
	"scf/absval/tree"
	"scf/ast"
	"scf/internal/diag"
	"scf/params"
	"scf/passes"
	"scf/scfml/core"
)

// The types of
//
//	struct line { unsigned tag; double weight; };
//	struct config { int size; signed char assoc; struct line line; const int *ways; short table[3]; struct config *next; int flags : 3; union u { int i; struct { float f; short h; }; }; };
//	struct packet { int n; union u; short data[1]; };
var (
	charType   = ast.Integer{Name: "char", Width: 8, Signed: true}
	scharType  = ast.Integer{Name: "signed char", Width: 8, Signed: true}
	shortType  = ast.Integer{Name: "short", Width: 16, Signed: true}
	doubleType = ast.Floating{Name: "double", Width: 64}
	floatType  = ast.Floating{Name: "float", Width: 32}
	lineType   = ast.Record{Name: "struct line", Size: 16}
	configType = ast.Record{Name: "struct config", Size: 64}
	unionType  = ast.Record{Name: "union u", Size: 8}
	packetType = ast.Record{Name: "struct packet", Size: 12}
	layouts    = ast.Layouts{
		"struct line": {Fields: []ast.Field{{Name: "tag", Ty: ast.Uint}, {Name: "weight", Offset: 8, Ty: doubleType}}},
		"struct config": {Fields: []ast.Field{
			{Name: "size", Ty: ast.Int}, {Name: "assoc", Offset: 4, Ty: scharType}, {Name: "line", Offset: 8, Ty: lineType},
			{Name: "ways", Offset: 24, Ty: ast.Pointer{Elem: ast.Qualified(ast.Int)}}, {Name: "table", Offset: 32, Ty: ast.Array{Elem: shortType, Len: 3}},
			{Name: "next", Offset: 40, Ty: ast.Pointer{Elem: configType}}, {Name: "flags", Offset: 48, Ty: ast.Int, Bits: 3},
			{Name: "", Offset: 48, Ty: unionType},
		}},
		"union u":     {Union: true, Fields: []ast.Field{{Name: "i", Ty: ast.Int}, {Name: "", Ty: pairType}}},
		"struct pair": {Fields: []ast.Field{{Name: "f", Ty: floatType}, {Name: "h", Offset: 4, Ty: shortType}}},
		"struct packet": {Fields: []ast.Field{{Name: "n", Ty: ast.Int}, {Name: "kind", Offset: 4, Ty: unionType},
			{Name: "data", Offset: 12, Ty: ast.Array{Elem: shortType, Len: 1}}}},
	}
	pairType    = ast.Record{Name: "struct pair", Size: 8}
	packetParam = param("k", ast.Pointer{Elem: packetType})
	manyParam   = param("m", ast.Pointer{Elem: ast.Pointer{Elem: packetType}})
)

func param(name string, t ast.Type) params.Param {
	return params.Param{Name: name, Type: t, Layouts: layouts}
}

var (
	doubleParam = param("d", doubleType)
	floatParam  = param("f", floatType)
	textParam   = param("s", ast.Pointer{Elem: ast.Qualified(charType)})
	rowsParam   = param("c", ast.Pointer{Elem: ast.Pointer{Elem: ast.Int}})
	gridParam   = param("g", ast.Pointer{Elem: ast.Array{Elem: ast.Int, Len: 3}})
	configParam = param("cfg", ast.Pointer{Elem: ast.Qualified(configType)})
	valueParam  = param("v", configType)
	voidParam   = param("o", ast.Pointer{Elem: ast.Void{}})
	callParam   = param("h", ast.Pointer{Elem: &ast.Function{Result: ast.Void{}}})
	binaryType  = &ast.Function{Result: ast.Int, Params: []ast.Type{ast.Int, ast.Int}}
	applyParam  = pointing(param("h", ast.Pointer{Elem: binaryType}))
	applyTable  = pointing(param("t", ast.Pointer{Elem: ast.Pointer{Elem: binaryType}}))
	portParam   = param("r", ast.Pointer{Elem: ast.Integer{Name: "volatile int", Width: 32, Signed: true}})
	wideFloat   = param("l", ast.Floating{Name: "long double", Width: 80})
)

// pointing is p where pointers may lead to functions.
func pointing(p params.Param) params.Param {
	puts := &ast.Function{Result: ast.Int, Params: []ast.Type{ast.Pointer{Elem: charType}}}
	p.Functions = []params.Function{{Name: "add", Type: binaryType, Own: true}, {Name: "puts", Type: puts}, {Name: "sub", Type: binaryType, Own: true}}
	return p
}

func TestParseMemory(t *testing.T) {
	for _, c := range []struct {
		param      params.Param
		text, want string
	}{
		{doubleParam, "CONSTANT", "CONSTANT(Float)"},
		{doubleParam, "'Float", "CONSTANT(Float)"},
		{doubleParam, "1", "CONSTANT(1.0)"},
		{doubleParam, "-0|0.0", "CONSTANT(-0.0|0.0)"},
		{doubleParam, "0x1.8p1|inf|~inf|2e-3", "CONSTANT(-inf|0.002|3.0|inf)"},
		{doubleParam, "nan", "CONSTANT(nan)"},
		{doubleParam, "-nan(0x7)", "CONSTANT(-nan(0x7))"},
		{doubleParam, "0.1", "CONSTANT(0.1)"},
		{doubleParam, ".5|1e+300", "CONSTANT(0.5|1e+300)"},
		{floatParam, "0.1", "CONSTANT(0.1)"},
		{floatParam, "16777217", "CONSTANT(1.6777216e+07)"},
		{ptrParam, "[3,1,2]", "[3,1,2]"},
		{ptrParam, " [ Int , 0x10 ] ", "[Int,16]"},
		{ptrParam, "[]", "[]"},
		{ptrParam, "[Int*]", "[Int*]"},
		{ptrParam, "[CONSTANT *]", "[Int*]"},
		{ptrParam, "[7,0|1*]", "[7,0|1*]"},
		{ptrParam, "[1,NON_CONSTANT,CONSTANT(2|3)]", "[1,NON_CONSTANT,2|3]"},
		{ptrParam, "[1]|[2,3]|[1]", "[1]|[2,3]"},
		{ptrParam, "0", "CONSTANT(0)"},
		{ptrParam, "[Int*]|0", "0|[Int*]"},
		{textParam, `"ab\n"`, "[97,98,10,0]"},
		{textParam, `"a\"b"`, `"a\"b"`},
		{textParam, `""`, "[0]"},
		{textParam, `"a\0\?\101\x7"`, "[97,0,63,65,7,0]"},
		{textParam, "[Int*]", "[Int*]"},
		{rowsParam, "[[Int*]*]", "[[Int*]*]"},
		{rowsParam, "[[1,2],[3]]", "[[1,2],[3]]"},
		{gridParam, "[[Int*]*]", "[[Int,Int,Int]*]"},
		{gridParam, "[[1,2*]]", "[[1,2,2]]"},
		{configParam, "{size:Int, assoc:1|2}", "{size:Int, assoc:1|2}"},
		{configParam, "{assoc : 1 , size : NON_CONSTANT}", "{assoc:1}"},
		{configParam, "{}", "{}"},
		{configParam, "{line:{weight:0.5}, ways:[Int*], table:[1,2,3], next:{size:1}|0}", "{line:{weight:0.5}, ways:[Int*], table:[1,2,3], next:0|{size:1}}"},
		{configParam, "[{size:1},{size:2}]", "[{size:1},{size:2}]"},
		{configParam, "{size:1}|{assoc:1}", "{size:1}|{assoc:1}"},
		{callParam, "NON_CONSTANT", "NON_CONSTANT"},
		{callParam, "0", "CONSTANT(0)"},
		{applyParam, "CONSTANT", "CONSTANT(0|add|sub)"},
		{applyParam, "&sub|add|sub", "CONSTANT(sub|add)"},
		{applyParam, "\"add\"", "CONSTANT(add)"},
		{applyParam, "CONSTANT(add|null)", "CONSTANT(0|add)"},
		{applyTable, "[add,0,CONSTANT*]", "[add,0,0|add|sub*]"},
	} {
		a, err := params.ParseAbstract(c.text, c.param)
		if err != nil {
			t.Errorf("%q: %v", c.text, diag.Render(err))
			continue
		}
		if got := a.String(); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
		if again, err := params.ParseAbstract(a.String(), c.param); err != nil || again.String() != c.want {
			t.Errorf("%q read again is %v, %v", c.want, again, err)
		}
	}
}

// TestMemoryErrors holds every message about memory.
func TestMemoryErrors(t *testing.T) {
	for _, c := range []struct {
		param            params.Param
		text, want, hint string
	}{
		{doubleParam, "Int", "1: d (double) is not among Int", "write Float, or CONSTANT, which is the same"},
		{intParam, "Float", "1: a (int) is not among Float", "write Int, or CONSTANT, which is the same"},
		{doubleParam, "1.5.2", "1: 1.5.2 is not a number", "write it as in C: 1.5, -2e-3, 0x1.8p3, inf, nan"},
		{doubleParam, "1e999", "1: 1e999 is too large for d (double)", "write inf for infinity"},
		{floatParam, "1e39", "1: 1e39 is too large for f (float)", "write inf for infinity"},
		{floatParam, "nan(0x400000)", "1: 0x400000 is no payload of nan", "nan has one of 0 to 0x3fffff, and inf has none"},
		{doubleParam, "inf(3)", "1: 3 is no payload of inf", "nan has one of 0 to 0x7ffffffffffff, and inf has none"},
		{intParam, "inf", "1: inf is not an integer", "write it as in C: 3, -3, 0xff or 017"},
		{intParam, "'é'", "1: 'é' is not a character", "write CONSTANT, CONSTANT(3), CONSTANT(0|1), 3, 0|1 or NON_CONSTANT"},
		{intParam, "089", "1: 089 is not an integer", "write it as in C: 3, -3, 0xff or 017"},
		{doubleParam, "[1]", "1: d is a number (double): it reaches no memory", "write CONSTANT, CONSTANT(3), CONSTANT(0|1), 3, 0|1 or NON_CONSTANT"},
		{ptrParam, "CONSTANT", "1: CONSTANT does not say what p (pointer to int) reaches", "write what it reaches, as in [Int*], or NON_CONSTANT"},
		{ptrParam, "Int", "1: Int does not say what p (pointer to int) reaches", "write what it reaches, as in [Int*], or NON_CONSTANT"},
		{ptrParam, "4096", "1: p is a pointer to int, and its value is no number", "write what it reaches, as in [Int*], or NON_CONSTANT, or 0 or null for the null pointer"},
		{ptrParam, "{size:1}", "1: the form of this does not fit p (pointer to int)", "write what it reaches, as in [Int*], or NON_CONSTANT"},
		{ptrParam, "[1,2147483648]", "4: 2147483648 is out of the range of p[1] (int)", "its values are -2147483648 to 2147483647"},
		{ptrParam, `"ab"`, "1: p is a pointer to int, and not of characters", "write what it reaches, as in [Int*], or NON_CONSTANT"},
		{ptrParam, "[1]|NON_CONSTANT", "5: NON_CONSTANT stands alone: a parameter is constant or it is not", ""},
		{textParam, `"\q"`, "1: malformed string", `write it as in C: "a", "a\n", "\x07"`},
		{textParam, `"\400"`, "1: malformed string", `write it as in C: "a", "a\n", "\x07"`},
		{rowsParam, "[Int*]", "2: Int does not say what c[0] (pointer to int) reaches", "write what it reaches, as in [Int*], or NON_CONSTANT"},
		{rowsParam, "[[1],[2,x]]", "9: unexpected token \"x\"", ""},
		{gridParam, "[[1,2]]", "2: 2 elements for g[0], which has 3", "write all of them, _ for those of which nothing is known"},
		{gridParam, "[[1,2,3,4,Int*]]", "2: 4 elements for g[0], which has 3", "leave out those behind its end"},
		{configParam, "CONSTANT", "1: CONSTANT does not say what cfg (pointer to struct config) reaches",
			"write what it reaches, as in {size:Int, assoc:Int, line:{tag:Int, weight:Float}, ways:[Int*], table:[Int,Int,Int], flags:Int}, or NON_CONSTANT"},
		{configParam, "{sise:1}", "2: struct config has no field sise", "did you mean size? its fields are size, assoc, line, ways, table, next, flags, i, f, h"},
		{configParam, "{size:1,size:2}", "9: the field size is named twice", ""},
		{configParam, "{assoc:200}", "8: 200 is out of the range of cfg->assoc (signed char)", "its values are -128 to 127"},
		{configParam, "{line:{tag:-1}}", "12: -1 is out of the range of cfg->line.tag (unsigned int)", "its values are 0 to 4294967295"},
		{configParam, "{flags:4}", "8: 4 is out of the range of cfg->flags (int)", "its values are -4 to 3"},
		{configParam, "{i:1,h:2}", "6: i and h are members of one union, of which one can be constant", "name the member that the function reads"},
		{packetParam, "{kind:{i:1,f:2}}", "12: i and f are members of one union, of which one can be constant", ""},
		{packetParam, "[{data:[1]},{data:[1,2]}]", "19: 2 elements for k[1].data, which has 1", ""},
		{configParam, "{table:{}}", "8: the form of this does not fit cfg->table (array of 3 short)", "write what it reaches, as in [Int,Int,Int], or NON_CONSTANT"},
		{configParam, "{table:3}", "8: the form of this does not fit cfg->table (array of 3 short)", "write what it reaches, as in [Int,Int,Int], or NON_CONSTANT"},
		{valueParam, "{size:1}", "1: v is a struct config passed by value; only memory that a pointer reaches can be constant", "pass a pointer to it, or write NON_CONSTANT"},
		{voidParam, "[1]", "1: the form of this does not fit o (pointer to void)", "write NON_CONSTANT"},
		{portParam, "[1]", "1: r is a pointer to volatile int, which cannot be constant", "leave it out, or write NON_CONSTANT"},
		{callParam, "7", "1: h is a pointer to function, and its value is no number", "write the name of a function, or NON_CONSTANT, or 0 or null for the null pointer"},
		{callParam, "[f]", "1: the form of this does not fit h (pointer to function)", "write the name of a function, or NON_CONSTANT"},
		{callParam, "Int", "1: Int does not say what h (pointer to function) reaches", "write the name of a function, or NON_CONSTANT"},
		{callParam, "hh", "1: h cannot be constant as hh, which is no function that it may lead to", "none of its type is declared before the function, with a prototype"},
		{applyParam, "hh", "1: h cannot be constant as hh, which is no function that it may lead to", "those of its type that are declared before the function are add, sub"},
		{applyParam, "ad", "1: h cannot be constant as ad, which is no function that it may lead to", "did you mean add? those of its type that are declared before the function are add, sub"},
		{applyParam, "puts", "1: puts is a function of another type than h leads to", "those of its type that are declared before the function are add, sub"},
		{applyParam, "add|NON_CONSTANT", "5: NON_CONSTANT stands alone: a parameter is constant or it is not", "write the names of functions, as in f|g, 0 for the null pointer, CONSTANT for all of its type, or NON_CONSTANT"},
		{wideFloat, "1.5", "1: l is a long double, which cannot be constant", "leave it out, or write NON_CONSTANT"},
	} {
		_, err := params.ParseAbstract(c.text, c.param)
		if err == nil {
			t.Errorf("%q is taken", c.text)
			continue
		}
		e := err.(*diag.Error)
		if want := "parameter " + c.param.Name + ":1:" + c.want; e.Error() != want {
			t.Errorf("%q: %v, want %s", c.text, err, want)
		}
		if c.hint != "" && e.Hint != c.hint {
			t.Errorf("%q: the hint is %q", c.text, e.Hint)
		}
	}
}

// TestLateAdvice: what messages advise to write late is one value, of the form that fits.
func TestLateAdvice(t *testing.T) {
	for _, c := range []struct {
		param      params.Param
		text, hint string
	}{
		{intParam, "Float", "write one value, as in 3 or -3, or NON_CONSTANT"},
		{intParam, "frob", "write one value, as in 3 or -3, or NON_CONSTANT"},
		{ptrParam, "[", "write what it points to, as in [3,1,2] or {size:3}, or NON_CONSTANT"},
		{ptrParam, "4096", "write what it reaches, as in [3,3], or NON_CONSTANT, or 0 or null for the null pointer"},
		{ptrParam, "CONSTANT", "write what it reaches, as in [3,3], or NON_CONSTANT"},
		{ptrParam, "[{x:1}]", "write one value, as in 3 or -3, or NON_CONSTANT"},
		{rowsParam, "{x:1}", "write what it reaches, as in [[3,3],[3,3]], or NON_CONSTANT"},
	} {
		_, err := params.ParseLate(c.text, c.param)
		e, ok := err.(*diag.Error)
		if !ok || e.Hint != c.hint {
			t.Errorf("%s, %q: %v", c.param.Name, c.text, diag.Render(err))
		}
	}
}

// TestAdviceCovers: what messages advise to stage with has the value that was refused, which may reach further than what can be constant by itself.
func TestAdviceCovers(t *testing.T) {
	for _, c := range []struct {
		param        params.Param
		staged, late string
		advice       string
	}{
		{intParam, "0|1", "2", "CONSTANT"},
		{configParam, "{size:Int}", "{size:3,next:{size:4,next:0}}", "{size:Int, next:{size:Int, next:0}}"},
		{packetParam, "{n:Int}", "{n:1,kind:{i:2},data:[5,6]}", "{n:Int, kind:{i:Int}, data:[Int,Int]}"},
	} {
		staged, late := abstract(t, c.staged, c.param), late(t, c.late, c.param)
		var e *diag.Error
		if !errors.As(c.param.NotMember(staged, late, "f", "f.c"), &e) {
			t.Fatalf("%s is no error", c.late)
		}
		_, advice, _ := strings.Cut(strings.Trim(e.Hint[strings.Index(e.Hint, "--abstract ")+len("--abstract "):], "'"), "=")
		if advice != c.advice {
			t.Errorf("%s, staged with %s, %s: %s", c.param.Name, c.staged, c.late, e.Hint)
		}
		if !abstract(t, advice, c.param).Contains(late) {
			t.Errorf("%s: %s does not have %s", c.param.Name, advice, c.late)
		}
	}
}

func abstract(t *testing.T, text string, p params.Param) params.Abstract {
	t.Helper()
	a, err := params.ParseAbstract(text, p)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return a
}

func late(t *testing.T, text string, p params.Param) params.Late {
	t.Helper()
	l, err := params.ParseLate(text, p)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return l
}

// TestNewLate: late values of Go values, and what they are as text.
func TestNewLate(t *testing.T) {
	type line struct {
		Tag    uint32
		Weight float64
	}
	type config struct {
		Size   int
		Ways   []int `c:"assoc"`
		Hidden int   `c:"-"`
		own    int   //lint:ignore U1000 it is not exported, and so no member
	}
	type full struct {
		Size  int
		Line  line
		Ways  []int32
		Table [3]int16
		Next  *full
	}
	for _, c := range []struct {
		param     params.Param
		value     any
		want, err string
	}{
		{intParam, 3, "3", ""},
		{intParam, uint8(3), "3", ""},
		{intParam, true, "1", ""},
		{intParam, nil, "NON_CONSTANT", ""},
		{intParam, int64(1) << 31, "", "parameter a: 2147483648 is out of the range of a (int): its values are -2147483648 to 2147483647"},
		{intParam, 1.5, "", "parameter a: a Go float64 does not fit a (int)"},
		{longParam, uint64(math.MaxUint64), "18446744073709551615", ""},
		{configParam, map[string]any{"size": 1, "flags": -4}, "{size:1, flags:-4}", ""},
		{configParam, map[string]any{"flags": 4}, "", "parameter cfg: 4 is out of the range of cfg->flags (int): its values are -4 to 3"},
		{doubleParam, 0.1, "0.1", ""},
		{doubleParam, float32(0.5), "0.5", ""},
		{doubleParam, 3, "3.0", ""},
		{doubleParam, math.Copysign(0, -1), "-0.0", ""},
		{doubleParam, math.NaN(), "nan(0x1)", ""},
		{doubleParam, math.Float64frombits(0x7ff0000000000001), "", "parameter d: d: C has no constant for a signalling NaN"},
		{doubleParam, int64(1)<<53 + 1, "", "parameter d: d (double) does not hold 9007199254740993 exactly"},
		{floatParam, 0.1, "", "parameter f: f (float) does not hold 0.1 exactly"},
		{floatParam, float32(0.1), "0.1", ""},
		{ptrParam, []int32{0, 1, 7}, "[0,1,7]", ""},
		{ptrParam, [2]int{1, 2}, "[1,2]", ""},
		{ptrParam, []any{1, nil, true}, "[1,NON_CONSTANT,1]", ""},
		{ptrParam, (*int)(nil), "0", ""},
		{ptrParam, "ab", "", "parameter p: a Go string does not fit p (pointer to int)"},
		{ptrParam, 3, "", "parameter p: a Go int does not fit p (pointer to int)"},
		{ptrParam, []int64{1 << 40}, "", "parameter p: 1099511627776 is out of the range of p[0] (int): its values are -2147483648 to 2147483647"},
		{textParam, "ab", `"ab"`, ""},
		{rowsParam, [][]int{{1}, {2, 3}}, "[[1],[2,3]]", ""},
		{gridParam, [][3]int{{1, 2, 3}}, "[[1,2,3]]", ""},
		{gridParam, [][]int{{1, 2}}, "", "parameter g: 2 elements for g[0], which has 3"},
		{configParam, map[string]any{"size": 8, "assoc": 1}, "{size:8, assoc:1}", ""},
		{configParam, map[string]any{"sise": 8}, "", `parameter cfg: struct config has no field for "sise"; its fields are size, assoc, line, ways, table, next, flags, i, f, h; did you mean size?`},
		{configParam, config{Size: 8}, "", "parameter cfg: a Go []int does not fit cfg->assoc (signed char)"},
		{configParam, &full{Size: 8, Line: line{1, 2}, Ways: []int32{4}, Next: &full{}},
			"{size:8, line:{tag:1, weight:2.0}, ways:[4], table:[0,0,0], next:{size:0, line:{tag:0, weight:0.0}, ways:[], table:[0,0,0], next:0}}", ""},
		{packetParam, map[string]any{"data": []int{1, 2, 3}, "kind": map[string]any{"f": 1, "h": 2}}, "{kind:{f:1.0, h:2}, data:[1,2,3]}", ""},
		{packetParam, map[string]any{"kind": map[string]any{"f": 1, "i": 2}}, "", "parameter k: k->kind: f and i are members of one union, of which one can be constant"},
		{configParam, map[string]any{"size": (*int)(nil), "table": []int16(nil), "next": (*full)(nil)}, "{next:0}", ""},
		{manyParam, []any{map[string]any{"n": 1}, (*full)(nil), nil}, "[{n:1},0,NON_CONSTANT]", ""},
		{configParam, struct {
			X int `c:"size"`
			Y int `c:"size"`
		}{1, 2}, "", "parameter cfg: cfg: two fields of the Go struct { X int \"c:\\\"size\\\"\"; Y int \"c:\\\"size\\\"\" } say what size is"},
		{valueParam, full{}, "", "parameter v: a struct config passed by value cannot be constant; only memory that a pointer reaches can"},
		{applyParam, "sub", "sub", ""},
		{applyParam, nil, "NON_CONSTANT", ""},
		{applyParam, (*int)(nil), "0", ""},
		{applyParam, 3, "", "parameter h: a Go int does not fit h (pointer to function)"},
		{applyParam, "puts", "", "parameter h: puts is a function of another type than h leads to; those of its type that are declared before the function are add, sub"},
		{applyTable, []any{"add", nil, "sub"}, "[add,NON_CONSTANT,sub]", ""},
		{applyTable, []string{"add", "sub"}, "[add,sub]", ""},
		{wideFloat, 1.5, "", "parameter l: l is a long double, which cannot be constant"},
	} {
		l, err := params.NewLate(c.value, c.param)
		switch {
		case c.err != "":
			if err == nil || err.Error() != c.err {
				t.Errorf("%v: %v, want %s", c.value, err, c.err)
			}
		case err != nil || l.String() != c.want:
			t.Errorf("%v is %v, %v, want %s", c.value, l, err, c.want)
		default:
			if again, err := params.ParseLate(l.String(), c.param); err != nil || again.String() != c.want {
				t.Errorf("%s is read as %v, %v", c.want, again, err)
			}
		}
	}
	cycle := map[string]any{}
	cycle["next"] = cycle
	if _, err := params.NewLate(cycle, configParam); err == nil || !strings.Contains(err.Error(), "nested more than 100 deep") {
		t.Errorf("a cycle: %v", err)
	}
}

// memory draws texts of abstract values with the late values in them.
type memory struct{ *rapid.T }

// draw draws what is known of a value of type t, and one late value that is in it.
func (m memory) draw(t ast.Type, depth int) (abstract, late string) {
	if depth > 3 || rapid.IntRange(0, 9).Draw(m.T, "not constant") == 0 {
		return "NON_CONSTANT", "NON_CONSTANT"
	}
	switch t := ast.Unqualified(t).(type) {
	case ast.Pointer:
		if r, ok := ast.Unqualified(t.Elem).(ast.Record); ok && rapid.Bool().Draw(m.T, "one") {
			return m.record(r, depth)
		}
		return m.elements(t.Elem, -1, depth)
	case ast.Array:
		return m.elements(t.Elem, int(t.Len), depth)
	case ast.Record:
		return m.record(t, depth)
	case ast.Floating:
		return m.choice("Float", func() string {
			return rapid.SampledFrom([]string{"0.0", "-0.0", "1.5", "nan", "-inf", "1e-5"}).Draw(m.T, "float")
		})
	}
	return m.choice("Int", func() string { return rapid.SampledFrom([]string{"0", "1", "7", "100"}).Draw(m.T, "int") })
}

func (m memory) choice(all string, value func() string) (abstract, late string) {
	late = value()
	if rapid.Bool().Draw(m.T, "all") {
		return all, late
	}
	return late + "|" + value(), late
}

func (m memory) elements(elem ast.Type, n, depth int) (abstract, late string) {
	star := n < 0 && rapid.Bool().Draw(m.T, "star")
	if n < 0 {
		n = rapid.IntRange(0, 3).Draw(m.T, "length")
	}
	var as, ls []string
	for range n {
		a, l := m.draw(elem, depth+1)
		as, ls = append(as, a), append(ls, l)
	}
	if star {
		if n == 0 {
			a, _ := m.draw(elem, depth+1)
			as = []string{a}
		}
		as[len(as)-1] += "*"
	}
	return "[" + strings.Join(as, ",") + "]", "[" + strings.Join(ls, ",") + "]"
}

func (m memory) record(r ast.Record, depth int) (abstract, late string) {
	var as, ls []string
	layout := layouts[r.Name]
	for i, f := range layout.Fields {
		if layout.Union && i != 0 { // its other member has no name
			continue
		}
		if f.Bits == 0 && f.Name != "" {
			a, l := m.draw(f.Ty, depth+1)
			if f.Name == "data" && depth == 0 {
				a, l = m.elements(shortType, -1, depth+1)
			}
			as, ls = append(as, f.Name+":"+a), append(ls, f.Name+":"+l)
		}
	}
	return "{" + strings.Join(as, ",") + "}", "{" + strings.Join(ls, ",") + "}"
}

// TestMemoryMembership: a late value lies in what it was drawn from, as Contains sees it and as the passes see it.
func TestMemoryMembership(t *testing.T) {
	in := newLattices(t)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]params.Param{ptrParam, rowsParam, gridParam, configParam, doubleParam, intParam, packetParam, manyParam}).Draw(t, "param")
		abstract, late := memory{t}.draw(p.Type, 0)
		if p.Type == ast.Type(ast.Int) && abstract == "NON_CONSTANT" {
			return
		}
		a, err := params.ParseAbstract(abstract, p)
		if err != nil {
			t.Fatalf("%s: %v", abstract, err)
		}
		l, err := params.ParseLate(late, p)
		if err != nil {
			t.Fatalf("%s: %v", late, err)
		}
		if again, err := params.ParseAbstract(a.String(), p); err != nil || again.String() != a.String() {
			t.Fatalf("%v is read as %v, %v", a, again, err)
		}
		if again, err := params.ParseLate(l.String(), p); err != nil || again.String() != l.String() {
			t.Fatalf("%v is read as %v, %v", l, again, err)
		}
		if !a.Contains(l) || !in.contains(t, a, l) {
			t.Fatalf("%v does not contain %v: %v, the passes %v", a, l, a.Contains(l), in.contains(t, a, l))
		}
		_, other := memory{t}.draw(p.Type, 0)
		if o, err := params.ParseLate(other, p); err == nil && a.Contains(o) && !in.contains(t, a, o) {
			t.Fatalf("%v contains %v, but not as the passes see it", a, o)
		}
		if implied, ok := a.Implied(); ok && implied.String() != l.String() {
			t.Fatalf("%v implies %v, not %v", a, implied, l)
		}
	})
}

// lattices sees knowledge as the passes do.
type lattices struct {
	domain  *absval.Domain
	program *core.Program
}

func newLattices(t *testing.T) lattices {
	p, err := passes.All()[0].Load()
	if err != nil {
		t.Fatal(err)
	}
	return lattices{absval.New(absval.Options{Trees: tree.Options{Label: ast.LabelArg}}), p}
}

func (in lattices) contains(t rapid.TB, a params.Abstract, l params.Late) bool {
	set, err := a.AbstractValue(in.domain, in.program)
	if err != nil {
		t.Fatalf("%v: %v", a, err)
	}
	v, err := ast.LatticeToValue(l.Lattice(), in.program)
	if err != nil {
		t.Fatalf("%v: %v", l, err)
	}
	return in.domain.Contains(set, v)
}
