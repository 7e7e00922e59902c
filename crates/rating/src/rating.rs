//! The ratings of a puzzle, and what ends one early.

use std::sync::atomic::AtomicBool;
use sudomill_puzzle::Tenths;

/// The rating that the original shows for its sum of floating-point numbers.
pub(crate) fn shown(sum: f64) -> Tenths {
    Tenths::new(((sum + 0.05) * 10.0) as u8)
}

/// The ratings of a puzzle.
///
/// In the order of the letters ER, EP and ED of the players. ER is at least the other two, and EP is at
/// least ED, where it is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rating {
    /// ER: the rating of the hardest step. [`Tenths::UNSOLVED`] if the techniques do not solve the puzzle.
    pub hardest: Tenths,
    /// EP, the *pearl*: the rating of the hardest step up to the first that places a digit. 0.0 if none
    /// does.
    pub pearl: Tenths,
    /// ED, the *diamond*: the rating of the first step. 0.0 if there is none.
    pub diamond: Tenths,
    /// The technique of the first step with the rating ER. `None` if there is no step, or if the techniques
    /// do not solve the puzzle.
    pub technique: Option<crate::Technique>,
}

/// What ends a rating early.
#[derive(Clone, Copy, Debug)]
pub struct RatingLimits<'a> {
    /// The highest rating to look for. A puzzle that rates higher is [`Unrated::Above`], and the searches
    /// that can only rate higher do not run. 9.0 leaves out what takes most of a second.
    pub max_rating: Tenths,
    /// A flag for other threads to stop the rating, which then ends within some milliseconds.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for RatingLimits<'_> {
    fn default() -> Self {
        Self { max_rating: Tenths::UNSOLVED, stop: None }
    }
}

impl<'a> RatingLimits<'a> {
    /// Sets the highest rating to look for.
    #[must_use]
    pub const fn with_max_rating(self, max_rating: Tenths) -> Self {
        Self { max_rating, ..self }
    }

    /// Sets the flag that stops the rating.
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unrated {
    /// It rates above [`RatingLimits::max_rating`], or no technique solves it.
    #[error("rated above {0}")]
    Above(Tenths),
    /// The flag [`RatingLimits::stop`] was set.
    #[error("stopped")]
    Stopped,
}
