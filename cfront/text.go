package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/ast"
	"scf/cfront/ctext"
	"scf/internal/diag"
)

// This file keeps, as texts of the tree (ast.NewText), expressions that the tree does not hold: with a vector in them, or a builtin function
// of the compiler that takes any types. What is kept is the smallest expression around that has a type of the tree for
// certain; around that it is a statement, a test, an initial value or an operand of return:
//
//	n += creal(z * w) + k    n = n + ‹creal(z * w)› + k
//	z *= w;                  ‹z *= w›;
//
// The variables of the function stand in holes. One that the text may change lies in memory and is given by its address; of another its value is
// given, so that a constant gets into the text. What jumps, and labels, are in no text.

// attempt is the value of lower, or, where that finds something that the tree does not hold, what keep makes of the text.
func (l *lowerer) attempt(e cc.Node, lower func() ast.Expr, keep func() (ast.Expr, bool)) ast.Expr {
	saved := *l
	names := len(l.keptNames)
	x := lower()
	refused := l.errs[len(saved.errs):]
	if len(refused) == 0 || len(l.keptNames) != names || !l.keepable(e, refused) {
		return x
	}
	errs, cmds, pending := l.errs, l.cmds, l.pending
	l.errs, l.cmds, l.pending = saved.errs, saved.cmds, slices.Clone(saved.pending)
	if kept, ok := keep(); ok {
		l.noteText(e, nameOfText(kept))
		return kept
	}
	l.errs, l.cmds, l.pending = errs, cmds, pending
	return x
}

// textPlace is where a text stands, and what it is.
type textPlace struct {
	at   diag.Pos
	text string
}

func (l *lowerer) noteText(n node, text string) {
	if l.firstText == nil {
		l.firstText = &textPlace{position(n), ast.Describe(text)}
	}
}

func nameOfText(e ast.Expr) string {
	text, _ := ast.TextOf(e.(*ast.Call))
	return text
}

// keepable reports whether all that is wrong with e is that the tree does not hold it, or that a value of a type that the tree
// does not know is in it.
func (l *lowerer) keepable(e cc.Node, errs diag.List) bool {
	for _, err := range errs {
		if l.final[err] || !l.refusals[err] && !l.mentionsForeign(e) {
			return false
		}
	}
	return true
}

// mentionsForeign reports whether a value of a type that only the C compiler knows is in e.
func (l *lowerer) mentionsForeign(e cc.Node) bool {
	found := false
	walk(e, func(n cc.Node) {
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			if d := declaratorOf(n); d != nil {
				found = found || l.file.isForeign(d.Type()) || l.locals[d] != nil && ast.IsForeign(l.locals[d].ty)
			}
			found = found || l.file.isForeign(n.Type())
		case *cc.TypeName:
			found = found || l.file.isForeign(n.Type())
		case *cc.Declarator:
			found = found || l.file.isForeign(n.Type())
		case *cc.PostfixExpression:
			found = found || l.file.isForeign(n.Type())
		case *cc.UnaryExpression:
			found = found || l.file.isForeign(n.Type())
		}
	})
	return found
}

// keepValue is e as a text, whose type is known.
func (l *lowerer) keepValue(e cc.ExpressionNode) (ast.Expr, bool) {
	t, ok := l.typeInText(e)
	if !ok {
		return nil, false
	}
	return l.asText(e, t, func(text string) (ast.Binding, string) { return bindingOf(e), text })
}

// keepAs is e as a text that is made one of type t, as by an assignment.
func (l *lowerer) keepAs(e cc.ExpressionNode, t ast.Type) (ast.Expr, bool) {
	if !ast.IsScalar(t) {
		return l.asText(e, t, func(text string) (ast.Binding, string) { return ast.Loose, text })
	}
	return l.asText(e, t, func(text string) (ast.Binding, string) {
		return ast.Prefix, "(" + ast.EscapeText(ast.TypeName(t)) + ")(" + text + ")"
	})
}

// keepTest is whether e is not zero.
func (l *lowerer) keepTest(e cc.ExpressionNode) (ast.Expr, bool) {
	return l.asText(e, ast.Int, func(text string) (ast.Binding, string) { return ast.Prefix, "!!(" + text + ")" })
}

// keepEffect is e as a statement.
func (l *lowerer) keepEffect(e cc.ExpressionNode) (ast.Expr, bool) {
	return l.asText(e, ast.Void{}, func(text string) (ast.Binding, string) { return ast.Loose, text })
}

// asText is e as a text of type t; finish makes it of that of e.
func (l *lowerer) asText(e cc.Node, t ast.Type, finish func(string) (ast.Binding, string)) (ast.Expr, bool) {
	k := newTextMaker(l)
	if x, isExpr := e.(cc.ExpressionNode); isExpr {
		e = unparen(x)
	}
	text, ok := k.text(e)
	if !ok {
		return nil, false
	}
	if _, isComma := e.(*cc.ExpressionList); isComma {
		text = "(" + text + ")"
	}
	b, text := finish(text)
	return ast.NewText(b, text, t, k.args...), true
}

func bindingOf(e cc.ExpressionNode) ast.Binding {
	switch e := unparen(e).(type) {
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionComplit {
			return ast.Loose
		}
		return ast.Primary
	case *cc.PrimaryExpression:
		return ast.Primary
	case *cc.UnaryExpression, *cc.CastExpression:
		return ast.Prefix
	}
	return ast.Loose
}

// typeInText is the type of e in C, which is sure, and one of the tree.
func (l *lowerer) typeInText(e cc.ExpressionNode) (ast.Type, bool) {
	switch x := e.(type) {
	case *cc.CastExpression:
		if isVaArgCall(x.CastExpression) {
			return nil, false
		}
		return l.certain(l.types.ofName(x.TypeName))
	case *cc.AssignmentExpression:
		return l.objectType(x.UnaryExpression)
	case *cc.RelationalExpression, *cc.EqualityExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return ast.Int, !hasVector(e)
	case *cc.UnaryExpression:
		return l.typeOfUnary(x)
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			return l.typeOfCall(x)
		}
		return l.objectType(x)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return l.objectType(x)
		case cc.PrimaryExpressionFloat:
			return l.certain(l.types.of(x.Type(), ""))
		case cc.PrimaryExpressionChar:
			return ast.Int, true
		}
	}
	return nil, false
}

func (l *lowerer) typeOfUnary(e *cc.UnaryExpression) (ast.Type, bool) {
	switch e.Case {
	case cc.UnaryExpressionNot:
		return ast.Int, !hasVector(e)
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return l.file.sizeType(), true
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return l.objectType(e.UnaryExpression)
	case cc.UnaryExpressionDeref:
		if t, _, ok := vaArg(e); ok {
			ty, bad := l.types.ofName(t)
			p, isPointer := ty.(ast.Pointer)
			return p.Elem, bad == nil && isPointer && (ast.IsScalar(p.Elem) || isRecord(p.Elem))
		}
		return l.objectType(e)
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		switch e.UnaryExpression.Type().Kind() {
		case cc.ComplexDouble:
			return double, true
		case cc.ComplexFloat:
			return ast.Floating{Name: "float", Width: 32}, true
		}
	}
	return nil, false
}

// objectType is the type of what e designates, a number or a pointer.
func (l *lowerer) objectType(e cc.ExpressionNode) (ast.Type, bool) {
	switch x := unparen(e).(type) {
	case *cc.PrimaryExpression:
		if d := declaratorOf(x); d == nil || hasVector(e) {
			return nil, false
		}
	case *cc.PostfixExpression:
		if hasVector(e) || x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect {
			if f := x.Field(); f == nil || f.IsBitfield() {
				return nil, false
			}
		}
		if x.Case == cc.PostfixExpressionComplit || hasVector(e) {
			return nil, false
		}
	}
	if _, isArray := e.Type().Undecay().(*cc.ArrayType); isArray {
		return nil, false
	}
	ty, bad := l.types.accessible(e.Type(), "")
	if bad != nil {
		return nil, false
	}
	return ast.Unqualified(ty), ast.IsScalar(ty)
}

func isRecord(t ast.Type) bool { _, ok := t.(ast.Record); return ok }

// certain is t where that is a type that values may have.
func (l *lowerer) certain(t ast.Type, bad *diagnosis) (ast.Type, bool) {
	if bad != nil {
		return nil, false
	}
	return ast.Unqualified(t), ast.IsScalar(t) || ast.IsVoid(t) || isRecord(t)
}

// builtinResults are the types that functions of the compiler give which take any types.
var builtinResults = map[string]ast.Type{"__builtin_constant_p": ast.Int, "__ccgo__types_compatible_p": ast.Int,
	"__builtin_va_start": ast.Void{}, "__builtin_va_end": ast.Void{}, "__builtin_va_copy": ast.Void{},
	"__builtin_classify_type": ast.Int, "__builtin_return_address": voidPointer, "__builtin_frame_address": voidPointer,
	"__builtin_extract_return_addr": voidPointer, "__builtin_signbit": ast.Int, "__builtin_clear_padding": ast.Void{},
	"__builtin_isinf_sign": ast.Int, "__builtin_isnormal": ast.Int, "__builtin_fpclassify": ast.Int,
	"__sync_synchronize": ast.Void{}, "__sync_lock_release": ast.Void{}, "__atomic_thread_fence": ast.Void{}, "__atomic_signal_fence": ast.Void{},
	"__atomic_store_n": ast.Void{}, "__atomic_store": ast.Void{}, "__atomic_load": ast.Void{}, "__atomic_exchange": ast.Void{}, "__atomic_clear": ast.Void{},
}

var voidPointer = ast.Pointer{Elem: ast.Void{}}

// typeOfCall is what the function that e calls gives.
func (l *lowerer) typeOfCall(e *cc.PostfixExpression) (ast.Type, bool) {
	name, named := calledName(e.PostfixExpression)
	if isVaArgCall(e) {
		return nil, false
	}
	if t, ok := builtinResults[name]; ok {
		return t, true
	}
	switch {
	case named && (strings.HasSuffix(name, "_overflow") || strings.HasSuffix(name, "_overflow_p")) && strings.HasPrefix(name, "__builtin_"),
		strings.HasPrefix(name, "__atomic_compare_exchange"), strings.HasPrefix(name, "__sync_bool_"),
		name == "__atomic_test_and_set", name == "__atomic_always_lock_free", name == "__atomic_is_lock_free":
		return ast.Boolean{}, true
	case strings.HasPrefix(name, "__atomic_"), strings.HasPrefix(name, "__sync_"):
		return l.pointedToBy(e)
	case named && undeclared(e.PostfixExpression):
		fn := l.implicitFunction(name)
		if fn == nil {
			return nil, false
		}
		return fn.Result, true
	}
	t := e.PostfixExpression.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	fn, ok := t.(*cc.FunctionType)
	if !ok {
		return nil, false
	}
	return l.certain(l.types.of(fn.Result(), ""))
}

// pointedToBy is the type of what the first argument points to.
func (l *lowerer) pointedToBy(e *cc.PostfixExpression) (ast.Type, bool) {
	if e.ArgumentExpressionList == nil {
		return nil, false
	}
	p, ok := e.ArgumentExpressionList.AssignmentExpression.Type().Decay().(*cc.PointerType)
	if !ok {
		return nil, false
	}
	t, bad := l.types.accessible(p.Elem(), "")
	return t, bad == nil && ast.IsScalar(t)
}

func hasVector(e cc.Node) bool {
	found := false
	walk(e, func(n cc.Node) {
		if x, ok := n.(cc.ExpressionNode); ok && x.Type() != nil {
			found = found || x.Type().VectorSize() > 0
		}
		if x, ok := n.(*cc.PrimaryExpression); ok {
			if d := declaratorOf(x); d != nil {
				found = found || d.Type().VectorSize() > 0
			}
		}
	})
	return found
}

// vaArg takes va_arg(list, type), of which cc makes *(type *)__builtin_va_arg_impl(list), apart: t is the name of the pointer type.
func vaArg(e *cc.UnaryExpression) (t *cc.TypeName, list cc.ExpressionNode, ok bool) {
	c, isCast := unparen(e.CastExpression).(*cc.CastExpression)
	if e.Case != cc.UnaryExpressionDeref || !isCast {
		return nil, nil, false
	}
	if !isVaArgCall(c.CastExpression) {
		return nil, nil, false
	}
	return c.TypeName, unparen(c.CastExpression).(*cc.PostfixExpression).ArgumentExpressionList.AssignmentExpression, true
}

// isVaArgCall reports whether e is a call of what cc makes of va_arg.
func isVaArgCall(e cc.ExpressionNode) bool {
	call, ok := unparen(e).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
		return false
	}
	name, _ := calledName(call.PostfixExpression)
	return name == "__builtin_va_arg_impl"
}

// textMaker makes the text of nodes, with holes for the arguments.
type textMaker struct {
	l       *lowerer
	args    []ast.Expr
	holes   map[string]string // by the variable and how it is given
	changed map[*cc.Declarator]bool
	own     map[*cc.Declarator]bool // declared in the text
	at      map[int]*cc.PrimaryExpression
	instead map[int]replacement // by the number of the first token
	names   map[int]bool        // the tokens that name operands of asm
	sizes   bool                // it asks for sizes or types
	jumps   map[cc.Node]bool    // the jumps and labels that may be in it; nil where it is no function
	selects bool                // it has a _Generic, which the types of what stands in holes decide
	bad     bool
}

// replacement is what stands for the tokens up to the number last.
type replacement struct {
	last int
	text func() string
}

func newTextMaker(l *lowerer) *textMaker {
	return &textMaker{l: l, holes: map[string]string{}, changed: map[*cc.Declarator]bool{}, own: map[*cc.Declarator]bool{},
		at: map[int]*cc.PrimaryExpression{}, instead: map[int]replacement{}, names: map[int]bool{}}
}

// text is that of the nodes; ok is false where it may not be kept.
func (k *textMaker) text(nodes ...cc.Node) (text string, ok bool) {
	for _, n := range nodes {
		walk(n, k.look)
	}
	for _, n := range nodes {
		text += k.tokens(n)
	}
	return text, !k.bad
}

// look notes what the node says of the text.
func (k *textMaker) look(n cc.Node) {
	switch n := n.(type) {
	case *cc.JumpStatement, *cc.LabeledStatement:
		k.bad = k.bad || !k.jumps[n]
	case *cc.AsmStatement:
		k.bad = k.bad || k.jumps == nil
		k.asmStatement(n)
	case *cc.BlockItem:
		k.bad = k.bad || k.jumps == nil && (n.Case == cc.BlockItemLabel || n.Case == cc.BlockItemFuncDef)
		if n.Case == cc.BlockItemDecl && isSynthetic(n.Declaration) {
			k.instead[firstToken(n)] = replacement{lastToken(n), func() string { return "" }}
		}
	case *cc.Declarator:
		k.declared(n)
	case *cc.TypeSpecifier:
		k.sizes = k.sizes || n.Case == cc.TypeSpecifierTypeofExpr
	case *cc.AssignmentExpression:
		k.changes(n.UnaryExpression)
	case *cc.PostfixExpression:
		k.postfix(n)
	case *cc.UnaryExpression:
		k.unary(n)
	case *cc.PrimaryExpression:
		k.selects = k.selects || n.Case == cc.PrimaryExpressionGeneric
		if n.Case == cc.PrimaryExpressionIdent && !k.names[n.Token.Seq()] {
			k.at[n.Token.Seq()] = n
			if d := k.unresolved(n); d != nil {
				k.changed[d] = true
			}
		}
	}
}

// declared notes a name of the text's own, which must not hide a parameter that stands in a hole.
func (k *textMaker) declared(d *cc.Declarator) {
	k.own[d] = true
	for _, p := range parameters(k.l.fn) {
		k.bad = k.bad || p.Name() == d.Name() && k.jumps == nil
	}
	switch {
	case !d.IsStatic(), d.Name() == "__func__":
	case k.jumps != nil:
		k.l.statics = true
		k.l.moves(nil, "")
	default:
		k.bad = true
	}
}

// unresolved is the local variable that e names where cc does not look: among what _Generic does not select. Where there are several of the
// name, the text may not be kept.
func (k *textMaker) unresolved(e *cc.PrimaryExpression) (found *cc.Declarator) {
	if declaratorOf(e) != nil || e.ResolvedTo() != nil {
		return nil
	}
	for d := range k.l.locals {
		if d.Name() == e.Token.SrcStr() {
			k.bad = k.bad || found != nil
			found = d
		}
	}
	return found
}

// changes notes that what e designates may get another value, or its address is taken.
func (k *textMaker) changes(e cc.ExpressionNode) {
	if p, ok := unparen(e).(*cc.PrimaryExpression); ok {
		if d := declaratorOf(p); d != nil {
			k.changed[d] = true
		}
	}
}

func (k *textMaker) postfix(e *cc.PostfixExpression) {
	switch e.Case {
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		k.changes(e.PostfixExpression)
	case cc.PostfixExpressionComplit:
		k.bad = k.bad || k.l.branchDepth > 0
	case cc.PostfixExpressionCall:
		name, _ := calledName(e.PostfixExpression)
		k.bad = k.bad || neverKept[name]
		if name == "__ccgo__types_compatible_p" {
			k.instead[firstToken(e)] = replacement{lastToken(e), func() string { return k.typesCompatible(e) }}
		}
	}
}

func (k *textMaker) unary(e *cc.UnaryExpression) {
	switch e.Case {
	case cc.UnaryExpressionLabelAddr:
		k.bad = true
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
		k.sizes = true
	case cc.UnaryExpressionAddrof:
		k.changes(e.CastExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		k.changes(e.UnaryExpression)
	}
	if t, list, ok := vaArg(e); ok {
		k.instead[firstToken(e)] = replacement{lastToken(e), func() string {
			return "__builtin_va_arg(" + k.tokens(list) + ", " + strings.TrimRight(strings.TrimSuffix(k.tokens(t), "*"), " ") + ")"
		}}
	}
}

// typesCompatible is __builtin_types_compatible_p(a, b), of which cc makes a call with the compound literals (a){} and (b){}.
func (k *textMaker) typesCompatible(e *cc.PostfixExpression) string {
	var types []string
	for a := e.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		c, ok := unparen(a.AssignmentExpression).(*cc.PostfixExpression)
		if !ok || c.Case != cc.PostfixExpressionComplit {
			k.bad = true
			return ""
		}
		types = append(types, k.tokens(c.TypeName))
	}
	return "__builtin_types_compatible_p(" + strings.Join(types, ", ") + ")"
}

// neverKept are functions that do more than a call does.
var neverKept = ctext.WordSet("setjmp _setjmp __setjmp sigsetjmp __sigsetjmp __builtin_setjmp vfork __builtin_apply_args __builtin_apply " +
	"__builtin_return __builtin_va_arg_pack __builtin_va_arg_pack_len savectx getcontext")

func firstToken(n cc.Node) int { t := cc.NodeTokens(n); return t[0].Seq() }
func lastToken(n cc.Node) int  { t := cc.NodeTokens(n); return t[len(t)-1].Seq() }

// tokens is the text of a node.
func (k *textMaker) tokens(n cc.Node) string {
	var b strings.Builder
	tokens := cc.NodeTokens(n)
	k.bad = k.bad || losesAttributes(tokens)
	before := ""
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		var text, next string
		if r, ok := k.instead[t.Seq()]; ok && i+1 < len(tokens) && r.last <= tokens[len(tokens)-1].Seq() {
			delete(k.instead, t.Seq())
			text = r.text()
			k.instead[t.Seq()] = r
			for i+1 < len(tokens) && tokens[i+1].Seq() <= r.last {
				i++
			}
		} else {
			if i+1 < len(tokens) {
				next = tokens[i+1].SrcStr()
			}
			text = k.token(t, before, next)
		}
		if before != "" && (len(t.Sep()) > 0 || glues(before, text)) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		before = text
	}
	return b.String()
}

// glues reports whether the two texts, one behind the other, would be read as other tokens.
func glues(before, after string) bool {
	if before == "" || after == "" {
		return false
	}
	x, y := before[len(before)-1], after[0]
	return ctext.IsWord(x) && (ctext.IsWord(y) || y == '@') || x == '@' && ctext.IsWord(y) || strings.IndexByte("+-&|<>=/*", x) >= 0 && (x == y || x == '/' && y == '*')
}

// token is the text of a token, or a hole.
func (k *textMaker) token(t cc.Token, before, next string) string {
	text := t.SrcStr()
	if p := k.at[t.Seq()]; p != nil {
		d := declaratorOf(p)
		if d == nil {
			d = k.unresolved(p)
		}
		if d != nil && !k.own[d] {
			if v := k.l.locals[d]; v != nil && k.l.keptVariables[d.Name()] != d {
				return k.hole(d, v)
			}
			if s := d.LexicalScope(); !d.IsParam() && (s == nil || s.Parent == nil) {
				k.l.outside(text)
			}
		}
	}
	if text[0] == '_' || ctext.IsWord(text[0]) {
		k.bad = k.bad || k.l.variable[text] || k.l.file.expands(text, next == "(")
	}
	return ast.EscapeText(text)
}

// hole is the hole for the variable.
func (k *textMaker) hole(d *cc.Declarator, v *local) string {
	if _, isArray := v.ty.(ast.Array); v.ty == nil || k.selects && isArray && isConstDeclared(d) { // which is not const where nothing initialises it
		k.bad = true
		return "?"
	}
	if _, nested := v.shape.element(); nested || v.shape != nil && (k.changed[d] || k.sizes) {
		return k.shapedHole(d, v)
	}
	if k.jumps != nil {
		k.l.capture(d)
		k.changed[d] = true
		k.bad = k.bad || v.shape != nil && k.sizes
	}
	byValue := ast.IsScalar(v.ty) && !k.changed[d] && !v.inMemory && !k.l.isPending(v.name) && !v.volatile
	key := v.name
	if byValue {
		key += " value"
	}
	if h, ok := k.holes[key]; ok {
		return h
	}
	if byValue {
		k.holes[key] = k.valueHole(&ast.Var{Name: v.name, Ty: v.ty})
		return k.holes[key]
	}
	if ast.IsScalar(v.ty) {
		k.l.facts.add(k.l.facts.inMemory[d], func() { k.l.facts.inMemory[d] = true })
	}
	k.holes[key] = ast.PlaceHole(len(k.args))
	k.args = append(k.args, &ast.AddressOf{X: &ast.Object{Name: v.name, Ty: v.ty}, Ty: ast.Pointer{Elem: v.ty}})
	return k.holes[key]
}

// shapedHole is the hole for a variable that is an array of variable length, or a pointer to one, in the tree a pointer to elements: it is made again what it
// is in C.
func (k *textMaker) shapedHole(d *cc.Declarator, v *local) string {
	s := v.shape
	if _, isPointerToArray := s.element(); v.inMemory || !s.flat && (k.changed[d] || !isPointerToArray) {
		k.bad = true
		return "?"
	}
	key := v.name + " shape"
	if h, ok := k.holes[key]; ok {
		return h
	}
	value := k.valueHole(&ast.Var{Name: v.name, Ty: v.ty})
	sizes := ""
	if s.flat {
		sizes = "[" + k.valueHole(ast.CopyExpr(s.count)) + "]"
	}
	for at, ok := s.element(); ok; at, ok = at.element() {
		sizes += "[" + k.valueHole(ast.CopyExpr(at.count)) + "]"
	}
	text := "((__typeof__(*" + value + ") (*)" + sizes + ")" + value + ")"
	if s.flat {
		text = "(*" + text + ")"
	}
	k.holes[key] = text
	return text
}

// valueHole is a new hole for x.
func (k *textMaker) valueHole(x ast.Expr) string {
	k.args = append(k.args, x)
	return ast.TextHole(len(k.args) - 1)
}
