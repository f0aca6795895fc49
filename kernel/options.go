package kernel

import (
	"slices"
	"sync"
	"time"

	"scf/backend"
	"scf/backend/c"
	"scf/backend/interp"
	"scf/backend/native"
	"scf/stager"
)

// Abstract says which parameters will be constant, by name, as --abstract does: {"a": "CONSTANT"}, {"mode": "CONSTANT(0|1)"}, {"weights": "[Int*]"},
// {"cfg": "{size:Int}"}. The other parameters are those of calls. Variables that the function mentions may be constant, too; whoever says so has them at their
// values while it runs (Kernel.Set).
type Abstract map[string]string

// Values are the constants, by the names of parameters: Go values as stager.Function.Late takes them (numbers, slices, strings, structs, maps by
// C field names), or stager.Late. Fields that the function was not staged for lie where it reads them, and are no constants of its code.
type Values map[string]any

// Hosts are Go functions and variables that the C file declares and does not define, by name (backend.Hosts says which there can be).
type Hosts = backend.Hosts

// Options say how a kernel is made. The zero value is the default.
type Options struct {
	// Func is the C function; it may be empty where the file defines one.
	Func string
	// Abstract says which parameters will be constant. Those that the source declares so (annotate("constant")) are so without it.
	Abstract Abstract
	// Tables are const variables of the file that values may lead into (`&states[1]`), beside those of Abstract.
	Tables []string
	// Pipeline is the optimisations, by name; cnp,cpp,dae if it is empty.
	Pipeline string
	// Inline says which helper functions are put in place of their calls before.
	Inline stager.Inlining
	// C says how the C file is compiled in its project, and what reading files may cost.
	C stager.CConfig
	// Staging are options of the early stage.
	Staging stager.Options

	// Hosts are what the C file gets from the program.
	Hosts Hosts

	// Backend is the name of the back end of the general and the specialised code; the best that is available if it is empty. Backends are those that it
	// is chosen from, the best one first; those of Backends() if there are none.
	Backend  string
	Backends []backend.Backend
	// Optimizer is the back end of the optimised code; if it is nil a C compiler, where one is installed.
	Optimizer backend.Backend
	// HotAfter is how long specialised code must have run, as far as samples tell, before the optimised code is made; DefaultHotAfter if it is 0.
	HotAfter time.Duration
	// Steps bounds what one call may take, in iterations of loops and calls of functions of the file, and that it is called itself; more is a *backend.Fault that names the line
	// where it was too much. 0 is no bound. What C compilers make counts none, so that there is no optimised code then.
	Steps int64

	// Checked makes code that checks what it does: an access must lie in what the call is given (slices, strings, what a pointer to a Go type points to), in constants,
	// in the file's variables or in what malloc gave; what does not is a *backend.Fault that names the C line, and so are a division by zero and a call of what is no function.
	// Of an unsafe.Pointer nothing may be accessed that is not given otherwise, nor of pointers that lie in memory. Functions of C's library are held to the same; those of the program (Hosts) do what they do. Such calls take longer; what C compilers make
	// is not checked, so that there is no optimised code then.
	Checked bool

	// NoGeneral, NoSpecialized and NoOptimized switch tiers off. Without the general code Bind waits for the specialised one.
	NoGeneral, NoSpecialized, NoOptimized bool

	// Cache holds the specialisations; one of its own, of DefaultCacheSize, if it is nil.
	Cache *Cache
}

// DefaultHotAfter is several times what a C compiler takes for a function.
const DefaultHotAfter = 300 * time.Millisecond

// Backends are the back ends that there are: those that need nothing first, of these the best first. Kernels share them: machine code of all lies in one arena.
func Backends() []backend.Backend { return slices.Clone(all()) }

var all = sync.OnceValue(func() []backend.Backend { return []backend.Backend{native.New(), interp.New(), c.New()} })

// optimizer is the back end that optimised code comes from.
func (o Options) optimizer() backend.Backend {
	if o.Optimizer == nil {
		return c.New()
	}
	return o.Optimizer
}

func (o Options) backends() []backend.Backend {
	if len(o.Backends) == 0 {
		return all()
	}
	return o.Backends
}
