//! The library as its users see it: solvers, grids, generated puzzles, and columns.

#[cfg(feature = "files")]
mod accounting;
mod columns;
mod common;
#[cfg(feature = "files")]
mod corpus;
mod electroyou;
#[cfg(feature = "files")]
mod entries;
mod equivalence;
mod few_clues;
mod generate;
mod heuristics;
mod pencilmarks;
#[cfg(feature = "files")]
mod readers;
mod sizes;
mod sources;
