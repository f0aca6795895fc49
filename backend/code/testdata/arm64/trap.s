// func(a, b int64): the trap a at the place b
	mov	x2, sp
	orr	x2, x2, #0x3ffff
	sub	x2, x2, #255
	mov	x3, #3
	str	x3, [x2, #32]
	stp	x0, x1, [x2, #40]
	ldr	x3, [x2, #56]
	blr	x3
	brk	#0
