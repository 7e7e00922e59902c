//! `least-constraining`: the alternative that removes the fewest candidates comes first.

use crate::{
    grid::{CellSet, Order},
    solver::{
        branching::View,
        strategy::{Branch, Guess},
    },
};

/// Sorts the alternatives by the number of open peers that lose a candidate, fewest first. The sort
/// is stable. Source: Haralick and Elliott, "Increasing tree search efficiency for constraint
/// satisfaction problems", 1980.
pub(super) fn arrange<O: Order>(branch: Branch, view: &View<O>) -> Branch {
    branch
        .sorted_by_key(|Guess { cell, digit }| (view.places_of(digit) & CellSet::peers(cell)).len())
}
