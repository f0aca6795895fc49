// for Call: the sum of the words
	mov	x0, #0
0:	subs	x3, x3, #1
	b.mi	1f
	ldr	x4, [x2, x3, lsl #3]
	add	x0, x0, x4
	b	0b
1:	ret
