# func(a, b int64) int64
	lea	(%rax,%rbx), %rax
	ret
