// func(a, b int64) int64
	add	x0, x0, x1
	ret
