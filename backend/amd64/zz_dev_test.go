package amd64_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"scf/ast"
	"scf/backend/amd64"
	x86 "scf/backend/asm/amd64"
	"scf/backend/ir"
	"scf/backend/lower"
	"scf/backend/machine"
	"scf/backend/opt"
	"scf/cfront"
	"scf/internal/diag"
)

func TestDev(t *testing.T) {
	file, fn, out := os.Getenv("DEV_C"), os.Getenv("DEV_F"), os.Getenv("DEV_S")
	if file == "" {
		return
	}
	source, _ := os.ReadFile(file)
	f, err := cfront.Parse(context.Background(), "x.c", source, cfront.Options{})
	if err != nil {
		t.Fatal(diag.Render(err))
	}
	u := &ast.Unit{Layouts: ast.Layouts{}}
	var tree *ast.Func
	for _, o := range f.Functions() {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		u.Funcs = append(u.Funcs, o.Function.Tree)
		if o.Name == fn {
			tree = o.Function.Tree
		}
		for name, l := range o.Function.Layouts {
			u.Layouts[name] = l
		}
	}
	g, err := lower.New(lower.NewUnit(u), lower.Options{FreeAliasing: os.Getenv("DEV_FREE") != ""}).Lower(tree)
	if err != nil {
		t.Fatal(err)
	}
	polls := os.Getenv("DEV_NOPOLL") == ""
	o := opt.Optimizer{Options: opt.Options{Polls: polls}}
	if os.Getenv("DEV_NOOPT") == "" {
		o.Run(g)
	}
	os.WriteFile(out+".ir", []byte(g.String()), 0o644)
	c, err := amd64.New(x86.Host()).Function(g, machine.Config{Symbols: devSymbols{}, Polls: polls})
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	fmt.Fprintf(&s, ".intel_syntax noprefix\n.text\n.p2align 6\n%s_code:\n", fn)
	for i, b := range c.Bytes {
		if i%16 == 0 {
			s.WriteString("\n.byte ")
		} else {
			s.WriteString(",")
		}
		fmt.Fprint(&s, b)
	}
	fmt.Fprintf(&s, "\n.globl %s\n%s:\n push rbx\n push rbp\n push r12\n push r13\n push r14\n push r15\n sub rsp,8\n lea r14,[rip+dummy]\n", fn, fn)
	s.WriteString(" mov rax,rdi\n mov rbx,rsi\n mov rdi,rcx\n mov rcx,rdx\n mov rsi,r8\n mov r8,r9\n mov r9,[rsp+64]\n mov r10,[rsp+72]\n mov r11,[rsp+80]\n")
	regs := []string{"eax", "ebx", "ecx", "edi", "esi", "r8d", "r9d", "r10d", "r11d"}
	k := 0
	for _, p := range g.Blocks[0].Params {
		switch g.Values[p].Type {
		case ir.I32:
			fmt.Fprintf(&s, " mov %s,%s\n", regs[k], regs[k])
			k++
		case ir.I64:
			k++
		}
	}
	fmt.Fprintf(&s, " call %s_code\n add rsp,8\n pop r15\n pop r14\n pop r13\n pop r12\n pop rbp\n pop rbx\n ret\n.bss\n.p2align 4\ndummy: .zero 64\n.section .note.GNU-stack,\"\",@progbits\n", fn)
	os.WriteFile(out, []byte(s.String()), 0o644)
}

type devSymbols struct{}

func (devSymbols) Address(*ir.Sym) uint64 { return 0 }
func (devSymbols) Host(y *ir.Sym) int     { return 0 }
