// Package reasons tells why a residual program still does what it does: for each of its expressions that costs something, that late values
// decide it, that the result is made by it, or which bound of simplification kept it, and where.
//
// Of calls, and of matches on the result of a match, simplification says itself what stopped it (simplify.Refusals). The rest follows
// from where values come from and go to. A value that is made in the program, by a constructor or as a constant, is known where it is made. It stops
// being known where it goes through a call that is not replaced by the function's body, into a parameter or as the result, where it is joined with others
// behind a match that what follows is not moved into, and in a map under a key that is not known: these are barriers, and each has its
// refusal and its place in the source of the pass. Then
//
//   - a match is kept by the barriers between it and those who make what it takes apart; where there is none, late values decide it;
//   - a construction is kept by the barriers between it and who takes it apart; where nobody does, the result is made by it;
//   - an operation on a map that gives a part of it is as a match, and one that makes a map as a construction;
//   - an operation on scalars is decided by late values if one of its operands is, and otherwise kept as a match is.
//
// A value that passes several barriers is kept by the strongest, since the others could go and it would still not be known. Where values of
// several ways meet, the weakest counts: one of them would be known, were it not for that barrier. So a bound is named only where it is all that
// keeps some value, and recursion only where every value has passed it. From weak to strong the barriers are the refusals of simplify, in its order,
// and the kinds of this package.
//
// # How it is found
//
// Where values come from is a data-flow problem on the flow graph of the program (package flow), solved forwards; who takes them apart is one that is
// solved backwards. The graph is field-insensitive, and the facts of a slot are about the parts of one type of its values. walk.go finds the barriers, flow.go has the facts
// and what edges do to them, reasons.go the answers.
//
// # What is exact
//
// What stopped a call or a match on a match is exact: it is simplify's own answer, for the program as it is. Where values come from and go to is
// inferred, by an analysis of the whole program that goes through each function once for all of its calls and tells the parts of a value
// apart by their types alone: what is said of the maps in a tuple holds for all of them together. So it may name a barrier that only another value of
// the type meets, or one of another call. It leaves none out: what it says to be decided by late values no value of the program reaches, but for
// numbers that on other ways are computed from late values.
package reasons
