# for Call: the sum of the words
	xor	%eax, %eax
0:	sub	$1, %rdi
	js	1f
	add	(%rcx,%rdi,8), %rax
	jmp	0b
1:	ret
