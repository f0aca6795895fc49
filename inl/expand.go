package inl

import "scf/ast"

// use says what becomes of a call's result: the command that does it with an expression for the result. Functions that return nothing
// pass nil.
type use func(ast.Expr) ast.Cmd

// expand is the command that does what the call does, and with its result what the use does. It ends where the call returns; a
// use that leaves the function itself needs no end.
func (in *inliner) expand(call *ast.Call, u use, leaves bool) ast.Cmd {
	name, _ := Called(call)
	f := in.chosen[name]
	if !in.grow(f) {
		return &ast.Skip{}
	}
	r := renamer{to: map[string]string{}, label: in.newLabels(), args: map[string]ast.Expr{}}
	var cmds []ast.Cmd
	assigned := assignedIn(f)
	for i, p := range f.Params {
		arg := ast.CopyExpr(call.Args[i])
		if isLeaf(arg) && !p.InMemory && !assigned[p.Name] {
			r.args[p.Name] = arg
			continue
		}
		isList := ast.IsVaList(p.Ty)
		if o, isNamed := arg.(*ast.Object); isNamed && isList {
			r.to[p.Name] = o.Name
			continue
		}
		r.to[p.Name] = in.names.fresh(sourceName(name) + "_" + sourceName(p.Name))
		if isList {
			cmds = append(cmds, copiedList(r.to[p.Name], p.Ty, arg))
			continue
		}
		cmds = append(cmds, &ast.Declare{Name: r.to[p.Name], Ty: p.Ty, Init: &ast.InitExpr{X: ast.ConvertTo(p.Ty, arg)}})
	}
	ast.Walk(f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok && r.to[d.Name] == "" {
			r.to[d.Name] = in.names.fresh(sourceName(name) + "_" + sourceName(d.Name))
		}
	}, nil, nil)
	body := r.cmd(f.Body)
	in.noteObjects(body)
	if leaves {
		body = replaceReturns(body, u)
	} else {
		body = in.landReturns(body, u)
	}
	return in.cmd(&ast.Scope{Body: ast.SeqOf(append(cmds, body)...)})
}

// copiedList declares a va_list, of that type, as a copy of another one.
func copiedList(name string, t ast.Type, of ast.Expr) ast.Cmd {
	copies := &ast.Object{Name: "__builtin_va_copy", Ty: &ast.Function{Result: ast.Void{}, Params: []ast.Type{t, t}}}
	return &ast.Seq{
		First:  &ast.Declare{Name: name, Ty: t, Init: ast.NoInit{}},
		Second: &ast.Eval{X: &ast.Call{Fn: copies, Args: []ast.Expr{&ast.Object{Name: name, Ty: t}, of}, Ty: ast.Void{}}},
	}
}

// assignedIn are the variables that f assigns to.
func assignedIn(f *ast.Func) map[string]bool {
	out := map[string]bool{}
	ast.Walk(f.Body, func(c ast.Cmd) {
		if a, ok := c.(*ast.Assign); ok {
			out[a.Name] = true
		}
	}, nil, nil)
	return out
}

// isLeaf reports whether e is as good as a variable with its value. A variable of the caller is: the body of a call does not assign to
// it, except for the result, behind which nothing of the body is left.
func isLeaf(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Const, *ast.Var:
		return true
	}
	return false
}

// into is the use that keeps the result, if there is any, in a variable.
func (in *inliner) into(name string, t ast.Type, wrap func(ast.Expr) ast.Expr) use {
	return func(e ast.Expr) ast.Cmd {
		if e == nil {
			return &ast.Skip{}
		}
		return in.assign(name, t, wrap(e))
	}
}

// assign sets the variable to e.
func (in *inliner) assign(name string, t ast.Type, e ast.Expr) ast.Cmd {
	if in.isObject(name, t) {
		return &ast.Store{Dest: &ast.Object{Name: name, Ty: t}, X: e}
	}
	return &ast.Assign{Name: name, Ty: t, X: e}
}

// read is the value of the variable.
func (in *inliner) read(name string, t ast.Type) ast.Expr {
	if in.isObject(name, t) {
		return &ast.Object{Name: name, Ty: t}
	}
	return &ast.Var{Name: name, Ty: t}
}

// isObject reports whether the variable lies in memory.
func (in *inliner) isObject(name string, t ast.Type) bool {
	return !ast.IsScalar(t) || in.objects[name]
}

// noteObjects notes which variables of c lie in memory.
func (in *inliner) noteObjects(c ast.Cmd) {
	ast.Walk(c, nil, func(e ast.Expr) {
		if o, ok := e.(*ast.Object); ok {
			in.objects[o.Name] = true
		}
	}, nil)
}

// drop is the use that makes nothing of the result but its effect.
func drop(e ast.Expr) ast.Cmd {
	if e == nil || !ast.HasCall(e) {
		return &ast.Skip{}
	}
	return &ast.Eval{X: e}
}

func unchanged(e ast.Expr) ast.Expr { return e }
