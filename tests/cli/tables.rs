//! Which column holds the puzzle, and that no other ever takes its place.
