# func(a []int32, n int32) int32: AX BX CX, DI. The sum, n times over, with a poll in each round of the outer loop.
# The same with a context before its arguments is entered at the start; the entry without is 16 bytes behind it.
	mov	%rcx, %rax
	mov	%rdi, %rbx
	mov	%r8, %rdi
	.balign	16
	mov	%edi, %edi
	xor	%edx, %edx
outer:
	sub	$1, %edi
	js	out
	cmp	16(%r14), %rsp
	jbe	slow
poll:	xor	%esi, %esi
inner:	cmp	%rbx, %rsi
	jge	outer
	add	(%rax,%rsi,4), %edx
	inc	%rsi
	jmp	inner
out:	mov	%edx, %eax
	ret
slow:	push	%rax
	push	%rbx
	push	%rdi
	push	%rdx
	sub	$8, %rsp
	mov	%rsp, %r8
	or	$0x3ffff, %r8
	movq	$1, 1-256+32(%r8)
	call	*1-256+56(%r8)
	add	$8, %rsp
	pop	%rdx
	pop	%rdi
	pop	%rbx
	pop	%rax
	jmp	poll
