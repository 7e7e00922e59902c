//! Which part of a pattern plays which role: its units, cells and digits, told apart by what the step changes.
//!
//! ```text
//! XY-wing, 9 of r1c1 and r3c7 is lost          fish, pointing, claiming
//!  -9 ·  12 │ ·  ·  ·  │ 29     pivot r1c3       base   the units in which nothing is lost
//!  ·  ·  ·  │ ·  ·  ·  │ ·      wings r1c7 r3c2  cover  those in which something is
//!  ·  19 ·  │ ·  ·  ·  │ -9     kept  1 or 2     other  beside them, the unit that is left one place
//! ```

use super::lists::{Name, listed, listed_cells, listed_digits, listed_units};
use std::mem::discriminant;
use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, Order3, Size, Unit},
    solving::Deduction,
};

/// The names of the parts of a pattern that what the step does tells apart.
pub(super) fn names_of_roles(step: &Deduction, alphabet: Alphabet) -> [Name; 8] {
    let (losers, lost): (Vec<_>, Vec<_>) = step.removed().unzip();
    let lost = lost.into_iter().fold(Candidates::NONE, |all, digits| all | digits);
    let kept = (step.digits - lost).iter().map(|digit| alphabet.symbol(digit).to_string());
    let units = Units::of(step, &losers);
    let is_pivot = |cell: &Cell| step.cells.iter().all(|it| it == *cell || sees(it, *cell));
    let pivot = step.cells.iter().find(is_pivot);
    let wings = step.cells.iter().filter(|&cell| Some(cell) != pivot);
    [
        ("{lost}", listed_digits(lost, alphabet)),
        ("{kept}", listed(kept, "or")),
        ("{base}", listed_units(units.base)),
        ("{cover}", listed_units(units.cover)),
        ("{other}", listed_units(units.other)),
        ("{pivot}", listed_cells(pivot, Size::Nine)),
        ("{wings}", listed_cells(wings, Size::Nine)),
        ("{losers}", listed_cells(losers, Size::Nine)),
    ]
}

fn sees(one: Cell, other: Cell) -> bool {
    let [one, other] = [one, other].map(|cell| Size::Nine.units_of(cell));
    one.iter().zip(&other).any(|(one, other)| one == other)
}

/// The units of a pattern of one digit: the places in the base are all in the cover.
struct Units {
    base: Vec<Unit>,
    cover: Vec<Unit>,
    /// The unit that is left one place.
    other: Vec<Unit>,
}

impl Units {
    /// The cover loses the digit. If it loses it where that leaves another unit one place, this unit is of the
    /// kind of the base and has the cell that the step fills.
    fn of(step: &Deduction, losers: &[Cell]) -> Self {
        let has = |unit: &Unit, cell: &Cell| unit.cells::<Order3>().contains(cell);
        let placed = step.placed.map(|(cell, _)| cell);
        let (other, rest): (Vec<_>, Vec<_>) = match losers {
            [] => step.units().partition(|unit| placed.is_some_and(|cell| has(unit, &cell))),
            _ => (Vec::new(), step.units().collect()),
        };
        let is_like = |unit: &Unit, like: &Unit| discriminant(unit) == discriminant(like);
        let loses = |unit: &Unit| losers.iter().any(|cell| has(unit, cell));
        let is_base = |unit: &Unit| match &other[..] {
            [] => !rest.iter().any(|it| is_like(it, unit) && loses(it)),
            [other, ..] => is_like(unit, other),
        };
        let (base, cover) = rest.iter().partition(|unit| is_base(unit));
        Self { base, cover, other }
    }
}
