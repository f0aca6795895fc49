// Package pe is the online partial evaluator (chapters 4 and 6): it runs an SCF-ML program on an abstract value, the set of the
// inputs that it may later get, and gives the residual program, which does only what the inputs still decide, and the abstract
// value of its results. For every input in the set on which the program ends without error, the residual program gives the same
// result; elsewhere it may do anything but break the process.
//
// A function is specialised into contours. Each contour has the join of the arguments that it is called with, the result for
// them, and residual code. The rules:
//
//	[PE-CONST] [PE-VAR] [PE-TUPLE] [PE-CON]  figure 4.5
//	[PE-KEYS]    an operation on maps records the keys that matter to it, on its residual node (figure 4.6)
//	[PE-CASE]    arms that cannot match are dropped, and the ones behind an arm that always matches (figure 4.7)
//	[PE-REFINE]  in an arm the scrutinised variable is bound to what matched, with its tag, and every value that holds a
//	             place of the same tag is known to hold what matched there
//	[PE-FAIL]    an arm without a value is dropped: no run that ends without error takes it
//	[PE-DISC]    arms are split by discriminating patterns (§6.2.2; discriminate.go)
//	[PE-ITER]    iterators over maps (figure 4.9)
//	[PE-UPDATE]  an iterator over maps of which all keys are known, and that changes few entries of one of them, inserts these into it (iterate.go)
//	[PE-CALL]    a contour's result is instantiated at each call: a tag that came in through the argument becomes the
//	             actual argument's, every other tag is fresh, equal tags stay equal. The dissertation keeps the tags as they
//	             are, which makes the results of two calls equal (figure 4.5, line 42).
//	[PE-FIRST-CALLER] the formals of a contour are at first the values of its first caller, who takes the result as it is: nothing
//	             is renamed, so that a call costs no more than what it does, however large the values that go through it
//	[PE-EXEC]    a call of which every argument is one value is executed (execute.go)
//	[PE-CHAIN]   the key of a contour is the chain of specialization keys of the calls that lead to it, each key at most K
//	             times (figure 6.18), where occurrences count only if a conditional that stays dynamic separates them: what
//	             the early stage decides is unfolded
//	[PE-MANY]    beyond a number of contours in proportion to the input K is 1: who has that many is multiplied by iterations that are told apart,
//	             in a nest of loops by those of each level; beyond a larger number a function has one contour for each key
//	[PE-AROUND]  inside of recursions that are behind their first iteration, MaxAround of them, the iterations of another have one contour: those of
//	             a nest of loops would multiply with each level
//	[PE-ONCE]    a function that is given a finite argument of certain types, say one that is a whole function of a program to be
//	             optimised, has one contour for each such argument, wherever it is called: chains begin there anew, since ways through
//	             functions that call each other are many
//	[PE-FRAME]   a function that walks a tree and hands sets of names on is not told what they say of names that its tree does not mention:
//	             calls that differ in their frames alone have one contour (frame.go)
//	[PE-COUNT]   in iterations behind the first of a recursion a set of several integers that is another one than in the iteration before is any integers: such
//	             numbers count what is made, and iterations that differ in nothing else are one contour at once
//	[PE-MEMO]    a call with exactly the argument of another contour of the function, structure and tags, gets that contour:
//	             contours that would be alike are one, which keeps helpers under nested loops from multiplying
//	[PE-COVERED] a contour that is called with values which cover its formals takes these in their place and is evaluated anew; only formals
//	             that neither cover are joined, and only those of a recursion under way, or joined ones, are widened
//	[PE-SOLVE]   contours are evaluated at their first call, heads of recursion are iterated and widened (solve.go), harder where values have become
//	             large in proportion to the input
//	[PE-REMAT]   an expression of which the value is known is that constant (§6.4)
//	[PE-REMAT-SCALAR] scalars and constructors without arguments stand in place, other constants at top level
//	[PE-REUSE]   a constructor application that builds what a scrutinised variable certainly holds is that variable
//	[PE-MERGE]   where memory is short, calls get contours that others have, by their finite arguments at first, then by their functions (merge.go)
//	[PE-LOST]    a function that walks trees of certain types, say commands, is called unspecialised where nothing is known of any of them, as where a tree that
//	             depends on late values has been widened: what it finds it decides late, and contours for each place and state of such trees buy nothing
//	             (a random C function, full of jumps: 84,470 nodes for 134,060, 10 s for 39, 1.5 % more late operations)
//	[PE-BUDGET]  past a budget, in proportion to the input, functions are called unspecialised
package pe
