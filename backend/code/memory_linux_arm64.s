#include "textflag.h"

#define DC_CVAU_R0 WORD $0xd50b7b20
#define IC_IVAU_R1 WORD $0xd50b7521

// Lines of caches are at least 16 bytes long.
TEXT ·cleanCaches(SB), NOSPLIT, $0-24
	MOVD w+0(FP), R0
	MOVD n+16(FP), R2
	ADD  R0, R2
clean:
	DC_CVAU_R0
	ADD  $16, R0
	CMP  R2, R0
	BLO  clean
	DSB  $11
	MOVD x+8(FP), R1
	MOVD n+16(FP), R2
	ADD  R1, R2
invalidate:
	IC_IVAU_R1
	ADD  $16, R1
	CMP  R2, R1
	BLO  invalidate
	DSB  $11
	ISB  $15
	RET

TEXT ·callRaw(SB), NOSPLIT, $16-16
	MOVD at+0(FP), R0
	CALL (R0)
	MOVD R0, ret+8(FP)
	RET
