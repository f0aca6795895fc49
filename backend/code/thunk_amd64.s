#include "textflag.h"
#include "funcdata.h"

// Offsets: state.go, closure.go.
#define goSP 0
#define resumeSP 16
#define status 32
#define owner 64
#define busy 72

#define closure_code 8
#define closure_keep 16
#define closure_n 24
#define code_entry 0

#define g_m 48

// The frame of thunk: the argument of hold, what is in the registers when Go calls, the closure and its code.
#define arg_c 0
#define arg_code 8
#define arg_regs 16
#define arg_state 24
#define arg_why 32
#define arg_keep 40
#define arg_action 168
#define arg_result 176
#define arg_float 184
#define arg_err 192
#define ints 208
#define floats 280
#define closure 400
#define code 408
#define frame 416

#define needStack 16
#define dispatch 17
#define giveBack 18

// thunk is entered with arguments in AX BX CX DI SI R8 R9 R10 R11 X0-X14, the closure in DX, the goroutine in R14.
// It has no pointers that the collector knows of; where it can look, hold has them.
TEXT ·thunk(SB), NOSPLIT, $416-0
	NO_LOCAL_POINTERS
	MOVQ AX, (ints+0)(SP)
	MOVQ BX, (ints+8)(SP)
	MOVQ CX, (ints+16)(SP)
	MOVQ DI, (ints+24)(SP)
	MOVQ SI, (ints+32)(SP)
	MOVQ R8, (ints+40)(SP)
	MOVQ R9, (ints+48)(SP)
	MOVQ R10, (ints+56)(SP)
	MOVQ R11, (ints+64)(SP)
	MOVQ DX, closure(SP)
	MOVQ closure_code(DX), R12
	MOVQ R12, code(SP)
	CMPQ code_entry(R12), $0
	JEQ  dispatched

	// The thread's stack, if it is free.
	LEAQ ·slots(SB), DX
	MOVQ g_m(R14), R13
	MOVQ R13, R15
	SHRQ $11, R15
	ANDL $4095, R15
	MOVQ (DX)(R15*8), R15
	TESTQ R15, R15
	JEQ  stackless
	CMPQ owner(R15), R13
	JNE  stackless
	CMPQ busy(R15), $0
	JNE  stackless
	MOVQ $1, busy(R15)

call:
	CALL ·enterCode(SB)

returned:
	LEAQ frame(SP), BP
	TESTL R13, R13
	JNE  leave
	CMPQ owner(R15), $0
	JEQ  give
	MOVQ $0, busy(R15)

return:
	XORPS X15, X15
	XORL BX, BX
	XORL CX, CX
	RET

give:
	MOVQ AX, (ints+0)(SP)
	MOVSD X0, (floats+0)(SP)
	MOVL $giveBack, R13
	JMP  leave

stackless:
	MOVL $needStack, R13
	JMP  spill

dispatched:
	MOVL $dispatch, R13

spill:
	MOVSD X0, (floats+0)(SP)
	MOVSD X1, (floats+8)(SP)
	MOVSD X2, (floats+16)(SP)
	MOVSD X3, (floats+24)(SP)
	MOVSD X4, (floats+32)(SP)
	MOVSD X5, (floats+40)(SP)
	MOVSD X6, (floats+48)(SP)
	MOVSD X7, (floats+56)(SP)
	MOVSD X8, (floats+64)(SP)
	MOVSD X9, (floats+72)(SP)
	MOVSD X10, (floats+80)(SP)
	MOVSD X11, (floats+88)(SP)
	MOVSD X12, (floats+96)(SP)
	MOVSD X13, (floats+104)(SP)
	MOVSD X14, (floats+112)(SP)

	// leave, for the reason in R13, with the state in R15.
leave:
	MOVQ closure(SP), DX
	MOVQ DX, arg_c(SP)
	MOVQ code(SP), AX
	MOVQ AX, arg_code(SP)
	LEAQ ints(SP), SI
	MOVQ SI, arg_regs(SP)
	MOVQ R15, arg_state(SP)
	MOVQ R13, arg_why(SP)
	LEAQ arg_keep(SP), DI
	XORL AX, AX
	MOVQ AX, (arg_err+0)(SP)
	MOVQ AX, (arg_err+8)(SP)
	MOVL $16, CX
clear:
	MOVQ AX, -8(DI)(CX*8)
	SUBL $1, CX
	JNE  clear
	MOVQ closure_n(DX), CX
	MOVQ closure_keep(DX), BX
	TESTQ CX, CX
	JEQ  kept
keep:
	MOVLQSX -4(BX)(CX*4), AX
	MOVQ (SI)(AX*1), AX
	MOVQ AX, -8(DI)(CX*8)
	SUBQ $1, CX
	JNE  keep
kept:
	CALL ·hold(SB)

	MOVQ arg_action(SP), R13
	MOVQ arg_result(SP), AX
	CMPQ R13, $2
	JEQ  enter
	JHI  resume
	MOVSD arg_float(SP), X0
	XORPS X15, X15
	TESTQ R13, R13
	JNE  error
	MOVQ (arg_err+0)(SP), BX
	MOVQ (arg_err+8)(SP), CX
	RET

error:
	MOVQ (arg_err+0)(SP), AX
	MOVQ (arg_err+8)(SP), BX
	RET

resume:
	MOVQ arg_state(SP), R15
	CALL ·resumeCode(SB)
	JMP  returned

enter:
	MOVQ AX, R15
	MOVQ code(SP), R12
	MOVQ (ints+0)(SP), AX
	MOVQ (ints+8)(SP), BX
	MOVQ (ints+16)(SP), CX
	MOVQ (ints+24)(SP), DI
	MOVQ (ints+32)(SP), SI
	MOVQ (ints+40)(SP), R8
	MOVQ (ints+48)(SP), R9
	MOVQ (ints+56)(SP), R10
	MOVQ (ints+64)(SP), R11
	MOVSD (floats+0)(SP), X0
	MOVSD (floats+8)(SP), X1
	MOVSD (floats+16)(SP), X2
	MOVSD (floats+24)(SP), X3
	MOVSD (floats+32)(SP), X4
	MOVSD (floats+40)(SP), X5
	MOVSD (floats+48)(SP), X6
	MOVSD (floats+56)(SP), X7
	MOVSD (floats+64)(SP), X8
	MOVSD (floats+72)(SP), X9
	MOVSD (floats+80)(SP), X10
	MOVSD (floats+88)(SP), X11
	MOVSD (floats+96)(SP), X12
	MOVSD (floats+104)(SP), X13
	MOVSD (floats+112)(SP), X14
	JMP  call

TEXT ·hold(SB), NOSPLIT, $8-208
	NO_LOCAL_POINTERS
	LEAQ h+0(FP), AX
	MOVQ AX, 0(SP)
	CALL ·leave(SB)
	RET

// enterCode calls the code in R12 on the stack with the state in R15. It returns with 0 in R13 when the code returns, with the status
// when it leaves; and with the state in R15 and the goroutine in R14 again.
TEXT ·enterCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SP, goSP(R15)
	MOVQ R15, SP
	CALL code_entry(R12)
	MOVQ SP, R15
	MOVQ goSP(R15), SP
	MOVQ (TLS), R14
	XORL R13, R13
	RET

// resumeCode goes on with code that has left; it returns as enterCode.
TEXT ·resumeCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SP, goSP(R15)
	MOVQ resumeSP(R15), SP
	RET

// exitCode is called by generated code, on its stack, to leave.
TEXT ·exitCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ SP, R15
	ORQ  $0x3ffff, R15
	SUBQ $255, R15
	MOVQ SP, resumeSP(R15)
	MOVQ goSP(R15), SP
	MOVQ (TLS), R14
	MOVQ status(R15), R13
	RET

TEXT ·thunkAddress(SB), NOSPLIT, $0-8
	MOVQ $·thunk(SB), AX
	MOVQ AX, ret+0(FP)
	RET

TEXT ·exitAddress(SB), NOSPLIT, $0-8
	MOVQ $·exitCode(SB), AX
	MOVQ AX, ret+0(FP)
	RET

TEXT ·thread(SB), NOSPLIT, $0-8
	MOVQ (TLS), R14
	MOVQ g_m(R14), AX
	MOVQ AX, ret+0(FP)
	RET
