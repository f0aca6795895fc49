# func(n int64) int64: leaves n times as if to poll
	push	%rax
	push	%rax
0:	subq	$1, (%rsp)
	js	1f
	mov	%rsp, %r8
	or	$0x3ffff, %r8
	movq	$1, 1-256+32(%r8)
	push	%rax
	call	*1-256+56(%r8)
	pop	%rax
	jmp	0b
1:	pop	%rax
	pop	%rax
	ret
