package cfront

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/splice"
)

// This file gives static variables, structs, unions, enumerations and typedefs of blocks names of their own, where a function has another use for
// the name: all of them stand at the head of the printed body (kept.go). What is lowered is the function as if the source had the new names.

// binding is a declaration in a function.
type binding struct {
	scope   *cc.Scope
	node    cc.Node
	token   *cc.Token // its name
	newName string
	uses    []naming
}

// naming is where something that is declared is named.
type naming struct {
	scope *cc.Scope
	token *cc.Token
	key   string         // the name, and whether it is a tag
	of    *cc.Declarator // that is named, if it is known
}

const tagKey = "tag "

// renaming is what a function declares, and where it names what.
type renaming struct {
	bindings map[*cc.Scope]map[string][]*binding
	kept     map[string][]*binding // by key, those that are kept
	taken    map[string]bool       // the keys that are also those of something that is not kept
	uses     []naming
	byToken  map[*cc.Token]*binding
	forward  map[*cc.Scope]map[string]int // where struct E; declares a tag first
	others   map[*cc.Declarator]bool      // members of structs, and what stands in parentheses in others
	aligned  map[*cc.Declarator]bool      // variables that say where they may lie
}

// rename gives new names that are not used where it must, and says where the source has the old ones.
func rename(fn *cc.FunctionDefinition, isUsed func(name string) bool) []renamed {
	r := &renaming{bindings: map[*cc.Scope]map[string][]*binding{}, kept: map[string][]*binding{}, taken: map[string]bool{}, byToken: map[*cc.Token]*binding{}, forward: map[*cc.Scope]map[string]int{}, others: map[*cc.Declarator]bool{}, aligned: map[*cc.Declarator]bool{}}
	for _, p := range parameters(fn) {
		r.taken[p.Name()] = true
	}
	walk(fn, r.node)
	if len(r.kept) == 0 {
		return nil
	}
	r.resolve()
	var out []renamed
	names := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(r.kept)) {
		bs := r.kept[key]
		slices.SortFunc(bs, func(a, b *binding) int { return a.token.Seq() - b.token.Seq() })
		if !r.taken[key] {
			bs = bs[1:]
		}
		for _, b := range bs {
			out = append(out, b.rename(func(name string) bool {
				return names[name] || r.taken[name] || len(r.kept[name]) > 0 || isUsed(name)
			})...)
			names[b.newName] = true
		}
	}
	slices.SortFunc(out, func(a, b renamed) int { return cmp.Compare(a.token.Seq(), b.token.Seq()) })
	return out
}

// renamed is a name as the source has it, and what it has become.
type renamed struct {
	token cc.Token
	name  string
}

// node notes what n declares or names.
func (r *renaming) node(n cc.Node) {
	switch n := n.(type) {
	case *cc.StructDeclarator:
		r.others[n.Declarator] = true
	case *cc.Declaration:
		r.forwards(n)
		for of := n.InitDeclaratorList; of != nil; of = of.InitDeclaratorList {
			text, _ := alignmentOf(n, of)
			r.aligned[of.InitDeclarator.Declarator] = text != ""
		}
	case *cc.Declarator:
		for dd := n.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
			r.others[dd.Declarator] = true
		}
		if r.others[n] || n.LexicalScope() == nil || n.LexicalScope().Parent == nil {
			return
		}
		if token := nameToken(n); token != nil && token.SrcStr() != "__func__" { // which cc declares in each function
			isFunction := n.Type().Kind() == cc.Function
			r.declares(n.LexicalScope(), n, token, "", n.IsTypename() || n.IsStatic() && !isFunction || r.aligned[n])
		}
	case *cc.StructOrUnionSpecifier:
		switch {
		case n.Token.SrcStr() == "":
		case n.Case == cc.StructOrUnionSpecifierDef:
			r.declares(n.LexicalScope(), n, &n.Token, tagKey, true)
		default:
			r.names(n.LexicalScope(), &n.Token, tagKey)
		}
	case *cc.EnumSpecifier:
		isDefinition := n.Case == cc.EnumSpecifierDef
		switch {
		case n.Token2.SrcStr() == "":
		case isDefinition:
			r.declares(n.LexicalScope(), n, &n.Token2, tagKey, true)
		default:
			r.names(n.LexicalScope(), &n.Token2, tagKey)
		}
		for e := n.EnumeratorList; e != nil; e = e.EnumeratorList {
			r.declares(n.LexicalScope(), e.Enumerator, &e.Enumerator.Token, "", true)
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionIdent {
			r.names(n.LexicalScope(), &n.Token, "")
			r.uses[len(r.uses)-1].of = declaratorOf(n)
		}
	case *cc.TypeSpecifier:
		if n.Case == cc.TypeSpecifierTypeName {
			r.names(n.LexicalScope(), &n.Token, "")
		}
	}
}

// forwards notes what d declares if that is nothing but a tag.
func (r *renaming) forwards(d *cc.Declaration) {
	s := d.DeclarationSpecifiers
	if d.InitDeclaratorList != nil || s == nil || s.TypeSpecifier == nil || s.TypeSpecifier.Case != cc.TypeSpecifierStructOrUnion {
		return
	}
	if of := s.TypeSpecifier.StructOrUnionSpecifier; of.Case == cc.StructOrUnionSpecifierTag {
		if r.forward[of.LexicalScope()] == nil {
			r.forward[of.LexicalScope()] = map[string]int{}
		}
		name := of.Token.SrcStr()
		r.forward[of.LexicalScope()][tagKey+name] = of.Token.Seq()
		r.taken[tagKey+name] = r.taken[tagKey+name] || len(outermost(of.LexicalScope()).Nodes[name]) > 0 // what is kept does not begin with such a declaration
	}
}

// nameToken is where the name of d stands; nil if it has none.
func nameToken(d *cc.Declarator) *cc.Token {
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorIdent:
			return &dd.Token
		case cc.DirectDeclaratorDecl:
			return nameToken(dd.Declarator)
		}
	}
	return nil
}

func (r *renaming) declares(scope *cc.Scope, n cc.Node, token *cc.Token, kind string, isKept bool) {
	b, key := &binding{scope: scope, node: n, token: token}, kind+token.SrcStr()
	if r.bindings[scope] == nil {
		r.bindings[scope] = map[string][]*binding{}
	}
	r.bindings[scope][key] = append(r.bindings[scope][key], b)
	r.byToken[token] = b
	if isKept {
		r.kept[key] = append(r.kept[key], b)
	} else {
		r.taken[key] = true
	}
}

func (r *renaming) names(scope *cc.Scope, token *cc.Token, kind string) {
	r.uses = append(r.uses, naming{scope: scope, token: token, key: kind + token.SrcStr()})
}

// resolve finds what each name stands for. Those that stand for nothing that is declared in the function stand for something outside.
func (r *renaming) resolve() {
	for _, u := range r.uses {
		if len(r.kept[u.key]) == 0 {
			continue
		}
		b := r.meant(u)
		if b == nil && strings.HasPrefix(u.key, tagKey) && len(outermost(u.scope).Nodes[u.token.SrcStr()]) == 0 {
			b = r.later(u) // the first mention of a struct declares it, too
		}
		if b == nil {
			r.taken[u.key] = true
		} else {
			b.uses = append(b.uses, u)
		}
	}
}

// later is what u is completed to be behind it.
func (r *renaming) later(u naming) *binding {
	for s := u.scope; s != nil; s = s.Parent {
		if bs := r.bindings[s][u.key]; len(bs) > 0 {
			return bs[0]
		}
	}
	return nil
}

func outermost(s *cc.Scope) *cc.Scope {
	for s.Parent != nil {
		s = s.Parent
	}
	return s
}

// meant is the declaration that u names; nil for one outside of the function.
func (r *renaming) meant(u naming) *binding {
	if u.of != nil {
		return r.byToken[nameToken(u.of)]
	}
	for s := u.scope; s != nil; s = s.Parent {
		var last *binding
		first, isForward := r.forward[s][u.key]
		isForward = isForward && first <= u.token.Seq()
		for _, b := range r.bindings[s][u.key] {
			if (isForward || b.token.Seq() < u.token.Seq()) && (last == nil || b.token.Seq() > last.token.Seq()) {
				last = b
			}
		}
		if last != nil {
			return last
		}
	}
	return nil
}

// rename gives what b declares a name that is not used.
func (b *binding) rename(isUsed func(name string) bool) (out []renamed) {
	old := b.token.SrcStr()
	for i := 2; b.newName == "" || isUsed(b.newName); i++ {
		b.newName = fmt.Sprintf("%s_%d", old, i)
	}
	tokens := []*cc.Token{b.token}
	for _, u := range b.uses {
		tokens = append(tokens, u.token)
	}
	for _, t := range tokens {
		out = append(out, renamed{*t, b.newName})
		if err := t.Set(t.Sep(), []byte(b.newName)); err != nil {
			panic(err) // more than 4 GB of text
		}
	}
	b.scope.Nodes[b.newName] = append(b.scope.Nodes[b.newName], b.node)
	b.scope.Nodes[old] = slices.DeleteFunc(b.scope.Nodes[old], func(n cc.Node) bool { return n == b.node })
	return out
}

// renamedIn are the parts of the function's text that have other names; incomplete tells that some come from macros.
func (f *File) renamedIn(fn definition) (moved []splice.Moved, incomplete bool) {
	for _, r := range f.renamed[fn.FunctionDefinition] {
		old := r.token.SrcStr()
		from, ok := f.offset(r.token, old)
		if !ok {
			return nil, true
		}
		moved = append(moved, splice.Moved{From: from, To: from + len(old), Text: r.name})
	}
	return moved, false
}
