// Package dse is dead-store elimination (chapter 7 of the dissertation): it removes from a program what computes parts of
// values that nothing reads. It generalises the removal of dead assignments to the fields of structures and, with the sets
// of keys that the partial evaluator records on operations, to the keys of maps; after partial evaluation most insertions
// into the maps that passes thread through their functions are dead.
//
// The program is analysed backwards. A liveness pattern says which parts of a value are read; the result of the entry
// function is live, and patterns flow from results to operands, from patterns of matches to scrutinees, from calls to
// functions and back, until nothing changes. Then the program is pruned by the patterns found. For every input on which the
// program ends without an error the pruned program gives the same result.
//
// The rules, with their places in the dissertation:
//
//	[DSE-JOIN]    patterns that meet (its figure 7.5): field by field; the dissertation's meet is called join here
//	[DSE-WIDEN]   only what changes goes to L (figure 7.6); the keys of maps are kept, they are joins of recorded sets
//	[DSE-MATCH]   what a match reads (figure 7.7), with the variables that it binds still in the table
//	[DSE-DEAD]    an expression of pattern D becomes the dead value (7.2.1): no constructor or literal pattern matches it
//	[DSE-VAR]     a variable stays, and takes the pattern (7.2.2)
//	[DSE-TUPLE]   a tuple, component by component (7.2.3)
//	[DSE-CON]     a constructor application, argument by argument; a dead value where nobody tests for its constructor
//	              (7.2.4)
//	[DSE-CONST]   a constant stays: it costs nothing (7.2.7); its maps keep what is read, since what iterators do costs by the entry
//	[DSE-PRIM]    an operation on scalars or structures reads its operands wholly; so does equality of maps and sets (figure
//	              7.11, lines 23 to 29), for a key dropped from one map and not from the other would make equal maps differ
//	[DSE-EQUAL]   equality of maps or sets that may differ by few recorded keys becomes lookups of these keys
//	[DSE-INSERT]  an insertion goes where none of its keys is read; where it stays its key is read wholly, and one that surely
//	              writes a key makes that key dead before it (figure 7.11, lines 1 to 12; subtraction of single keys only)
//	[DSE-REMOVE]  a removal likewise, unless an iterator would visit what it removes
//	[DSE-FIND]    a lookup reads its recorded keys' presence, and of their values what its SOME part says (lines 14 to 21)
//	[DSE-ITER]    M.map and M.unionWith (figure 7.16): what the body reads of its parameters is read of the maps' values;
//	              the maps' live keys are the result's if the body is total, else all keys
//	[DSE-TOTAL]   total: matches are exhaustive, primitives cannot fail, no recursion
//	[DSE-CASE]    a case expression: arms first, then the scrutinee by what all patterns read (figure 7.10, lines 30 to 33);
//	              one that neither tests nor binds anything goes
//	[DSE-PAT]     a pattern binds the variables that are not D (figure 7.13 drops also those that are partly live)
//	[DSE-LAST]    the last arm's tests go where they guard no variable: a program whose matches do not fail needs none (the
//	              footnote to figure 3.18)
//	[DSE-MERGE]   last arms with the same trivial result become one; no other arm goes, also not one with a dead result: its
//	              values would fall to another arm (figure 7.14, line 5 drops it)
//	[DSE-CALL]    dead arguments go from functions other than the entry, with the code that computes them (figure 7.10, lines
//	              35 to 39); calls with a dead result go, and functions that nobody calls
//	[DSE-RESULT]  dead components of results go where that costs nothing anywhere
//
// A pruned program never costs more than the program under the cost model (package interp), with two exceptions: iterators over maps,
// whose body may run on the older value of a key that a dropped insertion would have overwritten; and lookups in place of equality, which
// is one operation however large the maps are. What they let die, insertions and entries that iterators need not visit, is mostly worth much more.
package dse
