package cfront

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"scf/cfront/ctext"
)

// This file finds the types whose size or layout is not the one that the ABI gives them: cc takes them as if nothing were said. Structs and unions of
// which the attribute packed alone says this, or a #pragma pack of the file itself, are laid out (layout.go), the others are refused.

// layoutWords are the attributes that change a layout.
var layoutWords = map[string]bool{"packed": true, "__packed__": true, "ms_struct": true, "__ms_struct__": true,
	"scalar_storage_order": true, "__scalar_storage_order__": true, "mode": true, "__mode__": true}

// layoutWord is one of them in a text, or an attribute that cc heeds if it does not forget it.
var layoutWord = regexp.MustCompile(`\b(packed|__packed__|ms_struct|__ms_struct__|scalar_storage_order|__scalar_storage_order__|mode|__mode__|aligned|__aligned__|vector_size|__vector_size__)\b`)

// packing knows the records that are laid out otherwise.
type packing struct {
	records    map[recordID]bool // those with the attribute packed, which are laid out so
	attributes [][2]int          // ranges of token numbers: declarations in which an attribute changes a layout
	files      map[string]bool   // by #pragma pack in the file
	sizes      map[string]string // typedefs of numbers whose size an attribute says, and typedefs of those: what it says; "" for what is not known
	system     []string          // directories of system headers
	everywhere bool              // #pragma pack in a header of the program's: what it includes or who includes it may be packed too
	name       string            // of the file
	lines      lines
	limits     []packLimit // by the pragmas of the file, in order; nil where they are not known
}

// packLimit is the greatest alignment of fields, 0 for their own, that a #pragma pack says for what stands behind it.
type packLimit struct {
	from  int // an offset in the file
	limit int64
}

// newPacking looks at the declarations of a unit where the text has any of the words, and at the pragmas.
func newPacking(unit *cc.AST, src, text []byte, pragmas []pragma, lines lines, system []string) *packing {
	name := lines.name
	p := &packing{name: name, lines: lines, records: map[recordID]bool{}, files: map[string]bool{}, sizes: map[string]string{}, system: system}
	for _, pr := range pragmas {
		if pr.words[0] == "pack" {
			p.files[pr.file] = true
			p.everywhere = p.everywhere || !p.isSystem(pr.file) && pr.file != name
		}
	}
	if p.files[name] && !p.everywhere {
		p.limits = packLimits(pragmas, name)
		p.everywhere = slices.ContainsFunc(ctext.Directives(src), func(d ctext.Directive) bool {
			return strings.HasPrefix(d.Name, "include") && (p.limits == nil || p.limitAt(d.Start) != 0)
		})
	}
	if layoutWord.Match(text) {
		for u := unit.TranslationUnit; u != nil; u = u.TranslationUnit {
			tokens := cc.NodeTokens(u.ExternalDeclaration)
			if lost := losesAttributes(tokens); lost || changesLayout(tokens) && !p.understands(u.ExternalDeclaration, tokens) {
				p.attributes = append(p.attributes, [2]int{tokens[0].Seq(), tokens[len(tokens)-1].Seq()})
			}
		}
	}
	if len(p.attributes) > 0 {
		for u := unit.TranslationUnit; u != nil; u = u.TranslationUnit {
			if d := u.ExternalDeclaration; d.Case == cc.ExternalDeclarationDecl {
				p.collectSizes(d.Declaration)
			}
		}
	}
	return p
}

// understands notes the records that the declaration defines with the attribute packed. It reports whether that is all that it says of layouts: no record with
// bit-fields, which cross the boundaries of their types then, no attribute that stands elsewhere.
func (p *packing) understands(d cc.Node, tokens []cc.Token) bool {
	packed, ok := map[recordID]bool{}, true
	attributes := 0
	walk(d, func(n cc.Node) {
		s, isRecord := n.(*cc.StructOrUnionSpecifier)
		if !isRecord || s.Case != cc.StructOrUnionSpecifierDef {
			return
		}
		count := packedIn(s.AttributeSpecifierList) + packedIn(s.AttributeSpecifierList2)
		if attributes += count; count == 0 {
			return
		}
		t, isType := s.Type().(recordType)
		if ok = ok && isType && t.NumFields() > 0 && firstField(t) != nil; !ok {
			return
		}
		for i := range t.NumFields() {
			f := t.FieldByIndex(i)
			a := elementOfArrays(f.Type()).Attributes()
			ok = ok && !f.IsBitfield() && (a == nil || a.Aligned() <= 0)
		}
		packed[idOf(t)] = true
	})
	said := 0
	attributeTokens(tokens, func(t cc.Token, _ bool) bool {
		if layoutWords[t.SrcStr()] {
			said++
		}
		return true
	})
	if !ok || said != attributes || withoutNumber(tokens) {
		return false
	}
	for id := range packed {
		p.records[id] = true
	}
	return true
}

// packedIn is how many attributes of the list are packed.
func packedIn(list *cc.AttributeSpecifierList) (n int) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if strings.Trim(v.AttributeValue.Token.SrcStr(), "_") == "packed" {
				n++
			}
		}
	}
	return n
}

// elementOfArrays is what t is an array of in the end, or t.
func elementOfArrays(t cc.Type) cc.Type {
	for a, ok := t.(*cc.ArrayType); ok; a, ok = t.(*cc.ArrayType) {
		t = a.Elem()
	}
	return t
}

// collectSizes notes the typedefs of d whose size is not what their type says.
func (p *packing) collectSizes(d *cc.Declaration) {
	mode, odd := "", false
	for s := d.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec && s.TypeSpecifier.Case == cc.TypeSpecifierTypeName {
			if m, ok := p.sizes[s.TypeSpecifier.Token.SrcStr()]; ok {
				mode, odd = m, true
			}
		}
	}
	for n := d.InitDeclaratorList; n != nil; n = n.InitDeclaratorList {
		dd := n.InitDeclarator.Declarator
		if !dd.IsTypename() || !cc.IsArithmeticType(dd.Type()) {
			continue
		}
		if own := modeIn(cc.NodeTokens(d)); own != "" && d.InitDeclaratorList.InitDeclaratorList == nil {
			mode, odd = own, true
		} else if p.covers(dd) {
			mode, odd = "", true
		}
		if odd {
			p.sizes[dd.Name()] = mode
		}
	}
}

// covers reports whether d is declared where an attribute changes a layout.
func (p *packing) covers(d *cc.Declarator) bool {
	tok := d.NameTok()
	for _, r := range p.attributes {
		if r[0] <= tok.Seq() && tok.Seq() <= r[1] {
			return true
		}
	}
	return false
}

// coversIn reports whether a variable or a field in e is declared so.
func (p *packing) coversIn(e cc.Node) bool {
	if len(p.attributes) == 0 {
		return false
	}
	found := false
	walk(e, func(n cc.Node) {
		var d *cc.Declarator
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			d, _ = n.ResolvedTo().(*cc.Declarator)
		case *cc.PostfixExpression:
			if f := n.Field(); f != nil {
				d = f.Declarator()
			}
		}
		found = found || d != nil && p.covers(d)
	})
	return found
}

// oddSize is what is said of a type whose size an attribute says.
var oddSize = diagnosis{"a type with the attribute mode", "write the type that it stands for"}

// ofSize says why the size of t is not to be had; nil if it is.
func (p *packing) ofSize(t cc.Type) *diagnosis {
	if mode, ok := p.mode(t); ok {
		if _, known := modeWidths[mode]; !known || !cc.IsArithmeticType(t) {
			return &oddSize
		}
	}
	return nil
}

// mode is the size that an attribute gives to t.
func (p *packing) mode(t cc.Type) (mode string, ok bool) {
	if d := t.Typedef(); d != nil {
		mode, ok = p.sizes[d.Name()]
	}
	return mode, ok
}

// modeWidths are the widths of modes of integers in bits.
var modeWidths = map[string]int64{"QI": 8, "byte": 8, "HI": 16, "SI": 32, "DI": 64, "word": 64, "pointer": 64, "TI": 128}

// modeIn is the mode that an attribute among the tokens names; "" for none.
func modeIn(tokens []cc.Token) string {
	mode := ""
	for i := range tokens {
		if text := strings.Trim(tokens[i].SrcStr(), "_"); text == "mode" && i+3 < len(tokens) && tokens[i+1].SrcStr() == "(" {
			mode = strings.Trim(tokens[i+2].SrcStr(), "_")
		}
	}
	return mode
}

func (p *packing) isSystem(file string) bool { return isSystem(file, p.system) }

// isSystem reports whether the file lies in one of the directories of system headers.
func isSystem(file string, system []string) bool {
	for _, dir := range system {
		if strings.HasPrefix(file, filepath.Clean(dir)+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// of says why the layout of t is not to be had; nil if it is.
func (p *packing) of(t recordType) *diagnosis {
	why := &diagnosis{"a packed " + keywordOf(t), "leave out the attribute or pragma that changes its layout"}
	d := firstField(t)
	if d == nil {
		return nil
	}
	tok := d.NameTok()
	file := tok.Position().Filename
	if p.covers(d) || p.files[file] && !p.isLimited(t) || p.everywhere && !p.isSystem(file) {
		return why
	}
	return nil
}

// packLimits are what the pragmas of the file say, one after the other; nil where one is not known.
func packLimits(pragmas []pragma, name string) []packLimit {
	limits := []packLimit{}
	stack, limit := []int64{}, int64(0)
	for _, pr := range pragmas {
		if pr.words[0] != "pack" || pr.file != name {
			continue
		}
		for _, word := range strings.FieldsFunc(strings.Trim(strings.Join(pr.words[1:], ""), "()"), func(r rune) bool { return r == ',' }) {
			n, err := strconv.ParseInt(word, 0, 8)
			switch {
			case word == "push":
				stack = append(stack, limit)
			case word == "pop" && len(stack) > 0:
				limit, stack = stack[len(stack)-1], stack[:len(stack)-1]
			case err == nil && (n == 1 || n == 2 || n == 4 || n == 8 || n == 16):
				limit = n
			default:
				return nil
			}
		}
		if strings.Join(pr.words, "") == "pack()" {
			limit = 0
		}
		limits = append(limits, packLimit{pr.offset, limit})
	}
	return limits
}

// limitAt is the limit that holds at an offset of the file.
func (p *packing) limitAt(offset int) (limit int64) {
	for _, l := range p.limits {
		if l.from < offset {
			limit = l.limit
		}
	}
	return limit
}

// limit is the greatest alignment of the fields of t; 0 where they have their own.
func (p *packing) limit(t recordType) int64 {
	d := firstField(t)
	switch {
	case p.records[idOf(t)]:
		return 1
	case d == nil || d.Position().Filename != p.name:
		return 0
	}
	return p.limitAt(p.lines.original(d.Position().Offset))
}

// isLimited reports whether a limit is all that a pragma says of the layout of t, which the file defines: where there is one, no field has an alignment of its
// own, and there are no bit-fields, which would cross the boundaries of their types.
func (p *packing) isLimited(t recordType) bool {
	isPacked := p.records[idOf(t)]
	first := firstField(t)
	if first == nil || p.limits == nil {
		return false
	}
	limit := p.limitAt(p.lines.original(first.Position().Offset))
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if d := f.Declarator(); d != nil && (d.Position().Filename != p.name || p.limitAt(p.lines.original(d.Position().Offset)) != limit) {
			return false
		}
		a := elementOfArrays(f.Type()).Attributes()
		isAligned := alignAsked(f, "align") > 0 || a != nil && a.Aligned() > 0 || alignAsked(f.ParentType(), "defAlign") > 0 && !isPacked
		if limit > 0 && (f.IsBitfield() || isAligned) {
			return false
		}
	}
	return true
}
