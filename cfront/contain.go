package cfront

import (
	"reflect"

	"modernc.org/cc/v4"

	"scf/internal/diag"
)

// cc's type checker goes round for ever in a struct that contains itself, and goes every way to every field of structs in structs. So
// before types are checked, the fields of each struct or union are counted, those of structs inside it included. A text in which
// nothing can be amiss (mayContain) is spared that.

// containment counts the fields of records in a unit that is parsed and not checked.
type containment struct {
	limit    int
	typedefs map[string][]*cc.DeclarationSpecifiers // by name; a typedef of a pointer or function is none
	counts   map[*cc.StructOrUnionSpecifier]int     // fields; 0 while they are counted
	odd      map[string]bool                        // names of variables and functions whose type may be or mention a record
}

// checkContainment refuses a unit in which a record contains itself, or has more fields than the limit.
func checkContainment(unit *cc.AST, limit int) {
	c := &containment{limit, map[string][]*cc.DeclarationSpecifiers{}, map[*cc.StructOrUnionSpecifier]int{}, map[string]bool{}}
	var records []*cc.StructOrUnionSpecifier
	walk(unit.TranslationUnit, func(n cc.Node) {
		switch n := n.(type) {
		case *cc.Declaration:
			c.addTypedefs(n)
			c.addOdd(n.DeclarationSpecifiers, n)
		case *cc.ParameterDeclaration:
			c.addOdd(n.DeclarationSpecifiers, n)
		case *cc.FunctionDefinition:
			c.addOdd(n.DeclarationSpecifiers, n.Declarator)
		case *cc.StructOrUnionSpecifier:
			records = append(records, n)
		}
	})
	for _, r := range records {
		c.count(r)
	}
}

// addTypedefs notes the names that d declares as types and that are not pointers or functions. Scopes are left aside: a name stands
// for whatever it stands for anywhere.
func (c *containment) addTypedefs(d *cc.Declaration) {
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if dd := l.InitDeclarator.Declarator; dd != nil && dd.IsTypename() && holdsValue(dd) {
			c.typedefs[dd.Name()] = append(c.typedefs[dd.Name()], d.DeclarationSpecifiers)
		}
	}
}

// count is the number of fields of the record, those of records inside it included.
func (c *containment) count(r *cc.StructOrUnionSpecifier) int {
	if r.Case != cc.StructOrUnionSpecifierDef {
		return 0
	}
	if n, begun := c.counts[r]; begun {
		if n == 0 {
			panic(exceeded{diag.Errorf(position(r), "a %s contains itself", keyword(r)).WithHint("a pointer to it may stand inside it")})
		}
		return n
	}
	c.counts[r] = 0
	n := 1
	for l := r.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		n += c.fields(l.StructDeclaration)
		if n > c.limit {
			panic(beyond(position(r), "Fields", "a %s has more than %d fields, those inside its fields included", keyword(r), c.limit))
		}
	}
	c.counts[r] = n
	return n
}

func keyword(r *cc.StructOrUnionSpecifier) string {
	if r.StructOrUnion.Case == cc.StructOrUnionUnion {
		return "union"
	}
	return "struct"
}

// fields is how many fields a declaration in a record adds.
func (c *containment) fields(d *cc.StructDeclaration) int {
	if d.Case != cc.StructDeclarationDecl {
		return 0
	}
	values, n := 0, 0
	if d.StructDeclaratorList == nil {
		values = 1
	}
	for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		n++
		if dd := l.StructDeclarator.Declarator; dd == nil || holdsValue(dd) {
			values++
		}
	}
	if values > 0 {
		n += min(values, c.limit) * c.inSpecifiers(d.SpecifierQualifierList)
	}
	return n
}

// holdsValue reports whether what d declares holds a value of the type before it: itself or in an array, not by a pointer.
func holdsValue(d *cc.Declarator) bool {
	for d.Pointer == nil {
		dd := d.DirectDeclarator
		for dd.DirectDeclarator != nil {
			if dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent {
				return false
			}
			dd = dd.DirectDeclarator
		}
		if dd.Declarator == nil {
			return true
		}
		d = dd.Declarator
	}
	return false
}

func (c *containment) inSpecifiers(l *cc.SpecifierQualifierList) (n int) {
	for ; l != nil; l = l.SpecifierQualifierList {
		n += c.inSpecifier(l.TypeSpecifier)
	}
	return n
}

// inSpecifier counts the fields of the record that s names; none where it names another type.
func (c *containment) inSpecifier(s *cc.TypeSpecifier) (n int) {
	if s == nil {
		return 0
	}
	switch s.Case {
	case cc.TypeSpecifierStructOrUnion:
		return c.count(resolve(s.StructOrUnionSpecifier))
	case cc.TypeSpecifierTypeName:
		for _, l := range c.typedefs[s.Token.SrcStr()] {
			for ; l != nil; l = l.DeclarationSpecifiers {
				n += c.inSpecifier(l.TypeSpecifier)
			}
		}
	case cc.TypeSpecifierTypeofType:
		return c.inTypeName(s.TypeName)
	case cc.TypeSpecifierAtomic:
		return c.inTypeName(s.AtomicTypeSpecifier.TypeName)
	case cc.TypeSpecifierTypeofExpr:
		c.inExpression(s)
	}
	return n
}

func (c *containment) inTypeName(t *cc.TypeName) int {
	if t.AbstractDeclarator != nil && t.AbstractDeclarator.Pointer != nil {
		return 0
	}
	return c.inSpecifiers(t.SpecifierQualifierList)
}

// inExpression refuses a field whose type is that of an expression about anything but numbers: it may be the record itself, which only the
// type checker knows.
func (c *containment) inExpression(s *cc.TypeSpecifier) {
	walk(s.ExpressionList, func(n cc.Node) {
		odd := false
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			odd = n.Case == cc.PrimaryExpressionIdent && c.odd[n.Token.SrcStr()]
		case *cc.TypeSpecifier:
			odd = isOdd(n)
		}
		if odd {
			panic(exceeded{diag.Errorf(position(s), "a field with the type of this expression is not supported").WithHint("write the type")})
		}
	})
}

// addOdd notes the names that are declared in n, whose specifiers are given, if they may be of a record or point to one.
func (c *containment) addOdd(specifiers *cc.DeclarationSpecifiers, n cc.Node) {
	for ; specifiers != nil; specifiers = specifiers.DeclarationSpecifiers {
		if s := specifiers.TypeSpecifier; s != nil && isOdd(s) {
			walk(n, func(n cc.Node) {
				if d, ok := n.(*cc.Declarator); ok {
					c.odd[d.Name()] = true
				}
			})
			return
		}
	}
}

// isOdd reports whether the specifier may name a record.
func isOdd(s *cc.TypeSpecifier) bool {
	switch s.Case {
	case cc.TypeSpecifierStructOrUnion, cc.TypeSpecifierTypeName, cc.TypeSpecifierTypeofExpr, cc.TypeSpecifierTypeofType, cc.TypeSpecifierAtomic:
		return true
	}
	return false
}

// resolve is the definition that cc takes for the record that r names: the first one in the innermost scope that has any.
func resolve(r *cc.StructOrUnionSpecifier) *cc.StructOrUnionSpecifier {
	if r.Case == cc.StructOrUnionSpecifierDef {
		return r
	}
	for s := r.LexicalScope(); s != nil; s = s.Parent {
		for _, n := range s.Nodes[r.Token.SrcStr()] {
			if d, ok := n.(*cc.StructOrUnionSpecifier); ok {
				return d
			}
		}
	}
	return r
}

// walk calls visit for root and all nodes below it. It takes no stack, however deep they are.
func walk(root cc.Node, visit func(cc.Node)) {
	if root == nil || reflect.ValueOf(root).IsNil() {
		return
	}
	for stack := []cc.Node{root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(n)
		v := reflect.ValueOf(n).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).IsExported() && (f.Kind() == reflect.Pointer || f.Kind() == reflect.Interface) && !f.IsNil() {
				if child, ok := f.Interface().(cc.Node); ok && reflect.ValueOf(child).Kind() == reflect.Pointer {
					stack = append(stack, child)
				}
			}
		}
	}
}
