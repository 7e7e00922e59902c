//! `bilocation`: the digit with the fewest places, unless a cell is at least as good.

use super::{Branching, Target, View};
use sudomill_puzzle::grid::{Candidates, Digit, Order, Unit};

/// The digit with the fewest places in a unit, if it has fewer places than any cell has candidates:
/// typically a digit with two places in a grid without bivalue cells. Ties go to the first unit
/// (rows, columns, boxes), then to the smallest digit. Otherwise the cell of [`super::Mrv`].
/// Source: the Sudoku community's bilocation or strong link.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bilocation;

impl<O: Order> Branching<O> for Bilocation {
    fn choose(&self, view: &View<O>) -> Target {
        let (cells, fewest) = view.fewest_candidates();
        let cell = cells.first().expect("a cell is open");
        if let Some((_, unit, digit)) = view.hidden_single() {
            return Target::Places(digit, unit);
        }
        let mut best = fewest;
        let mut target = Target::Cell(cell);
        if best == 2 {
            return target;
        }
        for unit in view.units() {
            if let Some((places, digit)) = fewest_places(view, unit, best) {
                (best, target) = (places, Target::Places(digit, unit));
                if best == 2 {
                    break;
                }
            }
        }
        target
    }
}

/// The digit with the fewest places in a unit and the number of its places, if that is less than
/// `below`.
fn fewest_places<O: Order>(view: &View<O>, unit: Unit, below: usize) -> Option<(usize, Digit)> {
    // `more_than[n]` are the digits with more than n places.
    let mut more_than = [Candidates::NONE; Digit::MAX as usize];
    let mut filled = Candidates::NONE;
    for &cell in unit.cells::<O>() {
        let mask = view.candidates(cell);
        if mask.bits().is_power_of_two() {
            filled |= mask;
            continue;
        }
        for n in (1..below).rev() {
            more_than[n] |= more_than[n - 1] & mask;
        }
        more_than[0] |= mask;
    }
    let missing = Candidates::all::<O>() - filled;
    (0..below).find_map(|n| Some((n, (missing - more_than[n]).lowest()?)))
}
