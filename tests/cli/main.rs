//! The program as its users see it: arguments and files in, results, messages and exit codes out.
#![cfg(feature = "cli")]

mod alphabet;
mod ask;
mod bad_lines;
mod bench;
#[cfg(unix)]
mod bench_commands;
mod bench_outputs;
#[cfg(target_os = "linux")]
mod borrowed;
mod candidates;
mod collections;
mod columns;
mod compare;
mod docs;
mod encodings;
mod every_way;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod folders;
mod formats;
mod generate;
mod grids;
mod grids_in_fields;
mod heuristics;
mod input_oddities;
#[cfg(unix)]
mod inputs;
mod inspect;
mod json_arrays;
mod lanes;
mod limits;
mod lost_numbers;
mod notations;
#[cfg(unix)]
mod other_kinds;
#[cfg(unix)]
mod outputs;
mod packed;
mod path_column;
mod paths;
mod pencilmarks;
#[cfg(unix)]
mod pipes_and_signals;
mod prompts;
mod puzzles;
mod ratings;
mod records;
mod regions;
mod report;
#[cfg(unix)]
mod resume;
mod run;
#[cfg(unix)]
mod running;
mod same_bytes;
mod select;
mod shuffle;
mod sizes;
mod solve;
mod summary;
mod tables;
#[cfg(unix)]
mod terminal;
mod texts;
mod trace;
mod verify;
mod vicinity;
