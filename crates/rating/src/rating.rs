//! The ratings of a puzzle, and what ends one early.

use std::{fmt, str::FromStr, sync::atomic::AtomicBool};

/// A rating in tenths, as players write it: `Tenths::new(72)` is 7.2.
///
/// ```
/// use sudomill_rating::Tenths;
/// assert_eq!(Tenths::new(72).to_string(), "7.2");
/// assert!(Tenths::new(110) > Tenths::new(72));
/// assert_eq!("7.2".parse(), Ok(Tenths::new(72)));
/// assert_eq!("9".parse(), Ok(Tenths::new(90)));
/// assert!(["", ".5", "7.25", "-1", "20.1", "x"].iter().all(|text| text.parse::<Tenths>().is_err()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(u8);

impl Tenths {
    /// What a puzzle is rated that no technique solves: 20.0.
    pub const UNSOLVED: Self = Self(200);

    /// The rating with this number of tenths.
    #[must_use]
    pub const fn new(tenths: u8) -> Self {
        Self(tenths)
    }

    /// The number of tenths.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The rating that the original shows for its sum of floating-point numbers.
    pub(crate) fn shown(sum: f64) -> Self {
        Self(((sum + 0.05) * 10.0) as u8)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl From<Tenths> for f64 {
    /// The rating as a number: 7.2 for 72 tenths.
    fn from(rating: Tenths) -> Self {
        Self::from(rating.0) / 10.0
    }
}

impl FromStr for Tenths {
    type Err = NotTenths;

    /// Reads a rating: `9`, `9.0`.
    fn from_str(text: &str) -> Result<Self, NotTenths> {
        let not_tenths = || NotTenths(text.to_owned());
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(tenth) || tenth.len() != 1 {
            return Err(not_tenths());
        }
        let tenths: u16 = format!("{whole}{tenth}").parse().map_err(|_| not_tenths())?;
        let tenths = u8::try_from(tenths).ok().map(Self).filter(|it| *it <= Self::UNSOLVED);
        tenths.ok_or_else(not_tenths)
    }
}

/// The error for a text that is not a rating.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}; expected a rating from 0.0 to 20.0, with one decimal")]
pub struct NotTenths(String);

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
