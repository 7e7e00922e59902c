//! The modules of the crate, each by itself: compiled apart, so that the crate is compiled once.

mod grid_alphabet;
mod grid_cell_set;
mod grid_puzzle;
mod grid_size;
mod grid_size_order;
mod grid_solution;
mod grid_symbols;
mod puzzle_line_candidates;
mod puzzle_line_damaged;
mod puzzle_line_decimal;
mod puzzle_line_line_end;
mod puzzle_line_parse;
mod puzzle_line_regions;
mod puzzle_line_symbols;
mod puzzle_line_word;
mod verify;
