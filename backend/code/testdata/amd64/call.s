# func(a, b int64) int64: twice the Go function 1 of a and b, added; garbage in all registers but the stack pointer and R14.
	push	%rbx
	push	%rax
	push	%rbp
	mov	$2, %r12d
	xor	%r13d, %r13d
again:	push	%r12
	push	%r13
	mov	%rsp, %rbp
	or	$0x3ffff, %rbp
	mov	24(%rsp), %rax
	mov	%rax, 1-256+96(%rbp)
	mov	32(%rsp), %rax
	mov	%rax, 1-256+104(%rbp)
	movq	$2, 1-256+32(%rbp)
	movq	$1, 1-256+40(%rbp)
	call	*1-256+56(%rbp)
	mov	%rsp, %rbp
	or	$0x3ffff, %rbp
	pop	%r13
	pop	%r12
	add	1-256+96(%rbp), %r13
	dec	%r12d
	jnz	again
	mov	%r13, %rax
	pop	%rbp
	pop	%rbx
	pop	%rbx
	pcmpeqd	%xmm15, %xmm15
	ret
