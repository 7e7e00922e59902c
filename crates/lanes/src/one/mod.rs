//! One puzzle at a time: the nine cells of every box in nine registers.
//!
//! ```text
//! register 3 i + k = the cell in row i and column k of its box, for all nine boxes
//! word 4 b + j     = the box in band b and stack j
//!
//!             word 0   1   2   3   4   5   6   7   8   9  10  11  12 … 15
//! register 0   box 1   2   3   -   4   5   6   -   7   8   9   -    -
//! ```
//!
//! Steps inside a box are operations between registers; steps along a chute rotate the words of a
//! register. Rules, branching and counters are those of the lanes: see README.md.
//!
//! Called by [`solve_into`](super::solve_into) and [`trace`](super::trace).

pub mod search;
pub mod settle;
pub mod watch;
