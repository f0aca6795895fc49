// Package absval is abstract values: sets of concrete values as augmented regular tree expressions (§3.2.2, chapter 5). The partial
// evaluator computes with them, dead-store elimination keeps its key sets in them, and the command reads and prints them.
//
// The dissertation writes the lattice upside down: its top is no value, its bottom every value, and its meet the union. Here Bottom
// is no value, Top is every value, and Join is the union; nothing else in the project follows its naming.
//
// A Value is a structure and tags. The structure, a node of package tree, is the set of concrete values. Tags say which places hold the
// same concrete value in every run (value.go, tags.go). A Domain owns the table of nodes and the supply of tags.
//
// What every operation must satisfy is table 2: each concrete result on members of the arguments is a member of the abstract
// result. The laws hold with tags: the result's members are judged together with the arguments' (Contains, laws_test.go).
//
// # Rules
//
// Tags (§3.2.2.3):
//
//	[TAG-LOCAL]     a tag is a fact of one activation: its places hold one concrete value there, as far as they are present
//	[TAG-SINGLE]    singletons and Bottom have no tags
//	[TAG-ALT]       an alternative is at the place of the whole and has no tag besides
//	[TAG-PLAIN]     a value without tags is its node's only one
//	[TAG-KIDS]      components are recorded where one of them has a tag, all or none of them
//	[TAG-DERIVE]    the parts of a tagged value and the results of primitives on tagged values have tags that follow from their origin,
//	                so that what is computed twice in an activation is equal
//	[TAG-COMPACT]   results and renamed values record the tags that say something: of one place only the tag that its origin does not tell  -
//	[TAG-JOIN]      places of a join are equal where they are equal on every side                          figure 5.4, corrected
//	[TAG-DEPTH]     joining records no deeper parts of recursive values than both sides do
//	[TAG-NEAR]      a result records the tags of about as many places as it has nodes, the nearest to its top      -
//	[TAG-REFINE]    what a match finds of a place that is there in every run holds of all equal places (Refinement)  -
//	[VAL-FRAME]     what sets say of names that a function does not ask about is told as unknown, with tags         -
//	[TAG-INST]      a result's tags that came in through the arguments are the caller's, all others fresh  corrects figure 4.5
//
// Operations:
//
//	[PRIM]          a primitive gives what it gives on members; members on which it is an error give nothing       figure 5.11
//	[PRIM-EQ]       = is true of identical values, false of disjoint ones                                          figure 5.11
//	[PRIM-ID]       identities such as x + 0 = x and x * 0 = 0 give the argument, with its tag, or the constant    -
//	[MAP-INSERT]    a key that is not single updates weakly: must keys that it may be stay, with either value      figure 5.12, corrected
//	[MAP-FIND]      a key all of whose members are must keys is found                                              figure 5.14, corrected
//	[MAP-REMOVE]    a must entry that may be removed becomes a may entry; removing what is absent is the same map  -
//	[MAP-EQUAL]     equality of maps is PRIM-EQ                                                                    figure 5.15, corrected
//	[MAP-MAY]       may values have no tags, since the entries that they stand for differ                          table 1
//	[SET-DELETE]    deleting stores false, so that must members stay known                                         -
//	[MATCH-REST]    what a constructor application leaves unmatched is split by the first component that does not  figure 5.17, corrected
//	                match; a component that cannot match fails the whole
package absval
