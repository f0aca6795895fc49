package listing

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/arch/arm64/arm64asm"
	"golang.org/x/arch/x86/x86asm"
)

// AMD64 decodes amd64, in Intel's syntax.
func AMD64(code []byte, pc uint64) (string, int) {
	if text, n := vexShift(code); n > 0 {
		return text, n
	}
	inst, err := x86asm.Decode(code, 64)
	if err != nil {
		return "", 0
	}
	return absolute(x86asm.IntelSyntax(inst, pc, nil), pc+uint64(inst.Len)), inst.Len
}

// vexShift decodes shlx, shrx and sarx, which x86asm does not know: as imul, whose operands are encoded alike, and with the operand that is
// encoded in the prefix.
func vexShift(code []byte) (string, int) {
	if len(code) < 5 || code[0] != 0xc4 || code[1]&0x1f != 2 || code[3] != 0xf7 {
		return "", 0
	}
	name := [...]string{"", "shlx", "sarx", "shrx"}[code[2]&3]
	rex := 0x40 | ^code[1]>>5 | code[2]>>7<<3
	inst, err := x86asm.Decode(append([]byte{rex, 0x0f, 0xaf}, code[4:]...), 64)
	if err != nil || name == "" {
		return "", 0
	}
	count := x86asm.EAX
	if rex&8 != 0 {
		count = x86asm.RAX
	}
	count += x86asm.Reg(^code[2] >> 3 & 15)
	text := strings.TrimPrefix(x86asm.IntelSyntax(inst, 0, nil), "imul ")
	return fmt.Sprintf("%s %s, %s", name, text, strings.ToLower(count.String())), inst.Len + 1
}

// ARM64 decodes arm64.
func ARM64(code []byte, pc uint64) (string, int) {
	inst, err := arm64asm.Decode(code)
	if err != nil {
		return "", 0
	}
	return absolute(arm64asm.GNUSyntax(inst), pc), 4
}

// absolute replaces a distance like .+0x10 at the end of text, which may be a negative one as a number without sign, by the address that it
// leads to from pc.
func absolute(text string, pc uint64) string {
	text = strings.TrimSpace(text)
	i := max(strings.LastIndex(text, " .+"), strings.LastIndex(text, " .-"))
	if i < 0 {
		return text
	}
	d, err := strconv.ParseUint(text[i+3:], 0, 64)
	if err != nil {
		return text
	}
	if text[i+2] == '-' {
		d = -d
	}
	return fmt.Sprintf("%s 0x%x", text[:i], pc+d)
}
