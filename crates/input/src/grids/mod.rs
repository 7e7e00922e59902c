//! Grids: a puzzle takes several lines, one row of cells in each. Also arrays of numbers, of which
//! a line may hold a whole puzzle.
//!
//! A grid ends with its last row, or at any other line but a ruler; the text can be cut there, above that
//! line. It also ends above a row with a name, and where its array ends: a row that was lost must not be
//! completed from the next puzzle.
//!
//! - `tokens`: a line as words. `row`: cells of a character, in boxes and as lists. `around`: what else a line holds.
//! - `rows`: the style of rows. `reading`: the cells of a row, and their symbols. `kind`: what a line is.
//!   `fault`: what is wrong with it.
//! - `tracker`: what a line does to the grid that is open. `reader`: the grids of a text.
//! - `cut`: where a text is cut. `drawing`: how its first grid is drawn.
//! - `glance` rules out most lines that are no rows.

mod around;
mod cut;
mod drawing;
mod fault;
mod glance;
mod kind;
mod reader;
mod reading;
mod row;
mod rows;
mod tokens;
mod tracker;

pub use around::in_quotes;
pub use fault::{EmptyCells, Fault, Places};
pub use glance::Glance;
pub use kind::Kind;
pub use reader::{Grids, LineAhead};
pub use row::{is_ruler, value};
pub use rows::{CellCount, Dash, RowStyle, Rows};
