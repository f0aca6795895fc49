package stager_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scf/internal/diag"
	"scf/internal/testing/tier"
	"scf/internal/testing/toolchain"
	"scf/stager"
)

// TestReferences: what is known of objects is followed through calls for which their addresses are passed, and no further than C allows.
func TestReferences(t *testing.T) {
	text := optimisedForThree(t, "testdata/references.c")
	if !strings.Contains(text, "return 890 + x;") {
		t.Errorf("f14 was not computed:\n%s", text)
	}
}

// TestSetUp: what functions make known of objects is known behind their calls, also where nothing is known before.
func TestSetUp(t *testing.T) {
	text := optimisedForThree(t, "testdata/set_up.c")
	for _, result := range []string{"return 4 + x;", "return 369 + x;", "return 28 + x;"} { // of f1, f2 and f3 or f12
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestRings: pointers in constant tables are followed that lead back to them, in loops and in recursion, also in one that counts how deep it is.
func TestRings(t *testing.T) {
	text := optimisedForThree(t, "testdata/rings.c")
	for _, result := range []string{
		"return 98 + x + 3;", "s = s * 3 + 3 * x;", "match_r = f7_match_1(0,", "return f8_walk_1(0, 1000, x, 3);", "even_result = f9_odd_1(0,",
		"return 5 * x;", "return x << 3;", "return 106 + x + 3;", "eval_result_3 = eval_result * 7;", "return s + 5 + 3;"} { // of f2, f4, f7, f8, f9, f11, f12, f14, f16 and f17
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestKeptCallees: functions are looked into that hold C which is kept as it is, as assembly and volatile accesses are. What has such C left is not put in place of its calls.
func TestKeptCallees(t *testing.T) {
	text := optimisedForThree(t, "testdata/kept_callees.c")
	for _, result := range []string{"limited_result = x;", "mix_result = f3_add3_1(", "f4_lanes_2(2, x)", "total = total + 6;"} {
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestDispatch: calls through constant tables of functions are followed, where it is known what is called into that, and otherwise into each that may be; they stay where that
// tells nothing.
func TestDispatch(t *testing.T) {
	text := optimisedForThree(t, "testdata/dispatch.c")
	for _, result := range []string{"m_st[0] = m_st[0] * m_st[1];", "return 300 + s_b;", "int called = binary[x % 3](x, x + 1);", "return 3 < x ? x - 3 : 3 * x;",
		"less_a < 1 ? 1 - less_a : less_a;", "return eval_result * f8_eval_1(", "gaps[x & 2](x, 2)", "struct state made_s = {3, 4};", "c_seen = x & 7;"} { // of f1, f2, f4, f5, f7 to f11
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestSteps: interpreters of helpers that get their state by address become what their programs do, loops and jumps in these among it.
func TestSteps(t *testing.T) {
	text := optimisedForThree(t, "testdata/steps.c")
	for _, result := range []string{"if (!run_m_st[0])\n                    break;", "taken_m_reg[1] = taken_a;", "return m_reg[1] + m_reg[0];", "call(&watched_s);",
		"called_s_acc = called_s_acc - 3;"} { // of f1 to f3, f7 and f5
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
	for _, gone := range []string{"switch (called_s", "switch (taken_", "switch (itself_"} {
		if _, functions, _ := strings.Cut(text, "int f1("); strings.Contains(functions, gone) {
			t.Errorf("%q is still there:\n%s", gone, text)
		}
	}
}

// TestThreads: threaded code becomes what its program does, where the pointers through which it calls its steps lead into constant tables alone.
func TestThreads(t *testing.T) {
	text := optimisedForThree(t, "testdata/threads.c")
	for _, result := range []string{"if (!m_st[0])\n            break;", "run_result = run_m_reg[1];", "s_acc = s_acc * 5;", "f_st[0] = f_st[0] * 3;", "} else if (any(*a.text)) {",
		"if (m_reg[0] > 20)\n            break;", "return m_reg[1] * 10 + m_reg[2] + 3;", "int visit_called = visit_d_2 + 2;", "use_called = inc(x);", "m_x = m_x << 1;\n        if (!(m_x < 50 && m_x > 0))", "if (m_x > 1000) {\n            m_err = 1;",
		"f25(int k, int x)\n{\n    return x;"} { // of f1 to f6, f13, f17, f18, f22, f23 and f25
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
	if n := strings.Count(text, "->run(&m, ip_2->arg);"); n != 4 { // in f7, f8, f11 and f12
		t.Errorf("%d calls through pointers that may lead elsewhere:\n%s", n, text)
	}
}

// TestSpans: where the beginning of a constant array and its end are passed they are compared, and subtracted.
func TestSpans(t *testing.T) {
	text := optimisedForThree(t, "testdata/spans.c")
	for _, result := range []string{"if (4 == x)", "return 58 + x + sum(M, M + 3);", "sum(helper_h, helper_h + helper_n);", "bs_result = 49;", "* 100 + 4;"} { // of f1, f2, f4 and f6
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
	if _, functions, _ := strings.Cut(text, "int f1("); strings.Contains(functions, "_t < look_e") {
		t.Errorf("the ends are compared:\n%s", text)
	}
}

// TestFrames: what programs return to may lie in frames, in an array of structs.
func TestFrames(t *testing.T) {
	text := optimisedForThree(t, "testdata/frames.c")
	for _, result := range []string{"run_acc = run_acc + run_frames_saved[0];", "run2_m_acc = run2_m_acc + run2_m_frames_saved[0];", "run3_result = run3_acc + 2;"} {
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestStacks: where programs, matchers and automata go on may lie on stacks whose heights are known late: one switch tells which of what was pushed it is.
func TestStacks(t *testing.T) {
	text := optimisedForThree(t, "testdata/stacks.c")
	for _, result := range []string{"case 9:\n            sp = sp - 1;\n            st[sp - 1] = st[sp - 1] * st[sp];", "match_ready_pc[match_n] = 7;", "m_rs[rp_2] = 9;", " ready_pc[n] = 4;", "while (1)\n                switch (state) {\n                case 2:"} { // of f1, f2, f4, f5 and f13
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestMachines: automata become code whose places are the states, also where a function gives the next one, or one test after the other chooses it.
func TestMachines(t *testing.T) {
	text := optimisedForThree(t, "testdata/machines.c")
	for _, result := range []string{"number_next_c == 101", "step_c = w[i];", "} else if (w[i] == 97) {", "} else if (*w == 97 && w[1] != 97) {", "if (98 == taken_edge_c) {", "h = mix(h, *w);", "h = crc(h, *w);"} {
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestConstPointers: variables that lead to what is const are not const for that.
func TestConstPointers(t *testing.T) {
	text := optimisedForThree(t, "testdata/const_pointers.c")
	if result := "+ (u3[0] == &a) + 122 + 113 + x;"; !strings.Contains(text, result) { // of f12
		t.Errorf("%q is missing:\n%s", result, text)
	}
}

// TestOwnTables: functions are looked into that have constant tables of their own, unless their addresses can be seen; where some of a table is left to look up it is
// declared again.
func TestOwnTables(t *testing.T) {
	text := optimisedForThree(t, "testdata/own_tables.c")
	for _, result := range []string{"return (x << 3) + size_of(x & 3);", "column_result = column_c[column_j];", "int row_result = row(0, x & 1);", "return 163 + sum_result;", "return (shown(3) - shown(x % 3)) * 10;", "static const int column_cols[2][3] = { { 1, 2, 7 }, { 4, 5, 6 } };",
		"x > 40 ? after_limits[x & 7] : x;", "const int *p = place(0);", "s = next_state_next[3][", "sum = weight_ws[s] * 3;", "run_x = run_x % 9 + 7;",
		"return outer_result + 31;", "r = rule_rules[0];", "sum_of(total_t, total_n) + 5;", "value_of_result = 3 + (int)(value_of_e - value_of_entries) * 10;", "return shows(1) + shows(x & 1) + shows(0);",
		"return 10 + x;", "return numbered(2) * 10 + numbered(x & 1);"} { // of f1 to f3, f5, f9 to f14 and f19 to f23
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestOwnTypes: functions are looked into that define types for themselves, where no object is reached by two of them.
func TestOwnTypes(t *testing.T) {
	text := optimisedForThree(t, "testdata/own_types.c")
	for _, result := range []string{"return (x << 1) + prec_result;", "return 30 + class_of_result;", "cell_result = cell_j < 2 ? cell_r->of[cell_j] : -1;", "    union word { unsigned w; u8 b[4]; };\n",
		"return one(3) + other(3) * 10 + hiding(3) * 100", "int before = 27 + kinds(x) * 10 + 6 + plain(x) + 56 * aliased(x);", "    enum { FIRST = 2, SECOND = FIRST * 3 };\n", "int hidden_result = again(3);", "return 185 + deep(x);", "    struct step { int mul, add, next; };\n    static const struct step down_steps[] =",
		"set_all(blocks_a, 3);", "chosen_result = chosen_h[0].run;", "step(state, 3)", "kept_in(3)"} { // of f1 to f11
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestGivenTables: functions are looked into that give back addresses of their own constant tables, where what these lead to is only read: their copies have tables with other addresses.
func TestGivenTables(t *testing.T) {
	text := optimisedForThree(t, "testdata/given_tables.c")
	for _, result := range []string{"n = n * 31 + 117 + x;", "n = n * 31 + 11 * x;", "int called = twice(x << 2);", "kind_name_result = kind_name_k->name;", "n = n * 7 + 117 + t[1];", "return 3000 + looked_up_result[1];",
		"const int *p = one(3);", "same(two(3), two(x))", "const int *end = three(0) + 3;", "= {quad(3)}", "was_seen(quint(3))", "const int *through_result = seven(3);", "eight(3) - eight(x)", "const int *pointer_result = nine(3);"} { // of f1 to f8
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestFills: objects that functions fill with memset are known part by part behind it, where no one else sees them.
func TestFills(t *testing.T) {
	text := optimisedForThree(t, "testdata/fills.c")
	for _, result := range []string{"return i_index * 100 + -1 +", "memset(shown_i, 0, 40);", "return t.b.tag + t.z;", "return 30 + x;", "return 31 + x;",
		"c_buf[3] = 99;", "return c_buf[3] + 4 +", "memset(h, 0, 800);"} { // of f2 to f5, f12 to f14 and f16
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestHelpers: what interpreters keep in a struct is followed through the functions that they are made of.
func TestHelpers(t *testing.T) {
	text := optimisedForThree(t, "testdata/helpers.c")
	for _, result := range []string{"run_m_st[1] = -2;", "run_result = -1;", "return l_v[0] * 100 + l_v[3] + 5000 + 5;", "return 12 + l_v[0] + 2;",
		"return u.s.n * 10 + u.s.v[0];", "return 43 + d_in[0].b", "walked_m_st[1] = -2;", "b[put_p] = put_n;", "b[puts__p] = puts__n;", "x = x + st[0] * 3;"} { // of f1 to f4 and f6 to f11
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestOldStyle: calls of functions that are declared without parameters are followed where their definitions have those.
func TestOldStyle(t *testing.T) {
	text := optimisedForThree(t, "testdata/old_style.c")
	for _, result := range []string{"return 96354 + x;", "return 10 * x + 10;", "rec_result", "return x;"} { // of f1, f3, f4 and f5
		if !strings.Contains(text, result) {
			t.Errorf("%q is missing:\n%s", result, text)
		}
	}
}

// TestLongConstants: casts of long double literals are the numbers that they are in C, as DBL_MAX is.
func TestLongConstants(t *testing.T) {
	text := optimisedForThree(t, "testdata/long_constants.c")
	if _, body, _ := strings.Cut(text, "double f1("); strings.Contains(body[:strings.Index(body, "double f2(")], "g1(3") {
		t.Errorf("a call is left:\n%s", text)
	}
}

// TestLoads: numbers that are copied from bytes are known where the bytes are.
func TestLoads(t *testing.T) {
	text := optimisedForThree(t, "testdata/loads.c")
	if !strings.Contains(text, "return 67305985U * x + 4278650373U;") {
		t.Errorf("f1 was not computed:\n%s", text)
	}
}

// TestChoices: functions that call themselves at their end for what a test chooses do what they did, and trees in constant tables are followed.
func TestChoices(t *testing.T) {
	text := optimisedForThree(t, "testdata/choices.c")
	if _, body, _ := strings.Cut(text, "int f13("); !strings.Contains(body, "return 13;") || strings.Contains(body[:strings.Index(body, "}\n")], "while") {
		t.Errorf("f13 was not computed:\n%s", text)
	}
	for _, f := range []string{"f20", "f21", "f23"} { // calls in ?:, && and ||, and loops that a part of a test ends
		_, body, _ := strings.Cut(text, "int "+f+"(")
		if body, _, _ = strings.Cut(body, "\n}\n"); strings.Contains(body, "while") || strings.Contains(body, "for (") || strings.Contains(body, "holds(") {
			t.Errorf("%s is left:\n%s", f, body)
		}
	}
}

// TestCursors: local structs that are copied from constant tables are followed, as an index is.
func TestCursors(t *testing.T) {
	text := optimisedForThree(t, "testdata/cursors.c")
	for _, f := range []string{"f1", "f2", "f3", "f4", "f11", "f13", "f14"} {
		_, body, _ := strings.Cut(text, "int "+f+"(")
		if body, _, _ = strings.Cut(body, "\n}\n"); strings.Contains(body, "while") || strings.Contains(body, "for (") {
			t.Errorf("%s is left:\n%s", f, body)
		}
	}
}

// TestNames: static variables, types and enumerations of blocks may have the names of others.
func TestNames(t *testing.T) { optimisedFor(t, "testdata/names.c", map[string]string{"n": "3"}) }

// TestAutoTypes: variables may have the types of their initial values (__auto_type).
func TestAutoTypes(t *testing.T) { optimisedFor(t, "testdata/auto.c", map[string]string{"n": "3"}) }

// TestUnions: of unions in constant tables the members are known that their initialisers begin.
func TestUnions(t *testing.T) {
	text := optimisedForThree(t, "testdata/unions.c")
	if !strings.Contains(text, "x = x * 7;") {
		t.Errorf("f6 was not computed:\n%s", text)
	}
}

// TestCallsOfItself: what is made for a function calls it where it is declared, and has no name of a variable.
func TestCallsOfItself(t *testing.T) {
	optimisedFor(t, "testdata/itself.c", map[string]string{})
}

// TestVaLists: functions that take a va_list are inlined, though no assignment copies one.
func TestVaLists(t *testing.T) {
	text := optimisedForThree(t, "testdata/va_lists.c")
	if !strings.Contains(text, "int r = vprintf(s, ap);") {
		t.Errorf("f2 was not computed:\n%s", text)
	}
}

// optimisedForThree is the program of the file, which prints what it printed, with each of its functions f optimised for k = 3, which it calls them with.
func optimisedForThree(t *testing.T, file string) string {
	return optimisedFor(t, file, map[string]string{"k": "3"})
}

// optimisedFor is the program of the file, which prints what it printed, with each of its functions f optimised for the values.
func optimisedFor(t *testing.T, file string, values map[string]string) string {
	tier.Standard(t, "a program is compiled")
	toolchain.Compiler(t)
	t.Parallel()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	optimised := withEachOptimised(t, src, func(_ int, name string) map[string]string {
		if !strings.HasPrefix(name, "f") {
			return nil
		}
		return values
	})
	if diff := cmp.Diff(toolchain.Output(t, src), toolchain.Output(t, optimised)); diff != "" {
		t.Errorf("%s\n%s", diff, optimised)
	}
	return string(optimised)
}

// withEachOptimised is src with the functions optimised for which values gives some, by their number and name.
func withEachOptimised(t *testing.T, src []byte, values func(i int, name string) map[string]string) []byte {
	outcomes, err := stager.ParseFunctions(t.Context(), "x.c", src, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	var rs []stager.Replacement
	for i, o := range outcomes {
		if o.Err != nil {
			t.Fatal(diag.Render(o.Err))
		}
		texts := values(i, o.Name)
		if texts == nil {
			continue
		}
		late, err := o.Function.ParseLate(texts)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		result, err := stager.RunUnstaged(t.Context(), o.Function, pipeline(t, stager.DefaultPipeline), late)
		if err != nil {
			t.Fatal(diag.Render(err))
		}
		rs = append(rs, stager.Replacement{Result: result})
	}
	optimised, err := stager.ReplaceAll(rs)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	return optimised
}

// overThree is a main function that prints what start gives for arrays of three small numbers.
const overThree = "int main(void)\n{\n    for (int i = 0; i < 512; i++) {\n        int x[3] = { i & 7, i >> 3 & 7, i >> 6 };\n        printf(\"%d\\n\", start(x));\n    }\n}\n"

// sameOptimised is src with the function optimised by the passes for the values, which prints with main what src prints with it.
func sameOptimised(t *testing.T, src, function, main, passes string, values map[string]string) string {
	t.Helper()
	f, err := stager.ParseC(t.Context(), "x.c", []byte(src), function, stager.CConfig{})
	if err != nil {
		t.Fatal(diag.Render(err), src)
	}
	late, err := f.ParseLate(values)
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	optimised, err := text(stager.RunUnstaged(t.Context(), f, pipeline(t, passes), late))
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	if diff := cmp.Diff(toolchain.Output(t, []byte(src+main)), toolchain.Output(t, []byte(optimised+main))); diff != "" {
		t.Errorf("%v: %s\n%s\n%s", values, diff, src, optimised)
	}
	return optimised
}
