//! sudomill solves Sudoku puzzles by the million.
//!
//! Many puzzles in memory, at the speed of the command line:
//!
//! ```
//! let puzzles = [
//!     ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.",
//!     "013085006000031000007600000006900003170000025300006900000002400000870000900560310",
//! ];
//! let results = sudomill::solve_all(&puzzles);
//! for (row, status) in results.statuses.iter().enumerate() {
//!     println!("{status} {}", results.solution(row).unwrap_or("-"));
//! }
//! # assert_eq!(results.statuses, [sudomill::solver::Status::Unique; 2]);
//! ```
//!
//! One puzzle:
//!
//! ```
//! use sudomill::{grid::Puzzle, solver::Status, verify};
//!
//! let line = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";
//! let puzzle: Puzzle = line.parse()?;
//! let outcome = sudomill::solve(&puzzle);
//! assert_eq!(outcome.status, Status::Unique);
//! assert_eq!(verify::check(&puzzle, outcome.solution.unwrap().values()), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The puzzles of a file, in any format that `sudomill solve` reads:
//!
//! ```
//! use sudomill::grid::Order3;
//! # let mut solved = 0;
//!
//! for puzzle in sudomill::open("datasets/hard.txt")?.puzzles::<Order3>() {
//!     let outcome = sudomill::solve(&puzzle?);
//! #   solved += outcome.solutions;
//! }
//! # assert_eq!(solved, 500);
//! # Ok::<(), sudomill::Error>(())
//! ```
//!
//! To add your own solver, implement [`solver::Solver`]; to add a branching rule, implement
//! [`solver::branching::Branching`] and put it into [`solver::strategy::Rules`].
//! [`Strategy::own`](solver::registry::Strategy::own) turns either into a strategy that every
//! function here accepts. `examples/own_heuristic.rs` solves a file with one and measures it.
//!
//! # Modules
//!
//! ```text
//!          ┌──────────── batch: each worker thread takes one chunk at a time ────────────┐
//!  files ──┤ input → rows → engine → output                                              ├── files
//!  memory ─┤         rows → engine → memory                                             ├── memory
//!          └─────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! - [`grid`] has the shared types, [`error`](Error) the errors; [`input`] reads puzzles.
//! - [`solver`] solves a puzzle: [`solver::registry`] finds a strategy by name.
//! - [`engine`] solves many puzzles on one thread; [`memory`] solves puzzles in memory, on every
//!   core.
//! - [`verify`] checks a solution and shares no code with the solvers; [`generate`] makes
//!   puzzles from a seed; [`symmetry`] finds the canonical form of equivalent ones; [`trace`] follows
//!   a search; [`picture`] draws a grid; [`rating`] says how hard a puzzle is for a person.
#![cfg_attr(feature = "files", doc = "- [`batch`] solves files, [`output`] writes them.")]
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `cli` (default) | the program; implies `bench` |
//! | `bench` | the benchmarks of the program; implies `files` |
//! | `dedup` | `memory::Repeats`, with the help of temporary files |
//! | `files` | files as output; Zstandard and JSON Lines as input; implies `dedup` and `serde` |
//! | `report` | the pages of `sudomill report`; implies `bench` |
//! | `serde` | `Serialize` and `Deserialize` for puzzles, solutions, outcomes and limits |
//!
//! Without default features, no C is compiled, and serde and temporary files are left out. The
//! modules `bench` and `report` exist for the program: they are not shown here and
//! may change with any version.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, unnameable_types, unsafe_code)]

#[doc(inline)]
pub use sudomill_batch::solve_all;
#[doc(inline)]
pub use sudomill_input::{Error, ErrorPosition, OptionsError};
// The modules `bench` and, with its feature, `report`.
#[cfg(feature = "bench")]
#[doc(hidden)]
pub use sudomill_lab::*;
#[doc(inline)]
pub use sudomill_puzzle::{RunError, for_size};
#[doc(inline)]
pub use sudomill_solvers::{max_threads, solve};
#[doc(inline)]
pub use sudomill_trace::{diagnosis, picture};
#[doc(inline)]
pub use sudomill_vicinity::vicinity;

#[cfg(feature = "files")]
pub mod batch {
    //! FILES → FILES: on every core, in order, in bounded memory.

    #[doc(inline)]
    pub use sudomill_batch::files::{
        CHUNK, Listener, MAX_REPORTED, Outputs, RunOptions, RunResult, SolveOptions, dedup,
        shuffle, solve_file, solve_source, verify, vicinity,
    };
}

pub mod engine {
    //! BATCHES → FINISHED BATCHES: solves puzzles on one thread.

    #[doc(inline)]
    pub use sudomill_solvers::engine::Engine;
}

pub mod generate {
    //! A SEED → PUZZLES, as described by a [`Recipe`].

    #[doc(inline)]
    pub use sudomill_generate::{
        ATTEMPTS, GoalRater, Kind, Pattern, PuzzleListener, RatingGoal, Recipe, Symmetry,
        UnknownName, reduced, reduced_any,
    };
}

pub mod grid {
    //! The shared types: digits, cells, candidate sets, puzzles and solutions.
    //!
    //! Conventions: cells are numbered row-major from 0 at the top left; digits are 1 to the side of
    //! the grid; messages call the first cell `r1c1`. A *unit* is a row, a column or a box, or one that
    //! was given as data; two cells of a unit are *peers*. All types are generic over the [`Order`], the shape of a box; a [`Size`]
    //! is its run-time counterpart.

    #[doc(inline)]
    pub use sudomill_puzzle::grid::{
        Alphabet, BLANKS, Boxes, Candidates, Cell, CellSet, Cells, Conflict, Digit, Digits,
        Drawing, Element, Extra, GivenUnit, InvalidSymbols, Order, Order2, Order3, Order4, Order5,
        Origin, Puzzle, PuzzleError, Size, Solution, SolutionError, Symbols, Unit, Units,
        UnitsError, UnknownSize, Word,
    };
}

pub mod input {
    //! BYTES → PUZZLES: detects the format of a file, and finds the puzzle of each record.

    #[cfg(feature = "files")]
    #[doc(inline)]
    pub use sudomill_batch::files::answers::{Answers, Unmatched};
    #[doc(inline)]
    pub use sudomill_input::{
        AnyPuzzle, BLANKS, BadLine, Chunk, Column, Detected, Encoding, FileSpan, InputError,
        InputErrorKind, InputFormat, Layout, Line, Lines, MAX_LINE, Nested, NoColumn, Problem,
        ReadOptions, Role, SEPARATORS, SampleRow, Shard, Skip, Source, Table, any_puzzle,
        column_named, open, parse_line, parse_line_in, read_as, read_drawing, read_from,
        read_puzzle, read_puzzle_as, read_puzzle_in,
    };
}

#[cfg(feature = "files")]
pub mod output {
    //! OUTCOMES → BYTES: renders results and writes files.

    #[doc(inline)]
    pub use sudomill_output::{
        Agreement, Columns, Counted, Counts, Distribution, Format, GuessClass, Keep, Leftover,
        Only, Quantiles, RatingRange, Segment, Sink, SlowPuzzle, Summary, Tally, TimeClass, Times,
    };
}

pub mod memory {
    //! A COLUMN OF PUZZLES → COLUMNS OF RESULTS: solves puzzles in memory, as `batch` does files.

    #[cfg(feature = "dedup")]
    #[doc(inline)]
    pub use sudomill_batch::memory::Repeats;
    #[doc(inline)]
    pub use sudomill_batch::memory::{
        Copies, Equivalent, MemoryOptions, Results, RowProblem, Texts, Wrong, canonical, grade,
        layout, rate, redundant, shuffle, shuffle_with, solve, solve_all, solve_into, verify,
    };
}

pub mod rating {
    //! PUZZLE → RATING: how hard a puzzle is for a person.

    #[doc(inline)]
    pub use sudomill_rating::{
        Explainer, NotTenths, Rater, Rating, RatingLimits, RatingSpan, Step, Technique, Tenths,
        Unrated, goal, rate,
    };
}

pub mod solver {
    //! PUZZLE → OUTCOME. Opens no files and reads no clock.
    //!
    //! How hard a puzzle is has two answers. A [`Difficulty`], for all sizes, names the weakest set of
    //! techniques that settles it: [`Level`] has the techniques of each, and a [`Grade`] has the guesses
    //! of a search beside it. A [`Rating`](crate::rating::Rating), for 9×9, is a number: that of the
    //! hardest step of a person.
    //!
    //! [`Solver`] is the interface, [`registry`] lists the strategies, [`search`] is the recursion that
    //! all but [`lanes`] share, and [`strategy`] has the decisions of each of them. Most strategies
    //! consist of a [`propagation`], a [`branching`] and a [`value_order`].

    #[doc(inline)]
    pub use sudomill_puzzle::solving::{
        AnyOutcome, Batch, Chain, ChainLink, ChainNode, Clock, Counter, Counters, Deduction,
        Difficulty, Event, Grade, Limits, Observer, Outcome, Reason, Removal, RowResult, Status,
        Technique, UnknownStatus, report_clues,
    };
    #[doc(inline)]
    pub use sudomill_solvers::{
        Level, Part, Solver, branching, difficulty, difficulty_any, grade, grade_any,
        redundant_clues, redundant_clues_any, registry, search, value_order,
    };

    pub mod propagation {
        //! Deductions without guesses.

        #[doc(inline)]
        pub use sudomill_solvers::propagation::{Propagation, techniques};
    }

    pub mod strategy {
        //! The decisions of strategies, for the recursion that they share.

        #[doc(inline)]
        pub use sudomill_solvers::strategy::{
            Backtracking, Branch, ElectroYou, GenerateAndTest, Guess, Heuristic, Moler, Restarts,
            Rules, Run, search,
        };
    }

    pub mod lanes {
        //! The lane kernel: many 9×9 puzzles side by side in the registers of one thread.

        #[doc(inline)]
        pub use sudomill_lanes::{Backend, Lanes, NoBackend};
        #[doc(inline)]
        pub use sudomill_puzzle::solving::Occupancy;
        #[doc(inline)]
        pub use sudomill_solvers::{LaneSolver, RegionLanes};
    }
}

pub mod symmetry {
    //! Equivalent puzzles: the transformations of a grid, and the canonical form.

    #[doc(inline)]
    pub use sudomill_symmetry::{Canonical, Transformation, canonical, canonical_any};
}

pub mod trace {
    //! EVENTS → STEPS: follows a search step by step.

    #[cfg(feature = "serde")]
    #[doc(inline)]
    pub use sudomill_trace::{End, EventRecord, StepRecord};
    #[doc(inline)]
    pub use sudomill_trace::{
        Explanation, Moment, State, StepObserver, observe, observe_any, words,
    };
}

pub mod verify {
    //! Checks solutions; shares no code with the solvers.

    #[doc(inline)]
    pub use sudomill_puzzle::verify::{
        Fault, TextFault, check, check_in, check_text, check_text_in, is_right,
    };
}

/// Opens a file of puzzles; `-` is standard input. The format, the puzzle size and the puzzle
/// column are detected as by `sudomill solve`. The file may be compressed with gzip or, with the
/// feature `files`, Zstandard. It is read, not mapped; [`input::open`] takes options.
///
/// # Errors
/// The file cannot be read, or does not contain lines of text.
pub fn open(path: impl AsRef<std::path::Path>) -> Result<input::Source, Error> {
    input::open(path.as_ref(), &input::ReadOptions::default())
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
