// func(n int64) int64: leaves n times as if to poll
	stp	x29, x30, [sp, #-32]!
	stp	x0, x0, [sp, #16]
0:	ldr	x0, [sp, #16]
	subs	x0, x0, #1
	b.mi	1f
	str	x0, [sp, #16]
	mov	x16, sp
	orr	x16, x16, #0x3ffff
	sub	x16, x16, #255
	mov	x17, #1
	str	x17, [x16, #32]
	ldr	x16, [x16, #56]
	blr	x16
	b	0b
1:	ldr	x0, [sp, #24]
	ldp	x29, x30, [sp], #32
	ret
