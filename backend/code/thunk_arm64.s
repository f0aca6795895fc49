#include "textflag.h"
#include "funcdata.h"

// Offsets: state.go, closure.go.
#define goSP 0
#define goPC 8
#define resumeSP 16
#define resumePC 24
#define status 32
#define owner 64
#define busy 72

#define closure_code 8
#define closure_keep 16
#define closure_n 24
#define code_entry 0

#define g_m 48

// The frame of thunk: the argument of hold, what is in the registers when Go calls, the closure and its code.
#define arg_c 8
#define arg_code 16
#define arg_regs 24
#define arg_state 32
#define arg_why 40
#define arg_keep 48
#define arg_action 176
#define arg_result 184
#define arg_float 192
#define arg_err 200
#define ints 216
#define floats 344
#define closure 472
#define code 480

#define needStack 16
#define dispatch 17
#define giveBack 18

// thunk is entered with arguments in R0-R15 and F0-F15, the closure in R26, the goroutine in R28.
// It has no pointers that the collector knows of; where it can look, hold has them.
TEXT ·thunk(SB), NOSPLIT, $480-0
	NO_LOCAL_POINTERS
	STP  (R0, R1), (ints+0)(RSP)
	STP  (R2, R3), (ints+16)(RSP)
	STP  (R4, R5), (ints+32)(RSP)
	STP  (R6, R7), (ints+48)(RSP)
	STP  (R8, R9), (ints+64)(RSP)
	STP  (R10, R11), (ints+80)(RSP)
	STP  (R12, R13), (ints+96)(RSP)
	STP  (R14, R15), (ints+112)(RSP)
	MOVD R26, closure(RSP)
	MOVD closure_code(R26), R20
	MOVD R20, code(RSP)
	MOVD code_entry(R20), R22
	CBZ  R22, dispatched

	// The thread's stack, if it is free.
	MOVD $·slots(SB), R22
	MOVD g_m(g), R23
	LSR  $11, R23, R24
	AND  $4095, R24
	MOVD (R22)(R24<<3), R19
	CBZ  R19, stackless
	MOVD owner(R19), R24
	CMP  R23, R24
	BNE  stackless
	ADD  $busy, R19, R22
	LDAR (R22), R24
	CBNZ R24, stackless
	MOVD $1, R24
	MOVD R24, (R22)

call:
	CALL ·enterCode(SB)

returned:
	SUB  $8, RSP, R29
	CBNZ R21, leave
	MOVD owner(R19), R22
	CBZ  R22, give
	ADD  $busy, R19, R22
	STLR ZR, (R22)
	MOVD ZR, R1
	MOVD ZR, R2
	RET

give:
	MOVD  R0, (ints+0)(RSP)
	FMOVD F0, (floats+0)(RSP)
	MOVD  $giveBack, R21
	JMP   leave

stackless:
	MOVD $needStack, R21
	JMP  spill

dispatched:
	MOVD $dispatch, R21

spill:
	ADD  $floats, RSP, R22
	FSTPD (F0, F1), 0(R22)
	FSTPD (F2, F3), 16(R22)
	FSTPD (F4, F5), 32(R22)
	FSTPD (F6, F7), 48(R22)
	FSTPD (F8, F9), 64(R22)
	FSTPD (F10, F11), 80(R22)
	FSTPD (F12, F13), 96(R22)
	FSTPD (F14, F15), 112(R22)

	// leave, for the reason in R21, with the state in R19.
leave:
	MOVD closure(RSP), R20
	MOVD R20, arg_c(RSP)
	MOVD code(RSP), R0
	MOVD R0, arg_code(RSP)
	ADD  $ints, RSP, R1
	MOVD R1, arg_regs(RSP)
	MOVD R19, arg_state(RSP)
	MOVD R21, arg_why(RSP)
	STP  (ZR, ZR), arg_err(RSP)
	ADD  $arg_keep, RSP, R2
	MOVD $16, R3
clear:
	SUB  $1, R3
	MOVD ZR, (R2)(R3<<3)
	CBNZ R3, clear
	MOVD closure_n(R20), R3
	MOVD closure_keep(R20), R4
	CBZ  R3, kept
keep:
	SUB  $1, R3
	MOVW (R4)(R3<<2), R5
	MOVD (R1)(R5), R5
	MOVD R5, (R2)(R3<<3)
	CBNZ R3, keep
kept:
	CALL ·hold(SB)

	MOVD arg_action(RSP), R21
	MOVD arg_result(RSP), R0
	CMP  $2, R21
	BEQ  enter
	BHI  resume
	FMOVD arg_float(RSP), F0
	CBNZ R21, error
	MOVD (arg_err+0)(RSP), R1
	MOVD (arg_err+8)(RSP), R2
	RET

error:
	MOVD (arg_err+0)(RSP), R0
	MOVD (arg_err+8)(RSP), R1
	RET

resume:
	MOVD arg_state(RSP), R19
	CALL ·resumeCode(SB)
	JMP  returned

enter:
	MOVD R0, R19
	MOVD code(RSP), R20
	ADD  $floats, RSP, R22
	FLDPD 0(R22), (F0, F1)
	FLDPD 16(R22), (F2, F3)
	FLDPD 32(R22), (F4, F5)
	FLDPD 48(R22), (F6, F7)
	FLDPD 64(R22), (F8, F9)
	FLDPD 80(R22), (F10, F11)
	FLDPD 96(R22), (F12, F13)
	FLDPD 112(R22), (F14, F15)
	LDP  (ints+0)(RSP), (R0, R1)
	LDP  (ints+16)(RSP), (R2, R3)
	LDP  (ints+32)(RSP), (R4, R5)
	LDP  (ints+48)(RSP), (R6, R7)
	LDP  (ints+64)(RSP), (R8, R9)
	LDP  (ints+80)(RSP), (R10, R11)
	LDP  (ints+96)(RSP), (R12, R13)
	LDP  (ints+112)(RSP), (R14, R15)
	JMP  call

TEXT ·hold(SB), NOSPLIT, $16-208
	NO_LOCAL_POINTERS
	MOVD $h+0(FP), R0
	MOVD R0, 8(RSP)
	CALL ·leave(SB)
	RET

// enterCode calls the code in R20 on the stack with the state in R19. It returns with 0 in R21 when the code returns, with the status
// when it leaves; and with the state in R19.
TEXT ·enterCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVD RSP, R22
	MOVD R22, goSP(R19)
	MOVD R30, goPC(R19)
	MOVD R19, RSP
	MOVD code_entry(R20), R22
	CALL (R22)
	MOVD RSP, R19
	MOVD goPC(R19), R30
	MOVD goSP(R19), R22
	MOVD R22, RSP
	MOVD ZR, R21
	RET

// resumeCode goes on with code that has left; it returns as enterCode.
TEXT ·resumeCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVD RSP, R22
	MOVD R22, goSP(R19)
	MOVD R30, goPC(R19)
	MOVD resumePC(R19), R30
	MOVD resumeSP(R19), R22
	MOVD R22, RSP
	RET

// exitCode is called by generated code, on its stack, to leave.
TEXT ·exitCode(SB), NOSPLIT|NOFRAME, $0-0
	MOVD RSP, R22
	ORR  $0x3ffff, R22, R19
	SUB  $255, R19
	MOVD R22, resumeSP(R19)
	MOVD R30, resumePC(R19)
	MOVD goPC(R19), R30
	MOVD goSP(R19), R22
	MOVD R22, RSP
	MOVD status(R19), R21
	RET

TEXT ·thunkAddress(SB), NOSPLIT, $0-8
	MOVD $·thunk(SB), R0
	MOVD R0, ret+0(FP)
	RET

TEXT ·exitAddress(SB), NOSPLIT, $0-8
	MOVD $·exitCode(SB), R0
	MOVD R0, ret+0(FP)
	RET

TEXT ·thread(SB), NOSPLIT, $0-8
	MOVD g_m(g), R0
	MOVD R0, ret+0(FP)
	RET
