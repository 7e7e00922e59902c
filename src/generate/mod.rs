//! Puzzles out of a seed.
