//! A selection of the results to write.

use std::{fmt, str::FromStr};
use sudomill_core::solver::Status;

/// The name that selects results whose solution in the input is wrong.
const WRONG: &str = "wrong";

/// A selection of results by status, or because the solution in the input is wrong. Each name
/// parses to a selection of its own; collecting combines several.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{output::Only, solver::Status};
/// let only: Only = ["invalid", "wrong"].into_iter().map(|name| name.parse::<Only>().unwrap()).collect();
/// assert!(only.takes(Status::Invalid, None));
/// assert!(only.takes(Status::Unique, Some(false)));
/// assert!(!only.takes(Status::Unique, Some(true)));
/// assert_eq!(only.to_string(), "invalid,wrong");
/// assert_eq!(
///     "bad".parse::<Only>().unwrap_err(),
///     "expected solved, unique, multiple, none, invalid, gave-up or wrong",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Only {
    statuses: [bool; Status::ALL.len()],
    wrong: bool,
}

impl Only {
    /// The names of all results that can be selected.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Status::ALL.map(Status::name).into_iter().chain([WRONG])
    }

    /// Returns true if a result with this status is selected. `agrees` is true if the solution in
    /// the input is right, `None` if it was not compared.
    #[must_use]
    pub fn takes(&self, status: Status, agrees: Option<bool>) -> bool {
        self.statuses[status as usize] || (self.wrong && agrees == Some(false))
    }

    /// Returns true if results with a wrong solution in the input are selected.
    #[must_use]
    pub fn has_wrong(&self) -> bool {
        self.wrong
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_in = self.statuses.into_iter().chain([self.wrong]);
        let names = Self::names().zip(is_in).filter(|(_, is_in)| *is_in).map(|(name, _)| name);
        f.write_str(&names.collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Only {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut only = Self { wrong: name == WRONG, ..Self::default() };
        let status = Status::ALL.into_iter().find(|status| status.name() == name);
        status.into_iter().for_each(|status| only.statuses[status as usize] = true);
        if only == Self::default() {
            let names: Vec<_> = Status::ALL.map(Status::name).into();
            return Err(format!("expected {} or {WRONG}", names.join(", ")));
        }
        Ok(only)
    }
}

impl FromIterator<Self> for Only {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), |sum, one| Self {
            statuses: std::array::from_fn(|at| sum.statuses[at] || one.statuses[at]),
            wrong: sum.wrong || one.wrong,
        })
    }
}
