//! How hard a step or a puzzle is for a person, as a number. `sudomill_rating` finds it.

use std::{fmt, str::FromStr};

/// A rating in tenths, as players write it: `Tenths::new(72)` is 7.2.
///
/// ```
/// # mod sudomill { pub mod rating { pub use sudomill_puzzle::*; } }
/// use sudomill::rating::Tenths;
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

/// The ratings from one to another, both included: `6.5..7.5`.
///
/// ```
/// # mod sudomill { pub mod rating { pub use sudomill_puzzle::*; } }
/// use sudomill::rating::{RatingSpan, Tenths};
/// let span: RatingSpan = "6.5..7.5".parse()?;
/// assert!(span.contains(Tenths::new(75)) && !span.contains(Tenths::new(76)));
/// assert_eq!("7".parse::<RatingSpan>()?.to_string(), "7.0..7.0");
/// assert_eq!("2..1".parse::<RatingSpan>().unwrap_err(), "found ratings from 2 down to 1");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingSpan {
    /// The lowest rating.
    pub lowest: Tenths,
    /// The highest rating.
    pub highest: Tenths,
}

impl RatingSpan {
    /// Returns true if a rating is in the span.
    #[must_use]
    pub fn contains(self, rating: Tenths) -> bool {
        (self.lowest..=self.highest).contains(&rating)
    }
}

impl fmt::Display for RatingSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lowest, self.highest)
    }
}

impl FromStr for RatingSpan {
    type Err = String;

    /// Reads `7.0..8.4`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (lowest, highest) = text.split_once("..").unwrap_or((text, text));
        let read = |text: &str| text.parse::<Tenths>().map_err(|error| error.to_string());
        let span = Self { lowest: read(lowest)?, highest: read(highest)? };
        match span.lowest <= span.highest {
            true => Ok(span),
            false => Err(format!("found ratings from {lowest} down to {highest}")),
        }
    }
}
