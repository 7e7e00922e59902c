//! The branching rules that a strategy's name can be put together with.

use super::Composed;
use crate::{
    grid::{Order2, Order3},
    solver::{
        Part, Solver,
        branching::{Bilocation, Config, First, Mrv, MrvDegree, MrvLastBivalue, Random},
        strategy::Rules,
    },
};

/// A branching rule as it is listed and chosen.
#[derive(Debug)]
pub struct Rule {
    /// Its name, what it does and where it comes from.
    pub part: Part,
    /// Whether a seed follows the name: `random:7`.
    pub seeded: bool,
    pub(super) order2: fn(&Composed) -> Box<dyn Solver<Order2>>,
    pub(super) order3: fn(&Composed) -> Box<dyn Solver<Order3>>,
}

impl Rule {
    /// Its name with what has to follow it: `mrv`, `random:SEED`.
    pub fn usage(&self) -> String {
        let argument = if self.seeded { ":SEED" } else { "" };
        format!("{}{argument}", self.part.name)
    }
}

macro_rules! rule {
    ($name:literal, $summary:literal, $source:literal, |$seed:ident| $branching:expr) => {
        Rule { seeded: true, ..rule!(@ $name, $summary, $source, $seed, $branching) }
    };
    ($name:literal, $summary:literal, $source:literal, $branching:expr) => {
        rule!(@ $name, $summary, $source, _seed, $branching)
    };
    (@ $name:literal, $summary:literal, $source:literal, $seed:ident, $branching:expr) => {
        Rule {
            part: Part::new($name, $summary, $source),
            seeded: false,
            order2: |&Composed { propagation, seed: $seed, order, .. }| {
                Box::new(Rules::new(propagation, $branching, order))
            },
            order3: |&Composed { propagation, seed: $seed, order, .. }| {
                Box::new(Rules::new(propagation, $branching, order))
            },
        }
    };
}

/// Every branching rule.
pub const BRANCHINGS: &[Rule] = &[
    rule!(
        "mrv",
        "the first open cell with the fewest candidates",
        "Bitner and Reingold, \"Backtrack programming techniques\", 1975",
        Mrv
    ),
    rule!(
        "mrv+degree",
        "as mrv; of several cells the one with the most open peers",
        "Brélaz, \"New methods to color the vertices of a graph\", 1979",
        MrvDegree
    ),
    rule!(
        "mrv+last-bivalue",
        "the last cell with two candidates; where there is none, as mrv",
        "sudomill",
        MrvLastBivalue
    ),
    rule!(
        "bilocation",
        "the digit with the fewest places in a unit, if fewer than mrv's candidates; else as mrv",
        "the Sudoku community's bilocation, or strong link",
        Bilocation
    ),
    rule!(
        "config",
        "the band and digit with the fewest configurations; the places in its tightest line",
        "T. Dillon, tdoku, 2019: box-band configurations",
        Config
    ),
    rule!("first", "the first open cell: the baseline", "plain backtracking", First),
    rule!("random", "any open cell, drawn evenly: what luck does", "sudomill", |seed| Random {
        seed
    }),
];
