// Package tree is sets of concrete values as regular tree grammars (§3.2.2, chapter 5), without what is known to be equal in them,
// which package absval adds: the structure of abstract values. Dead-store elimination computes with them as sets of keys.
//
// A set is a Node of a hash-consed term graph (node.go): a Table has one node for each set that is written alike in normal form, so that
// nodes denote the same regular tree where their pointers are equal. Recursive sets are cycles of the graph: minimal deterministic tree
// automata (graph.go, cycle.go).
//
// The files go from the bottom up: nodes and what tells alternatives apart (node, key), their order (order), smart constructors
// (scalars, mapnode, normal), inclusion and disjointness (relation), graphs that are interned as a whole (graph, cycle), widening
// (shape, widen), and the ways in and out (concrete, contains, typed, print, import, verify).
//
// # Rules
//
// Normal form (figure 5.3 unless another place is named; Verifier checks it):
//
//	[NF-INTERNED]   a node that a value has is in the table                                                 §5.2
//	[NF-FORM]       the smart constructors make the node of its parts again                                 -
//	[NF-OR]         alternatives are flat, two or more, without Top and Bottom; Top takes in everything     OR-TOP, OR-BOT, OR-ASSOC
//	[NF-OR-LT]      alternatives are in order, each once                                                    OR-LT, OR-EQ
//	[NF-ORDER]      the order is that of the trees, shallowest and then leftmost difference first; it knows  end of §5.2
//	                no addresses and no history
//	[NF-OR-SUB]     an application of a constructor that another alternative includes is left out           -
//	[NF-OR-MANY]    more than Options.MaxAlts alternatives of one Key are merged argumentwise               -
//	[NF-SCALARS]    a base set takes in its constants; true | false is Bool; more than Options.MaxConsts    -
//	                constants are their base set
//	[NF-OR-TPL]     tuples of one length are merged componentwise                                           OR-TPL
//	[NF-OR-MAP]     maps are merged (joinMaps), sets too                                                    OR-MAP, figure 5.5
//	[NF-ANDZ]       what has a Bottom part is Bottom: a tuple, an application, a map with such a must entry; ANDZ-...
//	                a may entry with one is left out
//	[NF-TPL-ELIM]   a tuple of one is its component                                                         TPL-ELIM
//	[NF-MUST]       must keys are singletons, each once                                                     §3.2.2.4
//	[NF-MDOM]       entries are in order of their keys                                                      MDOM-LT, MDOM-EQ
//	[NF-MAY-DISJOINT] may keys are disjoint from each other; entries that may overlap are joined              figure 5.5, insertSoft
//	[NF-MAY-SHADOW] a may key that lists a must key leaves it out: must entries shadow may entries          §5.3.7.1
//	[NF-SET-SPLIT]  a single member that a set may have is a must member that is true or false              -
//	[NF-SET-MUST]   a set says nothing twice: no must member is false that no may key could contain, none   -
//	                is true or false that a may key contains
//	[NF-CYCLE]      recursive values are minimal cyclic graphs, shared by all that denote the same tree;    FIX-ELIM
//	                alternatives inside a cycle are one for each Key
//
// Widening (widen.go, instead of figure 6.30):
//
//	[WIDEN-SCALAR]  a set of integers or of strings that grew becomes the base set
//	[WIDEN-MERGE]   alternatives of a key that the old set had too, and that grew, are merged argumentwise
//	[WIDEN-FOLD]    a set that grew, nested below an alternative of a key that an enclosing set has too, is folded into that
//	[WIDEN-MAP]     must keys stay; may keys widen as values do, and are joined when there are too many
package tree
