package core

// The columns between which lines of deep programs begin.
const Leftmost, Deepest = leftmost, deepest
