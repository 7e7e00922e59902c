//! Strategy-specific limits.

use crate::solver::strategy::{ElectroYou, GenerateAndTest};

/// Strategy-specific limits. Other strategies ignore them.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::Order3, solver::{Limits, Status, registry::{self, Tuning}}};
/// let tuning = Tuning::default().with_max_passes(52);
/// let solver = registry::find("electroyou")?.tuned(tuning).solver::<Order3>();
/// let line = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// assert_eq!(solver.solve(&line.parse()?, &Limits::default()).status, Status::GaveUp);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Tuning {
    /// The maximum number of passes of `electroyou`: [`ElectroYou::max_passes`].
    pub max_passes: u64,
    /// The maximum number of fillings of `generate-and-test`: [`GenerateAndTest::max_fillings`].
    pub max_fillings: u64,
}

impl Tuning {
    /// The defaults of the strategies.
    pub const DEFAULT: Self = Self {
        max_passes: ElectroYou::DEFAULT.max_passes,
        max_fillings: GenerateAndTest::DEFAULT.max_fillings,
    };

    /// Sets the maximum number of passes of `electroyou`.
    #[must_use]
    pub const fn with_max_passes(self, max_passes: u64) -> Self {
        Self { max_passes, ..self }
    }

    /// Sets the maximum number of fillings of `generate-and-test`.
    #[must_use]
    pub const fn with_max_fillings(self, max_fillings: u64) -> Self {
        Self { max_fillings, ..self }
    }
}

impl Default for Tuning {
    /// [`Self::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
