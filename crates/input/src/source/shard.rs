//! Parts of files, for several machines.

use std::{fmt, str::FromStr};

/// Part I of N of a file, with I from 1. `Display` writes `I/N`.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::Shard;
/// let shard: Shard = "2/3".parse().unwrap();
/// assert_eq!((shard.to_string(), shard.is_first()), ("2/3".to_owned(), false));
/// let error = "4/3".parse::<Shard>().unwrap_err();
/// assert_eq!(error, "found 4/3; expected I/N with 1 ≤ I ≤ N");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Returns true if this part contains the first line of the file.
    #[must_use]
    pub fn is_first(self) -> bool {
        self.index == 1
    }

    /// The approximate start and end of this part's share of a file of `size` bytes, one of
    /// several; `None` if it has no share of it. The header belongs to the first part, even if that
    /// is empty.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
    /// use sudomill::input::{FileSpan, Shard};
    /// let shard: Shard = "2/2".parse().unwrap();
    /// // Three files of 60, 20 and 40 bytes.
    /// let share = |before, size| shard.share(FileSpan { before, total: 120 }, size);
    /// assert_eq!([share(0, 60), share(60, 20), share(80, 40)], [None, Some([0, 20]), Some([0, 40])]);
    /// ```
    #[must_use]
    pub fn share(self, among: FileSpan, size: u64) -> Option<[u64; 2]> {
        let at = |parts: u64| {
            let at = u128::from(among.total) * u128::from(parts) / u128::from(self.of);
            (at as u64).saturating_sub(among.before).min(size)
        };
        let bounds = [at(self.index - 1), at(self.index)];
        let is_begin = self.is_first() && (among.before == 0 || size == 0);
        (bounds[0] < bounds[1] || is_begin).then_some(bounds)
    }
}

/// The position of a file among several, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileSpan {
    /// Total size of the files before it.
    pub before: u64,
    /// Total size of all files.
    pub total: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').map(|(index, of)| (index.parse(), of.parse()));
        match numbers {
            Some((Ok(index), Ok(of))) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err(format!("found {text}; expected I/N with 1 ≤ I ≤ N")),
        }
    }
}
