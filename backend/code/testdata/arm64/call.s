// func(a, b int64) int64: twice the Go function 1 of a and b, added.
	stp	x29, x30, [sp, #-48]!
	stp	x0, x1, [sp, #16]
	mov	x12, #2
	mov	x13, #0
again:	stp	x12, x13, [sp, #32]
	ldp	x0, x1, [sp, #16]
	mov	x2, sp
	orr	x2, x2, #0x3ffff
	sub	x2, x2, #255
	stp	x0, x1, [x2, #96]
	mov	x3, #2
	mov	x4, #1
	stp	x3, x4, [x2, #32]
	ldr	x3, [x2, #56]
	blr	x3
	mov	x2, sp
	orr	x2, x2, #0x3ffff
	sub	x2, x2, #255
	ldp	x12, x13, [sp, #32]
	ldr	x0, [x2, #96]
	add	x13, x13, x0
	subs	x12, x12, #1
	b.ne	again
	mov	x0, x13
	ldp	x29, x30, [sp], #48
	ret
