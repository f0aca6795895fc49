package ast

// Prototyped is f with calls of functions that are declared without parameters, as old C declares them, made calls of functions with those of their definitions, which
// parameters gives, where the arguments have these types anyway. So passes and package inl know them for what they are.
func Prototyped(f *Func, parameters func(name string) ([]Param, bool)) *Func {
	found := map[string]*Function{}
	Walk(f.Body, nil, func(e Expr) {
		if o, call := unprototyped(e); o != nil && found[o.Name] == nil {
			if params, ok := parameters(o.Name); ok && len(params) > 0 {
				found[o.Name] = definedAs(call.Ty, params)
			}
		}
	}, nil)
	if len(found) == 0 {
		return f
	}
	var expr func(e Expr) Expr
	expr = func(e Expr) Expr {
		e = RebuildExpr(e, expr)
		o, call := unprototyped(e)
		if o == nil || found[o.Name] == nil || !takes(found[o.Name], call.Args) {
			return e
		}
		out := *call
		out.Fn = &Object{Name: o.Name, Ty: found[o.Name], Label: o.Label}
		return &out
	}
	var cmd func(c Cmd) Cmd
	cmd = func(c Cmd) Cmd { return RebuildCmd(c, cmd, expr) }
	out := *f
	out.Body = cmd(f.Body)
	return &out
}

// unprototyped is the function that e calls, if it is declared without parameters.
func unprototyped(e Expr) (*Object, *Call) {
	call, ok := e.(*Call)
	if !ok {
		return nil, nil
	}
	o, ok := call.Fn.(*Object)
	if !ok {
		return nil, nil
	}
	if t, isFunction := o.Ty.(*Function); !isFunction || !t.Variadic || len(t.Params) > 0 || isTextName(o.Name) {
		return nil, nil
	}
	return o, call
}

func definedAs(result Type, params []Param) *Function {
	fn := &Function{Result: result}
	for _, p := range params {
		fn.Params = append(fn.Params, p.Ty)
	}
	return fn
}

// takes reports whether the arguments have the types of fn's parameters, which what is passed without a prototype may have.
func takes(fn *Function, args []Expr) bool {
	if len(args) != len(fn.Params) {
		return false
	}
	for i, t := range fn.Params {
		if !Same(t, TypeOf(args[i])) || !isRecord(t) && !Same(t, PromoteArg(t)) {
			return false
		}
	}
	return true
}
