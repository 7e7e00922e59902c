//! The library as its users see it: solvers, grids, generated puzzles, and columns.

mod accounting;
mod common;
mod corpus;
mod electroyou;
mod entries;
mod equivalence;
mod examples;
mod generate;
mod heuristics;
mod lanes;
mod memory;
mod pencilmarks;
mod person;
mod places;
mod readers;
mod redundant;
mod restarts;
mod sentences;
mod serde;
mod sizes;
mod sources;
mod symmetry;
