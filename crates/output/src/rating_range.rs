//! The histogram of ratings in a summary.

use super::counted::Counted;
use sudomill_rating::{Rating, Tenths, Unrated};

/// A range of ratings whose puzzles are counted together: the ratings ER from one whole number to the next, or
/// those that have none.
///
/// ```
/// # mod sudomill { pub use sudomill_input::*; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod rating { pub use sudomill_rating::*; } }
/// use sudomill::{output::{Counted, RatingRange}, rating::{Rating, Tenths}};
/// let rating = Rating { hardest: Tenths::new(72), ..Rating::default() };
/// assert_eq!(RatingRange::of(Ok(rating)).name(), "7.0 to 7.9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingRange(
    /// The index of its name.
    u8,
);

impl RatingRange {
    /// The whole numbers before that are their own index.
    const TWELVE_OR_MORE: u8 = 12;
    const UNSOLVED: u8 = 13;
    const ABOVE_LIMIT: u8 = 14;

    const NAMES: [&str; 15] = [
        "0.0",
        "1.0 to 1.9",
        "2.0 to 2.9",
        "3.0 to 3.9",
        "4.0 to 4.9",
        "5.0 to 5.9",
        "6.0 to 6.9",
        "7.0 to 7.9",
        "8.0 to 8.9",
        "9.0 to 9.9",
        "10.0 to 10.9",
        "11.0 to 11.9",
        "12.0 or more",
        "20.0",
        "above the limit",
    ];

    /// The range of a puzzle.
    #[must_use]
    pub fn of(rating: Result<Rating, Unrated>) -> Self {
        Self(match rating {
            Ok(rating) if rating.hardest == Tenths::UNSOLVED => Self::UNSOLVED,
            Ok(rating) => (rating.hardest.get() / 10).min(Self::TWELVE_OR_MORE),
            Err(_) => Self::ABOVE_LIMIT,
        })
    }
}

impl Counted for RatingRange {
    const ALL: &'static [Self] = &{
        let mut all = [Self(0); Self::NAMES.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    fn name(self) -> &'static str {
        Self::NAMES[usize::from(self.0)]
    }
}
