//! The order in which the alternatives of a branching are tried.

use super::{
    Part,
    branching::View,
    strategy::{Branch, Guess},
};
use sudomill_puzzle::grid::Order;

/// The order of the alternatives. It determines which solution is found first, and so the number of
/// guesses of a search that stops at a solution. A search of the whole tree makes the same guesses
/// in any order, unless the branching depends on the number of guesses, as `random` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueOrder {
    /// Digits ascending, cells row-major.
    #[default]
    Ascending,
    /// Digits descending, cells in reverse row-major order.
    Descending,
    /// The alternative that removes a candidate from the fewest open peers first.
    LeastConstraining,
}

impl ValueOrder {
    /// All orders.
    pub const ALL: &'static [Self] = &[Self::Ascending, Self::Descending, Self::LeastConstraining];

    /// The name, the summary and the source.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::Ascending => Part::new(
                "ascending",
                "digits 1 to 9, cells row-major",
                "GeeksforGeeks, \"Sudoku | Backtracking-7\"",
            ),
            Self::Descending => Part::new(
                "descending",
                "digits 9 to 1, cells from the last",
                "Cutugno and Lamberti, 2009-2010",
            ),
            Self::LeastConstraining => Part::new(
                "least-constraining",
                "first the alternative that removes a candidate from the fewest open peers",
                "Haralick and Elliott, 1980",
            ),
        }
    }

    /// Sorts alternatives into this order. They must be ascending.
    pub(super) fn arrange<O: Order>(self, branch: Branch, view: &View<O>) -> Branch {
        match self {
            Self::Ascending => branch,
            Self::Descending => branch.reversed(),
            Self::LeastConstraining => least_constraining(branch, view),
        }
    }
}

/// Sorts the alternatives by the number of open peers that lose a candidate, fewest first. The sort
/// is stable. Source: Haralick and Elliott, "Increasing tree search efficiency for constraint
/// satisfaction problems", 1980.
fn least_constraining<O: Order>(branch: Branch, view: &View<O>) -> Branch {
    branch.sorted_by_key(&mut |Guess { cell, digit }| {
        (view.places_of(digit) & view.peers(cell)).len()
    })
}
