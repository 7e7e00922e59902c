//! Singles: a digit with one place left, or a cell with one candidate left.
//!
//! ```text
//! hidden single (1.2 in a box, 1.5 in a line)       naked single (2.3)
//!  · 2 · │ 1 · 7 │ · · ·                             1 2 · │ 3 · · │ · · ·    r1c5 has
//!  · · · │ · · · │ · · 5                             · · · │ · 4 · │ · · ·    no candidate
//!  · · 4 │ · · · │ · · ·   5 has one                 · · · │ 5 6 · │ · · ·    but 7
//!  5 at r1c1 or r1c3 …     place in the box          (8 and 9 in its column)
//! ```
//!
//! The last empty cell of a unit rates 1.0, and comes before all other hidden singles.

use super::units;
use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

pub fn hidden_single(board: &Board) -> Option<Step> {
    last_cell(board).or_else(|| {
        units().filter(|&unit| board.empty_in[unit] > 1).find_map(|unit| {
            let technique = match unit / 9 {
                BOX => Technique::HiddenSingleInBox,
                _ => Technique::HiddenSingleInLine,
            };
            single_in(board, unit, technique)
        })
    })
}

fn last_cell(board: &Board) -> Option<Step> {
    units()
        .filter(|&unit| board.empty_in[unit] == 1)
        .find_map(|unit| single_in(board, unit, Technique::LastCell))
}

/// The lowest digit with one place in a unit.
fn single_in(board: &Board, unit: usize, technique: Technique) -> Option<Step> {
    let places: &[Places; 9] = &board.marks.places[unit];
    let digit = places.iter().position(|places| places.is_power_of_two())?;
    let cell = first_cell(unit, places[digit]);
    let pattern = Pattern::of_cells(1 << cell, 1 << digit).in_unit(unit);
    Some(Step::place(technique, candidate(cell, digit), pattern))
}

pub fn naked_single(board: &Board) -> Option<Step> {
    let cell = each(board.empty).find(|&cell| board.marks.cell[cell].is_power_of_two())?;
    let digits = board.marks.cell[cell];
    let pattern = Pattern::of_cells(1 << cell, digits);
    Some(Step::place(Technique::NakedSingle, candidate(cell, lowest(digits)), pattern))
}
