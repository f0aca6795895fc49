// func(a []int32, n int32) int32: X0 X1 X2, X3. The sum, n times over, with a poll in each round of the outer loop.
// The same with a context before its arguments is entered at the start; the entry without is 16 bytes behind it.
	mov	x0, x2
	mov	x1, x3
	mov	x3, x5
	.balign	16
	stp	x29, x30, [sp, #-16]!
	mov	w3, w3
	mov	w5, #0
outer:	subs	w3, w3, #1
	b.mi	out
	ldr	x16, [x28, #16]
	cmp	sp, x16
	b.ls	slow
poll:	mov	x6, #0
inner:	cmp	x6, x1
	b.ge	outer
	ldr	w7, [x0, x6, lsl #2]
	add	w5, w5, w7
	add	x6, x6, #1
	b	inner
out:	mov	w0, w5
	ldp	x29, x30, [sp], #16
	ret
slow:	stp	x0, x1, [sp, #-32]!
	stp	x3, x5, [sp, #16]
	mov	x16, sp
	orr	x16, x16, #0x3ffff
	sub	x16, x16, #255
	mov	x17, #1
	str	x17, [x16, #32]
	ldr	x16, [x16, #56]
	blr	x16
	ldp	x3, x5, [sp, #16]
	ldp	x0, x1, [sp], #32
	b	poll
