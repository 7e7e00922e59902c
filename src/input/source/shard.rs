//! Divides a file into parts, so that several runs can share it.

use std::{fmt, str::FromStr};

/// Part I of N of a file, with I from 1. `Display` writes `I/N`.
///
/// ```
/// use sudomill::input::Shard;
/// let shard: Shard = "2/3".parse().unwrap();
/// assert_eq!((shard.to_string(), shard.is_first()), ("2/3".to_owned(), false));
/// let error = "4/3".parse::<Shard>().unwrap_err();
/// assert_eq!(error.to_string(), "found 4/3, expected I/N with 1 ≤ I ≤ N");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Whether this part has the first line of the file.
    #[must_use]
    pub fn is_first(self) -> bool {
        self.index == 1
    }

    /// Its approximate start and end in a file of `size` bytes.
    pub(super) fn bounds(self, size: u64) -> [u64; 2] {
        let at = |i: u64| (u128::from(size) * u128::from(i) / u128::from(self.of)) as u64;
        [at(self.index - 1), at(self.index)]
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = InvalidShard;

    fn from_str(text: &str) -> Result<Self, InvalidShard> {
        let numbers = text.split_once('/').map(|(index, of)| (index.parse(), of.parse()));
        match numbers {
            Some((Ok(index), Ok(of))) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err(InvalidShard(text.to_owned())),
        }
    }
}

/// A text that is not a part of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0}, expected I/N with 1 ≤ I ≤ N")]
pub struct InvalidShard(String);
