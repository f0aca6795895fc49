package causes

import (
	"scf/ast"
	"scf/internal/diag"
)

// walker goes through a function and finds what is known where.
type walker struct {
	f       *ast.Func
	facts   []Fact
	left    Left
	locals  map[string]bool
	escaped map[string]bool // the locals whose addresses go anywhere

	at       diag.Pos
	tests    []*cause           // the tests around that are not known
	loops    []ast.Cmd          // the loops around
	around   int                // how many loops around are walked until they are stable
	kept     map[ast.Cmd]*cause // the loops that have been found to be kept, and why
	blocks   map[ast.Label]*block
	meetings map[meetingOf]*value
	assigns  map[ast.Cmd][]string
	work     int // how many commands may still be walked

	// What has been found, by node; what is walked again is found again.
	values    map[ast.Expr]*value
	decisions map[ast.Cmd]*decision
	uses      map[ast.Expr]use
	reads     map[ast.Expr]access
	writes    map[ast.Expr]access
}

// mostWork bounds the commands that are walked: nests of loops that are kept are walked again at each depth.
const mostWork = 200_000

func newWalker(f *ast.Func, facts []Fact, left Left) *walker {
	w := &walker{f: f, facts: facts, left: left, locals: map[string]bool{}, escaped: map[string]bool{},
		kept: map[ast.Cmd]*cause{}, blocks: map[ast.Label]*block{}, meetings: map[meetingOf]*value{}, assigns: map[ast.Cmd][]string{}, work: mostWork,
		values: map[ast.Expr]*value{}, decisions: map[ast.Cmd]*decision{}, uses: map[ast.Expr]use{}, reads: map[ast.Expr]access{}, writes: map[ast.Expr]access{}}
	w.survey()
	return w
}

// walk walks the whole function; it reports whether that ended.
func (w *walker) walk() bool {
	s := &state{vars: map[string]*value{}, cells: map[cell]*value{}}
	for i, p := range w.f.Params {
		v := &value{}
		if i < len(w.facts) {
			v.fact = w.facts[i]
		}
		switch {
		case !v.fact.Known():
			v = unknown(parameter, &ast.Var{Name: p.Name, Ty: p.Ty})
			v.why.name = p.Name
		default:
			v.from = only(i)
			if v.fact.isMemory() {
				v.into = v.from
			}
		}
		s.vars[p.Name] = v
		if p.InMemory {
			s.cells[cellOf(p.Name, 0, p.Ty)] = v
		}
	}
	w.cmd(w.f.Body, s)
	return w.work > 0
}

func (w *walker) isLocal(name string) bool { return w.locals[name] }

// isPrivate reports whether no call and no store through a pointer reaches the object.
func (w *walker) isPrivate(name string) bool { return w.locals[name] && !w.escaped[name] }

// survey finds the locals, and those whose address is used for more than to load from them or store to them.
func (w *walker) survey() {
	for _, p := range w.f.Params {
		w.locals[p.Name] = true
	}
	ast.Walk(w.f.Body, func(c ast.Cmd) {
		if d, ok := c.(*ast.Declare); ok {
			w.locals[d.Name] = true
		}
	}, nil, nil)
	ast.Walk(w.f.Body, nil, func(e ast.Expr) {
		if a, ok := e.(*ast.AddressOf); ok {
			if name, _, named := placeOf(a.X); named {
				w.escaped[name] = true
			}
		}
	}, nil)
}
