//! The registered branching rules.

use super::AnyBranching;
use crate::solver::{
    Part,
    branching::{Bilocation, Config, First, Mrv, MrvDegree, MrvLastBivalue, Random},
};

/// A registered branching rule.
#[derive(Debug)]
pub struct Rule {
    /// The name, the summary and the source.
    pub part: Part,
    /// True if the rule takes a seed after its name: `random:7`.
    pub seeded: bool,
    /// Creates the rule with this seed.
    pub(super) make: fn(u64) -> Box<dyn AnyBranching>,
}

impl Rule {
    /// The name with a placeholder for the seed: `mrv`, `random:SEED`.
    #[must_use]
    pub fn usage(&self) -> String {
        let argument = if self.seeded { ":SEED" } else { "" };
        format!("{}{argument}", self.part.name)
    }
}

macro_rules! rule {
    ($name:literal, $summary:literal, $source:literal, |$seed:ident| $branching:expr) => {
        Rule {
            part: Part::new($name, $summary, $source),
            seeded: true,
            make: |$seed| Box::new($branching),
        }
    };
    ($name:literal, $summary:literal, $source:literal, $branching:expr) => {
        Rule {
            part: Part::new($name, $summary, $source),
            seeded: false,
            make: |_| Box::new($branching),
        }
    };
}

/// Every branching rule.
pub const BRANCHINGS: &[Rule] = &TABLE;

/// A static, so that other crates refer to the rules instead of compiling them again.
static TABLE: [Rule; 7] = [
    rule!(
        "mrv",
        "the first open cell with the fewest candidates",
        "Bitner and Reingold, \"Backtrack programming techniques\", 1975",
        Mrv
    ),
    rule!(
        "mrv+degree",
        "like mrv, with ties broken by the most open peers",
        "Brélaz, \"New methods to color the vertices of a graph\", 1979",
        MrvDegree
    ),
    rule!(
        "mrv+last-bivalue",
        "the last cell with two candidates; if there is none, like mrv",
        "sudomill",
        MrvLastBivalue
    ),
    rule!(
        "bilocation",
        "the digit with the fewest places in a unit, if fewer than mrv's candidates; else mrv",
        "the Sudoku community's bilocation, or strong link",
        Bilocation
    ),
    rule!(
        "config",
        "the digit with the fewest places in a line, then configurations in its band; else mrv",
        "T. Dillon, tdoku, 2019: box-band configurations",
        Config
    ),
    rule!("first", "the first open cell: the baseline", "plain backtracking", First),
    rule!(
        "random",
        "any open cell, with equal probability; measures the effect of chance",
        "sudomill",
        |seed| Random { seed }
    ),
];
