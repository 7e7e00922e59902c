//! The recursive search of sudomill with more results, for problems other than Sudoku. The program
//! `problems` applies it to games and puzzles; see `docs/examples.md`.

pub mod search;
